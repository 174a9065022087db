// The board's buzzer, for those who want to hear it here: the same seconds on and off as on the real one.

import { memory } from "./memory.js";
import { setSign } from "./signs.js";

const PITCH_HERTZ = 2300;
const LOUDNESS = { off: 0, soft: 0.012, on: 0.04, loud: 0.12 }, LEVELS = Object.keys(LOUDNESS);
const CHOSEN = "cups-sound";

export class Sound {
  #button; #words; #level; #context = null; #heard = null;

  // Each press is for the next level. `isOnAtFirst`: for whoever has not chosen yet.
  constructor(button, words, isOnAtFirst = false) {
    this.#button = button;
    this.#words = words;
    button.addEventListener("click", () => this.#set(LEVELS[(LEVELS.indexOf(this.#level) + 1) % LEVELS.length]));
    const chosen = memory.get(CHOSEN);
    this.#show(chosen in LOUDNESS ? chosen : isOnAtFirst ? "on" : "off");
  }

  get #isOn() { return this.#level !== "off"; }

  #set(level) {
    memory.set(CHOSEN, level);
    this.#show(level);
    // Who chooses hears how loud that is.
    if (this.#isOn) this.#play([0.08]);
  }

  #show(level) {
    this.#level = level;
    this.#button.setAttribute("aria-pressed", String(this.#isOn));
    setSign(this.#button, `sound-${level}`);
    const said = this.#words.say(`sound-levels.${level}`);
    this.#button.setAttribute("aria-label", said);
    this.#button.title = said;
  }

  show(tone, isLookingBack) {
    const isNew = this.#heard !== null && tone?.number !== this.#heard;
    this.#heard = isLookingBack ? null : (tone?.number ?? 0);
    if (!isNew || isLookingBack || !this.#isOn || !tone?.seconds || !navigator.userActivation?.hasBeenActive) return;
    this.#play(tone.seconds);
  }

  #play(seconds) {
    const context = (this.#context ??= new AudioContext()), gain = context.createGain(), oscillator = context.createOscillator();
    oscillator.type = "square";
    oscillator.frequency.value = PITCH_HERTZ;
    gain.gain.value = 0;
    oscillator.connect(gain).connect(context.destination);
    let time = context.currentTime + 0.01;
    oscillator.start(time);
    seconds.forEach((lasts, index) => {
      gain.gain.setValueAtTime(index % 2 ? 0 : LOUDNESS[this.#level], time);
      time += lasts;
    });
    gain.gain.setValueAtTime(0, time);
    oscillator.stop(time + 0.01);
  }
}
