// What may be done, in words beside the lights, for those who don't know the game yet. Can be turned off.
// Where that is too much to read, captures and cups to sow bear signs on the board, and the words name the signs.

import { keepFitting } from "./fitting.js";
import { memory } from "./memory.js";
import { sign } from "./signs.js";
import { html, setAttribute, setText } from "./svg.js";

const CHOSEN = "cups-hints";
const SIGNS = { "may.capture": "capture", "may.sow": "into-pot" }, MOST_LISTED = 2;

export class Hints {
  #words; #board; #place; #lead; #list; #box; #said = null; #names = null;

  constructor(place, { words, help, board }) {
    this.#words = words;
    this.#board = board;
    this.#place = place;
    this.#lead = html("strong");
    this.#list = html("ul");
    place.append(html("div", { class: "hints-text" }, this.#lead, " ", this.#list));
    keepFitting(place, place.parentElement, "--hints-over");
    this.#box = html("input", { type: "checkbox", id: "say-hints", onchange: () => this.#choose(this.#box.checked) });
    help.add(html("label", { class: "help-check" }, this.#box, words.say("hints.switch")));
    this.#choose(memory.get(CHOSEN) !== "off");
  }

  #choose(isOn) {
    this.#box.checked = isOn;
    memory.set(CHOSEN, isOn ? "on" : "off");
    this.#place.hidden = !isOn;
    this.#mark();
  }

  // Moves of a simulated player are for watching, so only what people may do is said.
  show(state) {
    const { game, evening } = state;
    const turn = game?.turn ?? null;
    const isAPersons = !evening || (turn === null ? Object.values(evening.seats).includes("person") : evening.seats[turn] === "person");
    const may = (isAPersons && game?.may) || [];
    const { names } = this.#words;
    if (names === this.#names && (may === this.#said || (!may.length && this.#said?.length === 0))) return;
    [this.#said, this.#names] = [may, names];
    const lead = turn === null ? "who-starts" : "lead";
    setText(this.#lead, may.length ? this.#words.say(`hints.${lead}`, { side: turn === null ? "" : this.#words.side(turn) }) : "");
    const listed = this.#marked.length ? may.filter((each) => !this.#marked.includes(each)) : may;
    this.#list.replaceChildren(...listed.map((each) => html("li", { "data-key": each.key }, this.#words.message(each))));
    for (const key of Object.keys(SIGNS)) {
      if (this.#marked.some((each) => each.key === key)) this.#list.append(html("li", { "data-key": key }, ...this.#withSign(key)));
    }
    setAttribute(this.#place, "data-turn", turn);
    this.#mark();
  }

  // What bears a sign on the board instead of being listed.
  get #marked() {
    const able = (this.#said ?? []).filter((each) => each.key in SIGNS);
    return able.length > MOST_LISTED ? able : [];
  }

  #withSign(key) {
    const [before, after] = this.#words.say(`hints.${key}`, { sign: "|" }).split("|");
    return [before, sign(SIGNS[key]), after];
  }

  #mark() {
    const marks = this.#place.hidden ? [] : this.#marked.map((each) => [each.values.place, { sign: SIGNS[each.key], said: this.#words.message(each) }]);
    this.#board.mark(Object.fromEntries(marks));
  }
}
