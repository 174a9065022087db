// What has happened: the moves of the game, and what the board noticed, the newest first.

import { html, setAttribute, setText } from "./svg.js";

export class Story {
  #page; #words; #moves; #log; #last = {};

  constructor(page) {
    const { words } = page;
    this.#page = page;
    this.#words = words;
    this.#moves = html("ol", { class: "moves", tabindex: 0, "aria-label": words.say("moves-title") });
    this.#log = html("ul", { class: "log", tabindex: 0, "aria-label": words.say("log-title") });
    page.side.append(html("section", { class: "panel" }, html("h2", {}, words.say("moves-title")), this.#moves));
    page.makers.append(html("details", { class: "panel" }, html("summary", {}, words.say("log-title")), this.#log));
  }

  show(state) {
    // Of a record that is looked at, the moves to come stand there too, and the one that is shown is marked.
    const moves = this.#page.review.moves ?? state.moves, at = this.#page.review.shown?.move;
    const { names } = this.#words, isNew = moves !== this.#last.moves || names !== this.#last.names;
    if (isNew) this.#showMoves(moves ?? {});
    if (isNew || at !== this.#last.at) this.#markMove(at);
    const judged = this.#page.analysis?.judged ?? null, known = judged?.size ?? 0;
    if (isNew || judged !== this.#last.judged || known !== this.#last.known) this.#showMarks(judged);
    if (state.log !== this.#last.log) this.#showLog(state.log ?? {});
    this.#last = { moves, names, at, judged, known, log: state.log };
  }

  #showMoves(moves) {
    const numbers = Object.keys(moves).map(Number).sort((one, other) => other - one);
    this.#moves.replaceChildren(...numbers.map((number) => {
      const { side, move, how } = moves[number];
      const ending = how && how !== "pressed" ? html("small", {}, this.#words.find(`endings.${how}`) ?? how) : "";
      return html("li", { value: number, "data-side": side },
        html("button", { type: "button", class: "move", title: this.#words.say("review.open-at"), onclick: () => this.#page.review.openAt(number) },
          html("span", { class: "move-side" }, this.#words.side(side)), html("span", {}, this.#words.move(move)), html("span", { class: "move-mark" }), ending));
    }));
    if (!numbers.length) this.#moves.append(html("li", { class: "none" }, this.#words.say("no-moves")));
  }

  #markMove(at) {
    // Whoever has looked back sees the newest again.
    if (at === undefined) this.#moves.scrollTop = 0;
    for (const item of this.#moves.children) {
      const isShown = at !== undefined && item.value === at;
      setAttribute(item, "aria-current", isShown ? "step" : null);
      if (isShown) this.#moves.scrollTop = item.offsetTop - this.#moves.offsetTop - this.#moves.clientHeight / 2;
    }
  }

  // How bad a move was, where the game was analysed.
  #showMarks(judged) {
    for (const item of this.#moves.children) {
      const mark = judged?.get(item.value)?.mark || null, place = item.querySelector(".move-mark");
      if (!place) continue;
      setAttribute(item, "data-mark", mark);
      setText(place, mark ?? "");
    }
  }

  #showLog(log) {
    const numbers = Object.keys(log).map(Number).sort((one, other) => other - one);
    this.#log.replaceChildren(...numbers.map((number) => {
      const entry = log[number];
      const item = html("li", {}, html("time", {}, `${this.#words.decimal(entry.time, 1)} s`), html("span", {}));
      setText(item.lastChild, this.#words.message(entry));
      return item;
    }));
  }
}

// The turns among the moves of a game: what corrects the record, lays a table or begins a round is none.
export function turnsOf(moves) { return Object.values(moves ?? {}).filter(({ move }) => !/^(stock |table |call begin$|time$)/.test(move)); }
