// The seat of this page: sitting down and standing up.

import { browserToken, randomToken } from "/browser.js";
import { html, setAttribute, setText } from "/svg.js";

const AT_ANY_TIME = ["sit", "stand up", "name"];

export class Own {
  seats = [];
  #page; #words; #buttons = {}; #told = [];

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    page.names.tell = (seat, name) => { if (this.seats.includes(seat)) this.send({ do: "name", seat, name }); };
    page.connection.listen({ heard: (message) => { if (message.own) this.#have(message.own); } });
    page.connection.introduce({ do: "here", token: browserToken(), visit: randomToken() });
  }

  // The seat whose hands this page moves: a browser has one.
  get seat() { return this.seats[0]; }

  whenChanged(told) { this.#told.push(told); }

  // While its owner has the board, nothing is done at it.
  send(order) { if (this.#page.store.live?.evening?.power !== "set-up" || AT_ANY_TIME.includes(order.do)) this.#page.connection.send(order); }

  // Whether the table did what was asked, once it has answered; null if it refused.
  ask(order) {
    const { store, connection } = this.#page, number = store.live?.evening?.notice?.number;
    connection.send(order);
    return new Promise((done) => {
      const look = setInterval(() => { if (!connection.isAwaited) { clearInterval(look); setTimeout(() => done(store.live?.evening?.notice?.number === number || null), 300); } }, 100);
    });
  }

  #have(seats) {
    const { names } = this.#page, gained = seats.filter((seat) => !this.seats.includes(seat));
    this.seats = seats;
    names.own = this.seat;
    for (const seat of gained) if (names.mine) this.send({ do: "name", seat, name: names.mine });
    this.#changed();
  }

  #changed() {
    setAttribute(document.body, "data-seated", this.seats.length ? "yes" : null);
    this.#page.store.again();
    for (const told of this.#told) told();
  }

  show(state) {
    for (const [seat, { row }] of Object.entries(this.#page.players.rows)) {
      let button = this.#buttons[seat];
      if (!button?.isConnected) row.append((button = this.#buttons[seat] = html("button", { type: "button", class: "seat-own", onclick: () => this.#press(seat) })));
      const isOwn = this.seats.includes(seat), isTaken = state.people?.[seat] !== undefined && !isOwn;
      setText(button, this.#words.say(isOwn ? "king.stand-up" : isTaken ? "king.taken" : "king.sit"));
      button.disabled = isTaken;
      setAttribute(button, "aria-label", this.#words.labelled(button.textContent, this.#page.names.of(seat)));
      setAttribute(row, "data-own", isOwn ? "yes" : null);
    }
  }

  #press(seat) {
    if (this.seats.includes(seat)) { this.send({ do: "stand up", seat }); return; }
    this.send({ do: "sit", seat, name: this.#page.names.mine });
    // On a phone whoever sits down has scrolled away from the table.
    scrollTo(0, 0);
  }
}
