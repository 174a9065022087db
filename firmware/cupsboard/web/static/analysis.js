// Where in a game beans were lost, and why: judged move by move by a process beside the board's.

import { linesOf, request } from "./carrier.js";
import { tabMemory } from "./memory.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

// The analysis that this tab made last, which outlives that the page is loaded again, in another language for example.
const KEPT = "cups-analysis";

export class Analysis {
  #page; #words; #panel; #views = []; #totals; #said; #record = null; #judged = new Map(); #entries = 0; #ending = null; #fault = ""; #last; #own = null; #told = [];

  constructor(parent, page) {
    const { words } = page, kept = tabMemory.read(KEPT);
    if (kept) [this.#record, this.#entries, this.#own, this.#judged] = [kept.record, kept.entries, kept.own, new Map(kept.judged.map((each) => [each.number, each]))];
    this.#page = page;
    this.#words = words;
    this.#totals = html("p", { class: "analysis-totals" });
    this.#said = html("div", { class: "analysis-move", id: "analysis-move", role: "status" });
    this.#panel = html("section", { class: "panel analysis", id: "analysis", hidden: true },
      html("h2", {}, words.say("analysis.title")), this.controls("analyse"), this.#totals, this.#said);
    parent.prepend(this.#panel);
    page.review.whenEnded(() => { if (this.#record !== this.#own?.record) this.#ending?.abort(); });
  }

  // The button that begins, how far it is, and why it has ended; for one more place on the page.
  controls(id) {
    const { words } = this.#page;
    const asked = html("span");
    const button = html("button", { type: "button", class: "wide", id, onclick: () => this.#begin() }, sign("eye"), asked);
    const progress = html("progress", { "aria-label": words.say("analysis.progress") });
    const stop = html("button", { type: "button", class: "analysis-stop", onclick: () => this.#ending?.abort() }, words.say("analysis.stop"));
    const row = html("p", { class: "analysis-progress", hidden: true }, progress, stop);
    const fault = html("p", { class: "analysis-fault", role: "status" });
    this.#views.push({ button, asked, progress, row, fault });
    return html("div", { class: "analysis-controls" }, button, row, fault);
  }

  // Tells whenever more is known, or the game on the table is another one.
  whenChanged(told) { this.#told.push(told); }

  // What is known of the entries of a record, by their numbers.
  judgedOf(record) { return record !== null && record === this.#record ? this.#judged : null; }

  // The same of the game that is shown: of the record that is looked at, or of the board's own game when it is over.
  get judged() {
    const { review, store } = this.#page;
    if (review.shown) return this.judgedOf(review.shown.record);
    return this.#own && this.#own.moves === JSON.stringify(store.live?.moves) ? this.judgedOf(this.#own.record) : null;
  }

  get isDone() { return this.#ending === null && this.#judged.size > 0 && this.#judged.size === this.#entries; }

  // A player who still plays gets no help from here: the game is over, or a record is looked at.
  show() {
    const { review } = this.#page, judged = this.judged;
    this.#panel.hidden = !review.shown?.isExplained;
    for (const { button, asked, progress, row, fault } of this.#views) {
      setText(asked, this.#words.sayOfGains("analysis.begin"));
      button.hidden = this.#ending !== null || (judged !== null && this.isDone);
      row.hidden = this.#ending === null;
      if (this.#entries) progress.max = this.#entries;
      progress.value = this.#judged.size;
      setText(fault, this.#fault);
    }
    if (judged) setText(this.#totals, this.totals);
    this.#totals.hidden = !judged?.size;
    this.#showMove(judged?.get(review.shown?.move));
    for (const told of this.#told) told(judged);
  }

  // What a turn of each side has lost in the mean: what is lost may be had again, so that a sum is more than there is.
  get totals() {
    const all = [...(this.judged ?? []).values()];
    const lost = (side) => {
      const own = all.filter((each) => each.side === side);
      return own.reduce((sum, each) => sum + each.loss, 0) / Math.max(1, own.length);
    };
    const isProved = all.every((each) => each.isProved || !each.isSearched);
    return this.#words.sayOfGains(isProved ? "analysis.totals-proved" : "analysis.totals", { south: this.#number(lost("south")), north: this.#number(lost("north")) });
  }

  // The dearest move of all, and whether the lead went over to the other side by it.
  get turningPoint() {
    const turns = ({ before, after }) => Math.sign(before) !== Math.sign(after);
    const marked = [...(this.judged ?? []).values()].filter((each) => each.mark).sort((one, other) => other.loss - one.loss || Number(turns(other)) - Number(turns(one)));
    return marked.length ? { ...marked[0], isTurn: turns(marked[0]) } : null;
  }

  async #begin() {
    const { review, store } = this.#page;
    let { record, entries } = review.shown ? { record: review.shown.record, entries: Object.keys(review.moves).length } : {};
    this.#fault = "";
    this.#ending = new AbortController();
    try {
      if (!record) {
        const moves = JSON.stringify(store.live.moves), answer = await request("/timeline.json");
        if (!answer.ok) throw new Error(await answer.text());
        const timeline = await answer.json();
        record = timeline.record;
        entries = timeline.steps.length - 1;
        this.#own = { record, moves };
      }
      this.#record = record;
      this.#entries = entries;
      this.#judged = new Map();
      this.#refresh(record);
      for await (const judged of judgedMoves(record, this.#ending.signal)) {
        this.#judged.set(judged.number, judged);
        this.#refresh(record);
      }
      if (this.#judged.size < entries) this.#fault = this.#words.say("analysis.broken");
    } catch (thrown) {
      this.#fault = thrown.name === "AbortError" ? this.#words.say("analysis.stopped") : String(thrown.message);
    }
    this.#ending = null;
    tabMemory.write(KEPT, { record, entries: this.#entries, own: this.#own, judged: [...this.#judged.values()] });
    this.#refresh(record);
  }

  #refresh(record) {
    if (this.#page.review.shown?.record === record) this.#page.review.refresh();
    this.#page.store.again();
  }

  #showMove(judged) {
    if (judged === this.#last) return; // or it would be read aloud again
    this.#last = judged;
    this.#said.replaceChildren();
    if (!judged) return;
    const words = this.#words, number = (value) => this.#number(value);
    const line = (text, kind) => this.#said.append(html("p", { class: kind }, text));
    if (judged.mark) line(words.say(judged.isProved ? "analysis.lost" : "analysis.lost-about", { mark: judged.mark, loss: words.gained(judged.loss) }), "analysis-loss");
    else if (judged.isSearched) line(words.say("analysis.good"), "analysis-good");
    for (const reason of judged.reasons) line(words.message(reason), "analysis-reason");
    if (judged.mark) line(words.say("analysis.better", { moves: judged.better.slice(0, 4).map((move) => words.move(move)).join(", ") }), "analysis-better");
    if (judged.line.length) this.#said.append(html("button", { type: "button", id: "analysis-play", onclick: () => this.#page.review.playLine(judged) }, sign("play"), html("span", {}, words.say("analysis.play"))));
    line(words.say(judged.isProved ? "analysis.value-proved" : "analysis.value", { before: number(judged.before), after: number(judged.after) }), "analysis-value");
  }

  #number(value) { return value.toLocaleString(this.#words.language, { maximumFractionDigits: 1 }).replace("-", "−"); }
}

// The judged entries, each as soon as it comes.
export async function* judgedMoves(record, signal) {
  const answer = await request("/analysis", { method: "POST", body: record, signal });
  if (!answer.ok) throw new Error(await answer.text());
  yield* linesOf(answer);
}
