// The first page of a server: what Cups is, a field for a code, a game to open, and games that anybody may join.

import { memory } from "/memory.js";
import { html, setText } from "/svg.js";
import { clockField, CLOCKS, clockWords } from "./facts.js";
import { at, games, showConnection, tell, words } from "./frame.js";
import { codeOf, Link, newKey } from "./link.js";
import { refusalOf } from "./state.js";

const LOOK_MS = 10000, CODE_LETTERS = 8;
const say = (key, values) => words.say(`seat.start.${key}`, values), stacked = (key, control) => html("label", { class: "stacked" }, say(key), control), wishes = new URLSearchParams(location.search);
document.title = say("title");

const name = html("input", { type: "text", id: "name", maxlength: 40, autocomplete: "nickname", required: true, value: memory.get("cups-name") ?? "" });
const code = html("input", { type: "text", id: "code", maxlength: 200, autocomplete: "off", autocapitalize: "characters", spellcheck: false, value: codeOf(wishes.get("code") ?? "") });
// Whoever comes from another page has a game in mind.
const wished = wishes.get("game"), offered = wished && !games.includes(wished) ? [wished, ...games] : games;
const game = html("select", { id: "game" }, ...offered.map((each) => html("option", { value: each, selected: each === wished }, words.game(each))));
const clock = clockField(words, { mayBeNone: true }), listed = html("input", { type: "checkbox", id: "listed" });
const toClub = html("p", { id: "club", hidden: true }, html("a", { class: "as-button", href: "/club", id: "to-club" }, words.say("seat.club.to-club")));
const found = html("ul", { class: "found", id: "found-list" }), finding = html("section", { id: "found", hidden: true }, html("h2", {}, say("found-title")), found);
const form = html("form", { class: "fields", novalidate: true, onsubmit: enter }, stacked("name-label", name),
  html("label", { class: "stacked" }, say("code-label"), html("span", { class: "with-button" }, code, html("button", { type: "submit", id: "join", disabled: true }, say("join")))),
  html("fieldset", {}, html("legend", {}, say("open-title")), stacked("game-label", game), stacked("clock-label", clock), html("label", { class: "check" }, listed, html("span", {}, say("listed-label"))),
    html("button", { type: "button", id: "open", class: "primary wide", disabled: true, onclick: open }, say("open"))));
document.body.dataset.door = "yes";
at("view").replaceChildren(html("section", { class: "door", id: "door" }, html("h2", {}, say("what")), html("p", {}, say("what-text")), toClub, form, finding));

const link = new Link("");
let isOpening = false, isLeaving = false;
link.listen(() => {
  if (link.side !== null && !isLeaving) { isLeaving = true; location.assign(`/g/${link.code}`); }
  if (isLeaving) return;
  if (link.refused) isOpening = false;
  for (const button of document.querySelectorAll("form button, .found button")) /** @type {HTMLButtonElement} */ (button).disabled = isOpening && link.isLinked;
  showConnection(link.isLinked);
  if (!link.refused) return;
  const { key, values, text } = refusalOf(link.refused, (sentence, filled = {}) => ({ key: `seat.${sentence}`, values: filled, text: "" }));
  tell(words.message({ key, values, text }));
});

function open() {
  if (!name.reportValidity()) return;
  memory.set("cups-name", name.value);
  isOpening = true;
  link.wish("invite", { key: newKey(), game: game.value, name: name.value, clock: CLOCKS[clock.value], listed: listed.checked });
}

function enter(event) {
  event.preventDefault();
  const given = codeOf(code.value);
  if (given.length === CODE_LETTERS) sitDown(given);
  else tell(say("no-code"));
}

// Whoever has come by a code knows the game's page, where a name is asked for once more.
function sitDown(given) {
  if (name.value) memory.set("cups-name", name.value);
  location.assign(`/g/${given}`);
}

async function look() {
  try {
    const open = await (await fetch("/games/open")).json();
    finding.hidden = open.length === 0;
    found.replaceChildren(...open.map((each) => html("li", {}, html("span", {}, say("by", { by: each.by, game: words.game(each.name) }), " ", html("small", {}, clockWords(each.clock, words))),
      html("button", { type: "button", onclick: () => sitDown(each.game) }, say("sit")))));
  } catch (fault) { console.info(fault); }
}

// Where members meet, if this server has any.
async function findClub() {
  try {
    const { isClub, club } = await (await fetch("/club/me.json")).json();
    toClub.hidden = !isClub;
    if (club) setText(toClub.firstElementChild, club);
  } catch (fault) { console.info(fault); }
}

look();
findClub();
setInterval(() => { if (!document.hidden) look(); }, LOOK_MS);
