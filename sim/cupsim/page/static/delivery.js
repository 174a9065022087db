// What a page that lost its connection could not deliver is said, at once and once it is back.
// Only what somebody must know stays until they have read it.

import { html, setAttribute, setText } from "/svg.js";

const SHARED = "[data-needs]";
const MOST_TOLD = 4;

export class Delivery {
  #page; #words; #banner; #text; #close;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    this.#text = html("span", {});
    this.#close = html("button", { type: "button", id: "delivery-read", onclick: () => { this.#banner.hidden = true; } }, this.#words.say("delivery.read"));
    this.#banner = html("div", { id: "delivery", class: "delivery", role: "alert", hidden: true }, this.#text, this.#close);
    page.cards.append(this.#banner);
    page.connection.listen({ changed: (isOpen) => this.#changed(isOpen), lost: (orders) => this.#lost(orders) });
  }

  #changed(isOpen) {
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(SHARED))) each.inert = !isOpen;
    if (!isOpen) this.#say(this.#words.say(this.#page.seats.isSeated ? "delivery.none" : "delivery.none-watching"), true);
  }

  // Taking a finger off a button is nothing anybody misses.
  #lost(orders) {
    const missed = orders.filter((order) => order.do !== "button" || order.down);
    if (missed.length === 0) {
      this.#banner.hidden = true;
      return this.#page.notice.say(this.#words.say("delivery.again"));
    }
    const told = missed.slice(0, MOST_TOLD).map((order) => this.#said(order)).join(", ");
    const what = missed.length > MOST_TOLD ? `${told}, …` : told;
    this.#say(this.#words.say(missed.length === 1 ? "delivery.one" : "delivery.many", { count: missed.length, what }), false);
  }

  #say(text, isLost) {
    setText(this.#text, text);
    setAttribute(this.#banner, "data-lost", isLost ? "yes" : null);
    this.#close.hidden = isLost;
    this.#banner.hidden = false;
  }

  #said(order) {
    const side = order.side ?? order.sides?.[0];
    const values = {
      beans: this.#words.beans(order.count ?? 1),
      place: order.place ? this.#words.place(order.place) : "",
      cup: order.cup ? this.#words.place(order.cup) : "",
      side: side ? this.#words.side(side) : "",
    };
    return this.#words.find(`delivery.orders.${order.do.replace(" ", "-")}`, values) ?? this.#words.say("delivery.orders.other");
  }
}
