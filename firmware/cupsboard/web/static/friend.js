// Play with a friend, at a board: an owner's order opens a game that a friend elsewhere plays too, and another goes back.

import { Asked } from "./asked.js";
import { request } from "./carrier.js";
import { bringBoardIntoView } from "./into_view.js";
import { Owner } from "./owner.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

export class Friend {
  #page; #words; #panel; #text; #open; #home; #said; #asked; #owner = null; #invitation;

  constructor(page, invitation) {
    const { words, side: place } = page;
    this.#page = page;
    this.#words = words;
    this.#invitation = invitation;
    const say = (key) => words.say(`friend-at-board.${key}`);
    const button = (id, drawn, onclick) => html("button", { type: "button", id: `order-${id}`, class: "wide", onclick }, sign(drawn), say(id));
    this.#text = html("p", {});
    this.#said = html("p", { role: "status" });
    this.#open = button("open", "person", () => this.#order("friend"));
    this.#home = button("home", "back", () => this.#order("home"));
    this.#panel = html("section", { class: "panel fields", id: "friend-by-order", hidden: true }, html("h2", {}, words.say("invitation.title")), this.#text, this.#open, this.#home, this.#said);
    this.#asked = new Asked(this.#panel);
    place.prepend(this.#panel);
  }

  // A real board says what it is busy with; only its owners may order.
  show({ activity, far, board }) {
    if (!activity) return;
    if (this.#owner === null) this.#look();
    const isOwner = Boolean(this.#owner?.isOwner), isShared = Boolean(far), isPlayed = activity.name === "game";
    this.#panel.hidden = !isOwner || !isPlayed;
    this.#open.hidden = isShared || !board.mayBeFar;
    this.#home.hidden = !isShared;
    setText(this.#text, isShared || board.mayBeFar ? this.#words.say(`friend-at-board.${isShared ? "shared" : "text"}`) : this.#words.notFar(board.game));
    this.#asked.show(isShared ? "home" : "open");
  }

  async #look() {
    this.#owner = new Owner(this.#words, (why) => { setText(this.#said, why); this.#page.naming.say(why); this.#page.past.say(why); this.#page.puzzles.say(why); });
    await this.#owner.look();
    if (!this.#owner.isOwner) return;
    const { naming, past, puzzles, review, store } = this.#page, owner = this.#owner;
    this.#invitation.takeBack = () => this.#order("home");
    // Of a game with a friend the names are those of the server.
    naming.sides = () => (store.live?.far || !store.live?.board?.cups ? [] : ["south", "north"].filter((side) => side !== store.live?.game?.computer?.side));
    naming.name = (names) => owner.order("set", names);
    past.deeds = { goOn: ({ number }) => owner.order("take-up", { number }), rename: ({ number, names }) => owner.order("rename", { number, ...names }), remove: (order) => owner.order("delete", order) };
    puzzles.deeds = {
      begin: async (number) => { if (await owner.order("puzzle", { number })) { review.end(); bringBoardIntoView(); } }, showWay: () => owner.order("show-way"),
      keep: (record, move) => request(`/owner/puzzles?move=${move ?? ""}`, { method: "POST", body: record }), remove: (number) => request(`/owner/puzzles/${number}`, { method: "DELETE" }),
    };
  }

  async #order(name) {
    this.#open.disabled = this.#home.disabled = true;
    await this.#owner.order(name);
    this.#open.disabled = this.#home.disabled = false;
  }
}
