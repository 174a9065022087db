// What may be done, in words beside the lights, for those who don't know the game yet. Can be turned off.

import { keepFitting } from "./fitting.js";
import { html, setAttribute, setText } from "./svg.js";

const CHOSEN = "cups-hints";

export class Hints {
  #words; #place; #lead; #list; #box; #said = null;

  constructor(place, { words, help }) {
    this.#words = words;
    this.#place = place;
    this.#lead = html("strong");
    this.#list = html("ul");
    place.append(html("div", { class: "hints-text" }, this.#lead, " ", this.#list));
    keepFitting(place);
    this.#box = html("input", { type: "checkbox", id: "say-hints", onchange: () => this.#choose(this.#box.checked) });
    help.add(html("label", { class: "help-check" }, this.#box, words.say("hints.switch")));
    this.#choose(localStorage.getItem(CHOSEN) !== "off");
  }

  #choose(isOn) {
    this.#box.checked = isOn;
    localStorage.setItem(CHOSEN, isOn ? "on" : "off");
    this.#place.hidden = !isOn;
  }

  // Moves of a simulated player are for watching, so only what people may do is said.
  show(state) {
    const { game, evening } = state;
    const turn = game?.turn ?? null;
    const isAPersons = !evening || (turn === null ? Object.values(evening.seats).includes("person") : evening.seats[turn] === "person");
    const may = (isAPersons && game?.may) || [];
    if (may === this.#said || (!may.length && this.#said?.length === 0)) return;
    this.#said = may;
    const lead = turn === null ? "who-starts" : "may";
    setText(this.#lead, may.length ? this.#words.say(`hints.${lead}`, { side: turn === null ? "" : this.#words.side(turn) }) : "");
    this.#list.replaceChildren(...may.map((each) => html("li", { "data-key": each.key }, this.#words.message(each))));
    setAttribute(this.#place, "data-turn", turn);
  }
}
