// The first page of a server: what Cups is, a field for a code, a game to open, and games that anybody may join.

import { setUpLanguage } from "/languages.js";
import { Help } from "/help.js";
import { memory, sayWhenForgetful } from "/memory.js";
import { html, setText } from "/svg.js";
import { addThemeButton } from "/theme.js";
import { Words } from "/words.js";
import { codeOf, Link, newKey } from "./link.js";
import { refusalOf } from "./state.js";

// Ways to limit the time to think, as the protocol has them.
const CLOCKS = [null, { seconds: 600, increment: 10 }, { seconds: 1800, increment: 20 }, { seconds: 86400, is_for_each_move: true }, { seconds: 604800, is_for_each_move: true }];
const LOOK_MS = 10000, CODE_LETTERS = 8;

const { languages, games } = await (await fetch("/hello.json")).json();
const words = new Words(languages);
await words.add("");
await words.add("/seat");
const say = (key, values) => words.say(`seat.start.${key}`, values);
/** @returns {any} */
const at = (id) => document.getElementById(id);

sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
document.title = words.say("seat.start.title");
for (const id of ["what", "what-text", "name-label", "code-label", "join", "open-title", "game-label", "clock-label", "listed-label", "open", "found-title"]) setText(at(id), say(id));
addThemeButton(at("theme"), words);
setUpLanguage(at("language"), at("language-label"), words);
const cups = { board: { game: "cups 4", cups: 4, stock: 32 } };
new Help(at("help"), { words, store: { state: cups, live: null } });
for (const game of games) at("game").append(new Option(words.game(game), game));
// Whoever comes from another page has a game in mind.
const wished = new URLSearchParams(location.search).get("game");
if (wished) at("game").prepend(...(games.includes(wished) ? [] : [new Option(words.game(wished), wished)]));
if (wished) at("game").value = wished;
CLOCKS.forEach((_, number) => { at("clock").append(new Option(say(`clocks.${number}`), String(number))); });
// A name that was typed before this program was there stays.
at("name").value ||= memory.get("cups-name") ?? "";
at("code").value ||= codeOf(new URLSearchParams(location.search).get("code") ?? "");

const link = new Link("");
let isOpening = false, isLeaving = false;
link.listen(() => {
  if (link.side !== null && !isLeaving) { isLeaving = true; location.assign(`/g/${link.code}`); }
  if (isLeaving) return;
  if (link.refused) isOpening = false;
  for (const button of document.querySelectorAll("form button, .found button")) /** @type {HTMLButtonElement} */ (button).disabled = isOpening && link.isLinked;
  setText(at("connection"), link.isLinked ? words.say("connected") : words.say("lost"));
  document.documentElement.dataset.connection = link.isLinked ? "open" : "lost";
  if (!link.refused) return;
  const { key, values, text } = refusalOf(link.refused, (name, filled = {}) => ({ key: `seat.${name}`, values: filled, text: "" }));
  setText(at("said"), words.message({ key, values, text }));
});

function named() {
  if (!at("name").reportValidity()) return null;
  memory.set("cups-name", at("name").value);
  return at("name").value;
}

at("open").onclick = () => {
  const name = named();
  if (name === null) return;
  isOpening = true;
  link.wish("invite", { key: newKey(), game: at("game").value, name, clock: CLOCKS[at("clock").value], listed: at("listed").checked });
};

at("enter").onsubmit = (event) => {
  event.preventDefault();
  const code = codeOf(at("code").value);
  if (code.length !== CODE_LETTERS) setText(at("said"), say("no-code"));
  else sitDown(code);
};

// Whoever has come by a code knows the game's page, where a name is asked for once more.
function sitDown(code) {
  if (at("name").value) memory.set("cups-name", at("name").value);
  location.assign(`/g/${code}`);
}

async function look() {
  try {
    const found = await (await fetch("/games/open")).json();
    at("found").hidden = found.length === 0;
    at("found-list").replaceChildren(...found.map(({ game, name, by, clock }) => html("li", {},
      html("span", {}, say("by", { by, game: words.game(name) }), " ", html("small", {}, say(`clocks.${Math.max(0, CLOCKS.findIndex((each) => each?.seconds === clock?.seconds))}`))),
      html("button", { type: "button", onclick: () => sitDown(game) }, say("sit")))));
  } catch (fault) { console.info(fault); }
}

// Where members meet, if this server has any.
async function findClub() {
  try {
    at("club").hidden = !(await (await fetch("/club/me.json")).json()).isClub;
    setText(at("to-club"), words.say("seat.club.to-club"));
  } catch (fault) { console.info(fault); }
}

look();
findClub();
setInterval(() => { if (!document.hidden) look(); }, LOOK_MS);
