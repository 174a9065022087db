// The board's buzzer, for those who want to hear it here: the same seconds on and off as on the real one.

import { memory } from "./memory.js";
import { setSign } from "./signs.js";

const PITCH_HERTZ = 2300, LOUDNESS = 0.04;
const CHOSEN = "cups-sound";

export class Sound {
  #button; #words; #context = null; #heard = null;

  // `isOnAtFirst`: for whoever has not chosen yet.
  constructor(button, words, isOnAtFirst = false) {
    this.#button = button;
    this.#words = words;
    button.addEventListener("click", () => this.#set(!this.#isOn));
    this.#show((memory.get(CHOSEN) ?? (isOnAtFirst ? "on" : "off")) === "on");
  }

  get #isOn() { return this.#button.getAttribute("aria-pressed") === "true"; }

  #set(isOn) {
    memory.set(CHOSEN, isOn ? "on" : "off");
    this.#show(isOn);
  }

  #show(isOn) {
    this.#button.setAttribute("aria-pressed", String(isOn));
    setSign(this.#button, isOn ? "sound-on" : "sound-off");
    this.#button.setAttribute("aria-label", this.#words.say("sound"));
    this.#button.title = this.#words.say("sound");
    if (isOn && navigator.userActivation?.hasBeenActive) this.#context ??= new AudioContext();
  }

  show(tone, isLookingBack) {
    const isNew = this.#heard !== null && tone?.number !== this.#heard;
    this.#heard = isLookingBack ? null : (tone?.number ?? 0);
    if (!isNew || isLookingBack || !this.#isOn || !tone?.seconds || !navigator.userActivation?.hasBeenActive) return;
    this.#context ??= new AudioContext();
    this.#play(tone.seconds);
  }

  #play(seconds) {
    const context = this.#context, gain = context.createGain(), oscillator = context.createOscillator();
    oscillator.type = "square";
    oscillator.frequency.value = PITCH_HERTZ;
    gain.gain.value = 0;
    oscillator.connect(gain).connect(context.destination);
    let time = context.currentTime + 0.01;
    oscillator.start(time);
    seconds.forEach((lasts, index) => {
      gain.gain.setValueAtTime(index % 2 ? 0 : LOUDNESS, time);
      time += lasts;
    });
    gain.gain.setValueAtTime(0, time);
    oscillator.stop(time + 0.01);
  }
}
