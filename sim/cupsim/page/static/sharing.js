// Going on from any move of a game that is looked at.

import { codeOf, LONGEST_CODE } from "/links.js";
import { sign } from "/signs.js";
import { html } from "/svg.js";
import { EndsGame } from "./ends_game.js";

export class Sharing {
  #page; #words; #goOnButton; #endsGame;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    this.#goOnButton = html("button", { type: "button", class: "review-go-on", id: "review-go-on", onclick: () => this.#endsGame.press() }, sign("on"), this.#words.say("sharing.go-on"));
    this.#endsGame = new EndsGame(page, "go-on", this.#goOnButton, () => this.#goOn());
    page.review.addAction(this.#goOnButton);
    page.review.addAction(this.#endsGame.element);
    page.seats.whenChanged(() => this.#showWhoMay());
    this.#showWhoMay();
    page.review.whenEnded(() => this.#endsGame.ask(false));
  }

  // To go on ends the game on the table, which is for its players to do.
  #showWhoMay() {
    const { leads } = this.#page.seats;
    this.#goOnButton.disabled = !leads;
    this.#goOnButton.title = leads ? "" : this.#words.say("sharing.go-on-watching");
  }

  async #goOn() {
    const { record, move } = this.#page.review.shown;
    const game = await codeOf(record);
    if (game.length > LONGEST_CODE) { this.#page.links.tell(this.#words.say("sharing.too-long")); return; }
    this.#page.connection.send({ do: "go on", game, move });
    this.#page.backToBoard();
  }
}
