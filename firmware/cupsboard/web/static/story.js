// What has happened: the moves of the game, and what the board noticed, the newest first.

import { html, setText } from "./svg.js";

export class Story {
  #words; #moves; #log; #last = {};

  constructor(parent, words) {
    this.#words = words;
    this.#moves = html("ol", { class: "moves", tabindex: 0, "aria-label": words.say("moves-title") });
    this.#log = html("ul", { class: "log", tabindex: 0, "aria-label": words.say("log-title") });
    parent.append(
      html("section", { class: "panel" }, html("h2", {}, words.say("moves-title")), this.#moves),
      html("details", { class: "panel" }, html("summary", {}, words.say("log-title")), this.#log));
  }

  show(state) {
    if (state.moves !== this.#last.moves) this.#showMoves(state.moves ?? {});
    if (state.log !== this.#last.log) this.#showLog(state.log ?? {});
    this.#last = { moves: state.moves, log: state.log };
  }

  #showMoves(moves) {
    const numbers = Object.keys(moves).map(Number).sort((one, other) => other - one);
    this.#moves.replaceChildren(...numbers.map((number) => {
      const { side, move, how } = moves[number];
      const ending = how && how !== "pressed" ? html("small", {}, this.#words.find(`endings.${how}`) ?? how) : "";
      return html("li", { value: number, "data-side": side },
        html("span", { class: "move-side" }, this.#words.side(side)), html("span", {}, this.#words.move(move)), ending);
    }));
    if (!numbers.length) this.#moves.append(html("li", { class: "none" }, this.#words.say("no-moves")));
  }

  #showLog(log) {
    const numbers = Object.keys(log).map(Number).sort((one, other) => other - one);
    this.#log.replaceChildren(...numbers.map((number) => {
      const entry = log[number];
      const item = html("li", {}, html("time", {}, `${entry.time.toFixed(1)} s`), html("span", {}));
      setText(item.lastChild, this.#words.message(entry));
      return item;
    }));
  }
}
