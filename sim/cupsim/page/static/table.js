// The next game, and how fast time runs.

import { ClockChoice } from "/clock_choice.js";
import { LaidTable } from "/laid_table.js";
import { Odds } from "/odds.js";
import { rulesInput, rulesOf } from "/own_rules.js";
import { html } from "/svg.js";
import { EndsGame } from "./ends_game.js";
import { GAME as SHORT } from "./lessons.js";

const SMALLEST = 2, LARGEST = 12;

export class Table {
  #page; #words; #speed; #tutor; #teaching; #form = {}; #panel; #cups = null; #choices = null; #players = {};
  #beginButton; #endsGame; #game = null; #ofCoins; #odds; #clock; #laid; #endsByLaid; #said;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    page.side.append(this.#newGame(), this.#laidTable(), this.#tutoring(), this.#pace());
  }

  // Who tells people of moves that lose something, while those can be taken back.
  #tutoring() {
    this.#tutor = html("select", { id: "tutor", onchange: () => this.#page.connection.send({ do: "teach", tutor: this.#tutor.value }) });
    this.#teaching = html("section", { class: "panel fields", "data-needs": "seat" }, html("h2", {}, this.#words.say("tutor.title")),
      html("label", {}, this.#words.say("tutor.how"), this.#tutor), html("p", {}, this.#words.say("tutor.text")));
    return this.#teaching;
  }

  #pace() {
    this.#speed = html("select", { id: "speed", onchange: () => this.#page.connection.send({ do: "speed", factor: Number(this.#speed.value) }) });
    return html("section", { class: "panel fields", "data-needs": "seat" }, html("h2", {}, this.#words.say("table.pace")),
      html("label", {}, this.#words.say("table.speed"), this.#speed));
  }

  // First what one plays with, then what it is weighed with.
  #newGame() {
    const field = (name, element, label = {}) => {
      this.#form[name] = element;
      element.id = `new-${name}`;
      return html("label", label, this.#words.say(`table.${name}`), element);
    };
    const check = (name) => html("label", { class: "check" }, (this.#form[name] = html("input", { type: "checkbox", id: `new-${name}` })), this.#words.say(`table.${name}`));
    const number = (least, most) => html("input", { type: "number", min: least, max: most, step: 1 });
    const sizes = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, index) => html("option", { value: index + SMALLEST }, `2 × ${index + SMALLEST}`));
    const starters = ["open", "south", "north"].map((each) => html("option", { value: each }, each === "open" ? this.#words.say("table.open") : this.#words.side(each)));
    this.#odds = new Odds(this.#words, "new");
    this.#clock = new ClockChoice(this.#words, "new");
    const form = html("form", { class: "fields", onsubmit: (event) => this.#begin(event) },
      field("played", html("select", { onchange: () => this.#suit() }), { class: "stacked" }), field("rules", rulesInput({}), { class: "stacked", hidden: true }),
      field("size", html("select", { onchange: () => this.#showFullStock() }, ...sizes)),
      field("opponent", html("select")), field("starter", html("select", {}, ...starters)), field("stock", number(1, 120)), ...this.#odds.elements, ...this.#clock.elements,
      (this.#ofCoins = html("div", { class: "fields" }, field("turns", number(1, 99999), { class: "stacked" }), check("friendly"))),
      html("details", { class: "apart" }, html("summary", {}, this.#words.say("table.more")), html("div", { class: "fields" },
        field("beans", html("select")), check("trays"), field("cells", html("select")),
        field("rate", html("select", {}, ...[10, 80].map((rate) => html("option", { value: rate }, `${rate}/s`)))),
        field("seed", number(0, 2 ** 53)), check("anyway"))),
      (this.#beginButton = html("button", { type: "submit", class: "primary wide", id: "begin" }, this.#words.say("table.begin"))));
    this.#endsGame = new EndsGame(this.#page, "begin", this.#beginButton, () => this.#send());
    form.append(this.#endsGame.element);
    this.#form.seed.placeholder = this.#words.say("table.any");
    this.#form.friendly.checked = true; // a slip and the other's tap would end a beginner's round
    this.#form.turns.placeholder = this.#words.say("table.no-limit");
    this.#panel = html("details", { class: "panel", id: "new-game", "data-needs": "seat" }, html("summary", {}, this.#words.say("table.new-game")), form);
    return this.#panel;
  }

  // The table that lies there, whatever it is, as the beginning of a game.
  #laidTable() {
    this.#laid = new LaidTable(this.#words, {
      count: () => this.#page.connection.send({ do: "count table" }),
      say: (said) => this.#page.connection.send({ do: "count table", ...said }),
      play: (said) => { this.#said = said; this.#endsByLaid.press(); },
      keep: (table) => this.#page.puzzles.deeds.keep(table),
    });
    this.#endsByLaid = new EndsGame(this.#page, "laid", this.#laid.button, () => {
      this.#page.connection.send({ do: "play from", ...this.#said });
      this.#page.backToBoard();
    });
    return html("details", { class: "panel", id: "laid-table", "data-needs": "seat" }, html("summary", {}, this.#words.say("laid-table.title")),
      html("div", { class: "fields" }, ...this.#laid.elements, this.#endsByLaid.element));
  }

  // For whoever wants another game at the end of one.
  openForm() {
    this.#panel.open = true;
    this.#panel.scrollIntoView({ block: "nearest" });
    this.#form.played.focus();
  }

  #called({ name, family, stage, title }) { return name === "short" ? this.#words.say("table.short", SHORT) : title ?? this.#words.say(`table.games.${family}`, { stage }); }

  get #wanted() { return this.#choices?.games.find(({ name }) => name === this.#form.played.value); }

  // The board on which a game is usually played; whoever wants another size says so after it.
  #suit() {
    const { cups, sps } = this.#wanted;
    if (cups) {
      this.#form.size.value = cups;
      this.#form.rate.value = sps;
    }
    this.#form.stock.value = this.#wanted.name === "short" ? SHORT.stock : "";
    this.#showFullStock();
  }

  #showFullStock() {
    if (!this.#wanted) return;
    const { rules, rate } = this.#form, isOwn = this.#wanted.name === "own";
    for (const each of [this.#form.size, rate]) each.parentElement.hidden = isOwn; // as its rules say
    rules.parentElement.hidden = !isOwn;
    rules.required = isOwn;
    const { size, stock } = this.#form, { wishes, stage, stock: usual } = this.#wanted;
    this.#ofCoins.hidden = !wishes.includes("friendly");
    stock.parentElement.hidden = !wishes.includes("stock");
    this.#odds.isOffered = wishes.includes("odds");
    stock.placeholder = this.#words.say(stage > 1 ? "table.of-each" : "table.full", { count: usual ?? 10 * Number(size.value) });
  }

  // The side that this page doesn't play; North where it plays both, or none.
  get #opponentSide() { return this.#page.seats.own.join() === "north" ? "south" : "north"; }

  #begin(event) {
    event.preventDefault();
    this.#endsGame.press();
  }

  async #send() {
    const { played, rules: file, size, opponent, starter, stock, turns, friendly, beans, trays, cells, rate, seed, anyway } = this.#form;
    const ofCoins = this.#ofCoins.hidden ? {} : { turns: turns.value === "" ? null : Number(turns.value), friendly: friendly.checked };
    let rules;
    try {
      if (file.required) rules = await rulesOf(file.files[0], this.#words);
    } catch (fault) {
      return this.#page.notice.say(fault.message);
    }
    const side = this.#opponentSide, isOther = opponent.value !== this.#players[side];
    // A simulated opponent comes with the game: a person who sits there is asked about both.
    if (isOther && opponent.value === "person") this.#page.seats.choose(side, "person");
    this.#page.connection.send({
      do: "new game", ...(rules ? { rules } : { game: "game" in this.#wanted ? this.#wanted.game : played.value }), ...ofCoins, ...(isOther && opponent.value !== "person" ? { opponent: { side, who: opponent.value } } : {}), cups: Number(size.value), starter: starter.value, stock: stock.value === "" ? null : Number(stock.value), odds: this.#odds.said, clock: this.#clock.said,
      beans: beans.value, trays: trays.checked, cells: cells.value, sps: Number(rate.value),
      seed: seed.value === "" ? null : Number(seed.value), anyway: anyway.checked,
    });
    this.#page.backToBoard();
  }

  #fill(choices, evening) {
    // The short game is the usual one with the beans and cups of the guide's.
    const usual = choices.games.findIndex(({ name }) => name === SHORT.game), short = { ...choices.games[usual], name: "short", game: SHORT.game, cups: SHORT.cups, sps: 10 };
    choices = this.#choices = { ...choices, games: choices.games.toSpliced(usual + 1, 0, short).concat({ name: "own", title: this.#words.say("own-rules.own"), wishes: [] }) };
    const options = (names, said, chosen) => names.map((name) => html("option", { value: name, selected: name === chosen }, said(name)));
    this.#speed.replaceChildren(...options(choices.speeds, (speed) => (speed === 0 ? this.#words.say("table.still") : `${speed.toLocaleString(this.#words.language)} ×`), evening.speed));
    this.#tutor.replaceChildren(...options(["off", "gentle", "strict"], (name) => this.#words.say(`tutor.${name}`), evening.tutor));
    this.#form.beans.replaceChildren(...options(choices.beans, (name) => this.#words.find(`kinds.${name}`) ?? name, evening.kind));
    this.#form.opponent.replaceChildren(...options(choices.seats, (name) => this.#words.find(`seats.${name}`) ?? name, evening.seats[this.#opponentSide]));
    this.#form.trays.checked = evening.trays;
    this.#form.cells.replaceChildren(...options(choices.cells, (name) => name, evening.cells));
  }

  // A game of one's own that is on the table is offered once more.
  #offer({ game, title }) {
    const games = this.#choices.games.filter(({ name }) => name !== "sowing");
    if (game.startsWith("sowing ")) games.push({ name: "sowing", title, wishes: [], game: null });
    this.#choices.games = games;
    this.#form.played.replaceChildren(...games.map((each) => html("option", { value: each.name }, this.#called(each))));
  }

  show(state) {
    const { evening } = state;
    if (!evening) return;
    this.#endsGame.show();
    this.#endsByLaid.show();
    this.#laid.show(state.lying, state.board.places);
    if (this.#choices === null) {
      this.#fill(evening.choices, evening);
    }
    // The form begins with the size of the board on the table.
    if (state.board.cups !== this.#cups || state.board.game !== this.#game) {
      this.#cups = state.board.cups;
      this.#game = state.board.game;
      this.#form.size.value = this.#cups;
      this.#form.rate.value = state.board.sps;
      this.#offer(state.board);
      const stage = / stage (\d)/.exec(this.#game)?.[1];
      const family = this.#game.split(" ")[0];
      this.#form.played.value = stage ? `${family} ${stage}` : family;
      this.#showFullStock();
    }
    if (evening.seats !== this.#players) {
      this.#players = evening.seats;
      if (document.activeElement !== this.#form.opponent) follow(this.#form.opponent, evening.seats[this.#opponentSide]);
    }
    follow(this.#speed, String(evening.speed));
    this.#teaching.hidden = !evening.choices.tutors.length;
    follow(this.#tutor, evening.tutor);
  }
}

function follow(field, value) { if (field.value !== value) field.value = value; }
