// Buttons that make trouble, so that one can watch the board notice and recover.

import { html, setText } from "/svg.js";

export class Trouble {
  #words; #place; #other; #cable; #coin; #power; #places = null; #state = null; #buttons = {};

  constructor(page) {
    this.#words = page.words;
    this.#place = html("select", { id: "trouble-place", onchange: () => this.#showPlace() });
    this.#other = html("select", { id: "trouble-other" });
    const button = (name, order) => (this.#buttons[name] = html("button", { type: "button", id: `trouble-${name}`, onclick: () => page.connection.send(order()) }, this.#words.say(`trouble.${name}`)));
    const place = () => this.#place.value;
    this.#cable = button("cable", () => ({ do: "cable", place: place(), pulled: !this.#has("pulled") }));
    this.#coin = button("coin", () => ({ do: "coin", place: place(), lies: !this.#has("coins") }));
    const swap = button("swap", () => ({ do: "swap", one: place(), other: this.#other.value }));
    const warm = button("warm", () => ({ do: "warm" }));
    const stall = button("stall", () => ({ do: "stall" }));
    this.#power = button("power", () => ({ do: "power", on: this.#state?.evening?.power === "off" }));
    page.makers.append(html("details", { class: "panel trouble", "data-needs": "seat" }, html("summary", {}, this.#words.say("trouble.title")),
      html("div", { class: "fields" },
        html("label", { class: "stacked" }, this.#words.say("trouble.place"), this.#place),
        html("div", { class: "row" }, this.#cable, this.#coin),
        html("label", { class: "stacked" }, this.#words.say("trouble.with"), this.#other),
        html("div", { class: "row" }, swap),
        html("div", { class: "row apart" }, warm, stall, this.#power))));
  }

  #has(what) { return Boolean(this.#state?.table?.[what][this.#place.value]); }

  show(state) {
    if (!state.board || !state.table) return;
    this.#state = state;
    if (state.board.places !== this.#places) {
      this.#places = state.board.places;
      const options = (chosen) => this.#places.map((place, index) => html("option", { value: place, selected: index === chosen }, this.#words.place(place)));
      this.#place.replaceChildren(...options(0));
      this.#other.replaceChildren(...options(1));
    }
    this.#showPlace();
    setText(this.#power, this.#words.say(state.evening.power === "off" ? "trouble.power-on" : "trouble.power"));
  }

  #showPlace() {
    setText(this.#cable, this.#words.say(this.#has("pulled") ? "trouble.cable-in" : "trouble.cable"));
    setText(this.#coin, this.#words.say(this.#has("coins") ? "trouble.coin-out" : "trouble.coin"));
  }
}
