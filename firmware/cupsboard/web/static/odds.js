// The odds of a new game: who gives beans of their stock, how many, and whether these begin in the other's pot.

import { html } from "./svg.js";

const USUAL = 3, MOST = 119;

export class Odds {
  #giver; #beans; #label;

  constructor(words, id) {
    const say = (key, values) => words.say(`odds.${key}`, values);
    const givers = ["", " pot"].flatMap((pot) => ["south", "north"].map((side) => [`${side}${pot}`, say(pot ? "gives-in-pot" : "gives", { side: words.side(side) })]));
    this.#giver = html("select", { id: `${id}-odds`, onchange: () => this.#suit() }, ...[["", say("none")], ...givers].map(([value, text]) => html("option", { value }, text)));
    this.#beans = html("input", { type: "number", id: `${id}-odds-beans`, min: 1, max: MOST, step: 1, value: USUAL, required: true });
    this.#label = html("label", { hidden: true }, say("beans"), this.#beans);
    this.elements = [html("label", { class: "stacked" }, say("label"), this.#giver), this.#label];
    this.#suit();
  }

  // Whether they are asked for: only some games know odds.
  set isOffered(isOffered) {
    if (!isOffered) this.#giver.value = "";
    this.elements[0].hidden = !isOffered;
    this.#suit();
  }

  // What is hidden and empty must keep nobody from beginning.
  #suit() { this.#label.hidden = this.#beans.disabled = this.#giver.value === ""; }

  // In the words of a game's name, as in "south 3 pot"; null without odds.
  get said() {
    const [side, pot] = this.#giver.value.split(" ");
    return side ? `${side} ${this.#beans.value}${pot ? " pot" : ""}` : null;
  }
}
