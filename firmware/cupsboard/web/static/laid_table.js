// A table that was laid out by hand: what the board has counted, to be put right where the scales are not
// sure, whose turn it is, and what is left in the stocks.

import { toldOfKept } from "./kept_as_puzzle.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

const MOST = 9999;

export class LaidTable {
  #words; #tell; #play; #keep; #kept; #game; #form; #fields = {}; #turn; #yes; #said = { numbers: {}, stocks: {} };

  // `count` has the board count what lies there, `say` tells it numbers that were counted by hand, `play` gets
  // the side to move beside them, and `keep` as text all of that with the game.
  constructor(words, { count, say, play, keep }) {
    this.#words = words;
    this.#tell = say;
    this.#play = play;
    this.#keep = keep;
    this.#kept = html("p", { role: "status", id: "laid-kept" });
    this.button = html("button", { type: "button", class: "wide", id: "count-table", onclick: () => { this.#forget(); count(); } }, sign("on"), this.#say("begin"));
    this.#form = html("form", { class: "laid fields", onsubmit: (event) => { event.preventDefault(); this.#play({ turn: this.#turn.value, ...this.#all() }); } });
    this.#yes = html("button", { type: "button", id: "laid-yes", onclick: () => this.#changed(this.#yes.dataset.place) }, sign("check"), this.#say("yes"));
    this.elements = [html("p", {}, this.#say("text")), this.button, this.#form];
  }

  #say(key, values) { return this.#words.say(`laid-table.${key}`, values); }

  #forget() { this.#said = { numbers: {}, stocks: {} }; }

  // `lying` is what the board tells of the table, undefined where nothing was counted; `places` are those it weighs.
  show(lying, places) {
    const numbers = lying?.numbers, names = numbers && places.filter((place) => place in numbers);
    if (!numbers) {
      this.#fields = {};
      this.#forget();
      this.#form.replaceChildren(...(lying ? [html("p", { role: "status" }, this.#say("moving"))] : []));
      return;
    }
    this.#game = lying.game;
    if (names.some((place) => !(place in this.#fields))) this.#draw(names, Object.keys(lying.stocks));
    for (const place of names) this.#fill(place, numbers[place], lying.ask === place);
    for (const [side, left] of Object.entries(lying.stocks)) this.#fill(`${side}-stock`, [left, left, left], false);
    this.#ask(lying.ask && numbers[lying.ask] ? lying.ask : null);
  }

  #draw(places, stocks) {
    const name = (side) => this.#words.side(side);
    this.#fields = {};
    this.#turn = html("select", { id: "laid-turn", required: true }, html("option", { value: "" }, ""), ...["south", "north"].map((side) => html("option", { value: side }, name(side))));
    const groups = ["south", "north"].map((side) => html("fieldset", {}, html("legend", {}, name(side)),
      ...places.filter((place) => place.startsWith(side)).map((place) => this.#field(place, this.#words.place(place))),
      ...(stocks.includes(side) ? [this.#field(`${side}-stock`, this.#say("stock"))] : [])));
    this.#form.replaceChildren(...groups, html("label", {}, this.#say("turn"), this.#turn), html("button", { type: "submit", class: "primary wide" }, sign("check"), this.#say("play")),
      html("button", { type: "button", id: "laid-keep", class: "wide", onclick: (event) => this.#keepIt(event.target.closest("button")) }, sign("save"), this.#words.say("puzzles.keep")), this.#kept);
  }

  // The same table as a puzzle, before anything is played.
  async #keepIt(button) {
    if (!this.#form.reportValidity()) return;
    button.disabled = true;
    setText(this.#kept, this.#words.say("puzzles.keeping"));
    setText(this.#kept, await toldOfKept(this.#words, () => this.#keep(JSON.stringify({ game: this.#game, turn: this.#turn.value, ...this.#all() }))));
    button.disabled = false;
  }

  #field(place, called) {
    const input = html("input", { type: "number", id: `laid-${place}`, min: 0, max: MOST, step: 1, required: true, "aria-describedby": `laid-${place}-doubt`, onchange: () => this.#changed(place) });
    const doubt = html("small", { id: `laid-${place}-doubt` }), label = html("label", {}, html("span", {}, called), input, doubt);
    this.#fields[place] = { input, doubt, label };
    return label;
  }

  // Of the places that the scales are not sure of one is to be counted first: its number tells of the others. What
  // somebody is just writing stays.
  #fill(place, number, isAsked) {
    const { input, doubt, label } = this.#fields[place], [count, least, most] = number ?? [];
    const isOpen = !number || least !== most, key = !number ? "unread" : isAsked ? "doubt" : "later";
    if (input !== document.activeElement) input.value = count ?? "";
    setText(doubt, isOpen ? this.#say(key, { least, most }) : "");
    if (isOpen && (isAsked || !number)) label.dataset.doubt = "yes";
    else delete label.dataset.doubt;
  }

  // Beside the place to be counted first stands a yes to the number that is shown.
  #ask(place) {
    const yes = this.#yes, hadFocus = yes === document.activeElement;
    if (yes.dataset.place === place && yes.isConnected) return;
    if (place) {
      yes.dataset.place = place;
      this.#fields[place].label.after(yes);
    } else yes.remove();
    if (hadFocus) (place ? yes : this.#turn).focus();
  }

  // A number that was counted by hand, or of a stock, tells of the others.
  #changed(place) {
    const { input } = this.#fields[place], [side, kind] = place.split("-");
    if (!input.checkValidity()) return;
    if (kind === "stock") this.#said.stocks[side] = Number(input.value);
    else this.#said.numbers[place] = Number(input.value);
    this.#tell(this.#said);
  }

  #all() {
    /** @type {Record<string, number>} */
    const numbers = {}, stocks = {};
    for (const [place, { input }] of Object.entries(this.#fields)) {
      const [side, kind] = place.split("-");
      if (kind === "stock") stocks[side] = Number(input.value);
      else numbers[place] = Number(input.value);
    }
    return { numbers, stocks };
  }
}
