// The end of a game: who won, how it came, where it turned, and what one may do next. It is a card, never over the board.

import { request, saving } from "./carrier.js";
import { lyingIn } from "./playing.js";
import { resultOf, winnerOf } from "./review.js";
import { ScoreGraph } from "./score_graph.js";
import { sign } from "./signs.js";
import { patched } from "./store.js";
import { turnsOf } from "./story.js";
import { html, setAttribute, setText } from "./svg.js";

export class Ending {
  // The sides of who sits at this page; a module knows. They are told that they have won, others who has.
  own = () => [];
  #page; #words; #place; #result; #story; #next; #graph; #turning; #turned; #showBetter; #buttons; #moves = null; #isOver = null; #steps = null; #about = "";

  constructor(cards, page) {
    this.#page = page;
    this.#words = page.words;
    const { words } = page;
    this.#result = html("h2", { id: "ending-result" });
    this.#story = html("p", { class: "ending-story" });
    this.#next = html("p", { class: "ending-next", hidden: true });
    this.#graph = new ScoreGraph(words, (at) => page.review.openOwn(at));
    this.#turned = html("p", { class: "ending-turned", role: "status" });
    this.#showBetter = this.#made("better", "play", words.say("ending.show-better"), () => this.#playBetter());
    this.#turning = html("div", { class: "ending-turning" }, page.analysis.controls("ending-analyse"), this.#turned, this.#showBetter);
    this.#buttons = html("div", { class: "ending-buttons" },
      this.#made("step-through", "play", words.say("ending.step-through"), () => page.review.openOwn(0)),
      html("a", { ...saving("/record.txt", "cups-game.txt"), class: "as-button", id: "ending-save" }, sign("save"), words.say("ending.save")));
    const close = html("button", { type: "button", class: "ending-close", id: "ending-close", "aria-label": words.say("ending.close"), title: words.say("ending.close"), onclick: () => this.#close() }, sign("times"));
    this.#place = html("section", { id: "ending", class: "ending", "aria-labelledby": "ending-result", hidden: true },
      html("div", { class: "ending-head" }, html("span", { class: "ending-star" }, sign("star")), this.#result, this.#story, close), this.#graph.element, this.#turning, this.#next, this.#buttons);
    this.#place.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#close(); });
    cards.append(this.#place);
    page.analysis.whenChanged((judged) => this.#showTurning(judged));
  }

  // One more button among the first; gives it back.
  addButton(id, drawn, text, onclick, { isFirst = false } = {}) {
    const button = this.#made(id, drawn, text, onclick);
    if (isFirst) this.#buttons.prepend(button);
    else this.#buttons.append(button);
    return button;
  }

  // A button that stands above all else.
  addInvitation(id, drawn, onclick) {
    const button = this.#made(id, drawn, "", onclick);
    button.classList.add("primary", "ending-invitation");
    this.#place.querySelector(".ending-head").after(button);
    return button;
  }

  // What is said of the result at this page.
  resultFor({ score, end }) { return resultOf(score, this.#words, this.own(), end); }

  #made(id, drawn, text, onclick) {
    return html("button", { type: "button", id: `ending-${id}`, onclick }, sign(drawn), html("span", {}, text));
  }

  show(state) {
    if (this.#page.store.isLookingBack) return;
    // A puzzle says by itself how it ended.
    const isOver = Boolean(state.game?.isOver) && !state.puzzle;
    if (isOver && (!this.#isOver || state.moves !== this.#moves)) this.#open(state, this.#isOver === false);
    if (!isOver && this.#isOver) this.#close();
    this.#isOver = isOver;
    this.#moves = state.moves;
    if (isOver) this.#showResult(state);
    this.#next.hidden = !state.next;
    if (state.next) setText(this.#next, this.#words.say("ending.next", { seconds: state.next.seconds }));
  }

  #showResult({ game }) {
    const own = this.own();
    setText(this.#result, this.resultFor(game));
    setAttribute(this.#place, "data-won", own.length === 1 && winnerOf(game.score, game.end) === own[0] ? "yes" : null);
  }

  #open(state, hasJustEnded) {
    setText(this.#story, storyOf(state.moves, this.#words));
    this.#place.hidden = false;
    document.body.dataset.ending = "yes";
    this.#readSteps(hasJustEnded);
  }

  async #readSteps(hasJustEnded) {
    this.#steps = null;
    this.#graph.element.hidden = this.#turning.hidden = true;
    const answer = await request("/timeline.json").catch(() => null);
    if (!answer?.ok) return; // the result stands there without it
    const timeline = await answer.json();
    let state = timeline.first;
    this.#steps = timeline.steps.map((step) => {
      state = patched(state, step.patch);
      return { ...step, state, score: state.game.score, said: step.number ? this.#words.say("review.move", { number: step.number, side: this.#words.side(step.side), move: this.#words.move(step.move) }) : this.#words.say("review.start") };
    });
    this.#graph.element.hidden = false;
    this.#turning.hidden = !timeline.isExplained;
    this.#about = "";
    this.#showTurning(this.#page.analysis.judged);
    if (hasJustEnded) this.#playLast();
  }

  // The last move once more, bean by bean.
  #playLast() {
    const { playing, store } = this.#page;
    const at = this.#steps.findLastIndex((step) => step.flow?.length);
    if (at > 0 && !playing.isCalm && !store.isLookingBack) playing.play(lyingIn(this.#steps[at - 1].state), [this.#steps[at]]);
  }

  // Where the game turned, as soon as it is known, and the values of the moves judged so far.
  #showTurning(judged) {
    if (this.#place.hidden || !this.#steps) return;
    const about = `${this.#steps.length} ${judged?.size} ${this.#page.analysis.isDone}`;
    if (about === this.#about) return;
    this.#about = about;
    const steps = judged?.size ? this.#steps.map((step) => ({ ...step, value: step.number ? judged.get(step.number)?.after : judged.get(1)?.before, mark: judged.get(step.number)?.mark })) : this.#steps;
    this.#graph.show(steps, steps.length - 1);
    const isDone = Boolean(judged) && this.#page.analysis.isDone, turn = isDone ? this.#page.analysis.turningPoint : null;
    setText(this.#turned, isDone ? this.#saidOfTurn(turn) : "");
    this.#showBetter.hidden = !turn?.line.length;
  }

  #saidOfTurn(turn) {
    const { totals } = this.#page.analysis, words = this.#words;
    if (!turn) return `${words.sayOfGains("ending.no-turn")} ${totals}.`;
    const { number, side, loss, isTurn, isProved, better } = turn;
    const move = words.move(this.#steps[number].move);
    const name = `${isTurn ? "turn" : "dearest"}${isProved ? "" : "-about"}`;
    return `${words.say(`ending.${name}`, { number, side: words.side(side), move, loss: words.gained(loss), better: words.move(better[0]) })} ${totals}.`;
  }

  async #playBetter() {
    const turn = this.#page.analysis.turningPoint;
    await this.#page.review.openOwn(turn.number);
    this.#page.review.playLine(turn);
  }

  #close() {
    this.#place.hidden = true;
    this.#page.playing.stop();
    delete document.body.dataset.ending;
  }
}

// How many turns there were, and how many of them were passes.
function storyOf(moves, words) {
  const turns = turnsOf(moves), passes = turns.filter(({ move }) => move === "pass").length;
  const count = (side) => turns.filter((each) => each.side === side).length;
  const key = turns.length === 1 ? "story-one" : passes === 0 ? "story" : passes === 1 ? "story-pass" : "story-passes";
  return words.say(`ending.${key}`, { turns: turns.length, south: count("south"), north: count("north"), passes });
}
