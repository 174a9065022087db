// The page for the middle of the table: very large dice, when hands must be home, who has won. All of it stands there
// twice, turned round, so that it can be read from every side. It keeps the screen awake where the browser lets it.

import { stayAwake } from "../awake.js";
import { Connection } from "../connection.js";
import { ConnectionLine } from "../connection_line.js";
import { sayWhenForgetful } from "../memory.js";
import { setSign, sign } from "../signs.js";
import { Sound } from "../sound.js";
import { Store } from "../store.js";
import { html, setText } from "../svg.js";
import { Words } from "../words.js";
import { Names } from "./names.js";
import { isRace, standingOf, tellingOf } from "./rounds.js";
import { addFillings, saidDie } from "./symbols.js";

const LONG = 70; // characters; such a sentence is set smaller
const byId = (id) => document.getElementById(id);
const store = new Store();
let words = null, names = null, sound = null, shown = "";

const line = new ConnectionLine(byId("connection"), (why) => draw({ phase: "said", parts: { line: why } }));
new Connection((message) => {
  if (message.hello && words === null) begin(message.hello).catch((fault) => setText(byId("connection"), String(fault)));
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}, (isOpen, refusal) => line.show(isOpen, refusal));

async function begin({ languages }) {
  words = new Words(languages);
  await words.add("");
  line.begin(words);
  sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
  addFillings();
  names = new Names(store, words);
  document.title = words.say("king.middle-title");
  setText(document.querySelector("h1"), words.say("king.middle-title"));
  setUpCorner();
  store.subscribe(show);
}

function setUpCorner() {
  const label = (element, text) => { element.setAttribute("aria-label", text); element.title = text; };
  setSign(byId("whole"), "eye");
  label(byId("whole"), words.say("king.whole-screen"));
  byId("to-players").append(sign("person"));
  label(byId("to-players"), words.say("king.to-players"));
  byId("whole").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
    keepAwake();
  });
  setText(byId("may-sleep"), words.say("king.may-sleep"));
  byId("may-sleep").hidden = Boolean(navigator.wakeLock);
  keepAwake();
}

const keepAwake = () => stayAwake((isAwake) => { byId("may-sleep").hidden = isAwake; });

function show(state) {
  if (!state.board) return;
  sound ??= new Sound(byId("sound"), words, !state.board.buzzer || state.evening !== undefined);
  sound.show(state.tone, false);
  draw(sceneOf(state));
}

function draw({ phase, parts }) {
  const key = JSON.stringify([phase, parts]);
  if (key === shown) return;
  shown = key;
  document.body.dataset.phase = phase;
  // One of the two is for readers of words, too.
  byId("middle").replaceChildren(
    html("div", { class: "half", "data-turned": true, "aria-hidden": "true" }, ...drawn(parts)),
    html("div", { class: "half", role: "status" }, ...drawn(parts)));
}

// What holds up play, and what is asked in a race: the sentence says it.
const HELD_UP = /^(king\.(paused|new-game|power-off|goodbye)|switching-off)$/;
const ASKED = /^king\.(who|which-first|tell-\w+|astray|put|missing|not-on-a-spot|burdened|foreign|doubtful|doubled|dead)$/;

// What is to be shown, as plain data: dice, a line, names with a sign.
function sceneOf(state) {
  const { round, game, board } = state;
  const key = game?.message?.key ?? "", said = words.message(game?.message), asked = ASKED.test(key) ? said : undefined;
  const players = round?.players ?? [];
  const winner = board.seats.find((seat) => standingOf(state, seat) === "winner");
  if (HELD_UP.test(key)) return { phase: "said", parts: { line: said } };
  if (winner) return { phase: "over", parts: { line: words.say("king.wins", { player: names.of(winner), count: game.score[winner] }), sign: "star" } };
  const dice = state.table?.dice ?? (isRace(state) ? round.dice : tellingOf(state)?.faces);
  if (dice) return { phase: "race", parts: { dice, line: asked, names: round.out.map((seat) => [names.of(seat), "stop"]) } };
  if (isRace(state)) return { phase: "race", parts: { line: asked ?? words.say("king.grab") } };
  if (key === "king.ready") return { phase: "armed", parts: { line: words.say("king.wait") } };
  if (asked) return { phase: "said", parts: { line: asked } };
  const missing = wanted(state, players);
  if (round?.ended) {
    const { cup, player } = round.ended;
    return { phase: "ended", parts: { answer: cup, line: player ? words.say("king.gets", { player: names.of(player) }) : words.say("king.nobody"), names: missing } };
  }
  if (missing.length && game.turn) return { phase: "home", parts: { line: words.say("king.hands-home"), names: missing } };
  return { phase: "said", parts: { line: said } };
}

const wanted = (state, players) => players.filter((seat) => standingOf(state, seat) === "wanted").map((seat) => [names.of(seat), "hand"]);

function drawn({ dice, answer, line, names: people = [], sign: before }) {
  const parts = [];
  if (dice) parts.push(html("div", { class: "faces" }, ...dice.map((kind) => saidDie(words, kind))));
  if (answer) parts.push(html("div", { class: "answer" }, saidDie(words, answer), html("p", { class: "said" }, line)));
  else if (line) parts.push(html("p", { class: "said", "data-long": Boolean(dice) || line.length > LONG }, ...(before ? [sign(before), " "] : []), line));
  if (people.length) parts.push(html("ul", { class: "names" }, ...people.map(([name, mark]) => html("li", {}, sign(mark), name))));
  return parts;
}
