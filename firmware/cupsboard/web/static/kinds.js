// The key to the kinds of pieces: each as it is drawn on the board, with its name and what one counts.

import { piece } from "./drawing.js";
import { html, svg } from "./svg.js";

export class Kinds {
  #element; #words; #shown = null;

  constructor(element, words) {
    this.#element = element;
    this.#words = words;
    element.setAttribute("aria-label", words.say("pieces.key"));
  }

  show({ board }) {
    const kinds = board?.kinds ?? null;
    if (kinds === this.#shown) return;
    this.#shown = kinds;
    this.#element.hidden = kinds === null;
    this.#element.replaceChildren(...(kinds ?? []).map(({ kind, value }, index) => html("li", {},
      svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, piece(index, value)),
      this.#words.say("pieces.worth", { kind: this.#words.kind(kind), value }))));
  }
}
