// A bar for each player: who it is, whether it is his turn, what is in his stock and what he has won.

import { html, setAttribute, setText } from "./svg.js";

const BUBBLE_MS = 5000, CLOCK_MS = 200, LAST_SECONDS = 10;

export class Players {
  bars = {};
  #words;
  #last = {};
  #said = null;
  #state = null;

  constructor(words) {
    this.#words = words;
    // A clock goes on while nothing else is new.
    setInterval(() => { if (this.#state) this.#showClocks(this.#state); }, CLOCK_MS);
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".player"))) {
      const name = html("span"), change = html("button", { type: "button", hidden: true });
      const who = html("span", { class: "player-who" });
      const turn = html("span", { class: "player-turn" });
      const clock = html("span", { class: "player-clock" });
      const stock = html("span", { class: "player-stock" });
      const score = html("span", { class: "player-score" });
      const bubble = html("span", { class: "player-bubble", role: "status" });
      const points = html("b", {}, "0"), unit = html("small", {}, words.say("score"));
      score.append(points, unit);
      element.append(html("span", { class: "player-dot", "aria-hidden": "true" }), html("strong", { class: "player-name" }, name, change), who, turn, clock, stock, score, bubble);
      this.bars[element.dataset.side] = { element, name, change, who, turn, clock, stock, points, unit, bubble };
    }
  }

  show(state) {
    for (const [side, bar] of Object.entries(this.bars)) {
      setText(bar.name, this.#words.side(side));
      setText(bar.change, this.#words.side(side));
      // How long the link has been lost goes on while nothing else is new.
      if (state.far?.linked === false) setText(bar.who, this.#whoPlays(side, state));
    }
    this.#state = state;
    this.#showClocks(state);
    this.#showSaid(state.far?.said);
    if (state.game === this.#last.game && state.evening === this.#last.evening && state.far === this.#last.far) return;
    this.#last = { game: state.game, evening: state.evening, far: state.far };
    for (const [side, bar] of Object.entries(this.bars)) {
      const hasTurn = state.game?.turn === side;
      setAttribute(bar.element, "data-turn", hasTurn ? "yes" : null);
      setText(bar.turn, hasTurn ? this.#words.say("has-turn") : "");
      setText(bar.points, String(state.game?.score[side] ?? ""));
      setText(bar.unit, this.#words.points(state.game?.score[side]));
      const inStock = state.game?.stock[side];
      setText(bar.stock, state.game && inStock === undefined ? "" : this.#words.say("in-stock", { count: inStock ?? "" }));
      setText(bar.who, this.#whoPlays(side, state));
    }
  }

  // What somebody has just said stands at their name for a while; what was said before this page came does not.
  #showSaid(said) {
    if (said === undefined) return;
    for (const [side, bar] of Object.entries(this.bars)) {
      const { n, phrase } = said[side] ?? { n: 0 }, before = this.#said?.[side]?.n ?? (this.#said ? 0 : n);
      if (n <= before) continue;
      setText(bar.bubble, this.#words.say(`sentences.far-phrases.${phrase}`));
      clearTimeout(bar.bubbleEnds);
      bar.bubbleEnds = setTimeout(() => setText(bar.bubble, ""), BUBBLE_MS);
    }
    this.#said = said;
  }

  // What is left of each side's time to think, where the game has a clock.
  #showClocks(state) {
    const { far, clock = far?.clock } = state;
    for (const [side, bar] of Object.entries(this.bars)) {
      const seconds = clock && Math.max(0, Math.ceil(leftOf(clock, side, timeOf(state))));
      setText(bar.clock, clock ? this.#duration(seconds) : "");
      setAttribute(bar.clock, "data-runs", clock?.runs === side ? "yes" : null);
      setAttribute(bar.clock, "data-last", clock?.runs === side && seconds <= LAST_SECONDS ? "yes" : null);
      setAttribute(bar.clock, "data-unknown", far?.linked === false ? "yes" : null);
    }
  }

  #duration(seconds) {
    const hours = Math.floor(seconds / 3600), two = (number) => String(number).padStart(2, "0");
    if (hours >= 24) return this.#words.say("far.days", { days: Math.floor(hours / 24), hours: hours % 24 });
    const minutes = Math.floor(seconds / 60) % 60;
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  }

  // The board itself, where it plays this side; else whoever has this seat at a simulated board.
  #whoPlays(side, { game, evening, far, time }) {
    if (far?.linked && far.at) return this.#words.say(`far.${far.at[side] ?? "away"}`);
    // A page without its line has no link itself, and knows nothing of anybody else.
    if (far?.isPage && far.at[side] !== "you") return "";
    if (far && side === far.own && !far.isPage) return this.#words.say("far.own");
    if (far?.linked) return this.#words.say(`far.${far.other ?? "there"}`);
    if (far) return this.#words.say("far.no-link", { time: this.#duration(Math.floor(Math.max(0, time - far.since))) });
    const level = game?.computer?.side === side ? game.computer.level : undefined;
    if (level?.startsWith("engine:")) return this.#words.say("computer.engine", { command: level.slice("engine:".length) });
    if (level) return this.#words.find(`computer.${level}`) ?? this.#words.say("computer.numbered", { level });
    const who = evening?.seats[side];
    return who ? (this.#words.find(`seats.${who}`) ?? who) : "";
  }
}

// The board's time now: it goes on unsaid, as fast as a simulated one does.
function timeOf({ time, heardAt, far, evening }) {
  // Nobody knows how a clock goes on behind a line that is gone.
  if (far?.linked === false) return Math.min(time, far.since);
  return heardAt === undefined ? time : time + (performance.now() / 1000 - heardAt) * (evening?.speed ?? 1);
}

// Seconds; in an hourglass each side gets what the other uses.
function leftOf({ left, runs, from, isHourglass }, side, time) {
  const used = runs ? Math.max(0, time - from) : 0;
  if (runs === side) return left[side] - used;
  return left[side] + (isHourglass && runs ? Math.min(used, left[runs]) : 0);
}
