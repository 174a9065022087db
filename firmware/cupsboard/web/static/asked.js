// The one rule for questions on a page, as at the board: what is tapped within a second of a question's coming or
// changing was meant for what stood there before. It answers nothing, and does nothing else.

const READ_MS = 1000;

export class Asked {
  #place; #question = ""; #since = -Infinity; #down = null; #ready = null;

  // `place` holds the buttons that answer; what lies in it may be drawn anew at any time.
  constructor(place) {
    this.#place = place;
    place.addEventListener("pointerdown", (event) => { this.#down = event.timeStamp; }, true);
    place.addEventListener("click", (event) => {
      // A key has no finger that came down before.
      const time = event.detail && this.#down !== null ? Math.min(this.#down, event.timeStamp) : event.timeStamp;
      this.#down = null;
      if (time >= this.#since + READ_MS) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  }

  // Says what is asked now; "" for nothing. To be called once the buttons are there. The same question shown again is no other.
  show(question) {
    if (question !== this.#question) {
      this.#question = question;
      this.#since = performance.now();
      clearTimeout(this.#ready);
      this.#ready = setTimeout(() => this.#mark(false), READ_MS);
    }
    this.#mark(performance.now() < this.#since + READ_MS);
  }

  // Answers that don't count yet look so.
  #mark(isTooEarly) {
    for (const button of this.#place.querySelectorAll("button")) {
      if (isTooEarly) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  }
}
