// The games that the board has kept, a page at a time: looked at, gone on with, taken home, shared, renamed, deleted.

import { request, saving } from "./carrier.js";
import { sign } from "./signs.js";
import { html, setAttribute, setText, svg } from "./svg.js";

const TYPING_MS = 300, WRITTEN_MS = 1000;
const WIDTH = 90, HEIGHT = 26;
const OF_PROGRAM = /^level .+| \(simulated\)$/i;

export class Past {
  // What whoever sits at this page may do with kept games; an owner of a board, or a player at a simulated one.
  /** @type {Record<string, (game: any) => any>} */
  deeds = {};
  #page; #words; #panel; #players; #list; #more; #said; #search; #downloads; #last = null; #asked = 0; #typing = null; #chosen = null; #isOver = false;

  constructor(page) {
    const { words } = this.#page = page;
    this.#words = words;
    this.#search = html("input", { type: "search", id: "past-search", maxlength: 100, oninput: () => { clearTimeout(this.#typing); this.#typing = setTimeout(() => this.#look(), TYPING_MS); } });
    this.#players = html("p", { class: "past-players", hidden: true });
    this.#list = html("ol", { class: "past-games", id: "past-games" });
    this.#said = html("p", { class: "past-said", role: "status" });
    this.#more = html("button", { type: "button", class: "wide", id: "past-more", hidden: true, onclick: () => this.#look(this.#last) }, sign("more"), this.#say("more"));
    this.#downloads = html("p", { class: "past-downloads" });
    this.#panel = html("details", { class: "panel past", id: "past", hidden: true, ontoggle: () => this.#panel.open && this.#look() },
      html("summary", {}, this.#say("title")),
      html("label", { class: "past-find" }, this.#say("find"), this.#search), this.#said, this.#players, this.#list, this.#more, this.#downloads);
    page.side.append(this.#panel);
  }

  #say(key, values) { return this.#words.say(`past.${key}`, values); }

  // A board keeps games; the page of a seat at a server has none but its own.
  show({ activity, evening, game }) {
    if (this.#page.store.isLookingBack) return;
    this.#panel.hidden = !activity && !evening;
    if (Boolean(game?.isOver) === this.#isOver) return;
    this.#isOver = !this.#isOver;
    // What has just ended is written down a moment later.
    setTimeout(() => this.refresh(), WRITTEN_MS);
  }

  // Says why something was refused.
  say(why) { setText(this.#said, why); }

  // Reads the list anew, as somebody has changed it.
  refresh() { if (this.#panel.open) this.#look(); }

  // The newest games with these words, or those that come after the one with the number `below`.
  async #look(below = null) {
    const asked = ++this.#asked, words = new URLSearchParams({ words: this.#search.value.trim() });
    const answer = await request(`/games.json?${words}${below === null ? "" : `&below=${below}`}`).catch(() => null);
    if (asked !== this.#asked) return; // somebody has typed on meanwhile
    if (!answer?.ok) { setText(this.#said, answer ? await answer.text() : this.#say("unheard")); return; }
    const { games, isMore, known } = await answer.json();
    if (below === null) this.#list.replaceChildren();
    this.#players.replaceChildren(this.#say("how"), ...known.map((name) => this.#careerOf(name, name)));
    this.#players.hidden = !known.length || !this.#page.career;
    const items = games.map((game) => this.#item(game));
    this.#list.append(...items);
    if (below !== null) items[0]?.querySelector("button").focus();
    this.#last = games.at(-1)?.number ?? null;
    this.#more.hidden = !isMore;
    setText(this.#said, this.#list.children.length ? "" : this.#say(this.#search.value.trim() ? "none-found" : "none"));
    const link = (path, file, key) => html("a", { ...saving(`${path}?${words}`, file), class: "as-button" }, sign("save"), this.#say(key));
    this.#downloads.replaceChildren(link("/games.csv", "cups-games.csv", "csv"), link("/games.jsonl", "cups-games.jsonl", "json"));
  }

  #item(game) {
    const open = html("button", { type: "button", class: "past-game", "aria-expanded": "false", onclick: () => this.#choose(game, item, open) },
      html("b", {}, this.whoPlayed(game)), html("span", {}, this.#resultOf(game)), graphOf(game.lead), html("small", {}, `${this.#dateOf(game.began)} · ${this.#words.game(game.name, this.#namesOf(game))}`));
    const item = html("li", {}, open);
    return item;
  }

  // Who has played: by name, as a level of the board, or a guest at that side.
  whoPlayed(game) { return Object.values(this.#namesOf(game)).join(" – "); }

  // What each side of a game was called in it.
  #namesOf({ players }) { return Object.fromEntries(Object.entries(players).map(([player, name]) => [player, this.named(name, this.#words.side(player, {}))])); }

  // The name of a player as it is said; `guest` is what a player without one is called.
  named(name, guest) {
    const program = name.replace(/ \(simulated\)$/, ""), level = /^level (.+)$/.exec(program)?.[1];
    if (level) return this.#words.find(`computer.${level === "perfect" ? "perfect" : "numbered"}`, { level }) ?? name;
    if (program !== name) return this.#words.find(`seats.${program}`) ?? this.#words.find(`king.quickness.${program}`) ?? program;
    return name || guest;
  }

  // The button that tells how a player plays.
  #careerOf(name, said) {
    return html("button", { type: "button", class: "past-career", onclick: () => this.#page.career.open(name) }, sign("person"), said);
  }

  #resultOf(game) {
    const { score, isOver, isPlaying, steps, onTime } = game, points = score.split(", ").map((each) => each.split(" ")[1]).join(" : ");
    if (onTime) return `${points}, ${this.#say("on-time", { side: this.#namesOf(game)[onTime] })}`;
    return isOver ? points : `${points}, ${this.#say(isPlaying ? "playing" : "unfinished", { steps })}`;
  }

  #dateOf(began) {
    const date = new Date(began);
    return Number.isNaN(date.valueOf()) ? began : date.toLocaleString(this.#words.language, { dateStyle: "medium", timeStyle: "short" });
  }

  // One game at a time has its buttons below it.
  async #choose(game, item, open) {
    const isOpen = this.#chosen?.item === item;
    if (this.#chosen) {
      this.#chosen.deeds.remove();
      setAttribute(this.#chosen.open, "aria-expanded", "false");
    }
    this.#chosen = null;
    if (isOpen) return;
    const deeds = html("div", { class: "past-deeds" }, ...this.#buttons(game));
    item.append(deeds);
    setAttribute(open, "aria-expanded", "true");
    this.#chosen = { item, open, deeds };
  }

  #buttons(game) {
    const { number, isOver, isPlaying } = game, { goOn, rename, remove } = this.deeds;
    // A simulator keeps the games of both kinds of tables; each is looked at on its own page.
    const isShown = /^king-of-the-cups /.test(game.name) === Boolean(this.#page.isRoundATable);
    const button = (key, drawn, onclick) => html("button", { type: "button", class: `past-${key}`, onclick }, sign(drawn), this.#say(key));
    const done = async (deed) => { const answer = await deed; if (answer) this.refresh(); return answer; };
    return [
      ...(isShown ? [button("look", "eye", () => this.#open(game))] : []),
      ...(goOn && isShown && !isOver && !isPlaying ? [button("go-on", "on", () => goOn(game))] : []),
      html("a", { ...saving(`/games/${number}.txt`, `cups-game-${number}.txt`), class: "as-button" }, sign("save"), this.#say("record")),
      ...(isShown ? [button("share", "link", () => this.#page.links.copyFrom(`/games/${number}.txt`))] : []),
      ...(rename && !isPlaying ? [button("rename", "pen", () => this.#page.naming.ask(peopleOf(game), (names) => done(rename({ number, names }))))] : []),
      ...(this.#page.career ? Object.values(peopleOf(game)) : []).filter(Boolean).map((name) => this.#careerOf(name, this.#say("how-one", { name }))),
      ...(remove && !isPlaying ? [button("delete", "times", () => { if (confirm(this.#say("sure", { players: this.whoPlayed(game), date: this.#dateOf(game.began) }))) done(remove({ number })); })] : []),
    ];
  }

  async #open(game) {
    const answer = await request(`/games/${game.number}.json`).catch(() => null);
    if (answer?.ok) this.#page.review.open(await answer.json(), this.whoPlayed(game));
    else setText(this.#said, answer ? await answer.text() : this.#say("unheard"));
  }
}

// What the people are called who played; a program keeps its own name.
const peopleOf = ({ players }) => Object.fromEntries(Object.entries(players).filter(([, name]) => !OF_PROGRAM.test(name)));

// By how much South was ahead over the moves: above the line in South's colour, below it in North's.
function graphOf(lead) {
  const values = lead.split(" ").map(Number).filter(Number.isFinite), most = Math.max(1, ...values.map(Math.abs));
  const x = (at) => (at / Math.max(1, values.length - 1)) * WIDTH, y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 2);
  const path = lead === "" ? "" : values.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "past-graph", "aria-hidden": "true" },
    svg("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "score-ground" }), ...(path ? [svg("path", { d: path, class: "score-value" })] : []));
}
