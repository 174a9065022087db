// What players are called: as they said themselves at a simulated table, as somebody wrote on this device, or by number.

import { html, setText } from "../svg.js";

const KEPT = "king-names", LONGEST = 20;
const SEATS = ["one", "two", "three", "four", "five", "six"];

export class Names {
  #words; #people = {}; #here;
  // Tells a simulated table what its players are called; a module may set it.
  tell = () => {};

  constructor(store, words) {
    this.#words = words;
    this.#here = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    words.phrase = (key, { number }) => (key === "king.player" ? this.of(SEATS[number - 1]) : undefined);
    store.subscribe(({ people }) => { this.#people = people ?? {}; });
  }

  of(seat) { return this.#people[seat] || this.#here[seat] || this.#words.say("king.player", { number: this.number(seat) }); }
  number(seat) { return String(SEATS.indexOf(seat) + 1); }
  given(seat) { return this.#people[seat] || this.#here[seat] || ""; }

  give(seat, name) {
    this.#here[seat] = name.trim().slice(0, LONGEST);
    localStorage.setItem(KEPT, JSON.stringify(this.#here));
    this.tell(seat, this.#here[seat]);
  }
}

// A field for each name, in a panel.
export function addNames({ side, words, names, store }) {
  const fields = html("div", { class: "fields" });
  side.append(html("details", { class: "panel", id: "names" }, html("summary", {}, words.say("king.names")), fields, html("p", { class: "note" }, words.say("king.names-note"))));
  let shown = "";
  store.subscribe(({ board }) => {
    const seats = board?.seats ?? [];
    if (seats.join() === shown) return;
    shown = seats.join();
    fields.replaceChildren(...seats.map((seat, index) => {
      const input = html("input", { type: "text", id: `name-${seat}`, maxlength: LONGEST, autocomplete: "off", onchange: () => { names.give(seat, input.value); store.again(); } });
      input.value = names.given(seat);
      const label = html("label", {}, html("span", {}), input);
      setText(label.firstChild, words.say("king.player", { number: index + 1 }));
      return label;
    }));
  });
}
