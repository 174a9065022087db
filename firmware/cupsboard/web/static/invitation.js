// How a friend gets to the game: its code in large letters, the link to copy or to send, and the link for a camera.

import { sign } from "./signs.js";
import { html, setText, svg } from "./svg.js";

const GROUP = 4; // letters of a code that are read in one go

// A link as a camera reads it.
export function qrPicture({ qr, size }, words) {
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "invitation-qr", role: "img", "aria-label": words.say("invitation.qr"), "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: qr, fill: "#000" }));
}

export class Invitation {
  // Takes the invitation back; a module that may do that knows how.
  /** @type {(() => void) | null} */
  takeBack = null;
  #words; #card; #shown = ""; #said;

  constructor(place, words) {
    this.#words = words;
    this.#card = html("section", { class: "invitation", id: "invitation", "aria-labelledby": "invitation-title", hidden: true });
    place.append(this.#card);
  }

  // `far.invitation` has the code, the link and its picture, for as long as the other seat is free.
  show({ far, board }) {
    const told = far?.invitation ?? null;
    this.#card.hidden = told === null;
    if (told === null || told.link === this.#shown) return;
    this.#shown = told.link;
    const { code, link } = told, say = (key, values) => this.#words.say(`invitation.${key}`, values);
    this.#said = html("p", { class: "invitation-said", role: "status" }, say("waits"));
    const text = say("text", { game: this.#words.game(board?.game ?? "") });
    const button = (id, drawn, onclick) => html("button", { type: "button", id: `invitation-${id}`, onclick }, sign(drawn), say(id));
    const picture = qrPicture(told, this.#words);
    const share = typeof navigator.share === "function" ? [button("share", "on", () => navigator.share({ text, url: link }).catch((fault) => console.info(fault)))] : [];
    this.#card.replaceChildren(
      html("h2", { id: "invitation-title" }, say("title")), picture,
      html("div", { class: "invitation-words" },
        html("p", { class: "invitation-code", "aria-label": `${say("code")}: ${[...code].join(" ")}` }, code.replace(new RegExp(`(.{${GROUP}})(?=.)`, "g"), "$1 ")),
        html("p", {}, say("how")), html("a", { class: "invitation-link", href: link }, link),
        html("div", { class: "row" }, ...share, button("copy", "link", () => this.#copy(link)), ...(this.takeBack ? [button("take-back", "times", () => this.takeBack())] : [])), this.#said));
  }

  async #copy(link) {
    try {
      await navigator.clipboard.writeText(link);
      setText(this.#said, this.#words.say("invitation.copied"));
    } catch {
      setText(this.#said, this.#words.say("invitation.not-copied", { link }));
    }
  }
}
