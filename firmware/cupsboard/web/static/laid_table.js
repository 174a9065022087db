// A table that was laid out by hand: what the board has counted, to be put right where the scales are not
// sure, whose turn it is, and what is left in the stocks.

import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

const MOST = 9999;

export class LaidTable {
  #words; #play; #form; #fields = {}; #turn; #shown = "";

  // `count` has the board count what lies there; `play` gets the side to move, the numbers, and those of the stocks.
  constructor(words, { count, play }) {
    this.#words = words;
    this.#play = play;
    this.button = html("button", { type: "button", class: "wide", id: "count-table", onclick: count }, sign("on"), this.#say("begin"));
    this.#form = html("form", { class: "laid fields", onsubmit: (event) => { event.preventDefault(); this.#send(); } });
    this.elements = [html("p", {}, this.#say("text")), this.button, this.#form];
  }

  #say(key, values) { return this.#words.say(`laid-table.${key}`, values); }

  // `lying` is what the board tells of the table, undefined where nothing was counted; `places` are those it weighs.
  show(lying, places) {
    const now = JSON.stringify([lying, places]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#fields = {};
    if (!lying) this.#form.replaceChildren();
    else if (!lying.numbers) this.#form.replaceChildren(html("p", { role: "status" }, this.#say("moving")));
    else this.#form.replaceChildren(...this.#drawn(lying, places));
  }

  #drawn({ numbers, stocks }, places) {
    const name = (side) => this.#words.side(side);
    this.#turn = html("select", { id: "laid-turn", required: true }, html("option", { value: "" }, ""), ...["south", "north"].map((side) => html("option", { value: side }, name(side))));
    const groups = ["south", "north"].map((side) => html("fieldset", {}, html("legend", {}, name(side)),
      ...places.filter((place) => place.startsWith(side) && place in numbers).map((place) => this.#field(place, this.#words.place(place), numbers[place])),
      ...(side in stocks ? [this.#field(`${side}-stock`, this.#say("stock"), [stocks[side], stocks[side], stocks[side]])] : [])));
    return [...groups, html("label", {}, this.#say("turn"), this.#turn), html("button", { type: "submit", class: "primary wide" }, sign("check"), this.#say("play"))];
  }

  // A number that the scales are not sure of says so; where they say none, one has to be written.
  #field(place, called, number) {
    const [count, least, most] = number ?? [], isSure = number && least === most;
    const field = html("input", { type: "number", id: `laid-${place}`, min: 0, max: MOST, step: 1, required: true, value: count ?? "" });
    const doubt = isSure ? "" : html("small", { id: `laid-${place}-doubt` });
    if (!isSure) {
      setText(doubt, number ? this.#say("doubt", { least, most }) : this.#say("unread"));
      field.setAttribute("aria-describedby", doubt.id);
    }
    this.#fields[place] = field;
    return html("label", { "data-doubt": isSure ? null : "yes" }, html("span", {}, called), field, doubt);
  }

  #send() {
    /** @type {Record<string, number>} */
    const numbers = {}, stocks = {};
    for (const [place, field] of Object.entries(this.#fields)) {
      const [side, kind] = place.split("-");
      if (kind === "stock") stocks[side] = Number(field.value);
      else numbers[place] = Number(field.value);
    }
    this.#play({ turn: this.#turn.value, numbers, stocks });
  }
}
