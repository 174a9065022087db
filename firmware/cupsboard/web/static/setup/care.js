// The scope of a board that is busy, ten minutes back, and the zeros of weeks: pictures that are drawn when opened.

import { sign } from "../signs.js";
import { html, setText } from "../svg.js";
import { sparks } from "./sparks.js";
import { SECONDS, Weights } from "./weights.js";

const POLL_MS = 1000;

export class Scope {
  #words; #weights; #rows = []; #said = []; #places = []; #isFrozen = false; #isOpen = false;
  #list = html("ol", { class: "said", tabindex: "0" }); #freeze;

  constructor(words) {
    this.#words = words;
    this.#weights = new Weights(words);
  }

  panel() {
    const say = (key) => this.#words.say(`setup.${key}`);
    this.#freeze = html("button", { type: "button", "aria-pressed": "false", onclick: () => { this.#isFrozen = !this.#isFrozen; this.#freeze.setAttribute("aria-pressed", String(this.#isFrozen)); } }, sign("pause"), say("freeze"));
    this.#list.setAttribute("aria-label", say("scope-said"));
    const panel = html("details", { class: "panel choice care", id: "scope", ontoggle: () => { this.#isOpen = panel.open; if (panel.open) this.#look(); } },
      html("summary", {}, html("h2", {}, say("scope"))), html("p", {}, say("scope-text")), ...this.#weights.elements, this.#list,
      html("div", { class: "answers" }, this.#freeze, html("a", { href: "/owner/weights.csv", download: "cups-weights.csv" }, sign("save"), say("csv"))));
    return panel;
  }

  async #look() {
    const since = this.#rows.at(-1)?.[0], answer = await fetch(`/owner/weights.json${since === undefined ? "" : `?since=${since}`}`).catch(() => null);
    if (answer?.ok) {
      const { places, rows, said } = await answer.json();
      this.#places = places;
      this.#rows.push(...rows);
      this.#said.push(...said);
      const oldest = (this.#rows.at(-1)?.[0] ?? 0) - SECONDS;
      while (this.#rows.length && this.#rows[0][0] < oldest) this.#rows.shift();
      this.#said = this.#said.filter(([time]) => time >= oldest);
      if (!this.#isFrozen && rows.length) this.#draw();
    }
    if (this.#isOpen) setTimeout(() => this.#isOpen && this.#look(), POLL_MS);
  }

  #draw() {
    const now = this.#rows.at(-1)[0];
    this.#weights.draw({ places: this.#places, rows: [...this.#rows], marks: this.#said.map(([time]) => time) });
    this.#list.replaceChildren(...this.#said.toReversed().map(([time, message]) => html("li", {}, html("b", {}, this.#words.say("setup.seconds-ago", { seconds: Math.round(now - time) })), " ", this.#words.message(message))));
  }
}

// How far each zero has moved since the calibration in force.
export function zeros(words) {
  const say = (key, values) => words.say(`setup.${key}`, values), pictures = html("div"), note = html("p", { role: "status" });
  const panel = html("details", { class: "panel choice care", id: "zeros", ontoggle: () => panel.open && draw() },
    html("summary", {}, html("h2", {}, say("zeros"))), html("p", {}, say("zeros-text")), note, pictures,
    html("div", { class: "answers" }, html("a", { href: "/owner/zeros.csv", download: "cups-zeros.csv" }, sign("save"), say("csv"))));

  async function draw() {
    const answer = await fetch("/owner/zeros.json").catch(() => null), all = answer?.ok ? await answer.json() : [];
    const days = all.filter(({ calibrated }) => calibrated === all.at(-1).calibrated);
    setText(note, days.length ? say("zeros-since", { day: days[0].day, days: days.length }) : say("zeros-none"));
    if (!days.length) return;
    const series = Object.keys(days[0].grams).map((place) => {
      const points = days.map(({ day, grams }) => [Date.parse(day) / 1000, grams[place] ?? null]), moved = 1000 * ((points.at(-1)[1] ?? NaN) - points[0][1]);
      return { place, name: words.place(place), points, note: Number.isFinite(moved) ? `${moved.toLocaleString(words.language, { maximumFractionDigits: 0, signDisplay: "always" })} mg` : "–" };
    });
    pictures.replaceChildren(sparks(series));
  }
  return panel;
}

// The report of the calibration in force, and those from before, each of which can be had back.
export function calibrations(words, owner) {
  const say = (key, values) => words.say(`setup.${key}`, values), list = html("ul", { class: "kept" });
  const report = words.language === "en" ? "/owner/calibration.html" : `/owner/calibration.${words.language}.html`;
  const panel = html("details", { class: "panel choice care", id: "calibrations", ontoggle: () => panel.open && show() },
    html("summary", {}, html("h2", {}, say("calibrations"))), html("p", {}, html("a", { href: report, target: "_blank", rel: "noopener" }, say("calibration-report"))), list);

  async function show() {
    const answer = await fetch("/owner/calibrations.json").catch(() => null), kept = answer?.ok ? await answer.json() : [];
    const date = (made) => new Date(made).toLocaleString(words.language, { dateStyle: "medium", timeStyle: "short" });
    list.replaceChildren(...(kept.length ? kept.map(({ name, made }) => html("li", {}, say("made", { date: date(made) }), html("button", { type: "button", onclick: async () => { if (await owner.order("calibration-back", { name })) show(); } }, sign("undo"), say("have-back")))) : [html("li", {}, say("none-kept"))]));
  }
  return panel;
}
