// What happened at the table, the newest first, and the way to the page for the middle of the table.

import { html, setText } from "../svg.js";

export class Story {
  #words; #log; #shown = null; #names = "";

  constructor({ side, words }) {
    this.#words = words;
    this.#log = html("ul", { class: "log", tabindex: 0, "aria-label": words.say("log-title") });
    side.append(
      html("a", { class: "button-like", href: "/king/middle.html", target: "_blank", rel: "noopener", id: "to-middle" }, words.say("king.middle")),
      html("details", { class: "panel" }, html("summary", {}, words.say("log-title")), this.#log));
  }

  show({ log, people }) {
    const names = JSON.stringify(people ?? {});
    if (log === this.#shown && names === this.#names) return;
    [this.#shown, this.#names] = [log, names];
    const numbers = Object.keys(log ?? {}).map(Number).sort((one, other) => other - one);
    this.#log.replaceChildren(...numbers.map((number) => {
      const item = html("li", {}, html("time", {}, `${this.#words.decimal(log[number].time, 1)} s`), html("span", {}));
      setText(item.lastChild, this.#words.message(log[number]));
      return item;
    }));
  }
}
