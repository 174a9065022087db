// Why the board decided so: each look of the evening in words, and the weights up to the one that is chosen.
// A process beside the board reads them from the evening's trace, which takes a while for a long evening.

import { sign } from "../signs.js";
import { html, setText } from "../svg.js";
import { SECONDS, Weights } from "./weights.js";

const REFUSED = { 404: "looks-not-yet", 429: "looks-busy" };
const AT_ONCE = 200; // of an evening's ten thousand looks

export class Looks {
  #words; #weights; #places = []; #rows = []; #looks = []; #shown = 0; #chosen = null; #ended = null; #asking = null;
  #note = html("p", { role: "status" }); #list = html("ol", { class: "said", tabindex: "0" }); #earlier;

  constructor(words) {
    this.#words = words;
    this.#weights = new Weights(words);
  }

  panel() {
    const stretch = (seconds, key) => html("button", { type: "button", onclick: () => this.#ask(seconds) }, this.#say(key));
    this.#list.setAttribute("aria-label", this.#say("looks"));
    this.#earlier = html("button", { type: "button", hidden: true, onclick: () => this.#showMore() }, sign("more"), this.#say("looks-earlier"));
    return html("details", { class: "panel choice care", id: "looks" },
      html("summary", {}, html("h2", {}, this.#say("looks"))), html("p", {}, this.#say("looks-text")),
      html("div", { class: "answers" }, stretch(60, "looks-minute"), stretch(600, "looks-ten-minutes"), stretch("all", "looks-all")),
      this.#note, ...this.#weights.elements, this.#list,
      html("div", { class: "answers" }, this.#earlier, html("button", { type: "button", onclick: () => this.#save() }, sign("save"), this.#say("csv"))));
  }

  #say(key, values) { return this.#words.say(`setup.${key}`, values); }

  // What was asked for before is read no further.
  async #ask(seconds) {
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    this.#rows = [];
    this.#looks = [];
    this.#shown = 0;
    this.#chosen = this.#ended = null;
    this.#list.replaceChildren();
    this.#earlier.hidden = true;
    setText(this.#note, this.#say("looks-reading"));
    try {
      const answer = await fetch(`/owner/looks.jsonl?seconds=${seconds}`, { signal: asking.signal });
      if (!answer.ok) return setText(this.#note, this.#say(REFUSED[answer.status] ?? "unheard"));
      await eachLine(answer.body, (line) => this.#take(line));
    } catch {
      if (!asking.signal.aborted) setText(this.#note, this.#say("unheard"));
      return;
    }
    setText(this.#note, this.#ended ?? (this.#looks.length ? "" : this.#say("looks-unread")));
    this.#showMore();
    if (this.#looks.length) this.#choose(this.#looks.at(-1));
  }

  #take({ places, row, look, note, isTooLong }) {
    if (places) this.#places = places;
    if (row) this.#rows.push(row);
    if (look && this.#looks.push(look) % AT_ONCE === 0) setText(this.#note, this.#say("looks-so-far", { count: this.#looks.length }));
    if (note) this.#ended = this.#words.message(note);
    if (isTooLong) this.#ended = this.#say("looks-too-long");
  }

  // The newest first.
  #showMore() {
    const end = this.#looks.length - this.#shown, fresh = this.#looks.slice(Math.max(0, end - AT_ONCE), end).reverse();
    this.#list.append(...fresh.map((look) => this.#item(look)));
    this.#shown += fresh.length;
    this.#earlier.hidden = this.#shown === this.#looks.length;
  }

  #item(look) {
    look.button = html("button", { type: "button", "aria-pressed": "false", onclick: () => this.#choose(look) }, html("b", {}, this.#say("looks-at", { time: this.#clock(look.seconds) })), " ", this.#found(look), ...look.lines.map((line) => html("span", {}, this.#words.message(line))));
    return html("li", {}, look.button);
  }

  #found({ found }) { return found.map((each) => this.#words.message(each)).join("; "); }

  // Seconds as minutes and seconds.
  #clock(seconds) { return `${Math.floor(seconds / 60)}:${this.#words.decimal(seconds % 60, 1).padStart(4, "0")}`; }

  #choose(look) {
    this.#chosen?.button.setAttribute("aria-pressed", "false");
    look.button.setAttribute("aria-pressed", "true");
    this.#chosen = look;
    const isIn = (time) => time <= look.seconds && time > look.seconds - SECONDS, rows = this.#rows.filter(([time]) => isIn(time));
    if (!rows.length) return;
    this.#weights.chosen = look.places[0] ?? this.#weights.chosen ?? this.#places[0];
    this.#weights.draw({ places: this.#places, rows, marks: this.#looks.filter(({ lines, seconds }) => lines.length > 1 && isIn(seconds)).map(({ seconds }) => seconds) });
    this.#weights.large.scrollIntoView({ block: "nearest" });
  }

  // The weights that were read, and the looks at their times.
  #save() {
    const found = new Map(this.#looks.map((look) => [look.seconds, this.#found(look)]));
    const rows = [...this.#rows, ...this.#looks.map(({ seconds }) => [seconds, ...this.#places.map(() => null)])].sort(([one], [other]) => one - other);
    const lines = [["seconds", ...this.#places, "look"], ...rows.map(([time, ...grams]) => [time, ...grams.map((each) => each ?? ""), found.get(time) ?? ""])];
    const address = URL.createObjectURL(new Blob([lines.map((line) => line.map(quoted).join(",")).join("\n") + "\n"], { type: "text/csv" }));
    html("a", { href: address, download: "cups-evening.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}

const quoted = (value) => (/[",]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

// Each JSON object of a body that has one a line, as it comes.
async function eachLine(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line) take(JSON.parse(line));
    if (done) return;
  }
}
