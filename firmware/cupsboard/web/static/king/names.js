// What players are called: as they said themselves at a simulated table, as somebody wrote on this device, or by number.

import { memory } from "../memory.js";
import { html, setText } from "../svg.js";

const KEPT = "king-names", LONGEST = 20;
const SEATS = ["one", "two", "three", "four", "five", "six"];
const alike = (name) => name.normalize("NFKC").toLowerCase();

export class Names {
  // The seat of the person at this page, whose name goes with them; a real table has no such seat.
  own;
  #words; #store; #seats = []; #people = {}; #names = {}; #here;
  // Tells a simulated table what its players are called; a module may set it.
  /** @type {(seat: string, name: string) => void} */
  tell = () => {};

  constructor(store, words) {
    this.#words = words;
    this.#store = store;
    this.#here = memory.read(KEPT) ?? {};
    words.phrase = (key, { number }) => (key === "king.player" ? this.of(SEATS[number - 1]) : undefined);
    store.subscribe(({ people, names, board }) => { this.#people = people ?? {}; this.#names = names ?? {}; this.#seats = board?.seats ?? []; });
  }

  // The name in at most so many characters. Whoever is called as another is has their number beside the name.
  of(seat, most = Infinity) {
    const name = this.#called(seat), number = this.number(seat);
    const isShared = this.#seats.some((other) => other !== seat && alike(this.#called(other)) === alike(name));
    const beside = isShared ? ` (${number})` : "", room = most - beside.length;
    if (name.length <= room) return name + beside;
    return this.#said(seat) ? `${name.slice(0, Math.max(1, room - 1))}…${beside}` : number;
  }

  number(seat) { return String(SEATS.indexOf(seat) + 1); }

  // What is written for a seat, which the board may have been told by a button; what another person is called, they say themselves.
  given(seat) { return (seat === this.own ? this.#people[seat] ?? this.#here.own : this.#said(seat)) ?? ""; }
  isTheirs(seat) { return seat !== this.own && this.#people[seat] !== undefined; }
  get mine() { return this.#here.own ?? ""; }

  give(seat, name) {
    const written = name.trim().slice(0, LONGEST);
    this.#here[seat === this.own ? "own" : seat] = written;
    memory.write(KEPT, this.#here);
    this.tell(seat, written);
  }

  // Of a game of the past nobody at this device knows more than was kept of it.
  #said(seat) { return this.#people[seat] ?? this.#names[seat] ?? (this.#store.isLookingBack ? "" : this.#here[seat]); }
  #called(seat) { return this.#said(seat) || this.#words.say("king.player", { number: this.number(seat) }); }
}

// A field for each name, in a panel.
export function addNames({ side, words, names, store }) {
  const fields = html("div", { class: "fields" });
  side.append(html("details", { class: "panel", id: "names" }, html("summary", {}, words.say("king.names")), fields, html("p", { class: "note" }, words.say("king.names-note"))));
  let shown = "", inputs = {};
  store.subscribe(({ board }) => {
    const seats = board?.seats ?? [];
    if (seats.join() !== shown) {
      shown = seats.join();
      inputs = Object.fromEntries(seats.map((seat) => [seat, html("input", { type: "text", id: `name-${seat}`, maxlength: LONGEST, autocomplete: "off", onchange: ({ target }) => { names.give(seat, target.value); store.again(); } })]));
      fields.replaceChildren(...seats.map((seat, index) => {
        const label = html("label", {}, html("span", {}), inputs[seat]);
        setText(label.firstChild, words.say("king.player", { number: index + 1 }));
        return label;
      }));
    }
    for (const [seat, input] of Object.entries(inputs)) {
      input.disabled = names.isTheirs(seat);
      if (document.activeElement !== input) input.value = names.given(seat);
    }
  });
}
