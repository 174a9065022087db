// What a player at a simulated table may do when a game is over, and the hands that put up what the board asks for.

import { setSign, sign } from "/signs.js";
import { html, setText } from "/svg.js";

const ASKED = new Set(["TOO_MANY", "TOO_FEW", "LOOK"]);

export class AfterGame {
  #page; #words; #rematch; #another; #putUp; #putUpText;

  constructor(page, table, sharing) {
    this.#page = page;
    this.#words = page.words;
    const { ending, words } = page;
    this.#another = ending.addButton("another", "plus", words.say("after.another"), () => table.openForm());
    ending.addButton("copy-link", "link", words.say("sharing.copy-link"), () => sharing.copyOwnLink());
    this.#rematch = ending.addButton("rematch", "again", words.say("after.rematch"), () => page.connection.send({ do: "rematch" }), { isFirst: true });
    this.#rematch.classList.add("primary");
    this.#putUpText = html("span", {}, words.say("after.put-up"));
    this.#putUp = html("button", { type: "button", id: "put-up", class: "put-up", hidden: true, title: words.say("after.put-up-hint"), onclick: () => page.connection.send({ do: "put up" }) }, sign("hand"), this.#putUpText);
    document.getElementById("hints").after(this.#putUp);
  }

  show(state) {
    const { seats } = this.#page;
    const isPlayer = seats.isSeated;
    this.#rematch.hidden = this.#another.hidden = !isPlayer;
    const first = Object.keys(state.moves ?? {}).map(Number).sort((one, other) => one - other)[0];
    const opened = first === undefined ? null : state.moves[first].side;
    const text = opened ? this.#words.say("after.rematch-starts", { side: this.#words.side(opened === "south" ? "north" : "south") }) : this.#words.say("after.rematch");
    setText(this.#rematch.lastChild, text);
    const { wantsTable, isHelped } = state.evening ?? {};
    const isAsked = Object.values(state.signs ?? {}).some(({ meaning }) => ASKED.has(meaning));
    this.#putUp.hidden = !(isPlayer && wantsTable && (isAsked || isHelped));
    this.#putUp.disabled = Boolean(isHelped);
    setText(this.#putUpText, this.#words.say(isHelped ? "after.putting-up" : "after.put-up"));
    setSign(this.#putUp, "hand");
  }
}
