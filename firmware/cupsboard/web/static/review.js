// Looking back: a game or an evening step by step, while the live board goes on unseen.

import { request } from "./carrier.js";
import { bringBoardIntoView } from "./into_view.js";
import { lyingIn } from "./playing.js";
import { ScoreGraph } from "./score_graph.js";
import { setSign, sign } from "./signs.js";
import { patched } from "./store.js";
import { html, setAttribute, setText } from "./svg.js";
import { NOBODY } from "./words.js";

const PLAY_MS = 700;
const KEYS = { first: "Home", back: "ArrowLeft", play: "Space", on: "ArrowRight", last: "End", end: "Escape" };

export class Review {
  // What the page says while the recorded state says nothing.
  sentence = "";
  #place; #page; #states = []; #steps = []; #at = 0; #slider; #label; #timer = null; #play; #name = ""; #record = null; #isExplained = false; #isOfSides = false; #moves = null; #graph; #actions; #ended = []; #valued = null; #cut = "";

  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    const { words } = page;
    this.#slider = html("input", { type: "range", min: 0, value: 0, "aria-label": words.say("review.step"), oninput: () => this.go(Number(this.#slider.value)) });
    this.#label = html("output", { class: "review-label" });
    this.#play = this.#button("play", "play", () => this.#toggle());
    this.#play.dataset.halts = "yes";
    this.#graph = new ScoreGraph(words, (at) => this.go(at));
    this.#actions = html("span", { class: "review-actions" });
    place.append(
      html("div", { class: "review-steps" },
        this.#button("first", "first", () => this.go(0)), this.#button("back", "back", () => this.go(this.#at - 1)), this.#play,
        this.#button("on", "on", () => this.go(this.#at + 1)), this.#button("last", "last", () => this.go(Infinity))),
      html("div", { class: "review-time" }, this.#graph.element, this.#slider),
      html("div", { class: "review-foot" }, this.#label, this.#actions,
        html("button", { type: "button", class: "review-end", title: this.#tip("end"), "aria-keyshortcuts": KEYS.end, onclick: () => this.end() }, words.say("review.end"))));
    page.side.append(html("button", { type: "button", class: "wide", id: "look-back", onclick: () => this.openOwn() }, words.say("review.own")));
    document.addEventListener("keydown", (event) => this.#key(event), true);
  }

  #button(name, drawn, onclick) {
    return html("button", { type: "button", class: "step", "aria-label": this.#page.words.say(`review.${name}`), title: this.#tip(name), "aria-keyshortcuts": KEYS[name], onclick }, sign(drawn));
  }

  #tip(name) { return `${this.#page.words.say(`review.${name}`)} (${this.#page.words.say(`review.keys.${name}`)})`; }

  // More to do with the game that is looked at.
  addAction(button) { this.#actions.append(button); }
  whenEnded(told) { this.#ended.push(told); }

  // The record that is stepped through and the number of the move that is shown; null for an evening's trace.
  // Games that nobody explains are not judged.
  get shown() { return this.#record && { record: this.#record, isExplained: this.#isExplained, move: this.#steps[this.#at].number, isOver: this.#states[this.#at].game.isOver }; }
  // All moves of the record, while one is looked at.
  get moves() { return this.#moves; }

  // The game of the board itself, after a move (after the last, if none is named).
  async openOwn(move = null) {
    try {
      const answer = await request("/timeline.json");
      if (!answer.ok) throw new Error(await answer.text());
      this.open(await answer.json(), this.#page.words.say("review.game"), move);
    } catch (fault) {
      setText(this.#label, String(fault.message));
      this.#place.hidden = false;
    }
  }

  // A move of the list: of the record that is looked at, or of the board's own game.
  openAt(move) {
    if (!this.#moves) { this.openOwn(move); return; }
    bringBoardIntoView();
    this.go(move);
  }

  open(timeline, name, move = null) {
    const { words } = this.#page;
    this.#pause();
    let state = timeline.first;
    this.#states = timeline.steps.map((step) => (state = patched(state, step.patch)));
    // What its moves are called is told before it is shown.
    words.names = state.names ?? NOBODY;
    this.#record = timeline.record ?? null;
    this.#isExplained = Boolean(timeline.isExplained);
    this.#moves = this.#record && this.#states.at(-1).moves;
    this.#name = name;
    this.#cut = timeline.isCut ? words.say("review.cut", { count: timeline.steps.length.toLocaleString(words.language) }) : "";
    this.#steps = timeline.steps.map((step, at) => ({ ...step, said: this.#said(step), score: this.#states[at].game?.score }));
    // Only two sides have a graph of their points.
    this.#isOfSides = Boolean(this.#record) && "south" in this.#states[0].game.score;
    this.#graph.element.hidden = !this.#isOfSides;
    this.#slider.max = this.#steps.length - 1;
    this.#place.hidden = false;
    document.body.dataset.review = "yes";
    bringBoardIntoView();
    this.go(move ?? Infinity);
    this.#slider.focus({ preventScroll: true });
  }

  // The same step once more, with what is known of it by now.
  refresh() { if (this.#record) this.#show(); }

  // The step after the one that is shown is played bean by bean.
  go(at) {
    const before = this.#at, { playing } = this.#page;
    this.#at = Math.max(0, Math.min(this.#steps.length - 1, at));
    if (this.#at === this.#steps.length - 1) this.#pause();
    playing.stop();
    this.#show();
    const step = this.#steps[this.#at];
    if (this.#at === before + 1 && step.flow?.length && !playing.isCalm) playing.play(lyingIn(this.#states[before]), [step]);
  }

  // A line that is better than a move of the record, from the position before that move. It stays on the board until
  // another step is shown.
  playLine({ number, line }) {
    const { playing, words } = this.#page;
    bringBoardIntoView();
    this.go(number);
    this.#pause();
    this.#showPlaying("pause");
    playing.play(lyingIn(this.#states[number - 1]), line, {
      hasArrows: true, done: () => this.#showPlaying("play"), told: (move) => this.#tell(words.say(move === line[0] ? "review.better" : "review.then", { side: words.side(move.side), move: words.move(move.move) })),
    });
  }

  #tell(text) {
    this.sentence = text;
    this.#page.store.again();
  }

  #show() {
    const { said } = this.#steps[this.#at];
    this.#slider.value = this.#at;
    this.#slider.setAttribute("aria-valuetext", said);
    setText(this.#label, this.#page.words.labelled(this.#name, said));
    this.sentence = `${this.#page.words.say("review.title")}. ${said}${this.#end()}`;
    if (this.#isOfSides) this.#graph.show(this.#stepsWithValues(), this.#at);
    setAttribute(this.#place, "data-over", this.#states[this.#at].game?.isOver ? "yes" : null);
    setAttribute(this.#place, "data-move", this.#steps[this.#at].number ?? null);
    this.#page.store.lookBack(this.#states[this.#at]);
  }

  end() {
    this.#pause();
    this.#place.hidden = true;
    this.#page.playing.stop();
    this.#record = this.#moves = null;
    delete document.body.dataset.review;
    this.#page.store.lookBack(null);
    for (const told of this.#ended) told();
  }

  // The steps, with the values and marks of an analysis as far as it has come.
  #stepsWithValues() {
    const judged = this.#page.analysis?.judgedOf(this.#record);
    if (!judged?.size) return this.#steps;
    const known = this.#valued;
    if (known?.of !== this.#steps || known.judged !== judged || known.count !== judged.size) {
      const steps = this.#steps.map((step) => ({ ...step, value: step.number ? judged.get(step.number)?.after : judged.get(1)?.before, mark: judged.get(step.number)?.mark }));
      this.#valued = { of: this.#steps, judged, count: judged.size, steps };
    }
    return this.#valued.steps;
  }

  #said(step) {
    const { words } = this.#page;
    if (step.number === 0) return words.say("review.start");
    if (step.said && step.number) return words.labelled(String(step.number), step.said.map((each) => words.message(each)).join(" · "));
    if (step.number) return words.say("review.move", { number: step.number, side: words.side(step.side), move: words.move(step.move) });
    return [`${words.decimal(step.time, 1)} s`, ...step.said.map((each) => words.message(each))].join(" · ");
  }

  // How the game ended, where this is its end; or that there is more of it than can be shown.
  #end() {
    if (this.#cut && this.#at === this.#steps.length - 1) return `. ${this.#cut}`;
    const game = this.#isOfSides && this.#states[this.#at].game;
    return game?.isOver ? `. ${resultOf(game.score, this.#page.words, [], game.end)}` : this.#isOfSides ? "." : "";
  }

  #key(event) {
    if (!("review" in document.body.dataset) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest?.("dialog[open], select, textarea, input:not([type=range])")) return;
    if (event.key === " " && event.target.closest?.("button, a, summary")) return;
    const deed = {
      ArrowLeft: () => this.go(this.#at - 1), ArrowRight: () => this.go(this.#at + 1), Home: () => this.go(0), End: () => this.go(Infinity),
      " ": () => this.#toggle(), Escape: () => this.end(),
    }[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  }

  #toggle() {
    if (this.#timer) { this.#pause(); return; }
    if (this.#page.playing.isPlaying) { this.#page.playing.halt(); this.#showPlaying("play"); return; }
    if (this.#at === this.#steps.length - 1) this.go(0);
    this.#showPlaying("pause");
    // A move that is still being played is seen to its end.
    this.#timer = setInterval(() => { if (!this.#page.playing.isPlaying) this.go(this.#at + 1); }, PLAY_MS);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#showPlaying("play");
  }

  #showPlaying(name) {
    setSign(this.#play, name);
    setAttribute(this.#play, "aria-label", this.#page.words.say(`review.${name}`));
    setAttribute(this.#play, "title", this.#tip(name));
  }
}

// Who won, the winner's points first; to somebody who has played one side, what they themselves have done.
// `end` is how a game ended before its last move.
export function resultOf(score, words, own = [], end = undefined) {
  // One that was called off, that a director ended, or that ended as somebody withdrew is nobody's, and no tie.
  if (end && !end.winner && end.why !== "played") return words.say(`ending.${end.why}`, { side: end.by ? words.side(end.by) : "" });
  const winner = winnerOf(score, end);
  if (winner === null) return words.say("ending.tie", { points: score.south });
  const other = winner === "south" ? "north" : "south";
  const who = own.length !== 1 ? "seen" : own[0] === winner ? "won" : "lost";
  const early = words.find(`ending.${end?.why}.${who}`, { side: words.side(winner), other: words.side(other) });
  if (early) return early;
  if (own.length === 1) return words.say(own[0] === winner ? "ending.you-win" : "ending.you-lose", { more: score[winner], less: score[other] });
  return words.say("ending.winner", { side: words.side(winner), more: score[winner], less: score[other] });
}

export function winnerOf(score, end = undefined) {
  if (end) return end.winner ?? null;
  return score.south === score.north ? null : score.south > score.north ? "south" : "north";
}
