// Set up, from the page of a game: a new simulated board on its owner's page, which leads back to this game.

import { html, setText } from "/svg.js";
import { sign } from "/signs.js";

export function join({ words, makers, cards, store }) {
  if (!makers) return;
  const say = (key, values) => words.say(`set-up.${key}`, values);
  const select = (name, options) => html("select", { name }, ...options.map(([value, text]) => html("option", { value }, text)));
  const said = html("p", { role: "status" });
  const begin = html("button", { type: "submit", class: "primary" }, sign("on"), say("begin"));
  const form = html("form", { class: "fields", onsubmit: go }, html("p", {}, say("text")));
  makers.append(html("section", { class: "panel", id: "set-up" }, html("h2", {}, say("title")), form));
  makers.addEventListener("toggle", offer);

  // What there is to choose from is asked for by whoever opens the fold, and by no visit.
  async function offer() {
    if (!makers.open || begin.isConnected) return;
    const choices = await fetch("/set-up").then((answer) => answer.json()).catch(() => null);
    if (!choices || begin.isConnected) return;
    form.append(
      html("label", { class: "stacked" }, say("mistake"), select("mistake", choices.mistakes.map((each) => [each, say(`mistakes.${each}`)]))),
      html("label", { class: "stacked" }, say("pace"), select("pace", choices.paces.map((each) => [each, each === "1" ? say("life") : say("times", { times: each })]))),
      begin, said);
  }

  // While somebody sets the board up, whoever comes to the game can go on with it.
  const goOn = html("button", { type: "button", class: "primary", id: "end-set-up", onclick: () => fetch("/set-up", { method: "DELETE" }).catch(() => {}) }, sign("on"), say("go-on"));
  const card = html("section", { class: "panel", hidden: true }, html("p", {}, say("at-it")), goOn);
  cards.append(card);
  store.subscribe(() => { card.hidden = store.live?.evening?.power !== "set-up"; });

  async function go(event) {
    event.preventDefault();
    begin.disabled = true;
    setText(said, say("beginning"));
    try {
      const { mistake, pace } = Object.fromEntries(new FormData(form));
      const answer = await fetch("/set-up", { method: "POST", body: JSON.stringify({ mistake, pace }) });
      if (!answer.ok) throw new Error(await answer.text());
      const { port, invitation } = await answer.json();
      location.assign(`${location.protocol}//${location.hostname}:${port}/setup.html?game=${location.port || "80"}#${invitation}`);
    } catch (fault) {
      setText(said, say("refused", { why: fault.message }));
    }
    begin.disabled = false;
  }
}
