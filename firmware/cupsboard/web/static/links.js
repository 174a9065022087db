// A game in an address: #game=…&move=12 opens it again in any browser, and the record is in the address itself.

import { request } from "./carrier.js";
import { sign } from "./signs.js";
import { html, setText } from "./svg.js";

export const LONGEST_CODE = 3500;
const SAID_MS = 8000;

export class Links {
  #page; #words; #said;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    this.#said = html("p", { class: "link-said", role: "status" });
    page.side.prepend(this.#said);
    const copy = () => { const { record, move } = page.review.shown; this.copy(record, move); };
    page.review.addAction(html("button", { type: "button", class: "review-copy-link", id: "review-copy-link", onclick: copy }, sign("link"), this.#words.say("sharing.copy-link")));
    page.review.whenEnded(() => { if (location.hash.startsWith("#game=")) history.replaceState(history.state, "", location.pathname); });
    addEventListener("hashchange", () => this.open());
  }

  // The link of a record at a move, into the clipboard where the browser allows that, else into the address. It leads to
  // the board in a browser tab that an owner has named, else to this page.
  async copy(record, move = movesOf(record)) {
    const code = await codeOf(record), { settings } = this.#page.store.live ?? {};
    if (code.length > LONGEST_CODE) { this.#say("too-long"); return; }
    const hash = `#game=${code}&move=${move}`, link = new URL(hash, settings?.tab || location.href.split("#")[0]).href;
    try {
      await navigator.clipboard.writeText(link);
      this.#say("copied");
    } catch {
      if (settings?.tab) { this.tell(link); return; }
      history.replaceState(history.state, "", hash);
      this.#say("in-address");
    }
  }

  async copyFrom(path) {
    const answer = await request(path);
    if (answer.ok) await this.copy(await answer.text());
    else this.tell(await answer.text());
  }

  async open() {
    if (!location.hash.startsWith("#game=")) return;
    const asked = new URLSearchParams(location.hash.slice(1));
    try {
      const answer = await request("/timeline", { method: "POST", body: `game=${asked.get("game")}` });
      if (!answer.ok) throw new Error(await answer.text());
      const timeline = await answer.json();
      const move = Number(asked.get("move") ?? timeline.steps.length - 1);
      if (!Number.isInteger(move) || move < 0 || move >= timeline.steps.length) throw new Error(this.#words.say("sharing.no-such-move", { move: asked.get("move"), last: timeline.steps.length - 1 }));
      this.#page.review.open(timeline, this.#words.say("sharing.linked"), move);
    } catch (fault) {
      this.tell(this.#words.say("sharing.refused", { why: fault.message.trim() }));
      history.replaceState(history.state, "", location.pathname);
    }
  }

  #say(name) { this.tell(this.#words.say(`sharing.${name}`)); }

  tell(text) {
    if (this.#page.notice) this.#page.notice.say(text, SAID_MS);
    else setText(this.#said, text);
  }
}

const movesOf = (record) => record.split("\n").filter((line) => /^\d+\. /.test(line)).length;

// A text deflated, in letters that an address may hold.
export async function codeOf(text) {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
