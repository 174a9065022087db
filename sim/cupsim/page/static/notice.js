// A line that goes away by itself. It lies over the upper end of the board, or in a wide page's heading, so that it
// covers neither the sentence nor a button; fingers reach through it.

import { html, setText } from "/svg.js";

const SHOWN_MS = 5000, CHARACTER_MS = 60; // a long sentence is read for longer

export class Notice {
  #line; #hide = null;

  constructor() {
    this.#line = html("p", { class: "notice", role: "status", hidden: true });
    document.body.append(this.#line);
  }

  say(text, shownMs = Math.max(SHOWN_MS, text.length * CHARACTER_MS)) {
    const scene = document.getElementById("scene").getBoundingClientRect(), { left, top, width } = scene;
    for (const [name, pixels] of Object.entries({ left, top: Math.max(0, top), width })) this.#line.style.setProperty(`--board-${name}`, `${pixels}px`);
    setText(this.#line, text);
    this.#line.hidden = false;
    // What is to be touched next is not covered: then it stands at the lower end.
    const { top: upper, bottom, height } = this.#line.getBoundingClientRect();
    const isCovered = [...document.querySelectorAll(".target[data-guided]")].map((each) => each.getBoundingClientRect()).some((box) => box.top < bottom && box.bottom > upper);
    if (isCovered) this.#line.style.setProperty("--board-top", `${scene.bottom - height - 12}px`);
    clearTimeout(this.#hide);
    this.#hide = setTimeout(() => { this.#line.hidden = true; }, shownMs);
  }

  // What is over is no longer said; another line stays.
  take(text) { if (this.#line.textContent === text) this.#line.hidden = true; }
}
