// Hands at a simulated board that is set up: a tool is chosen, and a tap on a place uses it there.

import { tabMemory } from "/memory.js";
import { html, setText } from "/svg.js";
import { sign } from "/signs.js";

const ICONS = { mass: "down", cup: "cup", bean: "bean", empty: "handful", touch: "hand", "cups-off": "up", "cups-on": "put-back" };
const LOOK_MS = 700, MOST_MISSED = 3;

export async function join({ words, tiles, setUp }) {
  if (!setUp) return; // the page of a game
  await words.add("/rehearsal");
  const say = (key, values) => words.say(`rehearsal.${key}`, values);
  const order = (deed, place) => fetch("/hands", { method: "POST", body: JSON.stringify(place ? { deed, place } : { deed }) }).catch(() => {});
  const hands = await fetch("/hands").then((answer) => answer.json());
  let tool = null;
  const buttons = {};
  const notice = html("p", { class: "notice", role: "status" });
  const choose = (name) => {
    tool = tool === name ? null : name;
    for (const [each, button] of Object.entries(buttons)) button.setAttribute("aria-pressed", String(each === tool));
  };
  const row = html("section", { class: "answers hands", id: "hands", "aria-label": say("title"), title: say("how") });
  for (const name of hands.tools) row.append(buttons[name] = html("button", { type: "button", "aria-pressed": "false", onclick: () => choose(name) }, sign(ICONS[name]), say(name)));
  // Cups that are moved have names; what is chosen is the one in the hand.
  const cups = Object.keys(hands.cups ?? {}).map((kind) => html("option", { value: kind }));
  const cup = html("select", { "aria-label": say("which-cup"), onchange: () => tool === "cup" || choose("cup") }, ...cups);
  if (cups.length) buttons.cup.after(cup);
  for (const name of hands.atOnce) row.append(html("button", { type: "button", onclick: () => order(name) }, sign(ICONS[name]), say(name)));
  // A button is tapped, or held for four seconds where that was chosen before.
  const hold = html("button", { type: "button", "aria-pressed": "false", onclick: () => hold.setAttribute("aria-pressed", String(!isHeld())) }, sign("button"), say("hold"));
  const isHeld = () => hold.getAttribute("aria-pressed") === "true";
  for (const name of hands.buttons) row.append(html("button", { type: "button", onclick: () => (isHeld() ? order("hold", name) : order(name)) }, sign("button"), say("button-of", { player: words.side(name) })));
  row.append(hold, html("button", { type: "button", onclick: () => order("hold") }, sign("button"), say("hold-all")));
  const help = html("button", { type: "button", "aria-pressed": "false", onclick: () => order(help.getAttribute("aria-pressed") === "true" ? "alone" : "help") }, sign("computer"), say("help"));
  row.append(help);
  const game = gamePort(), back = `${location.protocol}//${location.hostname}:${game}/`;
  if (game) document.getElementById("choices").before(html("p", { class: "answers" }, html("a", { id: "to-opponents", href: back, onclick: leave }, sign("back"), say("to-opponents"))));
  row.append(notice);
  document.getElementById("tiles").after(row);

  const chooseTile = tiles.choose.bind(tiles);
  tiles.choose = (place) => (tool ? order(tool === "cup" && cups.length ? cup.value : tool, place) : chooseTile(place));

  async function leave(event) {
    event.preventDefault();
    await order("leave");
    location.assign(back);
  }

  const cupNamed = (kind, place) => (place ? words.labelled(words.kind(kind), words.place(place)) : words.kind(kind));

  let missed = 0;
  async function look() {
    const seen = await fetch("/hands").then((answer) => answer.json()).catch(() => null);
    missed = seen ? 0 : missed + 1;
    // The board is the game's again.
    if (game && missed >= MOST_MISSED) return location.assign(back);
    if (seen) {
      setText(notice, seen.notice || (seen.mass ? say("mass-lies", { place: words.place(seen.mass) }) : ""));
      help.setAttribute("aria-pressed", String(seen.isHelped));
      tiles.mark(seen);
      for (const option of cups) setText(option, cupNamed(option.value, seen.cups[option.value]));
    }
    setTimeout(look, LOOK_MS);
  }
  look();
}

// The game whose page led here is on another port of the same host; it is remembered for this window.
function gamePort() {
  const said = new URLSearchParams(location.search).get("game");
  if (/^\d{1,5}$/.test(said ?? "")) tabMemory.set("cups-game-port", said);
  return tabMemory.get("cups-game-port");
}
