// Which program runs and how its last update ended, an update, and switching off: where a service hears the board.

import { sign } from "../signs.js";
import { html, setText } from "../svg.js";

const LOOK_MS = 5000;

export function system(words, owner) {
  const say = (key, values) => words.say(`setup.${key}`, values);
  const version = html("p"), outcome = html("p", { lang: "en" }), note = html("p", { role: "status" });
  const place = html("input", { type: "text", name: "place", autocapitalize: "none", placeholder: "/media/…" });
  const update = html("form", { onsubmit: ask }, html("label", {}, say("update-place"), place), html("button", { type: "submit" }, sign("down"), say("update")));
  const off = html("button", { type: "button", onclick: switchOff }, sign("power"), say("switch-off"));
  const can = html("div", { hidden: true }, update, html("p", {}, off));
  const panel = html("details", { class: "panel choice care", id: "system", ontoggle: () => panel.open && look() },
    html("summary", {}, html("h2", {}, say("system"))), version, outcome, can, note);

  async function look() {
    const answer = await fetch("/owner/system.json").catch(() => null), found = answer?.ok ? await answer.json() : null;
    if (found) {
      setText(version, say("system-text", { version: found.version }));
      setText(outcome, found.lastUpdate ? `${say("last-update")} ${found.lastUpdate}` : "");
      can.hidden = !found.isService;
    }
    if (panel.open) setTimeout(() => panel.open && look(), LOOK_MS);
  }

  async function ask(event) {
    event.preventDefault();
    if (await owner.order("update", { place: place.value.trim() })) setText(note, say("update-asked"));
  }

  async function switchOff() {
    if (confirm(say("switch-off-sure")) && (await owner.order("power-off"))) setText(note, say("switched-off"));
  }
  return panel;
}
