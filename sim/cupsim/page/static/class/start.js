// The start page of a class: a name, a table to sit down at, who played whom; and for whoever leads, the seats of all.

import { callPerson, personName } from "/browser.js";
import { Connection } from "/connection.js";
import { ConnectionLine } from "/connection_line.js";
import { Help } from "/help.js";
import { qrPicture } from "/invitation.js";
import { setUpLanguage } from "/languages.js";
import { memory } from "/memory.js";
import { Store } from "/store.js";
import { html, setText } from "/svg.js";
import { addThemeButton } from "/theme.js";
import { Words } from "/words.js";

const LEADS = "cups-lead", SIDES = ["south", "north"];
const OTHER = { south: "north", north: "south" };
const COUNTS = { 1: 1, 0: 0.5, "-1": 0 }; // a game won, drawn, lost

const byId = (id) => document.getElementById(id);
const store = new Store();
let words = null, page = null;
const say = (key, values) => words.say(`class.${key}`, values);

const line = new ConnectionLine(byId("connection"), (why) => setText(byId("class"), why));
new Connection((message) => {
  if (message.hello && !words) begin(message.hello);
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}, (isOpen, refusal) => line.show(isOpen, refusal));

// The leader's link is opened once; this browser remembers what it holds.
const led = new URLSearchParams(location.hash.slice(1)).get("lead");
if (led) {
  memory.set(LEADS, led);
  history.replaceState(history.state, "", location.pathname);
}

async function begin({ languages }) {
  words = new Words(languages);
  await words.add("");
  await words.add("/hands");
  line.begin(words);
  addThemeButton(byId("theme"), words);
  setUpLanguage(byId("language"), byId("language-label"), words);
  new Help(byId("help"), { words, store: { state: { board: { game: "cups 4", cups: 4, stock: 40 } }, live: null } });
  document.title = say("title");
  page = new Start(byId("class"));
  store.subscribe((state) => page.show(state));
}

class Start {
  #name; #tables; #results; #cross; #leading; #mayBegin; #said; #where; #shown = "";

  constructor(place) {
    this.#name = html("input", { type: "text", id: "name", maxlength: 20, required: true, autocomplete: "nickname", value: personName(), onchange: () => callPerson(this.#name.value.trim()) });
    this.#where = html("section", { class: "panel invitation", id: "where" });
    this.#tables = html("ol", { id: "tables" });
    this.#results = html("ol", { id: "results" });
    this.#cross = html("div", { id: "cross" });
    this.#said = html("p", { role: "status" });
    this.#mayBegin = html("input", { type: "checkbox", id: "may-begin", onchange: () => this.#order({ do: "may begin", is_allowed: this.#mayBegin.checked }) });
    this.#leading = html("section", { class: "panel", id: "leading" }, html("h2", {}, say("leading")), html("p", {}, say("leading-what")),
      html("label", { class: "class-check" }, this.#mayBegin, say("may-begin")), this.#said);
    place.replaceChildren(
      html("section", { class: "panel" }, html("h2", {}, say("sit")), html("label", { class: "class-name" }, say("name"), this.#name), this.#tables),
      this.#where, this.#leading,
      html("section", { class: "panel class-wide" }, html("h2", {}, say("results")), this.#cross, this.#results));
  }

  show({ tables, results, invitation }) {
    const shown = JSON.stringify([tables, results, invitation.link, memory.get(LEADS)]);
    // A choice that somebody has open stays open.
    if (shown === this.#shown || document.activeElement?.matches(".class-seats select")) return;
    this.#shown = shown;
    const leads = memory.get(LEADS) !== null, all = Object.entries(tables);
    this.#leading.hidden = !leads;
    this.#mayBegin.checked = all.every(([, { mayBegin }]) => mayBegin);
    this.#where.hidden = !invitation.link;
    if (invitation.link) this.#where.replaceChildren(qrPicture(invitation, words), html("p", { class: "invitation-link" }, invitation.link));
    this.#tables.replaceChildren(...all.map(([number, table]) => this.#table(number, table, leads)));
    this.#results.replaceChildren(...results.map((each) => html("li", {}, say("result", { table: each.table, south: called(each.players.south), north: called(each.players.north), ...scored(each) }))).reverse());
    this.#cross.replaceChildren(...(results.length ? [crossTable(results)] : [html("p", {}, say("no-results"))]));
  }

  #table(number, table, leads) {
    const { players, away, score, moves, isOver } = table, free = SIDES.filter((side) => !players[side].name && !players[side].level);
    const state = isOver ? "over" : moves ? "playing" : "before";
    const seated = SIDES.map((side) => `${words.say(`sides.${side}`)}: ${called(players[side])}${away.includes(side) ? ` (${say("away")})` : ""}`).join(", ");
    const sit = html("a", { class: free.length ? "as-button primary" : "as-button", href: `/tables/${number}/`, id: `table-${number}`, onclick: (event) => this.#enter(event) }, say(free.length ? "take" : "watch"));
    const seats = SIDES.map((side) => html("label", {}, words.say(`sides.${side}`), this.#choice(number, side, table)));
    return html("li", { class: "class-table" }, html("span", {}, html("b", {}, say("table", { number })), " ", seated, html("br"), say(state, score)), sit,
      ...(leads ? [html("div", { class: "class-seats" }, ...seats)] : []));
  }

  // What may become of a seat: it is freed, or a simulated player takes it.
  #choice(number, side, { players, levels }) {
    const { name, level } = players[side];
    const options = [["person", name || words.say("seats.free")], ...(name ? [["free", say("free")]] : []), ...levels.filter((each) => each !== "person").map((each) => [each, words.find(`seats.${each}`) ?? each])];
    const select = html("select", { id: `seat-${number}-${side}`, onchange: () => {
      const wanted = select.value;
      select.blur();
      if (wanted === "free" || wanted === "person") this.#order({ do: "stand up", side }, Number(number));
      else this.#order({ do: "seat", side, who: wanted }, Number(number));
    } }, ...options.map(([value, text]) => html("option", { value, selected: value === (level || "person") }, text)));
    return select;
  }

  // Nobody sits down without a name: the results are by name.
  #enter(event) {
    if (!this.#name.reportValidity() || !this.#name.value.trim()) return event.preventDefault();
    callPerson(this.#name.value.trim());
  }

  async #order(order, table = null) {
    const answer = await fetch("/class", { method: "POST", body: JSON.stringify({ secret: memory.get(LEADS), order, table }) }).catch(() => null);
    if (answer?.status === 403) memory.remove(LEADS);
    setText(this.#said, answer?.ok ? "" : say(answer ? "not-leader" : "unheard"));
    this.#shown = "";
    store.again();
  }
}

const called = ({ name, level }) => name || (level ? words.find(`seats.${level}`) ?? level : words.say("seats.free"));
const scored = ({ score }) => ({ southScore: score.south, northScore: score.north });

// Everybody against everybody, as far as people by name have played: what a row's person has won against a column's.
function crossTable(results) {
  const games = results.filter(({ players }) => SIDES.every((side) => players[side].name));
  const names = [...new Set(games.flatMap(({ players }) => SIDES.map((side) => players[side].name)))].sort((one, other) => one.localeCompare(other));
  const sideOf = ({ players }, one, other) => SIDES.find((each) => players[each].name === one && players[OTHER[each]].name === other);
  const points = (one, other) => games.filter((each) => sideOf(each, one, other)).map((each) => {
    const side = sideOf(each, one, other);
    return COUNTS[Math.sign(each.score[side] - each.score[OTHER[side]])];
  });
  const written = (won) => won.length ? `${total(won).toLocaleString(words.language)} / ${won.length}` : "";
  const total = (won) => won.reduce((sum, each) => sum + each, 0);
  const cell = (one, other) => html("td", one === other ? { class: "class-self" } : {}, one === other ? "" : written(points(one, other)));
  return html("table", {}, html("caption", { class: "unseen" }, say("cross")),
    html("thead", {}, html("tr", {}, html("td", {}), ...names.map((name) => html("th", { scope: "col" }, name)), html("th", { scope: "col" }, say("points")))),
    html("tbody", {}, ...names.map((name) => html("tr", {}, html("th", { scope: "row" }, name), ...names.map((other) => cell(name, other)),
      html("td", {}, written(names.filter((other) => other !== name).flatMap((other) => points(name, other))))))));
}
