// The dice of the latest roll, each with its word; and after the grab which cup had been right, never before.

import { html, setAttribute, setText } from "../svg.js";
import { diceOf, tellingOf } from "./rounds.js";
import { named, saidDie } from "./symbols.js";

export class Dice {
  #words; #names; #faces; #answer; #shown = null; #element;

  constructor(element, { words, names }) {
    this.#words = words;
    this.#names = names;
    this.#element = element;
    element.setAttribute("aria-label", words.say("king.dice"));
    this.#faces = html("div", { class: "dice-faces" });
    this.#answer = html("p", { class: "dice-answer" });
    element.append(this.#faces, this.#answer);
  }

  show(state) {
    const dice = diceOf(state) ?? tellingOf(state)?.faces ?? [null, null];
    if (dice.join() !== this.#shown) {
      this.#shown = dice.join();
      this.#faces.replaceChildren(...dice.map((kind) => saidDie(this.#words, kind)));
    }
    const ended = state.round?.ended;
    setAttribute(this.#element, "data-lie", dice[0] || dice[1] ? "yes" : null);
    setText(this.#answer, ended ? this.#words.say(ended.player ? "king.was-for" : "king.was", { cup: named(this.#words, ended.cup), player: ended.player ? this.#names.of(ended.player) : "" }) : "");
  }
}
