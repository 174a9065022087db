// The end of a game: who has won, and how all stand, the most cups first.

import { bringIntoView } from "../into_view.js";
import { html, setText } from "../svg.js";
import { sign } from "../signs.js";

export class Ending {
  // What a module offers there: another game.
  offers = html("div", { class: "ending-offers" });
  #words; #names; #panel; #title; #list; #shown = "";

  constructor({ words, names }, place) {
    this.#words = words;
    this.#names = names;
    this.#title = html("h2", { tabindex: -1 });
    this.#list = html("ol", { class: "standings", "aria-label": words.say("king.standings") });
    this.#panel = html("section", { class: "ending king-ending", id: "ending", hidden: true }, this.#title, this.#list, this.offers);
    place.prepend(this.#panel);
  }

  show({ game, round }) {
    const isOver = Boolean(game?.isOver), players = round?.players ?? [];
    if (isOver && this.#panel.hidden) bringIntoView(this.#panel);
    this.#panel.hidden = !isOver;
    const standings = isOver ? players.map((seat) => ({ seat, name: this.#names.of(seat), cups: game.score[seat] ?? 0 })).sort((one, other) => other.cups - one.cups) : [];
    const shown = JSON.stringify(standings);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const most = standings[0]?.cups;
    if (isOver) setText(this.#title, this.#words.say("king.wins", { player: standings[0]?.name ?? "", count: most ?? 0 }));
    this.#list.replaceChildren(...standings.map(({ seat, name, cups }, at) => html("li", { "data-seat": seat, ...(at ? {} : { "data-first": "yes" }) },
      html("span", {}, ...(at ? [] : [sign("star")]), name), html("b", {}, this.#words.say("king.score", { count: cups })))));
  }
}
