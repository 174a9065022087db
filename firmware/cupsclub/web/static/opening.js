// What a director fills in to open a tournament: its form, and what each form asks beside.

import { html } from "/svg.js";
import { clockField, CLOCKS } from "./facts.js";

const FORMS = ["round-robin", "knock-out", "swiss", "league"];

export class OpenForm {
  element;
  #page; #fields = {}; #rows = {}; #isSent = false;

  constructor(page) {
    this.#page = page;
    const { say, words, games } = page;
    const select = (id, options, chosen = undefined) => {
      const made = html("select", { id }, ...options.map(([value, text]) => html("option", { value }, text)));
      if (chosen !== undefined) made.value = chosen;
      return made;
    };
    const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => [from + at, from + at]);
    const form = select("form", FORMS.map((each) => [each, say(`forms.${each}`)]));
    const fields = {
      form, name: html("input", { type: "text", id: "tournament-name", maxlength: 60, autocomplete: "off", required: true }),
      game: select("game", games.map((each) => [each, words.game(each)])), clock: clockField(words),
      rounds: select("swiss-rounds", numbers(1, 15), "5"), cycles: select("cycles", [["1", say("once")], ["2", say("twice")]]),
      size: select("division-size", [["0", say("one-division")], ...numbers(3, 24)], "0"), movers: select("movers", numbers(0, 5), "1"),
      rated: html("input", { type: "checkbox", id: "rated", checked: true }), isPublic: html("input", { type: "checkbox", id: "is-public" }), atBoards: html("input", { type: "checkbox", id: "at-boards" }),
    };
    this.#fields = fields;
    const stacked = (key, control) => html("label", { class: "stacked" }, say(key), control), check = (key, control) => html("label", { class: "check" }, control, html("span", {}, say(key)));
    const rows = { rounds: stacked("swiss-rounds", fields.rounds), cycles: stacked("cycles", fields.cycles), size: stacked("division-size", fields.size), movers: stacked("movers", fields.movers), boards: check("at-boards", fields.atBoards) };
    this.#rows = rows;
    for (const each of [form, fields.clock]) each.addEventListener("change", () => this.#fit());
    this.element = html("section", { class: "panel", id: "open-panel" }, html("h2", {}, say("open-title")), html("form", { class: "fields", onsubmit: (event) => this.#open(event) },
      stacked("of-name", fields.name), stacked("form", form), ...Object.values(rows), html("label", { class: "stacked" }, words.say("seat.start.game-label"), fields.game),
      html("label", { class: "stacked" }, words.say("seat.start.clock-label"), fields.clock), check("is-rated", fields.rated), check("is-public", fields.isPublic),
      html("button", { type: "submit", class: "primary wide", id: "open-tournament" }, say("open"))));
    this.#fit();
  }

  // Only what the chosen form knows is asked.
  #fit() {
    const form = this.#fields.form.value, isLeague = form === "league";
    const asked = { rounds: form === "swiss", cycles: isLeague || form === "round-robin", size: isLeague, movers: isLeague, boards: this.#isLive };
    for (const [key, row] of Object.entries(this.#rows)) row.hidden = !asked[key];
  }

  // Who plays by days comes to no board.
  get #isLive() { return !CLOCKS[this.#fields.clock.value].is_for_each_move; }

  async #open(event) {
    event.preventDefault();
    // A second press opens no second tournament.
    if (this.#isSent) return;
    this.#isSent = true;
    const { form, name, game, clock, rounds, cycles, size, movers, rated, isPublic, atBoards } = this.#fields, isLeague = form.value === "league";
    const answer = await this.#page.act("tournament-open", { rules: {
      name: name.value, form: form.value, game: game.value, clock: CLOCKS[clock.value], rounds: form.value === "swiss" ? Number(rounds.value) : 0,
      cycles: isLeague || form.value === "round-robin" ? Number(cycles.value) : 1, rated: rated.checked, is_public: isPublic.checked, at_boards: this.#isLive && atBoards.checked,
      division_size: isLeague ? Number(size.value) : 0, movers: isLeague ? Number(movers.value) : 1,
    } });
    this.#isSent = Boolean(answer);
    if (answer) location.assign(`/t/${answer.tournament}`);
  }
}
