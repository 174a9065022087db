// The sentence of the board aloud, by the browser's own voice, for whoever has asked for it.
// A screen reader has a voice of its own, and no page can know of one. So the sentence is announced by one of them at
// a time: while this speaks it is no live region; while this is silent, as it is at first, it is one.

import { memory } from "./memory.js";
import { html, setAttribute, setText } from "./svg.js";

const CHOSEN = "cups-speech";
const synthesis = window.speechSynthesis;

export class Speech {
  #sentence; #words; #switch; #note;

  constructor(parent, words, sentence) {
    this.#sentence = sentence;
    this.#words = words;
    this.#switch = html("input", { type: "checkbox", role: "switch", id: "speech", "aria-describedby": "speech-note", onchange: () => this.#choose() });
    this.#note = html("span", { id: "speech-note", role: "status" });
    parent.append(html("p", { class: "panel speech" }, html("label", {}, this.#switch, words.say("speech.aloud")), this.#note));
    this.#switch.checked = memory.get(CHOSEN) === "on";
    new MutationObserver(() => this.#say()).observe(sentence, { childList: true, characterData: true, subtree: true });
    // A browser has its voices some time after it is asked for them.
    synthesis?.addEventListener?.("voiceschanged", () => this.#show());
    addEventListener("pagehide", () => synthesis?.cancel());
    this.#show();
  }

  // The voice of this page's language: as the reader speaks it, else the browser's usual one.
  get #voice() {
    const voices = (synthesis?.getVoices() ?? []).filter((each) => each.lang.split(/[-_]/)[0] === this.#words.language);
    return voices.find((each) => each.lang === navigator.language) ?? voices.find((each) => each.default) ?? voices[0];
  }

  get #speaks() { return this.#switch.checked && this.#voice !== undefined; }

  #choose() {
    memory.set(CHOSEN, this.#switch.checked ? "on" : "off");
    this.#show();
    if (this.#switch.checked) this.#say();
    else synthesis?.cancel();
  }

  #show() {
    setAttribute(this.#sentence, "aria-live", this.#speaks ? "off" : "polite");
    setText(this.#note, this.#voice ? "" : this.#words.say("speech.no-voice"));
  }

  // What is said no longer counts once there is another sentence.
  #say() {
    if (!this.#speaks || document.visibilityState === "hidden") return;
    synthesis.cancel();
    const voice = this.#voice, text = this.#sentence.textContent;
    if (text) synthesis.speak(Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang }));
  }
}
