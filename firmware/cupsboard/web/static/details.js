// For the curious: what each cell weighs, how it does, and what the recogniser makes of all of it.
// These figures never stand still. They have a connection of their own, for as long as the panel is open.

import { Connection } from "./connection.js";
import { patched } from "./store.js";
import { html, setAttribute, setText, svg } from "./svg.js";

const WIDTH = 84, HEIGHT = 22;

export class Details {
  #words; #store; #panel; #belief; #body; #rows = {}; #last = {}; #places = null; #connection = null; #figures = {};

  constructor(parent, words, store) {
    this.#words = words;
    this.#store = store;
    this.#belief = html("p", { class: "belief" });
    const head = ["place", "believed", "truth", "weight", "trend", "cell"].map((name) =>
      html("th", { scope: "col", class: `column-${name}` }, words.say(`details.${name}`)));
    this.#body = html("tbody");
    const scroller = html("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": words.say("details.title") },
      html("table", {}, html("thead", {}, html("tr", {}, ...head)), this.#body));
    this.#panel = html("details", { class: "panel details", ontoggle: () => this.#again() },
      html("summary", {}, words.say("details.title")), this.#belief, scroller);
    parent.append(this.#panel);
  }

  #again() {
    const { state } = this.#last;
    this.#last = {};
    if (!this.#panel.open) this.#connection?.close();
    else if (this.#connection) this.#connection.open();
    else this.#connection = new Connection((message) => this.#heard(message), () => {}, "/details");
    if (state) this.show(state);
  }

  #heard({ state, patch }) {
    this.#figures = state ?? patched(this.#figures, patch);
    this.#store.showDetails(this.#figures);
  }

  // A closed panel costs nothing.
  show(state) {
    const last = this.#last;
    this.#last = { ...last, state };
    if (!this.#panel.open || !state.board) return;
    if (state.board.places !== this.#places) this.#begin(state.board.places);
    const { belief, grams, cells, trend } = state.details ?? {};
    if (belief !== last.belief) this.#showBelief(belief);
    this.#panel.toggleAttribute("data-truth", Boolean(state.table));
    state.board.places.forEach((place, index) => {
      const row = this.#rows[place];
      setText(row.believed, String(state.beans?.[place] ?? ""));
      setText(row.truth, state.table ? this.#truth(state.table, place) : "");
      setAttribute(row.row, "data-differs", state.table && row.truth.textContent !== row.believed.textContent ? "yes" : null);
      const weight = grams?.[index];
      setText(row.weight, typeof weight === "number" ? `${this.#words.decimal(weight, 2)} g` : "–");
      setAttribute(row.weight, "data-moving", state.moving?.[place] ? "yes" : null);
      this.#showCell(row, cells?.[place], state.faults?.[place]);
    });
    if (trend !== last.trend) this.#showTrends(state.board, trend);
    Object.assign(this.#last, { belief, trend });
  }

  #truth(table, place) {
    return table.gone[place] ? this.#words.say("details.lifted") : String(table.beans[place].length);
  }

  #begin(places) {
    this.#places = places;
    this.#rows = {};
    this.#body.replaceChildren(...places.map((place) => {
      const [believed, truth, weight, trend, health] = ["believed", "truth", "weight", "trend", "cell"].map((name) => html("td", { class: `column-${name}` }));
      const line = svg("polyline", { class: "trend-line" });
      trend.append(svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "trend", role: "img", "aria-label": this.#words.say("details.trend") }, line));
      const row = html("tr", {}, html("th", { scope: "row" }, this.#words.place(place)), believed, truth, weight, trend, health);
      this.#rows[place] = { row, believed, truth, weight, line, health };
      return row;
    }));
  }

  #showCell(row, cell, fault) {
    setAttribute(row.row, "data-fault", fault?.fault ?? null);
    const words = fault ? this.#words.find(`sentences.faults.${fault.fault}`) ?? fault.words : cell ? this.#words.say("details.well", { rate: cell.rate }) : "–";
    setText(row.health, cell?.missed ? `${words}; ${this.#words.say("details.missed", { count: cell.missed })}` : words);
  }

  #showTrends(board, trend) {
    const looks = Object.entries(trend ?? {}).sort(([one], [other]) => Number(one) - Number(other)).map(([, grams]) => grams);
    board.places.forEach((place, index) => {
      const values = looks.map((grams) => grams[index]);
      const known = values.filter((value) => typeof value === "number");
      const low = Math.min(...known), span = Math.max(1, Math.max(...known) - low);
      const points = values.map((value, at) => (typeof value === "number"
        ? `${((at / (board.trendLength - 1)) * WIDTH).toFixed(1)},${(HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1)}` : null));
      this.#rows[place].line.setAttribute("points", points.filter(Boolean).join(" "));
    });
  }

  #showBelief(belief) {
    if (!belief?.outcome) { setText(this.#belief, ""); return; }
    const percent = new Intl.NumberFormat(this.#words.language, { style: "percent", maximumFractionDigits: 2 });
    const said = [this.#words.say("details.belief", {
      outcome: this.#words.find(`outcomes.${belief.outcome}`) ?? belief.outcome, confidence: percent.format(belief.confidence),
    })];
    const second = belief.runnerUp;
    if (second) {
      const differs = Object.entries(second.differs).map(([place, count]) => this.#words.labelled(this.#words.place(place), count)).join(", ");
      const share = second.probability < 0.0001 ? second.probability.toExponential(0) : percent.format(second.probability);
      const what = this.#words.phrases(second.phrases) + (differs && ` (${differs})`);
      said.push(this.#words.say("details.runner-up", { share, what }));
    }
    setText(this.#belief, said.join(" "));
  }
}
