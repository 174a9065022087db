// A seat without a board: the same protocol as any board's, drawn. The record is the server's; this page keeps its
// token and what it has said in the browser, says nothing twice, and goes on after a lost connection.
import { Asked } from "/board/asked.js";
import { Board } from "/board/board.js";
import { bean } from "/board/drawing.js";
import { memory, sayWhenForgetful } from "/board/memory.js";
import { Words } from "/board/words.js";
import { Drag } from "./drag.js";

// Ways to limit the time to think, as the protocol has them.
const CLOCKS = [null, { seconds: 600, increment: 10 }, { seconds: 1800, increment: 20 }, { seconds: 86400, is_for_each_move: true }, { seconds: 604800, is_for_each_move: true }];
const SHORT_SECONDS = 30, SURE_MS = 10000;
const PHRASES = ["hello", "have-fun", "well-played", "thank-you", "oops", "one-moment", "i-am-back", "your-turn", "beans-fell", "nice-capture", "good-game", "good-night"];
const EN = {
  name: "Your name", game: "Game", open: "Open a game", join: "Sit down", you: "You play {side}.", watching: "You are watching.",
  code: "The other side joins here, or with its board: {code}", mine: "Your turn: drag a bean, tap a marked cup, or choose a move.", which: "Which move?", clock: "Time to think",
  stand: "{sentence} The clocks stand until both sides are here.", aloneDays: "{sentence} If no move comes for {days} more days, you can call the game off alone.", aloneNow: "{name} has not moved for a week: you can call the game off alone.",
  clocks: ["no limit", "10 minutes, 10 s more a move", "30 minutes, 20 s more a move", "a day a move", "a week a move"], days: "{days} d {hours} h", claim: "Their time is over: end the game", theirs: "{name} is to move.",
  onItsWay: "Your move is on its way.", lost: "No connection; it is tried again.", over: "The game is over: {result}", wins: "{name} wins", tie: "a tie",
  aborted: "called off", back: "Take back", adjourn: "Go on another day", abort: "Call it off", resign: "Give up", yes: "Yes", no: "No", resume: "Go on",
  sure: { resign: "Give up? Tap again.", claim: "End the game and win by time? Tap again.", yes: "Call the game off? Tap again." }, declined: "{name} says no. Ask again after a move, if you like.",
  asks: { back: "{name} asks to take back.", adjourn: "{name} asks to go on another day.", abort: "{name} asks to call it off." },
  asked: "You have asked; no answer yet. Play on if you like.", adjourned: "The game is adjourned.", here: "{name} is there; table: {table}.", alone: "{name} is there, at a page like this.", away: "{name} is not connected.",
  table: { agrees: "agrees", laying: "being laid out", differs: "differs", paused: "paused" }, said: "{name}: {phrase}", refused: "Not accepted: {text}",
  refusals: {
    stale: "That came too late: the other side was first.", declined: "That was asked and came to a no; ask again after a move.", over: "The game is over.", full: "Both seats are taken, or too many games of yours wait; you can watch.",
    "unknown-game": "There is no game with this code; look at the link again.", malformed: "A name has 1 to 40 letters that can be seen.", "not-yours": "This seat is another player's.",
    move: "The rules do not allow this move now.", "timed-out": "The other side has time left.", ask: "That can't be asked now.",
  },
  phrases: ["Hello!", "Have fun!", "Well played!", "Thank you!", "Oops.", "One moment.", "I am back.", "Your turn.", "Beans fell down here.", "A nice capture!", "Good game!", "Good night!"],
};
const DE = {
  name: "Dein Name", game: "Spiel", open: "Ein Spiel eröffnen", join: "Platz nehmen", you: "Du spielst {side}.", watching: "Du schaust zu.",
  code: "Die andere Seite kommt hierher, oder mit ihrem Brett: {code}", mine: "Du bist am Zug: zieh eine Bohne, tipp einen markierten Becher an, oder wähle einen Zug.", which: "Welcher Zug?", clock: "Bedenkzeit",
  stand: "{sentence} Die Uhren stehen, bis beide Seiten da sind.", aloneDays: "{sentence} Fehlt der Zug noch {days} Tage, kannst du das Spiel allein abbrechen.", aloneNow: "{name} hat eine Woche lang nicht gezogen: Du kannst das Spiel allein abbrechen.",
  clocks: ["ohne Grenze", "10 Minuten, 10 s mehr je Zug", "30 Minuten, 20 s mehr je Zug", "ein Tag je Zug", "eine Woche je Zug"], days: "{days} T {hours} h", claim: "Ihre Zeit ist um: Spiel beenden", theirs: "{name} ist am Zug.",
  onItsWay: "Dein Zug ist unterwegs.", lost: "Keine Verbindung; es wird weiter versucht.", over: "Das Spiel ist aus: {result}", wins: "{name} gewinnt", tie: "unentschieden",
  aborted: "abgebrochen", back: "Zurücknehmen", adjourn: "An einem anderen Tag weiter", abort: "Abbrechen", resign: "Aufgeben", yes: "Ja", no: "Nein", resume: "Weiterspielen",
  sure: { resign: "Aufgeben? Noch einmal tippen.", claim: "Das Spiel beenden und durch die Zeit gewinnen? Noch einmal tippen.", yes: "Das Spiel abbrechen? Noch einmal tippen." }, declined: "{name} sagt nein. Frag nach einem Zug wieder, wenn du magst.",
  asks: { back: "{name} möchte zurücknehmen.", adjourn: "{name} möchte an einem anderen Tag weiterspielen.", abort: "{name} möchte abbrechen." },
  asked: "Du hast gefragt; noch keine Antwort. Du kannst weiterspielen.", adjourned: "Das Spiel ist vertagt.", here: "{name} ist da; Brett: {table}.", alone: "{name} ist da, an einer Seite wie dieser.", away: "{name} ist nicht verbunden.",
  table: { agrees: "stimmt", laying: "wird gelegt", differs: "weicht ab", paused: "Pause" }, said: "{name}: {phrase}", refused: "Nicht angenommen: {text}",
  refusals: {
    stale: "Das kam zu spät: Die andere Seite war schneller.", declined: "Danach war schon gefragt, und es kam ein Nein; frag nach einem Zug wieder.", over: "Das Spiel ist aus.", full: "Beide Plätze sind besetzt, oder zu viele deiner Spiele warten; du kannst zuschauen.",
    "unknown-game": "Zu diesem Code gibt es kein Spiel; sieh dir den Link noch einmal an.", malformed: "Ein Name hat 1 bis 40 Zeichen, die man sehen kann.", "not-yours": "Dieser Platz gehört jemand anderem.",
    move: "Die Regeln erlauben diesen Zug jetzt nicht.", "timed-out": "Die andere Seite hat noch Zeit.", ask: "Das kann jetzt nicht gefragt werden.",
  },
  phrases: ["Hallo!", "Viel Spaß!", "Gut gespielt!", "Danke!", "Hoppla.", "Einen Moment.", "Ich bin wieder da.", "Du bist dran.", "Hier sind Bohnen gefallen.", "Schöner Fang!", "Gutes Spiel!", "Gute Nacht!"],
};
const boardWords = new Words(["en", "de"]);
await boardWords.add("");
const words = boardWords.language === "de" ? DE : EN;
/** @returns {any} */
const at = (id) => document.getElementById(id);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const drawn = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

sayWhenForgetful(boardWords.say("forgetful"), boardWords.say("forgetful-read"));
const token = memory.get("cups-token") ?? drawn(32);
memory.set("cups-token", token);
// A code has plain letters; an address of anything else names no game, which the server says.
let code = location.pathname.startsWith("/g/") ? location.pathname.slice(3) : "";
let side = null, wish = null, socket = null, tries = 0, heard_at = 0;
let head = 0, table = null, presence = {}, note = "", picked = 0, told_at = 0, choice = null;
const heard = []; // entries in which somebody said a phrase
const unsentName = () => `cups-say-${code}`;
const unsent = () => memory.read(unsentName());

function send(message, fields) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ message, ...fields }));
}

function say(act) {
  if (unsent() !== null || table === null) return;
  const said = { game: code, key: drawn(16), after: table.changed, act };
  memory.write(unsentName(), said);
  note = "";
  send("say", said);
  draw();
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/v1`);
  socket.onopen = () => send("hello", { v: 1, token, agent: "page" });
  socket.onmessage = ({ data }) => { heard_at = performance.now(); hear(JSON.parse(data)); };
  socket.onclose = () => {
    presence = {};
    at("link").textContent = words.lost;
    setTimeout(connect, Math.min(30000, 1000 * 2 ** Math.min(tries++, 5)) * (0.5 + Math.random() / 2));
  };
}

setInterval(() => {
  if (performance.now() - heard_at > 60000) socket?.close();
  else send("beat", { time: performance.now() / 1000 });
}, 20000);

function follow() {
  send("follow", { game: code, since: 0 });
  if (unsent() !== null) send("say", unsent());
}

function hear(told) {
  switch (told.message) {
    case "welcome":
      [tries, at("link").textContent] = [0, ""];
      if (wish !== null) send(...wish);
      else if (code && memory.get(`cups-seat-${code}`)) send("join", { game: code, name: memory.get("cups-name") ?? "?" });
      if (code) follow();
      break;
    case "seated":
      [code, side, wish] = [told.game, told.side, null];
      memory.set(`cups-seat-${code}`, side);
      history.replaceState(history.state, "", `/g/${code}`);
      follow();
      break;
    case "entries":
      if (told.entries?.some((entry) => entry.key === unsent()?.key)) memory.remove(unsentName());
      for (const entry of told.entries ?? []) if (entry.n > head) noted(entry);
      for (const entry of told.entries ?? []) if (entry.n > head && PHRASES.includes(entry.act.phrase)) heard.push(entry);
      // What a question is answered by is all there is: a server that was put back knows less than it did.
      head = told.since === undefined ? Math.max(head, told.head) : told.head;
      look();
      break;
    case "refused":
      note = refusal(told, told.key !== undefined && told.key === unsent()?.key ? unsent().act.kind : "");
      if (told.key !== undefined && told.key === unsent()?.key && told.why !== "unwritten") memory.remove(unsentName());
      if (wish !== null && told.key === undefined) wish = null;
      draw();
      break;
    case "presence":
      presence = told.sides;
      draw();
      break;
    case "beat":
      if ((told.heads?.[code] ?? 0) > head) follow();
      break;
    case "bye":
      note = told.why;
      draw();
  }
}

// A no to one's own question is said until something else comes; what comes puts an older note away.
function noted({ act, by }) {
  if (act.kind === "said") return;
  note = act.kind === "no" && by !== side && table?.ask?.n === act.ask && table.ask.by === side ? fill(words.declined, { name: table.seats[by] }) : "";
}

// Why an act of this kind was refused, in the reader's language; else in the server's words.
const refusal = (told, kind) => words.refusals[told.why === "illegal" ? kind : told.why] ?? fill(words.refused, told);

function drawHeard() {
  for (const entry of heard.splice(0)) {
    const line = document.createElement("li");
    line.textContent = fill(words.said, { name: table.seats[entry.by], phrase: words.phrases[PHRASES.indexOf(entry.act.phrase)] });
    at("heard").prepend(line);
  }
}

async function look() {
  const number = ++picked;
  try {
    const found = await (await fetch(`/games/${code}/table`)).json();
    // An answer to an older question says nothing of now.
    if (number === picked) [table, told_at, choice] = [found, performance.now(), null];
    if (table.n < head) setTimeout(look, 300);
  } catch { setTimeout(look, 1000); }
  draw();
}

function button(text, act, parent) {
  const made = document.createElement("button");
  made.textContent = text;
  made.onclick = act;
  parent?.append(made);
  return made;
}

function draw() {
  const isPlaying = table !== null;
  at("enter").hidden = side !== null || (isPlaying && table.begun);
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".of-game"))) row.hidden = code !== "";
  at("play").hidden = !isPlaying;
  if (!isPlaying) { at("link").textContent = note; return; }
  const own = side ?? "south", other = own === "south" ? "north" : "south";
  const name = table.seats[other] ?? "?";
  at("title").textContent = table.name;
  at("sentence").textContent = sentence(name);
  const there = presence[other];
  at("far").textContent = !table.begun ? fill(words.code, { code: `${location.origin}/g/${code}` })
    : there?.link ? fill(there.table && there.table !== "unweighed" ? words.here : words.alone, { name, table: words.table[there.table] }) : fill(words.away, { name });
  for (const [row, shown] of [["player-far", other], ["player-own", own]]) {
    Object.assign(at(row).dataset, { side: shown });
    at(row).toggleAttribute("data-moves", table.mover === shown);
    at(row).querySelector(".name").textContent = table.seats[shown] ?? boardWords.side(shown);
  }
  drawClocks();
  drawHeard();
  drawBoard(own);
  drawAsks();
}

function sentence(name) {
  if (note) return note;
  if (choice) return words.which;
  if (!table.begun) return "";
  if (table.end) {
    const winner = table.end.winner, result = winner ? fill(words.wins, { name: table.seats[winner] }) : table.end.why === "aborted" ? words.aborted : words.tie;
    return fill(words.over, { result: `${result} (${table.score.south} : ${table.score.north})` });
  }
  if (unsent() !== null) return words.onItsWay;
  if (table.adjourned) return words.adjourned;
  if (table.ask) return table.ask.by === side ? orAlone(words.asked, name) : fill(words.asks[table.ask.what], { name: table.seats[table.ask.by] });
  if (side === null) return words.watching;
  const sentence = table.mover === side ? words.mine : fill(words.theirs, { name });
  return table.waiting ? fill(words.stand, { sentence }) : orAlone(sentence, name);
}

// The sentence, and after how long who is away may be left, in a game without a clock that runs.
function orAlone(sentence, name) {
  const seconds = table.alone[side];
  if (seconds === undefined || presence[side === "south" ? "north" : "south"]?.link) return sentence;
  return seconds <= 0 ? fill(words.aloneNow, { name }) : fill(words.aloneDays, { sentence, days: Math.ceil(seconds / 86400) });
}

// What may be moved now.
const movable = () => (table !== null && side !== null && table.mover === side && unsent() === null ? table.moves : []);

// What the board shows: whose side is near, and what lies there, which is another object only if it is other beans.
let near = null, shownLying = null, shownContents = null;

function drawBoard(own) {
  const { cups, contents } = table, moves = movable();
  if (near !== own) { near = own; board.turnTo(own); }
  const stock = Object.fromEntries(["south", "north"].map((each) => [each, contents[`${each}-stock`] ?? 0]));
  const lying = `${JSON.stringify(contents)}`;
  if (lying !== shownLying) { shownLying = lying; shownContents = contents; }
  board.show({ board: { cups, stock: `${own}-stock` in contents ? 1 : 0 }, beans: shownContents, game: { stock } });
  const legal = new Set(moves.flatMap((move) => [move.place, move.from]));
  for (const [place, target] of Object.entries(board.targets)) {
    target.toggleAttribute("data-legal", legal.has(place));
    target.toggleAttribute("data-goal", false);
  }
  movesRow.show((choice ?? moves).map(({ label }) => ({ text: boardWords.move(label), act: { kind: "move", label } })), table.changed);
}

// Plays the one of these moves that is meant; where there are several, asks which.
function play(meant) {
  if (meant.length === 1) return say({ kind: "move", label: meant[0].label });
  choice = meant.length ? meant : null;
  draw();
}

// Time left, in seconds, by the server's clock.
function left(of) {
  const { clocks } = table;
  const runs = clocks.runs === of ? Math.max(0, (performance.now() - told_at) / 1000 - clocks.waits) : 0;
  return clocks.left[of] - runs;
}

function drawClocks() {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".player"))) {
    const clock = row.querySelector(".clock"), seconds = table.clocks ? Math.max(0, left(row.dataset.side)) : null;
    clock.textContent = seconds === null ? "" : timeText(seconds);
    clock.toggleAttribute("data-short", seconds !== null && seconds < SHORT_SECONDS);
  }
}

function timeText(seconds) {
  const whole = Math.ceil(seconds), two = (number) => String(number).padStart(2, "0");
  if (whole >= 86400) return fill(words.days, { days: Math.floor(whole / 86400), hours: Math.floor((whole % 86400) / 3600) });
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

function drawAsks() {
  const phrases = at("phrases"), maySay = side !== null && table.begun;
  at("asks").hidden = phrases.hidden = !maySay || unsent() !== null;
  if (!maySay) return;
  if (!phrases.childElementCount) PHRASES.forEach((phrase, number) => { button(words.phrases[number], () => say({ kind: "said", phrase }), phrases); });
  asksRow.show(table.end ? [] : asksNow());
}

// What may be asked or answered now. Answers name the question that is shown; `final` is what can't be had again.
function asksNow() {
  if (table.adjourned) return [{ text: words.resume, act: { kind: "resumed" } }];
  const found = [], other = side === "south" ? "north" : "south", { ask } = table;
  const isAlone = table.alone[side] <= 0;
  if (ask && ask.by !== side) {
    found.push({ text: words.yes, act: { kind: "yes", ask: ask.n }, final: ask.what === "abort" ? "yes" : undefined }, { text: words.no, act: { kind: "no", ask: ask.n } });
  } else if (!ask) {
    const wishes = [{ what: "back", to: table.back?.[side] }, { what: "adjourn" }, { what: "abort" }];
    const isFree = ({ what, to }) => (what !== "back" || to) && !(what === "abort" && isAlone) && !table.declined[side].includes(what);
    for (const wish of wishes.filter(isFree)) found.push({ text: words[wish.what], act: { kind: "ask", ...wish } });
  }
  if (isAlone) found.push({ text: words.abort, act: { kind: "ask", what: "abort" }, final: "yes" });
  if (table.clocks?.runs === other && left(other) <= 0) found.push({ text: words.claim, act: { kind: "timed-out" }, final: "claim" });
  found.push({ text: words.resign, act: { kind: "resigned" }, final: "resign" });
  return found;
}

// Buttons that say something in the game. They are drawn anew only where they are others, so that none goes away under
// a finger; what can't be had again is asked for once more.
class Row {
  #place; #asked; #shown = ""; #among = ""; #sure = null; #forgets = null;

  constructor(place) {
    this.#place = place;
    this.#asked = new Asked(place);
  }

  // `of` tells apart questions whose buttons are the same.
  show(buttons, of = "") {
    const among = JSON.stringify([of, buttons]);
    if (among !== this.#among) this.#isSureOf(null);
    this.#among = among;
    const shown = JSON.stringify([among, this.#sure]);
    if (shown !== this.#shown) this.#place.replaceChildren(...buttons.map((each) => this.#made(each)));
    this.#shown = shown;
    this.#asked.show(buttons.length ? shown : "");
  }

  #made({ text, act, final }) {
    const tapped = () => {
      if (final && this.#sure !== final) this.#isSureOf(final);
      else { this.#isSureOf(null); say(act); }
      draw();
    };
    return button(final && this.#sure === final ? words.sure[final] : text, tapped);
  }

  #isSureOf(final) {
    this.#sure = final;
    clearTimeout(this.#forgets);
    if (final) this.#forgets = setTimeout(() => { this.#sure = null; draw(); }, SURE_MS);
  }
}

const asksRow = new Row(at("asks")), movesRow = new Row(at("moves"));
const board = new Board(at("scene"), boardWords);
new Drag(board, at("scene"), at("carried"), { movable, play, contents: () => table.contents, bean });
let isTimeOver = false;
setInterval(() => {
  if (!table?.clocks) return;
  drawClocks();
  // A claim can be made from the moment on in which the time is over.
  const isOver = Boolean(table.clocks.runs) && left(table.clocks.runs) <= 0;
  if (isOver !== isTimeOver) { isTimeOver = isOver; draw(); }
}, 500);
at("clock-label").textContent = words.clock;
words.clocks.forEach((text, number) => { at("clock").append(new Option(text, String(number))); });
at("name-label").textContent = words.name;
at("game-label").textContent = words.game;
at("sit").textContent = code ? words.join : words.open;
// A name that was typed before this program was there stays.
at("name").value ||= memory.get("cups-name") ?? "";
at("enter").onsubmit = (event) => {
  event.preventDefault();
  const name = at("name").value;
  memory.set("cups-name", name);
  wish = code ? ["join", { game: code, name }] : ["invite", { key: drawn(16), game: at("game").value, name, clock: CLOCKS[at("clock").value] }];
  note = "";
  send(...wish);
};
// Before, a tap would have come to nothing.
at("sit").disabled = false;
draw();
connect();
