// How a player plays: strength, results, beans lost, mistakes and openings, drawn; more of it as games are judged.

import { linesOf, request } from "./carrier.js";
import { sign } from "./signs.js";
import { html, setText, svg } from "./svg.js";

const WIDTH = 340, LADDER_HEIGHT = 66, CURVE_HEIGHT = 120;
// The most opponents that stand one by one.
const MOST_ROWS = 10;

export class Career {
  #page; #words; #dialog; #title; #said; #progress; #body; #ending = null;

  constructor(page) {
    const { words } = this.#page = page;
    this.#words = words;
    this.#title = html("h2", { id: "career-title", tabindex: -1 });
    this.#said = html("p", { class: "career-said", role: "status" });
    this.#progress = html("progress", { hidden: true, "aria-label": this.#say("progress") });
    this.#body = html("div", { class: "career-body" });
    const close = html("button", { type: "button", class: "career-close", "aria-label": this.#say("close"), title: this.#say("close"), onclick: () => this.#dialog.close() }, sign("times"));
    this.#dialog = html("dialog", { class: "career-dialog", id: "career", "aria-labelledby": "career-title" }, html("div", { class: "career-head" }, this.#title, close), this.#said, this.#progress, this.#body);
    document.body.append(this.#dialog);
    this.#dialog.addEventListener("close", () => this.#ending?.abort());
    // Keys that mean something to the table must not get there through an open dialog.
    addEventListener("keydown", (event) => { if (this.#dialog.open) event.stopImmediatePropagation(); }, true);
  }

  #say(key, values) { return this.#words.say(`career.${key}`, values); }

  #number(value, digits = 0) { return value.toLocaleString(this.#words.language, { maximumFractionDigits: digits }).replace("-", "−"); }

  async open(name) {
    this.#ending?.abort();
    const { signal } = this.#ending = new AbortController();
    setText(this.#title, this.#say("title", { name }));
    setText(this.#said, "");
    this.#body.replaceChildren();
    this.#progress.hidden = true;
    this.#dialog.showModal();
    this.#title.focus();
    try {
      const answer = await request(`/career.jsonl?${new URLSearchParams({ name })}`, { signal });
      if (!answer.ok) throw new Error(await answer.text());
      for await (const career of linesOf(answer)) if (!signal.aborted) this.#show(career);
    } catch (thrown) {
      if (!signal.aborted) setText(this.#said, thrown instanceof TypeError ? this.#words.say("past.unheard") : String(thrown.message));
    }
    if (!signal.aborted) this.#progress.hidden = true;
  }

  #show(career) {
    const { name, games, least, judged } = career, isEarly = games < least;
    this.#progress.hidden = isEarly || judged === games;
    this.#progress.max = games;
    this.#progress.value = judged;
    setText(this.#said, this.#say(isEarly ? "early" : judged === games ? "games" : "games-judged", { name, games, least, judged }));
    // Who reads on while games are judged stays where they are.
    const { scrollTop } = this.#dialog;
    this.#body.replaceChildren(...(isEarly ? [] : [this.#strength(career), this.#results(career), this.#losses(career), this.#mistakes(career), this.#openings(career)]));
    this.#dialog.scrollTop = scrollTop;
  }

  #section(key, ...children) { return html("section", { class: `career-${key}` }, html("h3", {}, this.#say(`${key}.title`)), ...children); }

  #strength({ name, strengths, least }) {
    if (!strengths.length) return this.#section("strength", html("p", {}, this.#say("strength.none", { name, least })));
    return this.#section("strength", ...strengths.flatMap(({ game, rating, levels }) => {
      const { points, error, games, next } = rating, names = Object.keys(levels);
      const below = names.filter((level) => levels[level] <= points).at(-1), above = names.find((level) => levels[level] > points);
      const where = below === undefined ? "below" : above === undefined ? "above" : "between";
      const said = this.#say(`strength.${where}`, { name, below: below ?? "", above: above ?? "", game: this.#words.game(game) });
      const measured = this.#say("strength.points", { points: this.#number(points), error: this.#number(error), games });
      return [
        html("p", {}, said), ladder(rating, levels, `${said} ${measured}`),
        html("p", {}, html("b", {}, this.#say("strength.next", { next })), ` ${measured}`),
      ];
    }));
  }

  #results({ opponents, kinds }) {
    const tables = [["opponents", opponents, (name) => this.#page.past.named(name, this.#words.say("career.results.guests"))], ["kinds", kinds, (name) => this.#words.game(name)]];
    const shown = tables.map(([key, tallies, named]) => html("table", { class: "career-table" },
      html("caption", {}, this.#say(`results.${key}`)),
      html("tbody", {}, ...this.#fewer(tallies).map((tally) => this.#row(tally.name === null ? this.#say("results.others") : named(tally.name), tally)))));
    return this.#section("results", ...shown, this.#legend());
  }

  // The most frequent, and all others as one.
  #fewer(tallies) {
    if (tallies.length <= MOST_ROWS) return tallies;
    const others = tallies.slice(MOST_ROWS - 1), sum = (key) => others.reduce((whole, each) => whole + each[key], 0);
    return [...tallies.slice(0, MOST_ROWS - 1), { name: null, won: sum("won"), tied: sum("tied"), lost: sum("lost") }];
  }

  #row(said, { won, tied, lost }) {
    return html("tr", {}, html("th", { scope: "row" }, said), html("td", { class: "career-bar" }, outcome([won, tied, lost])),
      html("td", { class: "career-count", "aria-label": this.#say("results.said", { won, tied, lost }) }, `${won}–${tied}–${lost}`));
  }

  #legend() {
    return html("p", { class: "career-legend" }, ...["won", "tied", "lost"].map((key) => html("span", { "data-ended": key }, this.#say(`results.${key}`))));
  }

  #losses({ name, months, judged, least }) {
    if (judged < least || !months.length) return this.#section("losses", html("p", {}, this.#say("losses.early", { name, least })));
    const said = months.map(({ month, loss }) => `${this.#month(month)}: ${this.#number(loss, 2)}`).join(", ");
    if (months.length === 1) return this.#section("losses", html("p", {}, said), html("p", {}, this.#say("losses.one")));
    return this.#section("losses", curve(months, said, (month) => this.#month(month), (value) => this.#number(value, 2)), html("p", {}, this.#say("losses.text")));
  }

  #month(month) { return new Date(`${month}-15`).toLocaleDateString(this.#words.language, { month: "short", year: "numeric" }); }

  #mistakes({ name, mistakes, judged, moves, least }) {
    const kinds = Object.entries(mistakes ?? {});
    if (judged < least) return this.#section("mistakes", html("p", {}, this.#say("mistakes.early", { name, least })));
    if (!kinds.length) return this.#section("mistakes", html("p", {}, this.#say("mistakes.none", { moves })));
    const [[, most]] = kinds;
    return this.#section("mistakes", html("table", { class: "career-table" }, html("caption", {}, this.#say("mistakes.text", { moves: this.#number(moves) })),
      html("tbody", {}, ...kinds.map(([kind, times]) => html("tr", {}, html("th", { scope: "row" }, this.#words.find(`career.kinds.${kind}`) ?? kind),
        html("td", { class: "career-bar" }, outcome([times], most)), html("td", { class: "career-count" }, String(times)))))));
  }

  #openings({ name, good, bad, kinds }) {
    if (!good.length && !bad.length) return this.#section("openings", html("p", {}, this.#say("openings.none")));
    const move = ([isOwn, label]) => this.#say(`openings.${isOwn ? "own" : "other"}`, { name, move: this.#words.move(label) });
    const said = ({ game, moves }) => `${moves.map(move).join(", ")}${kinds.length > 1 ? ` (${this.#words.game(game)})` : ""}`;
    const table = (key, openings) => (openings.length ? [html("table", { class: "career-table" }, html("caption", {}, this.#say(`openings.${key}`)), html("tbody", {}, ...openings.map((each) => this.#row(said(each), each.ended))))] : []);
    return this.#section("openings", ...table("good", good), ...table("bad", bad));
  }
}

// Parts of a bar, one after the other; they fill it unless it stands for more.
function outcome(parts, whole = Math.max(1, parts.reduce((sum, each) => sum + each, 0))) {
  let x = 0;
  const drawn = parts.map((part, index) => {
    const width = (part / whole) * 100, rect = svg("rect", { x, y: 0, width, height: 10, "data-ended": ["won", "tied", "lost"][index] });
    x += width;
    return rect;
  });
  return svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...drawn);
}

// The levels by their ratings on a line, and the player among them with what the rating may be off by.
function ladder({ points, error, next }, levels, said) {
  const all = [...Object.values(levels), points - error, points + error], least = Math.min(...all), most = Math.max(...all);
  const x = (value) => 14 + ((value - least) / (most - least)) * (WIDTH - 28), line = LADDER_HEIGHT - 18;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${LADDER_HEIGHT}`, class: "career-ladder", role: "img", "aria-label": said },
    svg("path", { d: `M0 ${line}H${WIDTH}`, class: "career-ground" }),
    svg("rect", { x: x(points - error), y: line - 32, width: x(points + error) - x(points - error), height: 8, rx: 4, class: "career-range" }),
    svg("path", { d: `M${x(points)} ${line - 12}l-7 -18h14Z`, class: "career-now" }),
    ...Object.entries(levels).flatMap(([level, value]) => [
      svg("circle", { cx: x(value), cy: line, r: 8.5, class: "career-level", ...(level === next ? { "data-next": "" } : {}) }),
      svg("text", { x: x(value), y: line + 4, class: "career-level-name", ...(level === next ? { "data-next": "" } : {}) }, level),
    ]));
}

// What was lost a move, month by month, from nothing at the ground.
function curve(months, said, named, number) {
  const most = Math.ceil(2 * Math.max(0.5, ...months.map(({ loss }) => loss))) / 2, left = 34, ground = CURVE_HEIGHT - 20;
  const at = ({ month }) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));
  const first = at(months[0]), last = at(months.at(-1));
  const x = (month) => left + 8 + ((at(month) - first) / (last - first)) * (WIDTH - left - 20), y = (loss) => ground - (loss / most) * (ground - 14);
  const path = months.map((month, index) => `${index ? "L" : "M"}${x(month).toFixed(1)} ${y(month.loss).toFixed(1)}`).join("");
  const text = (attributes, content) => svg("text", { class: "career-axis", ...attributes }, content);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${CURVE_HEIGHT}`, class: "career-curve", role: "img", "aria-label": said },
    ...[0, most / 2, most].flatMap((value) => [svg("path", { d: `M${left} ${y(value)}H${WIDTH}`, class: "career-ground" }), text({ x: left - 4, y: y(value) + 4, "text-anchor": "end" }, number(value))]),
    svg("path", { d: path, class: "career-line" }), ...months.map((month) => svg("circle", { cx: x(month), cy: y(month.loss), r: 3.5, class: "career-dot" })),
    text({ x: left, y: CURVE_HEIGHT - 4 }, named(months[0].month)), text({ x: WIDTH, y: CURVE_HEIGHT - 4, "text-anchor": "end" }, named(months.at(-1).month)));
}
