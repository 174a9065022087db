// The clock of a new game: for the whole game, for each move, or an hourglass; each side may have its own time.

import { html, setText } from "./svg.js";

const USUAL = { game: 10, move: 30, hourglass: 3 }, MOST = 999;

export class ClockChoice {
  #kind; #times = {}; #increment; #more; #labels = {}; #units = {}; #words;

  constructor(words, id) {
    this.#words = words;
    const say = (key, values) => words.say(`clock.${key}`, values);
    const number = (name, least, value) => html("input", { type: "number", id: `${id}-clock-${name}`, min: least, max: MOST, step: "any", value, required: true });
    this.#kind = html("select", { id: `${id}-clock`, onchange: () => this.#suit() }, ...["", ...Object.keys(USUAL)].map((each) => html("option", { value: each }, say(each || "none"))));
    for (const side of ["south", "north"]) {
      this.#times[side] = number(side, 0.1, USUAL.game);
      this.#units[side] = html("span");
      this.#labels[side] = html("label", { hidden: true }, this.#units[side], this.#times[side]);
    }
    this.#increment = number("increment", 0, 0);
    this.#more = html("label", { hidden: true }, say("increment"), this.#increment);
    this.#suit();
    this.elements = [html("label", { class: "stacked" }, say("label"), this.#kind), this.#labels.south, this.#labels.north, this.#more];
  }

  #suit() {
    const kind = this.#kind.value;
    // What is hidden and empty must keep nobody from beginning.
    for (const side of ["south", "north"]) {
      this.#labels[side].hidden = this.#times[side].disabled = kind === "";
      if (!kind) continue;
      this.#times[side].value = USUAL[kind];
      setText(this.#units[side], this.#words.say(`clock.${kind === "move" ? "move-of" : "game-of"}`, { side: this.#words.side(side, {}) }));
    }
    this.#more.hidden = this.#increment.disabled = kind !== "game";
  }

  // As options write a clock, as in "10+5" or "hourglass:3"; null without one.
  get said() {
    const kind = this.#kind.value, { south, north } = this.#times;
    if (!kind) return null;
    const times = south.value === north.value ? south.value : `${south.value}/${north.value}`;
    if (kind === "move") return `${times}s`;
    if (kind === "hourglass") return `hourglass:${times}`;
    return Number(this.#increment.value) > 0 ? `${times}+${this.#increment.value}` : times;
  }
}
