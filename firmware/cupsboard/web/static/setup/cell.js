// One cell that is looked at: its live weight, what was measured of it, and its traces of seconds and minutes.

import { html, setAttribute, setText } from "../svg.js";
import { drawLine, drawRange } from "./traces.js";

export class CellView {
  #root; #words; #weight; #figures; #traces; #cell = null;

  constructor(root, words) {
    this.#root = root; this.#words = words;
    this.#weight = html("p", { class: "weight" });
    this.#figures = html("dl");
    this.#traces = ["short", "long"].map((key) => html("canvas", { class: "trace", role: "img", "aria-label": words.say(`scope.${key}-caption`) }));
    const pictures = ["short", "long"].map((key, index) => html("figure", {}, this.#traces[index], html("figcaption", {}, words.say(`scope.${key}-caption`))));
    root.replaceChildren(this.#weight, this.#figures, ...pictures);
    addEventListener("resize", () => this.#cell && this.#draw());
  }

  show(cell) {
    this.#root.hidden = !cell;
    this.#cell = cell;
    if (!cell) return;
    const { weight, unit, still } = cell;
    setText(this.#weight, Number.isFinite(weight) ? `${this.#number(weight)} ${this.#words.say(`scope.units.${unit}`)}` : "–");
    setAttribute(this.#weight, "data-still", still);
    this.#figures.replaceChildren(...this.#found(cell).map(([what, value]) => html("div", {}, html("dt", {}, this.#words.say(`scope.${what}`)), html("dd", {}, value))));
    this.#draw();
  }

  // What is known so far, in words; what is not known is null, or left out.
  #found({ still, nominal, arriving, noise, datasheet, weighed, lying }) {
    const words = this.#words, found = [["rest", words.say(still ? "scope.is-still" : "scope.moves")]];
    if (nominal) found.push(["rate", words.say("scope.a-second", { nominal, arriving: arriving?.toLocaleString(words.language) ?? "–" })]);
    if (noise && datasheet) found.push(["noise", words.say("scope.of-datasheet", { noise, times: datasheet.toLocaleString(words.language) })]);
    if (Number.isFinite(lying)) found.push(["beans", words.say("scope.counted", { lying, weighed })]);
    return found;
  }

  #draw() {
    const said = (weight) => this.#number(weight);
    drawLine(this.#traces[0], this.#cell.short, said);
    drawRange(this.#traces[1], this.#cell.long, said);
  }

  #number(weight) {
    const digits = this.#cell.unit === "g" ? 2 : 0;
    return this.#words.decimal(weight, digits);
  }
}
