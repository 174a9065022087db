// What a director does in a tournament. What can't be had again counts when it is tapped once more.

import { html, setText } from "/svg.js";
import { scoreOf } from "./tournament_sums.js";

const RESULTS = [[2, 0], [1.5, 0.5], [1, 1], [0.5, 1.5], [0, 2], [0, 0]];
const REASONS = ["no-show", "forfeit", "broken-off", "unfair", "mistake"];

export function sureButton(id, text, sureText, act) {
  const button = html("button", { type: "button", id }, text), sure = typeof sureText === "string" ? () => sureText : sureText;
  let isSure = false;
  const turn = (is) => { isSure = is; setText(button, is ? sure() : text); };
  button.addEventListener("click", () => { if (isSure) act(); turn(!isSure); });
  button.addEventListener("blur", () => turn(false));
  return button;
}

// Who meets whom in a round that has not begun.
export function roundLines(pairings, byes, nameOf, say) {
  return [...pairings.map(([one, other]) => `${nameOf(one)} – ${nameOf(other)}`), ...byes.map((member) => say("bye", { name: nameOf(member) }))];
}

export class Directing {
  element;
  #page; #number; #told = null; #shown = "";

  constructor(page, number) {
    [this.#page, this.#number] = [page, number];
    this.element = html("section", { class: "panel not-on-paper", id: "director", hidden: true });
  }

  #act(what, fields = {}) { return this.#page.act(`tournament-${what}`, { tournament: this.#number, ...fields }); }

  async show(told, nameOf) {
    this.#told = told;
    this.element.hidden = told.me?.role !== "director";
    const shown = JSON.stringify([told.state, told.due, told.entrants, told.form]);
    if (this.element.hidden || shown === this.#shown) return;
    this.#shown = shown;
    const { say } = this.#page, parts = [html("h2", {}, say("director"))];
    if (told.due) parts.push(...this.#round(told.due, nameOf));
    if (told.state === "over" && told.form === "league") parts.push(html("button", { type: "button", class: "primary wide", id: "next-season", onclick: () => this.#season() }, say("next-season")));
    if (told.state === "over" && told.form !== "league") { this.element.hidden = true; return; }
    if (told.state !== "over") parts.push(...await this.#people(nameOf));
    if (shown === this.#shown) this.element.replaceChildren(...parts);
  }

  // The round that comes next as it would be, or why there is none.
  #round({ number, pairings = [], byes = [], reason, undecided }, nameOf) {
    const { say } = this.#page;
    if (number === null) return [html("p", { id: "no-round" }, say(`reasons.${reason === "undecided" && undecided === 1 ? "undecided-one" : reason}`, { count: undecided }))];
    const begin = sureButton("begin-round", say("begin-round", { number }), say("begin-sure", { number }), () => this.#act("round", { round: number }));
    begin.className = "primary wide";
    return [html("p", {}, say("next-pairings")), html("ul", { class: "entries", id: "next" }, ...roundLines(pairings, byes, nameOf, say).map((each) => html("li", {}, each))), begin];
  }

  async #people(nameOf) {
    const { say } = this.#page, { state, entrants } = this.#told, acts = [], parts = [];
    if (state === "open" || state === "closed") acts.push(html("button", { type: "button", id: "close-entry", onclick: () => this.#act("entry", { is_closed: state === "open" }) }, say(state === "open" ? "close" : "reopen")));
    acts.push(sureButton("finish", say("finish"), say("finish-sure"), () => this.#act("finish")));
    const isIn = new Set(entrants.filter((each) => each.isIn).map(({ member }) => member)), others = await this.#others(isIn);
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

  async #others(isIn) {
    const answer = await fetch("/club/lobby.json");
    const { members = [] } = answer.ok ? await answer.json() : {};
    return members.filter(({ number, role, isOut }) => role !== "guest" && !isOut && !isIn.has(number)).map(({ number, name }) => [number, name]);
  }

  async #season() {
    const answer = await this.#act("season");
    if (answer) location.assign(`/t/${answer.tournament}`);
  }

  canRule({ round }) {
    const { me, state, form, begun } = this.#told;
    return me?.role === "director" && state === "played" && (form !== "knock-out" || round === begun);
  }

  ruling({ round, one, other, why }, nameOf) {
    const { say } = this.#page, names = { one: nameOf(one), other: nameOf(other) };
    const results = RESULTS.map((pair, at) => html("option", { value: at }, scoreOf(pair)));
    if (why) results.push(html("option", { value: "" }, say("games-count")));
    const result = html("select", {}, ...results), reason = html("select", {}, ...REASONS.map((each) => html("option", { value: each }, say(`why.${each}`))));
    const chosen = () => (result.value === "" ? null : RESULTS[Number(result.value)]);
    const rule = sureButton(`rule-${round}-${one}-${other}`, say("rule-it"), () => (chosen() ? say("rule-sure", { ...names, points: scoreOf(chosen()) }) : say("games-count")), async () => {
      fold.open = false;
      await this.#act("rule", { round, one, other, points: chosen(), why: reason.value });
    });
    const fold = html("details", { class: "ruling" }, html("summary", { "aria-label": say("rule-of", names) }, say("rule")), html("form", { class: "fields", onsubmit: (event) => event.preventDefault() },
      html("label", { class: "stacked" }, say("result"), result), html("label", { class: "stacked" }, say("reason"), reason), rule));
    return fold;
  }
}
