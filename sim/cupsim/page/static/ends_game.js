// A game that people play is not ended by one press: whoever begins another is asked first.

import { Asked } from "/asked.js";
import { turnsOf } from "/story.js";
import { html } from "/svg.js";

export class EndsGame {
  // The question, to be put beside the button that begins.
  element;
  #page; #begin; #asked; #button; #stay; #question;

  // `begin` begins the other game; `button` stands for it and makes room for the question. Both answers have ids
  // that begin with `name`; `asked` hears whenever the question comes or goes.
  constructor(page, name, button, begin, asked = (_isAsking) => {}) {
    this.#page = page;
    this.#begin = begin;
    this.#button = button;
    this.#asked = asked;
    const say = (key) => page.words.say(`table.${key}`);
    const answer = (id, key, more, onclick) => html("button", { type: "button", id: `${name}-${id}`, ...more, onclick }, say(key));
    this.#stay = answer("play-on", "play-on", {}, () => { this.ask(false); button.focus(); });
    this.element = html("div", { class: "ends-game", id: `${name}-asks`, role: "alert", hidden: true },
      html("p", {}, say("ends-game")),
      html("div", { class: "row" }, answer("anyway", "begin", { class: "primary" }, () => { this.ask(false); begin(); }), this.#stay));
    this.#question = new Asked(this.element);
  }

  // Begins at once where nothing is lost.
  press() {
    if (this.#isUnderWay) this.ask(true);
    else this.#begin();
  }

  ask(isAsking) {
    this.element.hidden = !isAsking;
    this.#button.hidden = isAsking;
    this.#question.show(isAsking ? "ends-game" : "");
    this.#asked(isAsking);
    if (isAsking) this.#stay.focus();
  }

  // There is nothing to ask once the game is over.
  show() { if (!this.element.hidden && !this.#isUnderWay) this.ask(false); }

  get #isUnderWay() {
    const { evening, moves, game } = this.#page.store.live ?? {};
    return Object.values(evening?.seats ?? {}).includes("person") && turnsOf(moves).length > 0 && !game?.isOver;
  }
}
