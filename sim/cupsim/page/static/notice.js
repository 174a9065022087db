// A line at the foot of the page that goes away by itself.

import { html, setText } from "/svg.js";

const SHOWN_MS = 5000;

export class Notice {
  #line; #hide = null;

  constructor() {
    this.#line = html("p", { class: "notice", role: "status", hidden: true });
    document.body.append(this.#line);
  }

  say(text, shownMs = SHOWN_MS) {
    setText(this.#line, text);
    this.#line.hidden = false;
    clearTimeout(this.#hide);
    this.#hide = setTimeout(() => { this.#line.hidden = true; }, shownMs);
  }
}
