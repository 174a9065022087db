// The page: one connection feeds one state, and every part of the page shows its piece of it.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { reload } from "./carrier.js";
import { setUpLanguage } from "./languages.js";
import { Connection } from "./connection.js";
import { ConnectionLine } from "./connection_line.js";
import { Details } from "./details.js";
import { Ending } from "./ending.js";
import { keepFitting } from "./fitting.js";
import { Called } from "./called.js";
import { Friend } from "./friend.js";
import { joinGame } from "./games.js";
import { Links } from "./links.js";
import { Naming } from "./naming.js";
import { Career } from "./career.js";
import { Past } from "./past.js";
import { Help } from "./help.js";
import { Hint } from "./hint.js";
import { Hints } from "./hints.js";
import { Invitation } from "./invitation.js";
import { Kinds } from "./kinds.js";
import { bringCardsIntoView } from "./into_view.js";
import { sayWhenForgetful } from "./memory.js";
import { Players } from "./players.js";
import { Playing } from "./playing.js";
import { Puzzles } from "./puzzles.js";
import { Review } from "./review.js";
import { Sound } from "./sound.js";
import { Speech } from "./speech.js";
import { Story } from "./story.js";
import { Store } from "./store.js";
import { html, setAttribute, setText } from "./svg.js";
import { addThemeButton } from "./theme.js";
import { NOBODY, Words } from "./words.js";

const byId = (id) => document.getElementById(id);
const store = new Store();
let words = null, modules = null, version = null, review = null, ending = null, sound = null;

const line = new ConnectionLine(byId("connection"), (why) => setText(byId("say"), why));
const connection = new Connection(heard, (isOpen, refusal) => line.show(isOpen, refusal));

function heard(message) {
  if (message.hello) greet(message.hello);
  if (message.preview) store.replace(message.preview);
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}

function greet(hello) {
  if (version === null) {
    ({ version, modules } = hello);
    begin(hello).catch((fault) => setText(byId("connection"), String(fault)));
  } else if (version !== hello.version) {
    reload(); // another program answers there now
  }
}

async function begin(hello) {
  words = new Words(hello.languages);
  await words.add("");
  line.begin(words);
  sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
  // Before anything else is shown: what has kinds is laid out otherwise.
  store.subscribe(({ board, names }) => {
    words.names = names ?? NOBODY;
    words.isOfKinds = Boolean(board?.kinds);
    document.body.toggleAttribute("data-kinds", words.isOfKinds);
  });
  const board = new Board(byId("scene"), words);
  /** @type {any} */
  const page = { store, words, connection, board, cards: byId("cards"), side: byId("panels"), makers: byId("makers"), tools: byId("hand-tools"), players: new Players(words), playing: new Playing(board) };
  page.story = new Story(page);
  page.details = new Details(page.makers, words, store);
  page.review = review = new Review(byId("review"), page);
  page.analysis = new Analysis(page.side, page);
  bringCardsIntoView(page.cards, () => !board.isHeld());
  page.links = new Links(page);
  page.naming = new Naming(page);
  page.past = new Past(page);
  page.career = new Career(page);
  const invitation = page.invitation = new Invitation(page.cards, words);
  const friend = new Friend(page, invitation), called = new Called(page);
  page.ending = ending = new Ending(page.cards, page);
  page.puzzles = new Puzzles(page);
  page.help = new Help(byId("help"), page);
  page.hint = new Hint(byId("hints").parentElement, page);
  const hints = new Hints(byId("hints"), page);
  const kinds = new Kinds(byId("kinds"), words);
  setUpHeader();
  keepFitting(byId("say"), document.querySelector(".saying"));
  for (const path of modules) await (await import(path)).join(page);
  // Who shares a game with another board has their own row before them.
  store.subscribe(({ far }) => { if (far?.own) board.turnTo(far.own); });
  for (const view of [board, page.players, friend, called, invitation, page.story, page.analysis, page.details, page.ending, hints, page.hint, kinds, page.naming, page.past, page.puzzles]) store.subscribe((state) => view.show(state));
  new Speech(page.side, words, byId("say"));
  joinGame(page);
  page.links.open();
  store.subscribe(showSaying);
  store.subscribe(showSetUp);
  store.subscribe((state) => {
    // Where the board has no buzzer the page is heard, unless somebody has muted it.
    if (state.board) sound ??= new Sound(byId("sound"), words, !state.board.buzzer);
    sound?.show(state.tone, store.isLookingBack);
  });
}

function setUpHeader() {
  document.title = words.say("title");
  setText(byId("makers-title"), words.say("makers"));
  setText(byId("about"), words.say(modules.length ? "about-playing" : "about-watching"));
  addThemeButton(byId("theme"), words);
  setUpLanguage(byId("language"), byId("language-label"), words);
}

// Why a simulated board says nothing, by its power.
const WITHOUT_POWER = { setting: "being-laid", off: "power-off", stalled: "stalled", "set-up": "being-set-up" };

function showSaying(state) {
  const say = byId("say");
  const power = state.evening?.power;
  const text = isNotSetUp(state) ? words.say("setup.not-yet") : WITHOUT_POWER[power] ? words.say(WITHOUT_POWER[power]) : saidOf(state);
  setText(say, text || (store.isLookingBack ? review.sentence : ""));
  setAttribute(say, "data-turn", state.game?.turn ?? null);
  setAttribute(say, "data-over", state.game?.isOver ? "yes" : null);
  const sureness = byId("sureness"), isShown = state.sureness && !store.isLookingBack && !WITHOUT_POWER[power];
  setText(sureness, isShown ? words.say(`sureness.${state.sureness}`) : "");
  setAttribute(sureness, "title", isShown ? words.say(`sureness.${state.sureness}-means`) : null);
}

// Whether a real board lacks what is set up once.
const isNotSetUp = ({ activity }) => activity?.name === "unusable" && (activity.lacksProfile || !activity.isCalibrated);

// A real board says what it is busy with, and has a page for its owner; a new one has nothing else to offer.
function showSetUp(state) {
  const { activity } = state, panels = byId("panels"), isNew = isNotSetUp(state);
  document.body.toggleAttribute("data-not-set-up", isNew);
  if (isNew && !byId("not-set-up")) byId("cards").prepend(html("section", { class: "panel", id: "not-set-up" }, html("a", { href: "/setup.html", class: "as-button primary wide" }, words.say("setup.begin-first"))));
  if (!isNew) byId("not-set-up")?.remove();
  if (activity && !byId("set-up")) panels.append(html("section", { class: "panel", id: "set-up" }, html("a", { href: "/setup.html" }, words.say("setup.open"))));
}

// While a simulated player moves, what the board says to them is nothing for a person to do.
const TO_THE_MOVER = /^(laps\.)?(your-turn|done|go-on|capture|into-pot|owed|next|either-way|take-up)/;

function saidOf({ game, evening, puzzle }) {
  const { message, turn } = game ?? {};
  // Who has won says nothing of a puzzle.
  const ofPuzzle = game?.isOver && puzzle && puzzle.progress !== "going on" ? words.find(`puzzles.${puzzle.progress}`) : undefined;
  if (ofPuzzle) return ofPuzzle;
  if (game?.end && !message) return ending.resultFor(game);
  if (/^(winner|tie)(-bare|-on-time)?$/.test(message?.key ?? "") && ending.own().length === 1) return ending.resultFor(game);
  const seats = evening?.seats ?? {};
  const isWatched = Object.values(seats).includes("person") && turn && seats[turn] !== "person";
  if (!isWatched || !TO_THE_MOVER.test(message?.key ?? "")) return words.message(message);
  const side = words.side(turn), move = message.key.startsWith("done") && message.values?.move;
  return move ? words.say("plays-so-far", { side, move: words.move(move) }) : words.say("plays", { side });
}
