// Puzzles: a list to choose from, and beside the board what the one that lies there asks for.

import { sign } from "/signs.js";
import { html, setText } from "/svg.js";
import { EndsGame } from "./ends_game.js";

const KINDS = ["endgame", "transfer", "tactic"];

export class Puzzles {
  #page; #words; #panel; #list; #endsGame; #solved; #fault; #task; #title; #text; #level; #way; #buttons = {}; #chosen = null; #current = null; #count = 0; #moves = null;

  constructor(page) {
    this.#page = page;
    this.#words = page.words;
    page.tools.before(this.#besideTheBoard());
    document.getElementById("new-game").after(this.#listPanel());
  }

  #say(key, values) { return this.#words.say(`puzzles.${key}`, values); }

  #listPanel() {
    this.#list = html("div", { class: "puzzle-list", tabindex: -1 });
    this.#solved = html("p", { class: "puzzles-solved" });
    this.#fault = html("p", { class: "file-said", role: "status", hidden: true });
    this.#endsGame = new EndsGame(this.#page, "puzzle", this.#list, () => this.#begin());
    this.#panel = html("details", { class: "panel puzzles", id: "puzzles", "data-needs": "seat", ontoggle: () => { if (this.#panel.open) this.#ask(); } },
      html("summary", {}, this.#say("title")), html("p", {}, this.#say("what")), this.#solved, this.#fault, this.#endsGame.element, this.#list);
    return this.#panel;
  }

  #besideTheBoard() {
    const button = (name, drawn, onclick) => (this.#buttons[name] = html("button", { type: "button", id: `puzzle-${name}`, "data-needs": "seat", onclick }, sign(drawn), html("span", {}, this.#say(name))));
    this.#title = html("h2");
    this.#text = html("p", { role: "status" });
    this.#level = html("p", { class: "puzzle-level" });
    this.#way = html("p", { hidden: true });
    this.#task = html("section", { class: "puzzle", id: "puzzle", "aria-label": this.#say("one"), hidden: true },
      html("div", { class: "puzzle-said" }, this.#title, this.#text, this.#level, this.#way),
      html("div", { class: "row" },
        button("next", "on", () => this.#choose(this.#current.number % this.#count + 1)),
        button("again", "again", () => this.#choose(this.#current.number)),
        button("show-way", "eye", () => { this.#way.hidden = false; this.#buttons["show-way"].hidden = true; }),
        button("others", "more", () => { this.#panel.open = true; this.#panel.scrollIntoView({ block: "nearest" }); })));
    return this.#task;
  }

  #choose(number) {
    this.#chosen = number;
    // A puzzle that lies there may be begun again, or left, as it is.
    if (this.#current) this.#begin();
    else this.#endsGame.press();
  }

  // Whoever solves a puzzle plays South.
  #begin() {
    const { seats, connection } = this.#page;
    if (!seats.own.includes("south")) seats.choose("south", "person");
    connection.send({ do: "puzzle", puzzle: this.#chosen });
    document.getElementById("play").scrollIntoView();
  }

  show(state) {
    this.#endsGame.show();
    if (state.moves === this.#moves) return;
    this.#moves = state.moves;
    // A puzzle begins with a correction of the empty table.
    const mayBe = /^table /.test(Object.values(state.moves ?? {})[0]?.move ?? "");
    if (!mayBe) this.#showCurrent(null);
    if (mayBe || this.#panel.open) this.#ask();
  }

  async #ask() {
    const answer = await fetch("/puzzles.json").catch(() => null);
    if (!answer?.ok) return; // the page says by itself that the server is gone
    const { puzzles, current, fault } = await answer.json();
    this.#count = puzzles.length;
    this.#showList(puzzles, current);
    setText(this.#solved, this.#say("solved-of", { solved: puzzles.filter((each) => each.isSolved).length, count: puzzles.length }));
    this.#fault.hidden = !fault;
    setText(this.#fault, fault ? this.#say("unread", { why: fault }) : "");
    this.#showCurrent(current && { ...current, ...puzzles[current.number - 1] });
  }

  #showList(puzzles, current) {
    const numbered = puzzles.map((puzzle, index) => ({ ...puzzle, number: index + 1 }));
    const focused = document.activeElement?.dataset?.puzzle;
    this.#list.replaceChildren(...KINDS.flatMap((kind) => [
      html("h3", {}, this.#say(`kinds.${kind}`)), html("p", {}, this.#say(`tasks.${kind}`)),
      html("div", { class: "puzzle-choices" }, ...numbered.filter((each) => each.kind === kind).map((each) => this.#choice(each, current))),
    ]));
    if (focused) this.#list.querySelector(`[data-puzzle="${focused}"]`)?.focus({ preventScroll: true });
  }

  #choice(puzzle, current) {
    const { number, cups, difficulty, isSolved, tried } = puzzle;
    const state = this.#say(isSolved ? "is-solved" : tried ? "is-tried" : "is-new");
    const name = this.#say("choice", { number, kind: this.#say(`kinds.${puzzle.kind}`), cups, difficulty, state });
    return html("button", {
      type: "button", "data-puzzle": number, "data-solved": isSolved ? "yes" : undefined, "aria-label": name, title: name,
      "aria-current": current?.number === number ? "true" : undefined, onclick: () => this.#choose(number),
    }, html("b", {}, String(number)), " ", html("span", {}, `2 × ${cups}`), this.#stars(difficulty), isSolved ? sign("check") : "");
  }

  #stars(difficulty) { return html("span", { class: "stars" }, ...Array.from({ length: difficulty }, () => sign("star"))); }

  #showCurrent(current) {
    const isNew = current?.number !== this.#current?.number || current?.progress !== this.#current?.progress;
    this.#current = current;
    this.#task.hidden = !current;
    if (!current || !isNew) return;
    const { number, kind, cups, difficulty, level, progress, way } = current;
    const isMissed = progress === "missed";
    this.#title.replaceChildren(this.#say("heading", { number, kind: this.#say(`kinds.${kind}`), cups }), " ", this.#stars(difficulty));
    setText(this.#text, progress === "going on" ? this.#say(`tasks.${kind}`) : this.#say(progress));
    this.#level.hidden = progress !== "going on";
    setText(this.#level, this.#say(level === "perfect" ? "solved-by-perfect" : "solved-by", { level }));
    setText(this.#way, this.#say("way", { moves: way.map((move) => this.#words.move(move)).join(", ") }));
    this.#way.hidden = true;
    this.#task.dataset.progress = progress;
    this.#buttons["show-way"].hidden = !isMissed;
    this.#buttons.again.hidden = progress === "going on";
    this.#buttons.next.hidden = progress !== "solved";
    this.#buttons.next.classList.toggle("primary", progress === "solved");
    this.#buttons.again.classList.toggle("primary", isMissed);
  }
}
