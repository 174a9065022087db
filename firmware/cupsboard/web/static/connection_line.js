// What a page says of its connection: in one line, and, where the board turns it away, why, in place of its sentence.

import { setAttribute, setText } from "./svg.js";

export class ConnectionLine {
  #line; #sayRefusal; #words = null; #isOpen = null; #refusal;

  constructor(line, sayRefusal) {
    this.#line = line;
    this.#sayRefusal = sayRefusal;
  }

  begin(words) {
    this.#words = words;
    // A first connection that is yet to come is no lost one.
    if (this.#isOpen !== null) this.show(this.#isOpen, this.#refusal);
  }

  show(isOpen, refusal) {
    this.#isOpen = isOpen;
    this.#refusal = refusal;
    setAttribute(document.documentElement, "data-connection", isOpen ? "open" : "lost");
    if (!this.#words) return isOpen || setText(this.#line, "…");
    setText(this.#line, this.#words.say(isOpen ? "connected" : refusal ? "turned-away" : "lost"));
    if (refusal) this.#sayRefusal(this.#words.find(`refusals.${refusal}`) ?? refusal);
  }
}
