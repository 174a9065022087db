// The weights of all places up to a moment, a small picture each, and the place that somebody chose in two large ones.

import { drawLine } from "./traces.js";
import { html, setText } from "../svg.js";
import { sparks } from "./sparks.js";

const CLOSE_SECONDS = 10;
export const SECONDS = 600;

export class Weights {
  chosen = null;
  #words; #shown = null;
  #small = html("div");
  #pictures = ["ten-seconds", "ten-minutes"].map((key) => ({ key, caption: html("p", { class: "caption" }), canvas: html("canvas", { class: "trace", role: "img" }) }));

  constructor(words) {
    this.#words = words;
    this.large = html("div", { hidden: true }, ...this.#pictures.flatMap(({ caption, canvas }) => [caption, canvas]));
    this.elements = [this.#small, this.large];
  }

  // `rows` have a time and a weight for each of `places`, null where it is unknown; `marks` are times of thin lines.
  draw(shown) {
    this.#shown = shown;
    const { places, rows, marks } = shown, now = rows.at(-1)[0], grams = (value) => (value === null ? "–" : `${this.#number(value)} g`);
    const series = places.map((place, index) => {
      const points = rows.map((row) => [row[0], row[index + 1]]), close = points.filter(([time, value]) => time > now - CLOSE_SECONDS && value !== null).map(([, value]) => value);
      const noise = close.length < 4 ? "" : isMoving(close) ? `, ${this.#words.say("scope.moves")}` : ` ±${this.#number(deviation(close))}`;
      return { place, name: this.#words.place(place), points, note: `${grams(points.at(-1)[1])}${noise}` };
    });
    this.#small.replaceChildren(sparks(series, marks, this.chosen, (place) => { this.chosen = this.chosen === place ? null : place; this.draw(this.#shown); }));
    const chosen = series.find(({ place }) => place === this.chosen);
    this.large.hidden = !chosen;
    if (!chosen) return;
    const known = chosen.points.filter(([, value]) => value !== null);
    for (const { key, caption, canvas } of this.#pictures) {
      const what = `${chosen.name}, ${this.#words.say(`setup.${key}`)}`;
      setText(caption, what);
      canvas.setAttribute("aria-label", what);
      drawLine(canvas, key === "ten-seconds" ? known.filter(([time]) => time > now - CLOSE_SECONDS) : known, grams);
    }
  }

  #number(value) { return this.#words.decimal(value, 2); }
}

const MOVES = 4, LEAST_GRAMS = 0.05;

// Whether weights differ by more than their noise, which shows from one to the next.
function isMoving(values) {
  const steps = values.slice(1).map((value, index) => Math.abs(value - values[index])).sort((one, other) => one - other);
  return deviation(values) > LEAST_GRAMS + MOVES * steps[steps.length >> 1];
}

function deviation(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
