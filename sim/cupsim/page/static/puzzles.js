// Puzzles: a list to choose from, and beside the board what the one that lies there asks for and how it goes.

import { request } from "/carrier.js";
import { judgedMoves } from "/analysis.js";
import { memory } from "/memory.js";
import { sign } from "/signs.js";
import { html, setText } from "/svg.js";
import { EndsGame } from "./ends_game.js";
import { printSheet } from "./puzzle_sheet.js";

const DAY_MS = 86_400_000, DAYS_APART = 31; // puzzles of two days in a row are far apart in the list
const ROW = "cups-puzzles-in-a-row";
const TRIES = 5, WAIT_MS = 1500; // others may have a game looked at just then
// These name the better move, or tell which it is.
const GIVES_AWAY = new Set(["reasons.misses-capture", "reasons.spends"]);

export class Puzzles {
  #page; #words; #panel; #list; #unsolved; #daily; #endsGame; #solved; #fault; #task; #title; #text; #why; #level; #way; #buttons = {};
  #asks; #chosen = null; #puzzles = []; #current = null; #shown = ""; #wrongAbout = null;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    page.cards.append(this.#besideTheBoard());
    // Where the card of a puzzle lies below the window, what it asks for stands with what the board says.
    this.#asks = html("p", { class: "puzzle-asks", "aria-hidden": "true" });
    document.querySelector(".saying").append(this.#asks);
    document.getElementById("new-game").after(this.#listPanel());
  }

  #say(key, values) { return this.#words.say(`puzzles.${key}`, values); }

  #button(id, drawn, text, onclick, more = {}) { return html("button", { type: "button", id: `puzzle${id}`, "data-needs": "seat", onclick, ...more }, sign(drawn), html("span", {}, text)); }

  #listPanel() {
    this.#list = html("div", { class: "puzzle-list", tabindex: -1 });
    this.#solved = html("p", { class: "puzzles-solved" });
    this.#fault = html("p", { class: "file-said", role: "status", hidden: true });
    this.#unsolved = this.#button("s-unsolved", "play", this.#say("unsolved"), () => this.#chooseListed(() => this.#nextUnsolved()), { class: "primary" });
    this.#daily = this.#button("s-daily", "sun", this.#say("daily"), () => this.#chooseListed(() => this.#numberOfToday));
    // The question stands in the panel, which a button beside the board may find closed.
    this.#endsGame = new EndsGame(this.#page, "puzzle", this.#list, () => this.#begin(), (isAsking) => { if (isAsking) this.#panel.open = true; });
    this.#panel = html("details", { class: "panel puzzles", id: "puzzles", "data-needs": "seat", ontoggle: () => { if (this.#panel.open) this.#ask(); } },
      html("summary", {}, this.#say("title")), html("p", {}, this.#say("what")), html("div", { class: "row" }, this.#unsolved, this.#daily, this.#button("s-print", "save", this.#say("print"), () => this.#print())), this.#solved, this.#fault, this.#endsGame.element, this.#list);
    return this.#panel;
  }

  #besideTheBoard() {
    const button = (name, drawn, onclick) => (this.#buttons[name] = this.#button(`-${name}`, drawn, this.#say(name), onclick));
    this.#title = html("h2");
    this.#text = html("p", { role: "status" });
    this.#why = html("p", { class: "puzzle-why", role: "status", hidden: true });
    this.#level = html("p", { class: "puzzle-level" });
    this.#way = html("p", { class: "puzzle-way", hidden: true });
    this.#task = html("section", { class: "puzzle", id: "puzzle", "aria-label": this.#say("one"), hidden: true },
      html("div", { class: "puzzle-said" }, this.#title, this.#text, this.#why, this.#level, this.#way),
      html("div", { class: "row" },
        button("next", "on", () => this.#choose(this.#nextUnsolved())),
        button("again", "again", () => this.#choose(this.#current.number)),
        button("show-way", "eye", () => this.#page.connection.send({ do: "show way" })),
        button("others", "more", () => { this.#panel.open = true; this.#panel.scrollIntoView({ block: "nearest" }); })));
    return this.#task;
  }

  // The first after the one that lies there that nobody has solved, then those that were solved with a hint.
  #nextUnsolved() {
    const count = this.#puzzles.length, from = this.#current?.number ?? 0;
    const inTurn = Array.from({ length: count }, (_, index) => ((from + index) % count) + 1).filter((number) => number !== from);
    const first = (isWanted) => inTurn.find((number) => isWanted(this.#puzzles[number - 1]));
    return first((each) => !each.isSolved && !each.isSolvedWithHelp) ?? first((each) => !each.isSolved) ?? inTurn[0];
  }

  get #numberOfToday() {
    const now = new Date(), day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS);
    return ((day * DAYS_APART) % this.#puzzles.length) + 1;
  }

  // A press that comes before the list waits for it.
  async #chooseListed(number) {
    if (!this.#puzzles.length) await this.#ask();
    if (this.#puzzles.length) this.#choose(number());
  }

  #choose(number) {
    this.#chosen = number;
    // A puzzle may be begun again as it lies, and left once it is decided.
    if (this.#current && (this.#current.number === number || this.#current.progress !== "going on")) this.#begin();
    else this.#endsGame.press();
  }

  async #print() {
    if (!this.#puzzles.length) await this.#ask();
    printSheet(this.#puzzles, this.#words);
  }

  // Whoever solves a puzzle plays South.
  #begin() {
    const { seats, connection } = this.#page;
    if (!seats.mayTake("south")) return;
    connection.send({ do: "puzzle", puzzle: this.#chosen });
    this.#page.backToBoard();
  }

  async show({ puzzle = null }) {
    this.#endsGame.show();
    const shown = JSON.stringify(puzzle);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (puzzle || this.#panel.open) await this.#ask();
    if (shown === this.#shown) this.#showCurrent(puzzle);
  }

  async #ask() {
    const answer = await request("/puzzles.json").catch(() => null);
    if (!answer?.ok) return; // the page says by itself that the server is gone
    const { puzzles, fault } = await answer.json();
    this.#puzzles = puzzles;
    this.#showList();
    const count = (isCounted) => puzzles.filter(isCounted).length;
    const solved = count((each) => each.isSolved), withHelp = count((each) => each.isSolvedWithHelp && !each.isSolved);
    setText(this.#solved, this.#say(withHelp ? "solved-of-with-help" : "solved-of", { solved, count: puzzles.length, help: withHelp }));
    const today = this.#numberOfToday;
    setText(this.#daily.lastChild, this.#say(puzzles[today - 1].isSolved ? "daily-solved" : "daily", { number: today }));
    this.#fault.hidden = !fault;
    setText(this.#fault, fault ? this.#say("unread", { why: fault }) : "");
  }

  #showList() {
    const numbered = this.#puzzles.map((puzzle, index) => ({ ...puzzle, number: index + 1 }));
    const focused = document.activeElement?.getAttribute("data-puzzle") ?? undefined;
    const groups = new Map();
    for (const each of numbered) {
      const [family] = each.game.split(" "), of = `${family} ${each.kind}`;
      if (!groups.has(of)) groups.set(of, { family, kind: each.kind, puzzles: [] });
      groups.get(of).puzzles.push(each);
    }
    this.#list.replaceChildren(...[...groups.values()].flatMap(({ family, kind, puzzles }) => [
      html("h3", {}, this.#words.labelled(this.#words.game(family), this.#say(`kinds.${kind}`))), html("p", {}, this.#say(`tasks.${kind}`)),
      html("div", { class: "puzzle-choices" }, ...puzzles.map((each) => this.#choice(each))),
    ]));
    this.#markCurrent();
    if (focused) this.#list.querySelector(`[data-puzzle="${focused}"]`)?.focus({ preventScroll: true });
  }

  #choice(puzzle) {
    const { number, cups, difficulty, isSolved, isSolvedWithHelp, tried } = puzzle, game = this.#words.game(puzzle.game);
    const state = isSolved ? "solved" : isSolvedWithHelp ? "helped" : tried ? "tried" : "new";
    const name = this.#say("choice", { number, kind: this.#say(`kinds.${puzzle.kind}`), game, difficulty, state: this.#say(`is-${state}`) });
    return html("button", {
      type: "button", "data-puzzle": number, "data-solved": isSolved ? "yes" : isSolvedWithHelp ? "with help" : undefined, "aria-label": name, title: name, onclick: () => this.#choose(number),
    }, html("b", {}, String(number)), " ", html("span", {}, `2 × ${cups}`), this.#stars(difficulty), isSolved ? sign("check") : isSolvedWithHelp ? sign("bulb") : "");
  }

  #markCurrent() {
    for (const each of this.#list.querySelectorAll("[data-puzzle]")) each.toggleAttribute("aria-current", Number(each.dataset.puzzle) === this.#current?.number);
  }

  #stars(difficulty) { return html("span", { class: "stars" }, ...Array.from({ length: difficulty }, () => sign("star"))); }

  #showCurrent(puzzle) {
    const before = this.#current, known = this.#puzzles[puzzle?.number - 1];
    this.#current = puzzle;
    this.#task.hidden = !puzzle || !known;
    setText(this.#asks, known && puzzle?.progress === "going on" ? this.#say(`tasks.${known.kind}`) : "");
    this.#markCurrent();
    if (this.#task.hidden) return;
    const { number, progress, way } = puzzle, { kind, difficulty, level } = known, game = this.#words.game(known.game);
    const isHelped = puzzle.isHelped || known.isHelped, isSolved = progress === "solved", isMissed = progress === "missed";
    const hasJustBecome = before?.number === number && before.progress !== progress;
    this.#title.replaceChildren(this.#say("heading", { number, kind: this.#say(`kinds.${kind}`), game }), " ", this.#stars(difficulty));
    if (hasJustBecome && progress !== "going on") this.#keepRow(isSolved && !isHelped);
    setText(this.#text, isSolved ? this.#saidOfSolved(isHelped) : isMissed ? this.#saidOfMissed(kind) : this.#say(`tasks.${kind}`));
    this.#level.hidden = progress !== "going on";
    setText(this.#level, isHelped ? this.#say("helped") : this.#say(level === "perfect" ? "solved-by-perfect" : "solved-by", { level }));
    this.#way.hidden = !way.length || isSolved;
    setText(this.#way, this.#say("way", { moves: way.map((move) => this.#words.move(move)).join(", ") }));
    this.#task.dataset.progress = progress;
    this.#buttons["show-way"].hidden = !isMissed || way.length > 0;
    this.#buttons.again.hidden = progress === "going on";
    this.#buttons.next.classList.toggle("primary", isSolved);
    this.#buttons.again.classList.toggle("primary", isMissed);
    this.#showWhy(isMissed);
  }

  // What the task itself says was wrong, which needs nobody to judge it.
  #saidOfMissed(kind) {
    const { beans = {}, game } = this.#page.store.live ?? {};
    const own = Object.entries(beans).filter(([place]) => /^south-(\d+|stock)$/.test(place)).reduce((sum, [, count]) => sum + count, 0);
    const left = own + ("south-stock" in beans ? 0 : game?.stock.south ?? 0);
    return kind !== "tactic" && game?.isOver && left ? `${this.#say("left", { beans: this.#words.beans(left) })} ${this.#say("missed")}` : this.#say("missed");
  }

  #saidOfSolved(isHelped) {
    const row = Number(memory.get(ROW));
    return isHelped ? this.#say("solved-with-help") : row > 1 ? this.#say("solved-in-a-row", { count: row }) : this.#say("solved");
  }

  // How many were solved without a hint, one after the other.
  #keepRow(isOneMore) { memory.set(ROW, String(isOneMore ? Number(memory.get(ROW)) + 1 : 0)); }

  // Why the try is wrong, as far as that gives the answer not away.
  async #showWhy(isMissed) {
    if (!isMissed) { this.#wrongAbout = null; this.#why.hidden = true; return; }
    const about = JSON.stringify(this.#page.store.live?.moves);
    if (about === this.#wrongAbout || !this.#page.seats.own.includes("south")) return;
    this.#wrongAbout = about;
    this.#why.hidden = true;
    const wrong = await firstLoss("south");
    if (!wrong || this.#wrongAbout !== about) return;
    const reasons = wrong.reasons.filter(({ key }) => !GIVES_AWAY.has(key)).map((each) => this.#words.message(each));
    const loss = this.#words.beans(Math.max(1, Math.round(wrong.loss)));
    setText(this.#why, [this.#say(wrong.isProved ? "why" : "why-about", { move: this.#words.move(wrong.move), loss }), ...reasons].join("; ") + ".");
    this.#why.hidden = false;
  }
}

// The first move of a side that loses beans in the game on the table; null if none is found.
async function firstLoss(side) {
  const leaving = new AbortController();
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const answer = await request("/timeline.json");
      const { record, steps } = await answer.json();
      for await (const judged of judgedMoves(record, leaving.signal)) {
        if (judged.side !== side || judged.loss < 0.5) continue;
        leaving.abort();
        return { ...judged, move: steps[judged.number].move };
      }
      return null;
    } catch {
      await new Promise((done) => setTimeout(done, WAIT_MS));
    }
  }
  return null;
}
