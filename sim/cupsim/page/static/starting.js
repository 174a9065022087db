// A slow computer takes seconds to begin a game: that it begins is said at once, and a second press begins no other.

const BEGINS = new Set(["new game", "rematch", "go on", "puzzle", "play from"]), LONGEST_MS = 120000;

export class Starting {
  #page; #isAwaited = false;

  constructor(page) {
    this.#page = page;
    page.connection.holds = (order) => BEGINS.has(order.do) && this.#begin();
    page.connection.listen({ heard: () => { if (!page.connection.isAwaited) this.#end(); }, changed: () => this.#end() });
  }

  // Whether another one begins already.
  #begin() {
    if (this.#isAwaited) return true;
    this.#isAwaited = true;
    document.body.dataset.starting = "yes";
    this.#page.notice.say(this.#page.words.say("table.beginning"), LONGEST_MS);
    return false;
  }

  #end() {
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    delete document.body.dataset.starting;
    this.#page.notice.take(this.#page.words.say("table.beginning"));
  }
}
