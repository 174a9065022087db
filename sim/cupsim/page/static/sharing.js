// A game in an address: #game=…&move=12 opens it again in any browser, and the record is in the address itself.

import { request } from "/carrier.js";
import { sign } from "/signs.js";
import { html } from "/svg.js";
import { EndsGame } from "./ends_game.js";

const LONGEST_CODE = 3500;
const SAID_MS = 8000;

export class Sharing {
  #page; #words; #goOnButton; #endsGame;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    const button = (name, drawn, onclick) => html("button", { type: "button", class: `review-${name}`, id: `review-${name}`, onclick }, sign(drawn), this.#words.say(`sharing.${name}`));
    page.review.addAction(button("copy-link", "link", () => { const { record, move } = page.review.shown; this.copyLink(record, move); }));
    this.#goOnButton = button("go-on", "on", () => this.#endsGame.press());
    this.#endsGame = new EndsGame(page, "go-on", this.#goOnButton, () => this.#goOn());
    page.review.addAction(this.#goOnButton);
    page.review.addAction(this.#endsGame.element);
    page.seats.whenChanged(() => this.#showWhoMay());
    this.#showWhoMay();
    page.review.whenEnded(() => { this.#endsGame.ask(false); if (location.hash.startsWith("#game=")) history.replaceState(history.state, "", location.pathname); });
    addEventListener("hashchange", () => this.#open());
    this.#open();
  }

  // The link of a record at a move, into the clipboard where the browser allows that, else into the address.
  async copyLink(record, move) {
    const code = await codeOf(record);
    if (code.length > LONGEST_CODE) { this.#say("too-long"); return; }
    const hash = `#game=${code}&move=${move}`;
    try {
      await navigator.clipboard.writeText(new URL(hash, location.href.split("#")[0]).href);
      this.#say("copied");
    } catch {
      history.replaceState(history.state, "", hash);
      this.#say("in-address");
    }
  }

  async copyOwnLink() {
    const answer = await request("/record.txt");
    if (!answer.ok) { this.#say("too-long"); return; }
    const record = await answer.text();
    const moves = record.split("\n").filter((line) => /^\d+\. /.test(line)).length;
    await this.copyLink(record, moves);
  }

  // To go on ends the game on the table, which is for its players to do.
  #showWhoMay() {
    const { leads } = this.#page.seats;
    this.#goOnButton.disabled = !leads;
    this.#goOnButton.title = leads ? "" : this.#words.say("sharing.go-on-watching");
  }

  async #goOn() {
    const { record, move } = this.#page.review.shown;
    const game = await codeOf(record);
    if (game.length > LONGEST_CODE) { this.#say("too-long"); return; }
    this.#page.connection.send({ do: "go on", game, move });
    this.#page.backToBoard();
  }

  async #open() {
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
      this.#page.notice.say(this.#words.say("sharing.refused", { why: fault.message.trim() }), SAID_MS);
      history.replaceState(history.state, "", location.pathname);
    }
  }

  #say(name) { this.#page.notice.say(this.#words.say(`sharing.${name}`), SAID_MS); }
}

// A text deflated, in letters that an address may hold.
async function codeOf(text) {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
