// What a page remembers: the one place that asks the browser to keep something.
// A browser may refuse, by its owner's setting, or be full. Then the page remembers for itself, for as long as its tab
// lasts, also when it is loaded again; and it says so once.

import { html } from "./svg.js";

class Memory {
  #area; #own; #forgets = () => {};
  // Whether the browser has refused to keep something.
  isForgetful = false;

  // `area` names the browser's own: "localStorage", or "sessionStorage" for this tab alone.
  constructor(area) {
    this.#area = area;
    this.#own = { ...history.state?.[area] };
    this.#asked((kept) => kept.length);
  }

  // The text that is remembered by this name; null if there is none.
  get(name) { return this.#own[name] ?? this.#asked((kept) => kept.getItem(name)) ?? null; }

  set(name, text) {
    const isKept = this.#asked((kept) => { kept.setItem(name, text); return true; });
    this.#remember(name, isKept ? undefined : String(text));
  }

  remove(name) {
    this.#asked((kept) => kept.removeItem(name));
    this.#remember(name, undefined);
  }

  // What was remembered as `write` wrote it; null where there is nothing, or nothing that can be read.
  read(name) {
    try { return JSON.parse(this.get(name)); } catch { return null; }
  }

  write(name, value) { this.set(name, JSON.stringify(value)); }

  // Calls `forgets` once the browser has refused to keep something, at once if it has done so already.
  whenForgetful(forgets) {
    this.#forgets = forgets;
    if (this.isForgetful) forgets();
  }

  #asked(act) {
    try { return act(globalThis[this.#area]); } catch (fault) {
      console.info(fault);
      if (!this.isForgetful) { this.isForgetful = true; this.#forgets(); }
      return undefined;
    }
  }

  #remember(name, text) {
    if (text === this.#own[name]) return;
    this.#own = { ...this.#own, [name]: text };
    try { history.replaceState({ ...history.state, [this.#area]: this.#own }, ""); } catch (fault) { console.info(fault); }
  }
}

export const memory = new Memory("localStorage");
export const tabMemory = new Memory("sessionStorage");

// Says once, above the page, that nothing is remembered; a tap on `close` puts the line away.
export function sayWhenForgetful(text, close) {
  memory.whenForgetful(() => {
    const line = html("p", { class: "forgetful", id: "forgetful", role: "status" }, html("span", {}, text), " ",
      html("button", { type: "button", onclick: () => line.remove() }, close));
    document.body.prepend(line);
  });
}
