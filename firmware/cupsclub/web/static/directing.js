// What a director does in a tournament. What can't be had again counts when it is tapped once more.

import { html } from "/svg.js";
import { sureButton } from "./asking.js";
import { scoreOf } from "./tournament_sums.js";

const RESULTS = [[2, 0], [1.5, 0.5], [1, 1], [0.5, 1.5], [0, 2], [0, 0]];
const REASONS = ["no-show", "forfeit", "broken-off", "unfair", "mistake"];

// Who meets whom in a round that has not begun; whose opponent has withdrawn has none.
export function roundLines({ pairings = [], byes = [] }, entrants, nameOf, say) {
  const isIn = new Set(entrants.filter((each) => each.isIn).map(({ member }) => member)), met = pairings.filter((pair) => pair.some((each) => isIn.has(each)));
  const line = ([one, other]) => (isIn.has(one) && isIn.has(other) ? `${nameOf(one)} – ${nameOf(other)}` : say("bye-out", isIn.has(one) ? { name: nameOf(one), other: nameOf(other) } : { name: nameOf(other), other: nameOf(one) }));
  return [...met.map(line), ...byes.filter((member) => isIn.has(member)).map((member) => say("bye", { name: nameOf(member) }))].map((each) => html("li", {}, each));
}

// Why a pairing was ruled, and whom that was about: who has fewer points, or both where they have none.
export function ruledWhy({ why, points, one, other }, nameOf, say) {
  const [own, others] = points, about = own === others ? (own ? [] : [one, other]) : [own < others ? one : other];
  return about.length && !["broken-off", "mistake"].includes(why) ? `${say(`why.${why}`)} (${about.map(nameOf).join(", ")})` : say(`why.${why}`);
}

export class Directing {
  element;
  #page; #number; #told = null; #shown = "";

  constructor(page, number) {
    [this.#page, this.#number] = [page, number];
    this.element = html("section", { class: "panel not-on-paper", id: "director", hidden: true });
  }

  #act(what, fields = {}) { return this.#page.act(`tournament-${what}`, { tournament: this.#number, ...fields }); }

  show(told, nameOf) {
    this.#told = told;
    this.element.hidden = told.me?.role !== "director";
    const shown = JSON.stringify([told.state, told.due, told.entrants, told.others, told.form, told.pairings]);
    if (this.element.hidden || shown === this.#shown) return;
    this.#shown = shown;
    const { say } = this.#page, parts = [html("h2", {}, say("director"))];
    if (told.due) parts.push(...this.#round(told.due, nameOf));
    if (told.state === "over" && told.form === "league") parts.push(html("button", { type: "button", class: "primary wide", id: "next-season", onclick: () => this.#season() }, say("next-season")));
    parts.push(...(told.state === "over" ? [sureButton("resume", say("resume"), say("resume-sure"), () => this.#act("reopen"))] : this.#people(nameOf)));
    this.element.replaceChildren(...parts);
  }

  // The round that comes next as it would be, or why there is none.
  #round({ number, reason, undecided, ...due }, nameOf) {
    const { say } = this.#page;
    if (number === null) return [html("p", { id: "no-round" }, say(`reasons.${reason === "undecided" && undecided === 1 ? "undecided-one" : reason}`, { count: undecided }))];
    const begin = sureButton("begin-round", say("begin-round", { number }), `${this.#undecided(nameOf)} ${say("begin-sure", { number })}`.trim(), () => this.#act("round", { round: number }));
    begin.firstElementChild.className = "primary wide";
    return [html("p", {}, say("next-pairings")), html("ul", { class: "entries", id: "next" }, ...roundLines(due, this.#told.entrants, nameOf, say)), begin];
  }

  // Names the pairings that are not decided, before a round begins and before the end; "" for none.
  #undecided(nameOf) {
    const open = this.#told.pairings.filter(({ isDecided }) => !isDecided).map(({ one, other }) => `${nameOf(one)} – ${nameOf(other)}`).join(", ");
    return open && this.#page.say("undecided", { pairings: open });
  }

  #people(nameOf) {
    const { say } = this.#page, { state, entrants, others, begun, rounds } = this.#told, acts = [], parts = [];
    const undecided = this.#undecided(nameOf);
    if (state === "open" || state === "closed") acts.push(html("button", { type: "button", id: "close-entry", onclick: () => this.#act("entry", { is_closed: state === "open" }) }, say(state === "open" ? "close" : "reopen")));
    acts.push(sureButton("finish", say("finish"), [begun < rounds ? say("finish-early", { begun, rounds }) : "", undecided, say(undecided ? "finish-undecided" : "finish-sure")].filter(Boolean).join(" ").trim(), () => this.#act("finish")));
    const isIn = new Set(entrants.filter((each) => each.isIn).map(({ member }) => member));
    const choice = (id, label, members, button) => {
      const select = html("select", { id: `${id}-member`, "aria-label": label }, ...members.map(([number, name]) => html("option", { value: number }, name)));
      return html("div", { class: "with-button" }, select, button(select));
    };
    if (others.length) parts.push(choice("let-in", say("let-in"), others, (select) => html("button", { type: "button", id: "let-in", onclick: () => this.#act("enter", { member: Number(select.value) }) }, say("let-in"))));
    if (isIn.size) {
      parts.push(choice("take-out", say("take-out"), [...isIn].map((member) => [member, nameOf(member)]), (select) => sureButton("take-out", say("take-out"),
        () => say("take-out-sure", { name: nameOf(Number(select.value)) }), () => this.#act("withdraw", { member: Number(select.value) }))));
    }
    return [...parts, html("p", { class: "acts" }, ...acts)];
  }

  async #season() {
    const answer = await this.#act("season");
    if (answer) location.assign(`/t/${answer.tournament}`);
  }

  canRule({ round }) {
    const { me, state, form, begun } = this.#told;
    return me?.role === "director" && state === "played" && (form !== "knock-out" || round === begun);
  }

  // Calls two to a board, the next that is free or a certain one; what is called can be taken back.
  seating({ one, other, games }, nameOf) {
    const { say, act } = this.#page, { me, boards } = this.#told, names = { one: nameOf(one), other: nameOf(other) }, isDirector = me?.role === "director";
    const next = games.find(({ why }) => why === null), mayAct = isDirector || [one, other].includes(me?.number);
    if (!next || !mayAct) return [];
    if (next.board) return isDirector || !next.isSeated ? [html("button", { type: "button", "aria-label": say("from-board-of", names), onclick: () => act("give-up", { game: next.game }) }, say("from-board"))] : [];
    if (!next.mayBeCalled || !boards.length) return [];
    const where = html("select", { "aria-label": say("where-of", names) }, html("option", { value: "" }, say("free-board")), ...boards.map(({ number, name }) => html("option", { value: number }, name)));
    return [html("div", { class: "with-button seating" }, where, html("button", { type: "button", "aria-label": say("call-of", names), onclick: () => act("call-paired", { game: next.game, board: where.value ? Number(where.value) : null }) }, say("call")))];
  }

  ruling({ round, one, other, why, isLacking }, nameOf) {
    const { say } = this.#page, names = { one: nameOf(one), other: nameOf(other) };
    const results = RESULTS.map((pair, at) => html("option", { value: at }, scoreOf(pair)));
    if (why || isLacking) results.push(html("option", { value: "" }, say("games-count")));
    const reason = html("select", {}, ...REASONS.map((each) => html("option", { value: each }, say(`why.${each}`)))), because = html("label", { class: "stacked" }, say("reason"), reason);
    const result = html("select", { onchange: () => { because.hidden = chosen() === null; } }, ...results), chosen = () => (result.value === "" ? null : RESULTS[Number(result.value)]);
    const sure = () => (chosen() ? say("rule-sure", { ...names, points: scoreOf(chosen()), why: ruledWhy({ why: reason.value, points: chosen(), one, other }, nameOf, say) }) : say("games-sure"));
    const rule = sureButton(`rule-${round}-${one}-${other}`, say("rule-it"), sure, async () => {
      fold.open = false;
      await this.#act("rule", { round, one, other, points: chosen(), why: reason.value });
    });
    const fold = html("details", { class: "ruling" }, html("summary", { "aria-label": say("rule-of", names) }, say("rule")), html("form", { class: "fields", onsubmit: (event) => event.preventDefault() },
      html("label", { class: "stacked" }, say("result"), result), because, rule));
    return fold;
  }
}
