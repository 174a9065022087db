// A bar for each player: who it is, whether it is his turn, what is in his stock and what he has won.

import { html, setAttribute, setText } from "./svg.js";

export class Players {
  bars = {};
  #words;
  #last = {};

  constructor(words) {
    this.#words = words;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".player"))) {
      const name = html("strong", { class: "player-name" }, words.side(element.dataset.side));
      const who = html("span", { class: "player-who" });
      const turn = html("span", { class: "player-turn" });
      const clock = html("span", { class: "player-clock" });
      const stock = html("span", { class: "player-stock" });
      const score = html("span", { class: "player-score" });
      const points = html("b", {}, "0"), unit = html("small", {}, words.say("score"));
      score.append(points, unit);
      element.append(html("span", { class: "player-dot", "aria-hidden": "true" }), name, who, turn, clock, stock, score);
      this.bars[element.dataset.side] = { element, who, turn, clock, stock, points, unit };
    }
  }

  show(state) {
    for (const [side, bar] of Object.entries(this.bars)) {
      setText(bar.clock, this.#timeLeft(side, state));
      // How long the link has been lost goes on while nothing else is new.
      if (state.far?.linked === false) setText(bar.who, this.#whoPlays(side, state));
    }
    if (state.game === this.#last.game && state.evening === this.#last.evening && state.far === this.#last.far) return;
    this.#last = { game: state.game, evening: state.evening, far: state.far };
    for (const [side, bar] of Object.entries(this.bars)) {
      const hasTurn = state.game?.turn === side;
      setAttribute(bar.element, "data-turn", hasTurn ? "yes" : null);
      setText(bar.turn, hasTurn ? this.#words.say("has-turn") : "");
      setText(bar.points, String(state.game?.score[side] ?? ""));
      setText(bar.unit, this.#words.say(state.game?.score[side] === 1 ? "score-one" : "score"));
      const inStock = state.game?.stock[side];
      setText(bar.stock, state.game && inStock === undefined ? "" : this.#words.say("in-stock", { count: inStock ?? "" }));
      setText(bar.who, this.#whoPlays(side, state));
    }
  }

  // What is left of a side's time to think, where the game has a clock.
  #timeLeft(side, { far, time }) {
    if (!far?.clock) return "";
    const { left, runs, from } = far.clock;
    return this.#duration(Math.max(0, Math.ceil(left[side] - (runs === side ? Math.max(0, time - from) : 0))));
  }

  #duration(seconds) {
    const hours = Math.floor(seconds / 3600), two = (number) => String(number).padStart(2, "0");
    if (hours >= 24) return this.#words.say("far.days", { days: Math.floor(hours / 24), hours: hours % 24 });
    const minutes = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  }

  // The board itself, where it plays this side; else whoever has this seat at a simulated board.
  #whoPlays(side, { game, evening, far, time }) {
    if (far && side === far.own) return this.#words.say("far.own");
    if (far?.linked) return this.#words.say(`far.${far.other ?? "there"}`);
    if (far) return this.#words.say("far.no-link", { time: this.#duration(Math.floor(Math.max(0, time - far.since))) });
    const level = game?.computer?.side === side ? game.computer.level : undefined;
    if (level?.startsWith("engine:")) return this.#words.say("computer.engine", { command: level.slice("engine:".length) });
    if (level) return this.#words.find(`computer.${level}`) ?? this.#words.say("computer.numbered", { level });
    const who = evening?.seats[side];
    return who ? (this.#words.find(`seats.${who}`) ?? who) : "";
  }
}
