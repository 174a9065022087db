// The end of a game: who won, how it came, and what one may do next.

import { resultOf } from "./review.js";
import { ScoreGraph } from "./score_graph.js";
import { sign } from "./signs.js";
import { patched } from "./store.js";
import { html, setText } from "./svg.js";

export class Ending {
  #page; #words; #place; #result; #story; #next; #graph; #buttons; #moves = null; #isOver = false;

  constructor(cards, page) {
    this.#page = page;
    this.#words = page.words;
    const { words } = page;
    this.#result = html("h2", { id: "ending-result" });
    this.#story = html("p", { class: "ending-story" });
    this.#next = html("p", { class: "ending-next", hidden: true });
    this.#graph = new ScoreGraph(words, (at) => page.review.openOwn(at));
    this.#buttons = html("div", { class: "ending-buttons" },
      this.#made("step-through", "play", words.say("ending.step-through"), () => page.review.openOwn(0)),
      html("a", { href: "/record.txt", download: "cups-game.txt", class: "as-button", id: "ending-save" }, sign("save"), words.say("ending.save")));
    const close = html("button", { type: "button", class: "ending-close", id: "ending-close", "aria-label": words.say("ending.close"), title: words.say("ending.close"), onclick: () => this.#close() }, sign("times"));
    this.#place = html("section", { id: "ending", class: "ending", "aria-labelledby": "ending-result", hidden: true },
      html("div", { class: "ending-head" }, this.#result, this.#story, close), this.#graph.element, this.#next, this.#buttons);
    this.#place.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#close(); });
    cards.append(this.#place);
  }

  // One more button among the first; gives it back.
  addButton(id, drawn, text, onclick, { isFirst = false } = {}) {
    const button = this.#made(id, drawn, text, onclick);
    if (isFirst) this.#buttons.prepend(button);
    else this.#buttons.append(button);
    return button;
  }

  #made(id, drawn, text, onclick) {
    return html("button", { type: "button", id: `ending-${id}`, onclick }, sign(drawn), html("span", {}, text));
  }

  show(state) {
    if (this.#page.store.isLookingBack) return;
    // A puzzle says by itself how it ended.
    const isOver = Boolean(state.game?.isOver) && !state.puzzle;
    if (isOver && (!this.#isOver || state.moves !== this.#moves)) this.#open(state);
    if (!isOver && this.#isOver) this.#close();
    this.#isOver = isOver;
    this.#moves = state.moves;
    this.#next.hidden = !state.next;
    if (state.next) setText(this.#next, this.#words.say("ending.next", { seconds: state.next.seconds }));
  }

  #open(state) {
    setText(this.#result, resultOf(state.game.score, this.#words));
    setText(this.#story, storyOf(Object.values(state.moves ?? {}), this.#words));
    this.#place.hidden = false;
    document.body.dataset.ending = "yes";
    this.#showGraph();
  }

  async #showGraph() {
    this.#graph.element.hidden = true;
    const answer = await fetch("/timeline.json").catch(() => null);
    if (!answer?.ok) return; // the result stands there without it
    const timeline = await answer.json();
    let state = timeline.first;
    const steps = timeline.steps.map((step) => {
      state = patched(state, step.patch);
      return { score: state.game.score, said: step.number ? this.#words.say("review.move", { number: step.number, side: this.#words.side(step.side), move: this.#words.move(step.move) }) : this.#words.say("review.start") };
    });
    this.#graph.element.hidden = false;
    this.#graph.show(steps, steps.length - 1);
  }

  #close() {
    this.#place.hidden = true;
    delete document.body.dataset.ending;
  }
}

// How many turns there were, as the list of moves numbers them, and how many of them were passes.
function storyOf(entries, words) {
  const turns = entries.filter(({ move }) => !/^(stock|table) /.test(move)), passes = turns.filter(({ move }) => move === "pass").length;
  const count = (side) => turns.filter((each) => each.side === side).length;
  const key = passes === 0 ? "story" : passes === 1 ? "story-pass" : "story-passes";
  return words.say(`ending.${key}`, { turns: turns.length, south: count("south"), north: count("north"), passes });
}
