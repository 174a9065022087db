// Everybody at the table, with their cups, and what is asked of whom; faults with their reason.

import { html, setAttribute, setText } from "../svg.js";
import { setSign } from "../signs.js";
import { faultOf, standingOf, trayOf } from "./rounds.js";
import { named } from "./symbols.js";

const SIGNS = { winner: "star", asked: "question", right: "star", out: "stop", early: "stop", races: "play", wanted: "hand", roller: "again", ready: "check", free: "person" };

export class Players {
  rows = {};
  #words; #names; #list; #shown = "";

  constructor({ side, words, names }) {
    this.#words = words;
    this.#names = names;
    this.#list = html("ul", { class: "seats", id: "seats", "aria-label": words.say("king.players") });
    side.append(html("section", { class: "panel" }, html("h2", {}, words.say("king.players")), this.#list));
  }

  show(state) {
    const seats = state.board?.seats ?? [];
    if (seats.join() !== this.#shown) this.#build(seats);
    for (const seat of seats) this.#showSeat(state, seat);
  }

  #build(seats) {
    this.#shown = seats.join();
    this.rows = {};
    this.#list.replaceChildren(...seats.map((seat) => {
      const name = html("strong"), score = html("b"), standing = html("span", { class: "seat-standing" }), word = html("span");
      standing.append(word);
      const row = html("li", { id: `seat-${seat}`, "data-seat": seat }, html("span", { class: "seat-name" }, name), html("span", { class: "seat-score" }, score), standing);
      this.rows[seat] = { row, name, score, standing, word };
      return row;
    }));
  }

  #showSeat(state, seat) {
    const { row, name, score, standing, word } = this.rows[seat];
    const words = this.#words, players = state.round?.players ?? [];
    const stands = standingOf(state, seat);
    setText(name, this.#names.of(seat));
    setText(score, players.includes(seat) ? words.say("king.score", { count: state.game?.score[seat] ?? 0 }) : "");
    setAttribute(row, "data-standing", stands || null);
    setText(word, this.#said(state, seat, stands));
    if (stands) setSign(standing, SIGNS[stands]);
    else standing.querySelector(".sign")?.remove();
    setAttribute(row, "data-place", trayOf(seat));
  }

  #said(state, seat, stands) {
    const words = this.#words, fault = faultOf(state, seat);
    const said = stands ? words.say(`king.standing.${stands}`) : "";
    if (!fault) return said;
    const why = words.say(`king.faults.${fault.why}${fault.cup && fault.why === "early" ? "-cup" : ""}`, { cup: fault.cup ? named(words, fault.cup) : "" });
    return stands === "out" ? words.labelled(said, why) : [said, why].filter(Boolean).join(" · ");
  }
}
