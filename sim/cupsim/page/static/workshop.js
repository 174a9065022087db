// Clumsy hands, for whoever builds a board: they lean on it, bump against its table, and slip in what they do.

import { sign } from "/signs.js";
import { html, setText } from "/svg.js";

export class Workshop {
  #acting; #lean; #bump; #clumsiness; #share = html("span", { class: "share" });

  constructor({ words, connection, makers }, acting) {
    this.#acting = acting;
    this.#lean = html("button", { type: "button", "data-tool": "lean", title: words.say("hand.hints.lean"), onclick: () => acting.useTool(acting.tool === "lean" ? "bean" : "lean") }, sign("lean"), words.say("hand.lean"));
    this.#bump = html("button", { type: "button", id: "deed-bump", onclick: () => acting.bump() }, words.say("hand.deeds.bump"));
    this.#clumsiness = html("input", {
      type: "range", min: 0, max: 1, step: 0.05, id: "clumsiness",
      onchange: () => connection.send({ do: "clumsiness", share: Number(this.#clumsiness.value) }),
      oninput: () => this.#showShare(),
    });
    makers.append(html("section", { class: "panel fields", "data-needs": "seat" }, html("h2", {}, words.say("hand.clumsy")),
      html("div", { class: "row" }, this.#lean, this.#bump),
      html("label", {}, html("span", {}, words.say("table.clumsiness"), " ", this.#share), this.#clumsiness)));
    acting.whenChanged(() => this.#showHand());
  }

  #showHand() {
    this.#lean.setAttribute("aria-pressed", String(this.#acting.tool === "lean"));
    this.#lean.disabled = this.#bump.disabled = !this.#acting.canAct;
  }

  show({ evening }) {
    if (!evening) return;
    const value = String(evening.clumsiness);
    if (document.activeElement !== this.#clumsiness && this.#clumsiness.value !== value) this.#clumsiness.value = value;
    this.#showShare();
  }

  #showShare() { setText(this.#share, `${Math.round(this.#clumsiness.value * 100)}\u00a0%`); }
}
