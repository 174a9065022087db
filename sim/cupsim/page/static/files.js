// Taking a game or an evening home, and bringing one along to step through.

import { request, saving } from "/carrier.js";
import { html, setText } from "/svg.js";

export class Files {
  #page; #said;

  constructor(page) {
    this.#page = page;
    const { words } = page;
    this.#said = html("p", { class: "file-said", role: "status" });
    const input = html("input", { type: "file", id: "load", accept: ".txt,.trace,.jsonl", onchange: () => { this.#load(input.files[0]); input.value = ""; } });
    page.side.append(html("details", { class: "panel files" }, html("summary", {}, words.say("files.title")),
      html("div", { class: "fields" },
        html("a", { ...saving("/record.txt", "cups-game.txt"), id: "save-record" }, words.say("files.record")),
        html("a", { ...saving("/evening.trace", "cups-evening.trace"), id: "save-trace" }, words.say("files.trace")),
        html("label", { class: "stacked" }, words.say("files.load"), input), this.#said)));
  }

  async #load(file) {
    if (!file) return;
    const { words, review } = this.#page;
    setText(this.#said, words.say("files.reading", { name: file.name }));
    try {
      const answer = await request("/timeline", { method: "POST", body: file });
      if (!answer.ok) throw new Error(await answer.text());
      review.open(await answer.json(), file.name);
      setText(this.#said, "");
    } catch (fault) {
      setText(this.#said, words.say("files.refused", { name: file.name, why: fault.message }));
    }
  }
}
