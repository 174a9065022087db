// One tournament: what to do now, its tables with every sum, its rounds with their games, and what a director does.

import { html, setText } from "/svg.js";
import { headingOf } from "./facts.js";
import { address } from "./frame.js";
import { entry, fill } from "./lobby.js";
import { sureButton } from "./asking.js";
import { Directing, roundLines, ruledWhy } from "./directing.js";
import { ofWords } from "./rating.js";
import { points, scoreOf, sumOf, worthOf } from "./tournament_sums.js";

// The sums of a table; who has withdrawn has none.
const tiesOf = (table) => table.find(({ sums }) => Object.keys(sums).length)?.sums ?? {};

export class TournamentView {
  element = html("div", { class: "club-view tournament" });
  #page; #number; #told = null; #paper = html("p", { class: "on-paper", id: "paper-head" }); #title; #facts; #now; #tables; #rounds; #directing;

  constructor(page, number) {
    this.#page = page;
    this.#number = Number(number);
    const { say } = page;
    [this.#title, this.#facts] = [html("h2", { id: "name" }), html("p", { class: "faint", id: "facts" })];
    this.#now = html("section", { class: "panel not-on-paper", id: "now" });
    this.#tables = html("section", { class: "panel", id: "tables" });
    this.#rounds = html("section", { class: "panel", id: "rounds" });
    this.#directing = new Directing(page, this.#number);
    const tools = html("p", { class: "acts not-on-paper" }, html("button", { type: "button", id: "print", onclick: () => print() }, say("print")), html("a", { class: "as-button", id: "json", href: `/club/tournaments/${number}.json`, download: `cups-tournament-${number}.json` }, say("json")));
    this.element.append(this.#paper, html("section", { class: "panel" }, this.#title, this.#facts), this.#now, this.#directing.element, this.#tables, this.#rounds, tools);
    // On paper all sums and the cross table are seen, and whose they are, and of when.
    addEventListener("beforeprint", () => {
      for (const each of this.element.querySelectorAll(".for-paper")) each.open = true;
      setText(this.#paper, [this.#told.club, new Date().toLocaleString(page.words.language, { dateStyle: "long", timeStyle: "short" }), new URL(address).host + location.pathname].filter(Boolean).join(" · "));
    });
  }

  #name = (member) => this.#told.members[member] ?? `#${member}`;

  show(told) {
    this.#told = told;
    const { say } = this.#page;
    document.title = say("title-of", { name: told.name, title: told.club || say("title") });
    setText(this.#title, told.name);
    setText(this.#facts, headingOf(told, this.#page.words).filter(Boolean).join(" · "));
    this.#showNow();
    this.#directing.show(told, this.#name);
    this.#showTables();
    this.#showRounds();
  }

  #showNow() {
    const { say, act } = this.#page, { me, mine, state, isIn, byes, begun, due, tables, form } = this.#told, acts = [];
    const wasIn = this.#told.entrants.some(({ member }) => member === me?.number), { place, isOut } = tables.flat().find(({ member }) => member === me?.number) ?? {};
    const rests = byes.some(({ round, member }) => round === begun && member === me?.number);
    const key = state === "over" ? (wasIn ? "now-over" : "now-over-all") : isIn && !isOut ? (mine.length ? "now-games" : begun === 0 ? "now-in" : ["last", "none-new"].includes(due?.reason) ? "now-all" : rests ? "now-bye" : "now-done")
      : wasIn && begun ? (isIn || form === "knock-out" ? "now-out" : "now-out-back") : me && me.role !== "guest" && state === "open" ? "now-open" : state === "closed" ? "now-closed" : begun ? (me && !["guest", "director"].includes(me.role) && form !== "knock-out" ? "now-late" : "now-watch") : "now-wait";
    if (key === "now-open") acts.push(html("button", { type: "button", class: "primary wide", id: "enter", onclick: () => act("tournament-enter", { tournament: this.#number }) }, say("enter")));
    if (isIn && !isOut && state !== "over") acts.push(sureButton("withdraw", say("withdraw"), say("withdraw-sure"), () => act("tournament-withdraw", { tournament: this.#number })));
    // Pairings in which one is to move come first; the games of a pairing stay in their order.
    const pairingOf = ({ round, rival }) => `${round} ${rival}`, isToMove = new Set(mine.filter(({ isMyTurn }) => isMyTurn).map(pairingOf));
    const games = [...mine].sort((one, other) => Number(isToMove.has(pairingOf(other))) - Number(isToMove.has(pairingOf(one)))).map(({ game, rival, number, isMyTurn, isBegun, isRivalThere, round }) => entry(say("game-against", { number, name: this.#name(rival) }),
      [say("round", { number: round }), isRivalThere ? say("is-there", { name: this.#name(rival) }) : "", isBegun ? say(isMyTurn ? "your-turn" : "their-turn") : isRivalThere ? "" : say("not-begun")], html("a", { class: isMyTurn || isRivalThere ? "as-button primary" : "as-button", href: `/g/${game}` }, say("play"))));
    this.#now.replaceChildren(html("h2", {}, say("now")), html("p", {}, say(key, { place })), html("ul", { class: "entries", id: "mine" }, ...games), ...acts);
  }

  #showTables() {
    const { say } = this.#page, { tables, form } = this.#told, opened = new Set([...this.#tables.querySelectorAll("details[open]")].map(({ id }) => id)), shown = [html("h2", {}, say("table"))];
    tables.forEach((table, at) => {
      if (tables.length > 1) shown.push(html("h3", {}, say("division", { number: at + 1 })));
      shown.push(form === "knock-out" ? this.#knockOutTable(table) : this.#table(table, at));
      if (form === "knock-out" || !table.length) return;
      shown.push(html("p", { class: "faint" }, Object.keys(tiesOf(table)).map((tie) => ofWords(say(`short.${tie}`), say(`ties.${tie}`), this.#page.words)).join(" · ")));
      if (form !== "swiss") shown.push(this.#fold(`cross-${at}`, "cross", opened, this.#cross(table.filter(({ isAnnulled }) => !isAnnulled))));
      shown.push(this.#fold(`sums-${at}`, "sums", opened, ...this.#sums(table)));
    });
    if (form === "knock-out") shown.push(html("p", { class: "faint" }, say("knock-out-rule")));
    const { number = null, ...due } = this.#told.due ?? {};
    if (number !== null) shown.push(html("div", { class: "on-paper", id: "paper-next" }, html("h3", {}, say("round", { number })), html("ul", { class: "entries" }, ...roundLines(due, this.#told.entrants, this.#name, say))));
    this.#tables.replaceChildren(...shown);
  }

  #fold(id, key, opened, ...children) {
    return html("details", { id, class: "for-paper", open: opened.has(id) }, html("summary", {}, this.#page.say(key)), html("h3", { class: "on-paper" }, this.#page.say(key)), ...children);
  }

  #table(table, at) {
    const { say, words, me } = this.#page, ties = Object.keys(tiesOf(table));
    const head = (text, full) => (full ? html("th", { scope: "col" }, html("abbr", { title: full }, text)) : html("th", { scope: "col" }, text));
    return html("table", { class: "standing", id: `table-${at}` },
      html("thead", {}, html("tr", {}, head("#", say("place")), html("th", { scope: "col", class: "who" }, say("name")), head(say("points")), ...ties.map((tie) => head(say(`short.${tie}`), say(`ties.${tie}`))))),
      html("tbody", {}, ...table.map((row) => html("tr", { "data-own": row.member === me?.number, "data-out": row.isOut }, html("td", {}, row.isAnnulled ? "–" : String(row.place)),
        html("th", { scope: "row", class: "who" }, this.#name(row.member), row.isOut ? html("small", { class: "faint" }, ` ${say("out")}`) : ""), html("td", {}, points(row.points)),
        ...ties.map((tie) => html("td", {}, row.sums[tie] ? worthOf(tie, row.sums[tie], words.language) : "–"))))));
  }

  #knockOutTable(table) {
    const { say, me } = this.#page;
    return html("table", { class: "standing", id: "table-0" }, html("thead", {}, html("tr", {}, html("th", { scope: "col" }, html("abbr", { title: say("place") }, "#")), html("th", { scope: "col", class: "who" }, say("name")))),
      html("tbody", {}, ...table.map((row) => html("tr", { "data-own": row.member === me?.number, "data-out": row.isOut }, html("td", {}, String(row.place)), html("th", { scope: "row", class: "who" }, this.#name(row.member))))));
  }

  #sums(table) {
    const { say, words } = this.#page, ties = Object.keys(tiesOf(table));
    const about = html("ul", { class: "entries" }, ...ties.map((tie) => html("li", {}, html("span", { class: "told" }, say(`ties.${tie}`), html("small", {}, say(`about-ties.${tie}`))))));
    const each = table.map((row) => html("div", { class: "sum-of" }, html("strong", {}, row.isAnnulled ? this.#name(row.member) : ofWords(`${row.place}. ${this.#name(row.member)}`, points(row.points), words)),
      ...(row.isAnnulled ? [html("span", {}, say("annulled"))] : ties.map((tie) => html("span", { class: "sum" }, ofWords(say(`ties.${tie}`), sumOf(tie, row.sums[tie], this.#name, say, words.language), words))))));
    return [about, ...each, html("p", { class: "faint" }, say("equal"))];
  }

  #cross(table) {
    const { say } = this.#page, met = (one, other) => this.#told.pairings.filter((each) => [each.one, each.other].includes(one) && [each.one, each.other].includes(other))
      .map((each) => points(each.points[each.one === one ? 0 : 1])).join(" ");
    return html("div", { class: "wide-table", role: "region", tabindex: 0, "aria-label": say("cross") }, html("table", { class: "standing" },
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, html("abbr", { title: say("cross-number") }, "#")), html("th", { scope: "col", class: "who" }, say("name")), ...table.map(({ member }, at) => html("th", { scope: "col" }, html("abbr", { title: this.#name(member) }, String(at + 1)))))),
      html("tbody", {}, ...table.map(({ member, isOut }, at) => html("tr", { "data-out": isOut }, html("td", {}, String(at + 1)), html("th", { scope: "row", class: "who" }, this.#name(member), isOut ? html("small", { class: "faint" }, ` ${say("out")}`) : ""), ...table.map(({ member: other }) => html("td", {}, member === other ? "×" : met(member, other) || "·")))))));
  }

  #showRounds() {
    const { say } = this.#page, { pairings, byes, begun, tables } = this.#told;
    // A director who is in the middle of a ruling goes on with it.
    if (this.#rounds.querySelector(".ruling[open], .seating select:focus")?.contains(document.activeElement)) return;
    const numbers = Array.from({ length: begun }, (_, at) => begun - at), lists = numbers.map((number) => {
      const lines = pairings.filter(({ round }) => round === number).map((each) => this.#pairing(each, tables.length > 1));
      lines.push(...byes.filter(({ round }) => round === number).map(({ member }) => html("li", { class: "faint" }, say("bye", { name: this.#name(member) }))));
      const list = html("ul", { class: "entries" });
      fill(list, lines, "–");
      return [html("h3", {}, say("round", { number })), list];
    });
    this.#rounds.hidden = !begun;
    this.#rounds.replaceChildren(html("h2", {}, say("rounds")), ...lists.flat());
  }

  // Who goes on in a knock-out, and why where the points don't say it.
  #goesOn({ round, goesOn, beans }) {
    if (!goesOn) return "";
    const { say } = this.#page, { member, by, seeds } = goesOn, other = Object.keys(seeds).find((each) => Number(each) !== member);
    return say(`by.${by}`, { who: say(round === this.#told.rounds ? "wins" : "goes-on", { name: this.#name(member) }), beans: Math.abs(beans), own: seeds[member], other: seeds[other] });
  }

  #pairing(pairing, hasDivisions) {
    const { say, words } = this.#page, { one, other, games, isDecided, isPlayed, why, isLacking, division } = pairing, { entrants, tables, state: stage } = this.#told;
    const rows = tables.flat().filter(({ member }) => member === one || member === other), isAnnulled = rows.some((row) => row.isAnnulled);
    const names = entrants.filter(({ member, isIn }) => !isIn && (member === one || member === other)).map(({ member }) => this.#name(member)).join(", ");
    const state = isAnnulled ? say("counts-not", { names }) : why ? say("ruled", { why: ruledWhy(pairing, this.#name, say) }) : isDecided && !isPlayed ? say("walkover", { names }) : isDecided ? "" : say(isLacking && stage !== "over" ? "open-lacking" : "open-pairing");
    const about = [hasDivisions ? say("division", { number: division + 1 }) : "", state, this.#goesOn(pairing),
      ...games.filter(({ board, why: end }) => board && end === null).map(({ board, isSeated }) => say(isSeated ? "plays-at" : "called-to", { board }))];
    const links = games.map(({ game, points: own }, at) => html("a", { class: "as-button", href: `/g/${game}`, "aria-label": `${say("game", { number: at + 1 })}: ${this.#name(one)} – ${this.#name(other)}` },
      own === null ? say("game", { number: at + 1 }) : ofWords(say("game", { number: at + 1 }), scoreOf([own, 1 - own]), words)));
    const line = entry(html("span", {}, `${this.#name(one)} – ${this.#name(other)} `, isAnnulled ? "" : html("span", { class: "score" }, scoreOf(pairing.points))), about, html("span", { class: "acts" }, ...links));
    line.classList.add("pairing");
    if (!isDecided) line.append(...this.#directing.seating(pairing, this.#name));
    if (this.#directing.canRule(pairing) && !isAnnulled) line.append(this.#directing.ruling(pairing, this.#name));
    return line;
  }
}
