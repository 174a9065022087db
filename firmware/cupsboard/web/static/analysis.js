// Where in a game beans were lost, and why: judged move by move by a process beside the board's.

import { html, setAttribute, setText } from "./svg.js";

export class Analysis {
  #page; #words; #panel; #button; #stop; #progress; #totals; #said; #record = null; #judged = new Map(); #ending = null; #fault; #last;

  constructor(parent, page) {
    const { words } = page;
    this.#page = page;
    this.#words = words;
    this.#button = html("button", { type: "button", class: "wide", id: "analyse", onclick: () => this.#begin() }, words.say("analysis.begin"));
    this.#progress = html("progress", { "aria-label": words.say("analysis.progress") });
    this.#stop = html("button", { type: "button", id: "analysis-stop", onclick: () => this.#ending?.abort() }, words.say("analysis.stop"));
    this.#totals = html("p", { class: "analysis-totals" });
    this.#said = html("div", { class: "analysis-move", id: "analysis-move", role: "status" });
    this.#fault = html("p", { class: "analysis-fault", role: "status" });
    this.#panel = html("section", { class: "panel analysis", id: "analysis", hidden: true },
      html("h2", {}, words.say("analysis.title")), this.#button, html("p", { class: "analysis-progress", hidden: true }, this.#progress, this.#stop), this.#totals, this.#fault, this.#said);
    parent.prepend(this.#panel);
    page.review.whenEnded(() => this.#ending?.abort());
  }

  // What is known of the entries of a record, by their numbers.
  judgedOf(record) { return record !== null && record === this.#record ? this.#judged : null; }

  // A player who still plays gets no help from here: the game is over, or a record is looked at.
  show(state) {
    const shown = this.#page.review.shown;
    this.#panel.hidden = !(shown ? this.#page.review.moves : state.game?.isOver && !state.puzzle && !this.#page.store.isLookingBack);
    const judged = this.judgedOf(shown?.record ?? null);
    const isDone = judged !== null && judged.size > 0 && this.#ending === null && judged.size === Object.keys(this.#page.review.moves ?? {}).length;
    this.#button.hidden = this.#ending !== null || isDone;
    this.#progress.parentElement.hidden = this.#ending === null;
    if (judged) this.#showTotals(judged);
    this.#totals.hidden = !judged?.size;
    this.#showMove(judged?.get(shown?.move));
  }

  async #begin() {
    const { review } = this.#page;
    if (!review.shown?.record) await review.openOwn(0);
    const record = review.shown?.record;
    if (!record) return;
    this.#record = record;
    this.#judged = new Map();
    this.#ending = new AbortController();
    const entries = Object.keys(review.moves).length;
    this.#progress.max = entries;
    this.#progress.value = 0;
    setText(this.#fault, "");
    review.refresh();
    let fault = "";
    try {
      for await (const judged of judgedMoves(record, this.#ending.signal)) {
        this.#judged.set(judged.number, judged);
        this.#progress.value = this.#judged.size;
        if (review.shown?.record === record) review.refresh();
      }
      if (this.#judged.size < entries) fault = this.#words.say("analysis.broken");
    } catch (thrown) {
      fault = thrown.name === "AbortError" ? this.#words.say("analysis.stopped") : String(thrown.message);
    }
    this.#ending = null;
    if (review.shown?.record === record) review.refresh();
    setText(this.#fault, fault);
  }

  #showTotals(judged) {
    const lost = (side) => [...judged.values()].reduce((sum, each) => sum + (each.side === side ? each.loss : 0), 0);
    const isProved = [...judged.values()].every((each) => each.isProved || !each.isSearched);
    setText(this.#totals, this.#words.say(isProved ? "analysis.totals-proved" : "analysis.totals", { south: this.#number(lost("south")), north: this.#number(lost("north")) }));
  }

  #showMove(judged) {
    if (judged === this.#last) return; // or it would be read aloud again
    this.#last = judged;
    this.#said.replaceChildren();
    if (!judged) return;
    const words = this.#words, number = (value) => this.#number(value);
    const line = (text, kind) => this.#said.append(html("p", { class: kind }, text));
    if (judged.mark) line(words.say(judged.isProved ? "analysis.lost" : "analysis.lost-about", { mark: judged.mark, loss: number(judged.loss) }), "analysis-loss");
    else line(words.say("analysis.good"), "analysis-good");
    for (const reason of judged.reasons) line(words.message(reason), "analysis-reason");
    if (judged.mark) line(words.say("analysis.better", { moves: judged.better.slice(0, 4).map((move) => words.move(move)).join(", ") }), "analysis-better");
    line(words.say(judged.isProved ? "analysis.value-proved" : "analysis.value", { before: number(judged.before), after: number(judged.after) }), "analysis-value");
  }

  #number(value) { return value.toLocaleString(this.#words.language, { maximumFractionDigits: 1 }).replace("-", "−"); }
}

// The judged entries, each as soon as it comes.
export async function* judgedMoves(record, signal) {
  const answer = await fetch("/analysis", { method: "POST", body: record, signal });
  if (!answer.ok) throw new Error(await answer.text());
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}
