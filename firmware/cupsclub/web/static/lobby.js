// The lobby: whose turn it is in one's games, what is asked and sought, who is there, and what can be watched.

import { html, setText } from "/svg.js";
import { clockField, CLOCKS, clockWords, factsOf, headingOf } from "./facts.js";
import { newKey } from "./link.js";
import { isYoung, ratedAs } from "./rating.js";

const REPORTS = ["name", "leaves", "slow", "unkind", "helped"];

export class Lobby {
  element = html("div", { class: "club-view" });
  #page; #turns; #calls; #cups; #sought; #people; #played; #form; #whom; #where; #rated; #young; #told = null; #asked = null;

  constructor(page) {
    this.#page = page;
    const { say } = page;
    [this.#turns, this.#calls, this.#cups, this.#sought, this.#people, this.#played] = ["turns", "calls", "cups", "sought", "people", "played"].map((id) => html("ul", { class: "entries", id }));
    this.#whom = html("select", { id: "whom" });
    this.#where = html("select", { id: "where", onchange: () => this.#fitClock() });
    const panel = (id, ...children) => html("section", { class: "panel", id: `${id}-panel` }, html("h2", {}, say(id)), ...children);
    this.#form = this.#made();
    this.#young = html("p", { class: "faint" }, say("young"));
    const rules = html("button", { type: "button", class: "wide", id: "lobby-rules", onclick: () => page.help.open() }, page.words.say("seat.door.rules"));
    this.element.append(panel("first", html("p", {}, say("first-text")), rules), panel("calls", this.#calls), panel("turns", this.#turns), panel("cups", this.#cups), panel("sought", this.#sought), panel("seek", this.#form), panel("people", this.#people, this.#young), panel("played", this.#played));
  }

  #made() {
    const { words, say, games } = this.#page;
    const game = html("select", { id: "game" }, ...games.map((each) => html("option", { value: each }, words.game(each))));
    const clock = clockField(words), rated = html("input", { type: "checkbox", id: "rated" });
    this.#rated = rated;
    const seek = (event) => {
      event.preventDefault();
      const to = Number(this.#whom.value), { link, me } = this.#page, board = Number(this.#where.value);
      this.#page.tell("");
      if (board) { this.#callTo({ board, to, game: game.value, rated: rated.checked }); return; }
      // Who taps twice asks once.
      if (this.#asked?.after !== link.code) this.#asked = { after: link.code, key: newKey() };
      link.wish("invite", { key: this.#asked.key, game: game.value, name: me.name, clock: CLOCKS[clock.value], rated: rated.checked, to });
    };
    return html("form", { class: "fields", id: "seek", onsubmit: seek },
      html("label", { class: "stacked" }, say("whom"), this.#whom), html("label", { class: "stacked", id: "where-field", hidden: true }, say("where"), this.#where),
      html("label", { class: "stacked" }, words.say("seat.start.game-label"), game), html("label", { class: "stacked", id: "clock-field" }, words.say("seat.start.clock-label"), clock),
      html("label", { class: "check" }, rated, html("span", {}, say("rated"))), html("button", { type: "submit", class: "primary wide", id: "send" }, say("send")));
  }

  // A board has a clock of its own, if its players want one.
  #fitClock() { this.#form.querySelector("#clock-field").hidden = this.#where.value !== "0"; }

  // Asks a member to sit down at the same board; who begins, and who sits where, is drawn.
  #callTo({ board, to, game, rated }) {
    const { act, tell, say, me } = this.#page;
    if (!to) { tell(say("whom-first")); return; }
    const [south, north] = Math.random() < 0.5 ? [me.number, to] : [to, me.number];
    act("call", { board, south, north, game, rated });
  }

  show() {
    const { lobby, here, me, say, words } = this.#page;
    // What is the same is not drawn anew, so that nothing goes away under a finger.
    const told = JSON.stringify([lobby, [...here]]);
    if (told === this.#told) return;
    // A first game need not be rated.
    if (this.#told === null) this.#rated.checked = me.ratings.length > 0;
    this.#told = told;
    for (const [id, isShown] of [["first", me.role !== "guest" && !me.ratings.length], ["calls", lobby.calls.length], ["turns", lobby.mine.length], ["cups", lobby.tournaments.length], ["seek", me.role !== "guest"]]) this.element.querySelector(`#${id}-panel`).hidden = !isShown;
    const codeOf = ({ game }) => game, game = (each) => this.#game(each);
    keep(this.#calls, lobby.calls, codeOf, (call) => this.#call(call));
    keep(this.#turns, lobby.mine.filter((each) => !lobby.calls.some((call) => call.game === each.game)), codeOf, game);
    keep(this.#cups, lobby.tournaments, ({ number }) => number, (each) => entry(each.name, headingOf(each, words), html("a", { class: each.state === "open" && !each.isIn && me.role !== "guest" ? "as-button primary" : "as-button", href: `/t/${each.number}`, "aria-label": say("look-at", { name: each.name }) }, say("look"))));
    keep(this.#sought, lobby.seeks, codeOf, (seek) => this.#seek(seek), say(me.role === "guest" ? "none-sought-guest" : "none-sought"));
    // A level of the engine that does not play here now is only a name in games of the past.
    const others = lobby.members.filter(({ number, role }) => number !== me.number && (role !== "engine" || here.has(number))), rank = ({ number, role }) => (role === "engine" ? 2 : here.has(number) ? 0 : 1);
    others.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
    // Of the levels that are here the first is the easiest.
    const levels = others.filter(({ role }) => role === "engine"), levelOf = (each) => (levels.length < 2 ? "" : each === levels[0] ? say("easiest") : each === levels.at(-1) ? say("strongest") : "");
    keep(this.#people, others.map((each) => ({ ...each, isHere: here.has(each.number), level: levelOf(each) })), ({ number }) => number, (each) => this.#member(each), say(me.role === "director" ? "none-here" : "none-here-member"));
    this.#young.hidden = !others.some(({ ratings }) => ratings.some(isYoung));
    const own = new Set(lobby.mine.map(({ game }) => game));
    keep(this.#played, lobby.played.filter((each) => !own.has(each.game)), codeOf, game, say("none-played"));
    const chosen = this.#whom.value;
    this.#whom.replaceChildren(html("option", { value: "0" }, say("anybody")), ...others.filter(({ role, isBlocked, isOut }) => role !== "guest" && !isBlocked && !isOut).map((each) => html("option", { value: each.number }, [each.name, levelOf(each)].filter(Boolean).join(" – "))));
    if ([...this.#whom.options].some(({ value }) => value === chosen)) this.#whom.value = chosen;
    const where = this.#where.value;
    this.#where.replaceChildren(html("option", { value: "0" }, say("each-elsewhere")), ...lobby.boards.map(({ number, name, isThere }) => html("option", { value: number }, say(isThere ? "at-board" : "board-away", { board: name }))));
    if ([...this.#where.options].some(({ value }) => value === where)) this.#where.value = where;
    this.#form.querySelector("#where-field").hidden = !lobby.boards.length;
    this.#fitClock();
    setText(this.element.querySelector("#people-panel h2"), here.size ? `${say("people")} (${say("count", { count: others.filter(({ number, role }) => role !== "engine" && here.has(number)).length })})` : say("people"));
  }

  // A game at a board for which one is called: each of both confirms by the own phone.
  #call({ game, name, board, seats, members, confirmed, by, rated, isBegun, isMoved, pairing, starter }) {
    const { words, say, act, me } = this.#page, own = members.south === me.number ? "south" : "north", other = seats[own === "south" ? "north" : "south"];
    const has = (side) => confirmed.includes(side), filled = { name: other, board: board ?? "?" };
    const told = isBegun ? say("plays-at-board", filled) : say(by === me.number ? "called-by-you" : "called", filled);
    const who = isBegun ? "" : has(own) ? say("confirmed", filled) : has(own === "south" ? "north" : "south") ? say("other-confirmed", filled) : "";
    const acts = [];
    if (isBegun) acts.push(html("a", { class: "as-button", href: `/g/${game}` }, say("look")));
    else if (!has(own)) acts.push(html("button", { type: "button", class: "primary", onclick: () => act("confirm", { game }) }, say("confirm")));
    if (!isMoved) acts.push(html("button", { type: "button", onclick: () => act("give-up", { game }) }, say(has(own) || by === me.number ? "take-back" : "decline")));
    const of = pairing ? say("of-pairing", { ...pairing, starter: seats[starter] }) : "";
    return entry(told, [words.game(name), say(rated ? "is-rated" : "not-rated"), of, who], ...acts);
  }

  #game(played) {
    const { words, say, me, act } = this.#page, { game, seats, mine, isMyTurn, isRivalThere, board, hasStopped } = played, facts = factsOf(played, words);
    if (board) {
      const acts = [html("a", { class: "as-button", href: `/g/${game}` }, say("watch"))];
      if (hasStopped && me.role === "director") acts.push(html("button", { type: "button", onclick: () => act("give-up", { game }) }, say("give-up")));
      return entry(say("between", { south: seats.south, north: seats.north }), [say("at-board", { board }), ...facts], ...acts);
    }
    const rival = seats[mine === "south" ? "north" : "south"] ?? "?", told = mine ? say("against", { name: rival }) : say("between", { south: seats.south, north: seats.north });
    return entry(told, [isRivalThere ? words.say("seat.tournament.is-there", { name: rival }) : "", mine ? say(isMyTurn ? "your-turn" : "their-turn") : "", ...facts], html("a", { class: isMyTurn || isRivalThere ? "as-button primary" : "as-button", href: `/g/${game}` }, say(mine ? "go-on" : "watch")));
  }

  #seek({ game, name, by, to, isMine, clock, rated }) {
    const { words, say, link, me } = this.#page, about = [words.game(name), clockWords(clock, words), say(rated ? "is-rated" : "not-rated")];
    const told = isMine ? (to ? say("asked-by-you", { name: to.name }) : say("sought-by-you")) : say(to ? "asks-you" : "seeks", { name: by.name });
    const acts = [];
    if (isMine) acts.push(html("a", { class: "as-button", href: `/g/${game}` }, say("invitation")));
    else if (me.role !== "guest") acts.push(html("button", { type: "button", class: "primary", onclick: () => { this.#page.joining = game; link.wish("join", { game, name: me.name }); } }, say("play")));
    if (isMine || to) acts.push(html("button", { type: "button", onclick: () => link.withdraw(game) }, say(isMine ? "take-back" : "decline")));
    return entry(told, about, ...acts);
  }

  #member(member) {
    const { number, name, role, ratings, isBlocked, isOut, isHere, level } = member, { say, words, me } = this.#page;
    const told = html("span", isHere ? { class: "here" } : {}, name, isHere ? html("span", { class: "unseen" }, ` ${say("is-here")}`) : "");
    const about = [role === "member" ? "" : say(`roles.${role}`), level, ...ratings.map((each) => ratedAs(each, words)), isBlocked ? say("is-blocked") : "", isOut ? say("is-out") : ""];
    const acts = me.role === "guest" || role === "guest" || isBlocked ? [] : [html("button", { type: "button", onclick: () => this.#aimAt(number), "aria-label": say("ask-name", { name }) }, say("ask"))];
    return entry(told, about, ...acts, ...(role === "engine" ? [] : [this.#more(member)]));
  }

  #aimAt(number) {
    this.#whom.value = String(number);
    this.#form.scrollIntoView({ block: "center" });
    this.#form.querySelector("#send").focus({ preventScroll: true });
  }

  // What one may do beside playing; for a director also what only a director may.
  #more({ number, name, role, isBlocked, isOut }) {
    const { say, me, act, tell } = this.#page;
    const button = (key, what, fields) => html("button", { type: "button", onclick: () => act(what, { member: number, ...fields }) }, say(key));
    const report = html("select", { "aria-label": say("report-name", { name }) }, html("option", { value: "" }, say("report")), ...REPORTS.map((each) => html("option", { value: each }, say(`reports.${each}`))));
    report.addEventListener("change", async () => { if (report.value && await act("report", { member: number, what: report.value })) tell(say("reported"), true); });
    const acts = [html("a", { class: "as-button", href: `#games-${number}` }, say("their-games")), button(isBlocked ? "unblock" : "block", "block", { on: !isBlocked }), report];
    if (me.role === "director") {
      acts.push(button(isOut ? "let-in" : "keep-out", "keep-out", { on: !isOut }));
      if (!isOut) acts.push(html("button", { type: "button", onclick: async () => { const { code } = await act("code", { member: number }) ?? {}; if (code) tell(say("code-for", { name, code }), true); } }, say("new-code")));
      for (const each of ["member", "director", "guest"]) if (each !== role) acts.push(button(`make.${each}`, "role", { role: each }));
    }
    const fold = html("details", { ontoggle: () => { this.#told = ""; if (!fold.open) this.show(); } }, html("summary", { "aria-label": say("more-name", { name }) }, say("more")), html("div", { class: "acts" }, ...acts));
    fold.addEventListener("click", (event) => { if (event.target instanceof HTMLButtonElement) fold.open = false; });
    return fold;
  }
}

// A line of a list: what it is about, small facts, and what may be done.
export function entry(told, about, ...acts) {
  return html("li", {}, html("span", { class: "told" }, told, html("small", {}, about.filter(Boolean).join(" · "))), ...acts);
}

export function fill(list, lines, none = "") {
  list.replaceChildren(...(lines.length || !none ? lines : [html("li", { class: "faint" }, none)]));
}

// Fills a list whose lines come and go while it is looked at: only a line of which another is told is drawn anew, and
// one that is folded out stays as it is until it is folded in.
function keep(list, each, idOf, make, none = "") {
  const before = new Map([...list.children].map((line) => [line.dataset.id, line]));
  const lines = each.map((told) => {
    const id = String(idOf(told)), text = JSON.stringify(told), old = before.get(id);
    if (old && (old.dataset.told === text || old.querySelector("details[open]"))) return old;
    const line = make(told);
    [line.dataset.id, line.dataset.told] = [id, text];
    return line;
  });
  if (!lines.length && none) { if (!list.querySelector(":scope > .faint")) fill(list, [], none); return; }
  for (const line of [...list.children]) if (!lines.includes(line)) line.remove();
  lines.forEach((line, at) => { if (list.children[at] !== line) list.insertBefore(line, list.children[at] ?? null); });
}
