// Puzzles: a list to choose from, and beside the board what the one that lies there asks for and how it goes. Any
// position of a game is kept as one more.

import { judgedMoves } from "./analysis.js";
import { request } from "./carrier.js";
import { toldOfKept } from "./kept_as_puzzle.js";
import { memory } from "./memory.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";
import { printSheet } from "./puzzle_sheet.js";

const DAY_MS = 86_400_000, DAYS_APART = 31; // puzzles of two days in a row are far apart in the list
const ROW = "cups-puzzles-in-a-row";
const TRIES = 5, WAIT_MS = 1500; // others may have a game looked at just then
const NEEDS_ALL = new Set(["endgame", "transfer"]); // all moves to the end solve these
// These name the better move, or tell which it is.
const GIVES_AWAY = new Set(["reasons.misses-capture", "reasons.spends"]);

export class Puzzles {
  // What whoever sits at this page may do: `begin` a puzzle by its number, where nothing is lost or not, `showWay`, `keep` a
  // record at a move, and `remove` a puzzle of one's own; an owner of a board, or a player at a simulated one.
  /** @type {Record<string, (...what: any[]) => any>} */
  #deeds = {};
  panel; list;
  #page; #words; #unsolved; #daily; #here; #elsewhere; #solved; #fault; #keepButtons; #keptSaid; #task; #choices; #title; #text; #why; #level; #way; #buttons = {};
  #asks; #cups = 0; #puzzles = []; #current = null; #shown = ""; #wrongAbout = null;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    page.cards.append(this.#besideTheBoard());
    // Where the card of a puzzle lies below the window, what it asks for stands with what the board says.
    this.#asks = html("p", { class: "puzzle-asks", "aria-hidden": "true" });
    document.querySelector(".saying").append(this.#asks);
    page.side.append(this.#listPanel());
    for (const each of [this.#keepButtons[0], this.#keptSaid[0]]) page.review.addAction(each);
    page.review.whenEnded(() => setText(this.#keptSaid[0], ""));
    this.deeds = {};
  }

  #say(key, values) { return this.#words.say(`puzzles.${key}`, values); }

  get deeds() { return this.#deeds; }

  set deeds(deeds) {
    this.#deeds = deeds;
    for (const each of this.#keepButtons) each.hidden = !deeds.keep;
    for (const each of [this.#unsolved, this.#daily, this.#choices]) each.hidden = !deeds.begin;
    if (this.#puzzles.length) this.#showList();
  }

  #button(id, drawn, text, onclick, more = {}) { return html("button", { type: "button", id: `puzzle${id}`, "data-needs": "seat", onclick, ...more }, sign(drawn), html("span", {}, text)); }

  #listPanel() {
    this.list = html("div", { class: "puzzle-list", tabindex: -1 });
    this.#elsewhere = html("p", { hidden: true });
    // Also whoever watches may keep what they see.
    const keep = (at, id, key, record) => this.#button(id, "save", this.#say(key), () => this.#keep(record, this.#keptSaid[at]), { "data-needs": undefined });
    this.#keptSaid = [0, 1].map(() => html("p", { class: "puzzle-kept", role: "status" }));
    this.#keepButtons = [keep(0, "-keep", "keep", () => this.#page.review.shown), keep(1, "s-keep", "keep-table", async () => ({ record: await (await request("/record.txt")).text() }))];
    this.#solved = html("p", { class: "puzzles-solved" });
    this.#fault = html("p", { class: "file-said", role: "status", hidden: true });
    this.#unsolved = this.#button("s-unsolved", "play", this.#say("unsolved"), () => this.#chooseListed(() => this.#nextUnsolved()), { class: "primary" });
    this.#daily = this.#button("s-daily", "sun", this.#say("daily"), () => this.#chooseListed(() => this.#numberOfToday));
    this.panel = html("details", { class: "panel puzzles", id: "puzzles", "data-needs": "seat", hidden: true, ontoggle: () => { if (this.panel.open) this.#ask(); } },
      html("summary", {}, this.#say("title")), html("p", {}, this.#say("what")), html("div", { class: "row" }, this.#unsolved, this.#daily, this.#button("s-print", "save", this.#say("print"), () => this.#print()), this.#keepButtons[1]), this.#keptSaid[1], this.#solved, this.#fault, this.list, this.#elsewhere);
    return this.panel;
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
      this.#choices = html("div", { class: "row" },
        button("next", "on", () => this.#choose(this.#nextUnsolved())),
        button("again", "again", () => this.#choose(this.#current.number)),
        button("show-way", "eye", () => this.#deeds.showWay()),
        button("others", "more", () => { this.panel.open = true; this.panel.scrollIntoView({ block: "nearest" }); })));
    return this.#task;
  }

  // The first after the one that lies there that nobody has solved, then those that were solved with a hint.
  #nextUnsolved() {
    const from = this.#current?.number ?? 0, isAfter = ({ number }) => number > from;
    const inTurn = [...this.#here.filter(isAfter), ...this.#here.filter((each) => !isAfter(each) && each.number !== from)];
    return (inTurn.find((each) => !each.isSolved && !each.isSolvedWithHelp) ?? inTurn.find((each) => !each.isSolved) ?? inTurn[0] ?? this.#current)?.number;
  }

  get #numberOfToday() {
    const now = new Date(), day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY_MS);
    const shipped = this.#here.filter(({ kind }) => kind !== "own");
    return shipped[(day * DAYS_APART) % shipped.length]?.number;
  }

  // A press that comes before the list waits for it.
  async #chooseListed(number) {
    if (!this.#puzzles.length) await this.#ask();
    const chosen = this.#puzzles.length ? number() : undefined;
    if (chosen) this.#choose(chosen);
  }

  #choose(number) {
    // A puzzle may be begun again as it lies, and left once it is decided.
    this.#deeds.begin(number, this.#current && (this.#current.number === number || this.#current.progress !== "going on"));
  }

  async #print() {
    if (!this.#puzzles.length) await this.#ask();
    printSheet(this.#puzzles, this.#words);
  }

  // Keeps the position of a game after a move, or after its last; the best moves are found meanwhile.
  async #keep(record, said) {
    for (const each of this.#keepButtons) each.disabled = true;
    setText(said, this.#say("keeping"));
    setText(said, await toldOfKept(this.#words, async () => {
      const { record: text, move } = await record();
      return this.#deeds.keep(text, move);
    }));
    await this.#ask();
    for (const each of this.#keepButtons) each.disabled = false;
  }

  async #remove(number) {
    if (!confirm(this.#say("sure", { number }))) return;
    const answer = await this.#deeds.remove(number).catch(() => null);
    if (!answer?.ok) this.say(answer ? this.#words.refusal(await answer.text()) : this.#words.say("past.unheard"));
    await this.#ask();
    this.list.focus({ preventScroll: true });
  }

  // Says why something was refused.
  say(why) {
    this.#fault.hidden = !why;
    setText(this.#fault, why);
  }

  async show({ puzzle = null, activity, evening, board }) {
    if (this.#page.store.isLookingBack) return;
    this.panel.hidden = !board?.cups || (!activity && !evening);
    if (board?.cups !== this.#cups) {
      this.#cups = board?.cups;
      if (this.#puzzles.length) this.#showList();
    }
    const shown = JSON.stringify(puzzle);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (puzzle || this.panel.open) await this.#ask();
    if (shown === this.#shown) this.#showCurrent(puzzle);
  }

  async #ask() {
    const answer = await request("/puzzles.json").catch(() => null);
    if (!answer?.ok) return; // the page says by itself that the server is gone
    const { puzzles, fault } = await answer.json();
    this.#puzzles = puzzles;
    this.#showList();
    const count = (isCounted) => this.#here.filter(isCounted).length;
    const solved = count((each) => each.isSolved), withHelp = count((each) => each.isSolvedWithHelp && !each.isSolved);
    setText(this.#solved, this.#say(withHelp ? "solved-of-with-help" : "solved-of", { solved, count: this.#here.length, help: withHelp }));
    const today = this.#numberOfToday;
    setText(this.#daily.lastChild, this.#say(this.#numbered(today)?.isSolved ? "daily-solved" : "daily", { number: today }));
    this.say(fault ? this.#say("unread", { why: fault }) : "");
  }

  #numbered(number) { return this.#puzzles.find((each) => each.number === number); }

  // A real board has its own size; a simulated one begins on that of the puzzle.
  #showList() {
    const isReal = Boolean(this.#page.store.live?.activity);
    this.#here = this.#puzzles.filter(({ cups }) => !isReal || cups === this.#cups);
    const elsewhere = this.#puzzles.length - this.#here.length;
    this.#elsewhere.hidden = !elsewhere;
    setText(this.#elsewhere, this.#say("elsewhere", { count: elsewhere }));
    const focused = document.activeElement?.getAttribute("data-puzzle") ?? undefined;
    const groups = new Map();
    for (const each of this.#here) {
      const [family] = each.game.split(" "), of = `${family} ${each.kind}`;
      if (!groups.has(of)) groups.set(of, { family, kind: each.kind, puzzles: [] });
      groups.get(of).puzzles.push(each);
    }
    this.list.replaceChildren(...[...(this.#deeds.begin ? [] : [html("p", {}, this.#say("by-owner"))]), ...[...groups.values()].flatMap(({ family, kind, puzzles }) => [
      html("h3", {}, this.#words.labelled(this.#words.game(family), this.#say(`kinds.${kind}`))), html("p", {}, this.#say(`tasks.${kind}`)),
      html("div", { class: "puzzle-choices" }, ...puzzles.map((each) => this.#choice(each))),
    ])]);
    this.#markCurrent();
    if (focused) this.list.querySelector(`[data-puzzle="${focused}"]`)?.focus({ preventScroll: true });
  }

  #choice(puzzle) {
    const { number, cups, difficulty, isSolved, isSolvedWithHelp, tried } = puzzle, game = this.#words.game(puzzle.game);
    const state = isSolved ? "solved" : isSolvedWithHelp ? "helped" : tried ? "tried" : "new";
    const isOwn = puzzle.kind === "own", name = this.#say(isOwn ? "choice-own" : "choice", { number, kind: this.#say(`kinds.${puzzle.kind}`), game, difficulty, state: this.#say(`is-${state}`) });
    const choice = html("button", {
      type: "button", disabled: !this.#deeds.begin, "data-puzzle": number, "data-solved": isSolved ? "yes" : isSolvedWithHelp ? "with help" : undefined, onclick: () => this.#choose(number),
    }, html("b", {}, String(number)), " ", html("span", {}, `2 × ${cups}`), html("span", { class: "unseen" }, ` ${name}`), this.#stars(difficulty), isSolved ? sign("check") : isSolvedWithHelp ? sign("bulb") : "");
    if (!isOwn || !this.#deeds.remove) return choice;
    const remove = this.#say("delete", { number });
    return html("span", { class: "puzzle-own" }, choice, html("button", { type: "button", "aria-label": remove, title: remove, onclick: () => this.#remove(number) }, sign("times")));
  }

  #markCurrent() {
    for (const each of this.list.querySelectorAll("[data-puzzle]")) each.toggleAttribute("aria-current", Number(each.dataset.puzzle) === this.#current?.number);
  }

  #stars(difficulty) { return html("span", { class: "stars" }, ...Array.from({ length: difficulty }, () => sign("star"))); }

  #showCurrent(puzzle) {
    const before = this.#current, known = this.#numbered(puzzle?.number);
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
    setText(this.#level, isHelped ? this.#say("helped") : kind === "own" ? this.#say(known.isProved ? "proved" : "not-proved") : this.#say(level === "perfect" ? "solved-by-perfect" : "solved-by", { level }));
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
    return NEEDS_ALL.has(kind) && game?.isOver && left ? `${this.#say("left", { beans: this.#words.beans(left) })} ${this.#say("missed")}` : this.#say("missed");
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
    if (about === this.#wrongAbout || !this.#page.seats?.own.includes("south")) return;
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
