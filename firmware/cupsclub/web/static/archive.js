// The club's games of the past, by member, game and day, each with its record and with what it did to the ratings.

import { html } from "/svg.js";
import { factsOf } from "./facts.js";
import { entry, fill } from "./lobby.js";
import { ofWords, sumsOf } from "./rating.js";

export class Archive {
  element = html("div", { class: "club-view" });
  #page; #list; #member; #game; #day; #more; #sums; #last = null; #asked = ""; #number = 0;

  constructor(page) {
    this.#page = page;
    const { say, words, games } = page;
    this.#list = html("ul", { class: "entries", id: "past" });
    this.#member = html("select", { id: "of-member" });
    this.#game = html("select", { id: "of-game" }, html("option", { value: "" }, say("any-game")), ...games.map((each) => html("option", { value: each }, words.game(each))));
    this.#day = html("input", { type: "date", id: "of-day" });
    this.#more = html("button", { type: "button", class: "wide", hidden: true, onclick: () => this.#read(true) }, say("older"));
    this.#sums = html("p", { class: "faint", hidden: true }, `${say("sum-text")} ${say("young")}`);
    for (const each of [this.#member, this.#game, this.#day]) each.addEventListener("change", () => this.#read(false));
    const stacked = (key, control) => html("label", { class: "stacked" }, say(key), control);
    this.element.append(html("section", { class: "panel" }, html("h2", {}, say("ways.games")),
      html("div", { class: "fields" }, stacked("of-member", this.#member), stacked("of-game", this.#game), stacked("of-day", this.#day)), this.#list, this.#sums, this.#more));
    addEventListener("hashchange", () => this.#aim());
  }

  // A link to somebody's games names the member.
  #aim() {
    const number = location.hash.match(/^#games-(\d+)$/)?.[1];
    if (number) { this.#member.value = number; this.#read(false); }
  }

  show() {
    const { lobby, say } = this.#page, told = JSON.stringify(lobby.members.map(({ number, name }) => [number, name]));
    if (told === this.#asked) return;
    const chosen = this.#member.value;
    this.#asked = told;
    this.#member.replaceChildren(html("option", { value: "" }, say("any-member")), ...lobby.members.map(({ number, name }) => html("option", { value: number }, name)));
    this.#member.value = chosen;
    this.#aim();
    if (!location.hash.includes("-")) this.#read(false);
  }

  async #read(isMore) {
    const number = ++this.#number, wishes = new URLSearchParams({ member: this.#member.value, game: this.#game.value, day: this.#day.value });
    if (isMore && this.#last) wishes.set("before", this.#last);
    try {
      const answer = await fetch(`/club/past.json?${wishes}`);
      if (!answer.ok || number !== this.#number) return;
      const { games, isMore: hasMore } = await answer.json(), lines = games.map((each) => this.#entry(each));
      if (isMore) this.#list.append(...lines);
      else fill(this.#list, lines, this.#page.say("none-past"));
      this.#last = games.at(-1)?.game ?? null;
      this.#sums.hidden = !this.#list.querySelector(".rated-sum");
      this.#more.hidden = !hasMore;
    } catch (fault) { console.info(fault); }
  }

  #entry(past) {
    const { say, words } = this.#page, { game, seats, state, result, rated } = past;
    const winner = state !== "over" ? say("goes-on") : result.winner ? say("won-by", { name: seats[result.winner] }) : result.why === "played" ? say("drawn") : result.by ? say("withdrew", { name: seats[result.by] }) : say("called-off");
    const sums = rated ? sumsOf(rated, seats, words.language) : [];
    const line = entry(say("between", { south: seats.south, north: seats.north }), [winner, ...factsOf(past, words)],
      html("span", { class: "acts" }, html("a", { class: "as-button", href: `/g/${game}` }, say("look")), html("a", { class: "as-button", href: `/games/${game}.txt`, download: `cups-${game}.txt` }, say("record"))));
    if (sums.length) line.append(html("details", {}, html("summary", {}, sums.map(({ name: who, before, after }) => ofWords(who, `${before} → ${after}`, words)).join(", ")), ...sums.map(({ name: who, sum }) => html("p", { class: "rated-sum" }, ofWords(who, sum, words)))));
    return line;
  }
}
