// The players' own dice: thrown by who rolls, and told to the board after the race.

import { html } from "/svg.js";
import { tellingOf } from "/king/rounds.js";
import { KINDS, die, named } from "/king/symbols.js";

export class OwnDice {
  #own; #throw; #telling; #chosen = [null, null]; #tell; #faces = [[], []];

  constructor({ words, own, tools }) {
    this.#own = own;
    this.#throw = html("button", { type: "button", id: "throw", class: "primary", hidden: true, onclick: () => own.send({ do: "throw", seat: own.seat }) }, words.say("king.throw"));
    this.#tell = html("button", { type: "button", id: "tell", class: "primary", disabled: true, onclick: () => this.#send() }, words.say("king.tell"));
    const choices = [0, 1].map((number) => html("div", { class: "faces-to-tell", role: "radiogroup", "aria-label": words.say(`king.which-${number ? "other" : "one"}`) },
      ...KINDS.map((kind) => {
        const face = html("button", { type: "button", role: "radio", "aria-checked": "false", "data-kind": kind, "aria-label": named(words, kind), title: named(words, kind), onclick: () => this.#choose(number, kind) }, die(kind));
        this.#faces[number].push(face);
        return face;
      })));
    this.#telling = html("section", { class: "panel", id: "telling", hidden: true }, html("h2", {}, words.say("king.which-pair")), ...choices, this.#tell);
    tools.append(this.#throw, this.#telling);
  }

  #choose(number, kind) {
    this.#chosen[number] = kind;
    for (const face of this.#faces[number]) face.setAttribute("aria-checked", String(face.dataset.kind === kind));
    this.#tell.disabled = this.#chosen.includes(null);
  }

  #send() {
    const [one, other] = this.#chosen;
    this.#own.send({ do: "tell", seat: this.#own.seat, one, other });
    this.#tell.disabled = true;
  }

  show(state) {
    const { seats } = this.#own, throws = state.evening?.throws;
    this.#throw.hidden = !seats.includes(throws);
    const telling = tellingOf(state), isMine = telling !== null && seats.includes(telling.roller);
    if (this.#telling.hidden === !isMine) return;
    this.#telling.hidden = !isMine;
    this.#chosen = [null, null];
    for (const face of this.#faces.flat()) face.setAttribute("aria-checked", "false");
    this.#tell.disabled = true;
  }
}
