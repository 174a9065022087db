// What a player at a simulated table may do when a game is over, and the hands that put up what the board asks for.

import { setSign, sign } from "/signs.js";
import { turnsOf } from "/story.js";
import { html, setText } from "/svg.js";

const IS_LEVEL = /^(\d+|perfect)$/;
const ASKED = new Set(["TOO_MANY", "TOO_FEW", "LOOK"]);

export class AfterGame {
  #page; #words; #invitation; #rematch; #another; #putUp; #putUpText; #level = null; #server = null;

  constructor(page, table) {
    this.#page = page;
    this.#words = page.words;
    const { ending, words } = page;
    this.#another = ending.addButton("another", "plus", words.say("ending.another"), () => (this.#server ? location.assign(this.#server) : table.openForm()));
    ending.addButton("copy-link", "link", words.say("sharing.copy-link"), () => page.links.copyFrom("/record.txt"));
    this.#rematch = ending.addButton("rematch", "again", words.say("after.rematch"), () => page.connection.send({ do: "rematch" }), { isFirst: true });
    this.#invitation = ending.addInvitation("next-level", "up", () => this.#begin());
    ending.own = () => page.seats.own;
    page.seats.whenChanged(() => page.store.again());
    this.#putUpText = html("span", {}, words.say("after.put-up"));
    this.#putUp = html("button", { type: "button", id: "put-up", class: "put-up", hidden: true, title: words.say("after.put-up-hint"), onclick: () => page.connection.send({ do: "put up" }) }, sign("hand"), this.#putUpText);
    document.getElementById("hints").after(this.#putUp);
  }

  show(state) {
    const { seats } = this.#page;
    const isPlayer = seats.isSeated;
    this.#rematch.hidden = this.#another.hidden = !isPlayer;
    this.#showInvitation(state);
    const opened = turnsOf(state.moves)[0]?.side;
    const { far } = state, wanted = far?.again ?? [];
    // Another game with somebody elsewhere begins at the server of this one.
    this.#server = far ? new URL("/", far.link) : null;
    this.#rematch.disabled = wanted.includes(far?.own);
    const text = far ? this.#words.say(`ending.rematch${wanted.length ? (this.#rematch.disabled ? "-asked" : "-agree") : ""}`) : opened ? this.#words.say("after.rematch-starts", { side: this.#words.side(opened === "south" ? "north" : "south") }) : this.#words.say("after.rematch");
    setText(this.#rematch.lastChild, text);
    const { wantsTable, isHelped } = state.evening ?? {};
    const isAsked = Object.values(state.signs ?? {}).some(({ meaning }) => ASKED.has(meaning));
    this.#putUp.hidden = !(isPlayer && wantsTable && (isAsked || isHelped));
    this.#putUp.disabled = Boolean(isHelped);
    setText(this.#putUpText, this.#words.say(isHelped ? "after.putting-up" : "after.put-up"));
    setSign(this.#putUp, "hand");
  }

  // Whoever has won against a level is invited to the next, whoever has lost to the one below; others to a rematch.
  #showInvitation({ game, evening }) {
    const { seats } = this.#page, [own] = seats.own, other = { south: "north", north: "south" }[own];
    const offered = (evening?.choices.seats ?? []).filter((each) => IS_LEVEL.test(each)), at = offered.indexOf(evening?.seats[other]);
    this.#invitation.hidden = !(game?.isOver && seats.own.length === 1 && at >= 0);
    this.#rematch.classList.toggle("primary", this.#invitation.hidden);
    if (this.#invitation.hidden) return;
    const by = Math.sign(game.score[own] - game.score[other]);
    this.#level = offered[Math.max(0, Math.min(offered.length - 1, at + by))];
    const isSame = this.#level === offered[at], where = isSame ? "same" : by > 0 ? "up" : "down";
    const level = this.#words.find(`after.levels.${this.#level}`) ?? this.#words.say("after.levels.numbered", { level: this.#level });
    setText(this.#invitation.lastChild, this.#words.say(`after.${where}`, { level }));
    setSign(this.#invitation, isSame ? "again" : where);
    this.#rematch.hidden = isSame;
  }

  #begin() {
    const { seats, connection } = this.#page;
    connection.send({ do: "rematch", opponent: { side: seats.own[0] === "south" ? "north" : "south", who: this.#level } });
  }
}
