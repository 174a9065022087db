// Looking back: a game or an evening step by step, while the live board goes on unseen.

import { patched } from "./store.js";
import { html, setText } from "./svg.js";

const PLAY_MS = 700;

export class Review {
  #place; #page; #states = []; #steps = []; #at = 0; #slider; #label; #timer = null; #play; #name = "";

  constructor(place, page) {
    this.#place = place;
    this.#page = page;
    const { words } = page;
    const button = (name, sign, onclick) =>
      html("button", { type: "button", class: "step", "aria-label": words.say(`review.${name}`), title: words.say(`review.${name}`), onclick }, sign);
    this.#slider = html("input", { type: "range", min: 0, value: 0, "aria-label": words.say("review.step"), oninput: () => this.go(Number(this.#slider.value)) });
    this.#label = html("output", { class: "review-label" });
    this.#play = button("play", "▶︎", () => this.#toggle());
    place.append(
      html("div", { class: "review-steps" },
        button("first", "⏮︎", () => this.go(0)), button("back", "◀︎", () => this.go(this.#at - 1)), this.#play,
        button("on", "▷", () => this.go(this.#at + 1)), button("last", "⏭︎", () => this.go(Infinity)), this.#slider,
        html("button", { type: "button", class: "review-end", onclick: () => this.end() }, words.say("review.end"))),
      this.#label);
    page.side.append(html("button", { type: "button", class: "wide", id: "look-back", onclick: () => this.openOwn() }, words.say("review.own")));
  }

  // The game of the board itself.
  async openOwn() {
    try {
      const answer = await fetch("/timeline.json");
      if (!answer.ok) throw new Error(await answer.text());
      this.open(await answer.json(), this.#page.words.say("review.game"));
    } catch (fault) {
      setText(this.#label, String(fault.message));
      this.#place.hidden = false;
    }
  }

  open(timeline, name) {
    let state = timeline.first;
    this.#states = timeline.steps.map((step) => (state = patched(state, step.patch)));
    this.#steps = timeline.steps;
    this.#name = name;
    this.#slider.max = this.#steps.length - 1;
    this.#place.hidden = false;
    document.body.dataset.review = "yes";
    this.go(Infinity);
    this.#slider.focus();
  }

  go(at) {
    this.#at = Math.max(0, Math.min(this.#steps.length - 1, at));
    if (this.#at === this.#steps.length - 1) this.#pause();
    this.#slider.value = this.#at;
    const said = this.#said(this.#steps[this.#at]);
    setText(this.#label, `${this.#name}: ${said}`);
    this.#slider.setAttribute("aria-valuetext", said);
    this.#page.store.lookBack(this.#states[this.#at]);
  }

  end() {
    this.#pause();
    this.#place.hidden = true;
    delete document.body.dataset.review;
    this.#page.store.lookBack(null);
  }

  #said(step) {
    const { words } = this.#page;
    if (step.number === 0) return words.say("review.start");
    if (step.number) return `${step.number}. ${words.side(step.side)}: ${words.move(step.move)}`;
    return [`${step.time.toFixed(1)} s`, ...step.said.map((each) => words.message(each))].join(" · ");
  }

  #toggle() {
    if (this.#timer) { this.#pause(); return; }
    if (this.#at === this.#steps.length - 1) this.go(0);
    setText(this.#play, "⏸︎");
    this.#timer = setInterval(() => this.go(this.#at + 1), PLAY_MS);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    setText(this.#play, "▶︎");
  }
}
