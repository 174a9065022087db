// Both players' points over the moves, as two lines, and what an analysis says of them as a third; a move is chosen with a pointer or with the arrow keys.

import { html, svg } from "./svg.js";

// The first move is at the very left and the last at the very right: so a slider below can share the scale.
const WIDTH = 300, HEIGHT = 60, EDGE = 4;
const SIDES = ["south", "north"];

export class ScoreGraph {
  #words; #picked; #steps = []; #at = 0; #drawing; #legend = {};

  // `picked` gets the index of a step that somebody chooses.
  constructor(words, picked) {
    this.#words = words;
    this.#picked = picked;
    this.#drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "score-graph", role: "slider", tabindex: 0,
      "aria-label": words.say("score-graph.title"), "aria-valuemin": 0 });
    for (const side of SIDES) this.#legend[side] = html("span", { class: "score-side", "data-side": side });
    this.element = html("div", { class: "score-over-moves" }, this.#drawing, html("p", { class: "score-legend" }, ...SIDES.map((side) => this.#legend[side])));
    this.#drawing.addEventListener("click", (event) => this.#pick(this.#stepAt(event)));
    this.#drawing.addEventListener("keydown", (event) => this.#key(event));
  }

  // The steps of a game, each with the points of both sides, and with what it was in words.
  show(steps, at) {
    if (steps !== this.#steps) this.#draw(steps);
    this.#at = at;
    const { score, said, value } = steps[at];
    this.#drawing.querySelector(".score-now").setAttribute("transform", `translate(${this.#x(at)} 0)`);
    for (const side of SIDES) this.#legend[side].textContent = `${this.#words.side(side)} ${score[side]}`;
    this.#drawing.setAttribute("aria-valuenow", at);
    this.#drawing.setAttribute("aria-valuetext", this.#words.say("score-graph.at", { said, south: score.south, north: score.north })
      + (value === undefined ? "" : this.#words.say("score-graph.value", { value: value.toLocaleString(this.#words.language) })));
  }

  #draw(steps) {
    this.#steps = steps;
    const valued = steps.map(({ value }, at) => ({ value, at })).filter(({ value }) => value !== undefined);
    const values = valued.map(({ value }) => value);
    const most = Math.max(1, ...values, ...steps.flatMap(({ score }) => [score.south, score.north]));
    const least = Math.min(0, ...values);
    const y = (points) => HEIGHT - EDGE - ((points - least) / (most - least)) * (HEIGHT - 2 * EDGE);
    const lines = SIDES.map((side) => {
      // Points stay as they are until the next move changes them.
      const path = steps.map(({ score }, at) => `${at ? `H${this.#x(at)}V` : `M${this.#x(0)} `}${y(score[side])}`).join("");
      return svg("path", { d: path, class: "score-line", "data-side": side });
    });
    const value = valued.map(({ value, at }, index) => `${index ? "L" : "M"}${this.#x(at)} ${y(value)}`).join("");
    // A line of no length with a round end is a dot, also in a drawing that is stretched.
    const marks = steps.flatMap(({ mark, value }, at) => (mark && value !== undefined ? [svg("path", { d: `M${this.#x(at)} ${y(value)}h0.01`, class: "score-mark", "data-mark": mark })] : []));
    this.#drawing.replaceChildren(svg("path", { d: `M0 ${y(0)}H${WIDTH}`, class: "score-ground" }), ...lines,
      ...(value ? [svg("path", { d: value, class: "score-value" })] : []), ...marks,
      svg("path", { d: `M0 0V${HEIGHT}`, class: "score-now" }));
    this.#drawing.setAttribute("aria-valuemax", steps.length - 1);
  }

  #x(at) { return (at / Math.max(1, this.#steps.length - 1)) * WIDTH; }

  #stepAt(event) {
    const box = this.#drawing.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * (this.#steps.length - 1));
  }

  #key(event) {
    const to = { ArrowLeft: this.#at - 1, ArrowRight: this.#at + 1, Home: 0, End: this.#steps.length - 1 }[event.key];
    if (to === undefined || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    this.#pick(to);
  }

  #pick(at) { this.#picked(Math.max(0, Math.min(this.#steps.length - 1, at))); }
}
