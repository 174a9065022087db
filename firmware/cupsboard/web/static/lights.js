// Plays the pixels of every place: sixteen slots of a tenth of a second, as the strip gets them.
// At life's own pace the page keeps the board's beat. An evening that runs faster still blinks at this pace:
// its rhythms could not be read otherwise, and nothing may flash more than three times a second.

const SLOTS = 16, OUT_OF_STEP_SECONDS = 0.12;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Lights {
  #rings;
  #lights = null;
  #slot = -1;
  #seconds = 0.1;
  #offset = 0;
  #frozenAt = null; // the board's time while its lights stand still
  #timer = null;

  // `rings` has, by place, a function that shows a picture: the hex bytes of its pixels, or "".
  constructor(rings) { this.#rings = rings; }

  setRings(rings) { this.#rings = rings; this.#slot = -1; this.#show(); }

  update(state) {
    this.#seconds = state.board.slotSeconds ?? 0.1;
    const evening = state.evening;
    if (!evening || evening.speed === 1) {
      const now = performance.now() / 1000;
      if (Math.abs(state.time - now - this.#offset) > OUT_OF_STEP_SECONDS) this.#offset = state.time - now;
    }
    this.#frozenAt = evening?.power === "stalled" || evening?.speed === 0 ? state.time : null;
    if (state.lights !== this.#lights) {
      this.#lights = state.lights ?? {};
      this.#slot = -1;
    }
    this.#show();
    if (!this.#timer) this.#tick();
  }

  #tick() {
    this.#show();
    const period = this.#seconds * 1000;
    const now = performance.now() + this.#offset * 1000;
    this.#timer = setTimeout(() => this.#tick(), period - (((now % period) + period) % period) + 2);
  }

  #show() {
    if (!this.#lights) return;
    const seconds = this.#frozenAt ?? performance.now() / 1000 + this.#offset;
    const beat = Math.floor(seconds / this.#seconds + 1e-6);
    const slot = ((beat % SLOTS) + SLOTS) % SLOTS;
    if (slot === this.#slot) return;
    this.#slot = slot;
    for (const [place, ring] of Object.entries(this.#rings)) {
      const light = this.#lights[place];
      ring(light ? light.pictures[calm.matches ? brightest(light) : light.slots[slot]] : "");
    }
  }
}

// Who wants no motion sees each light at its fullest, and reads the words beside it.
function brightest(light) {
  const sum = (hex) => hex.match(/../g).reduce((total, byte) => total + parseInt(byte, 16), 0);
  return light.pictures.reduce((best, hex, index) => (sum(hex) > sum(light.pictures[best]) ? index : best), 0);
}

// The colour and strength that an eye sees: a pixel at a quarter of its current looks about half as bright.
export function seen(hex) {
  const channels = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const level = Math.max(...channels);
  if (level < 2) return null;
  const [red, green, blue] = channels.map((channel) => Math.round((channel / level) * 255));
  return { colour: `rgb(${red},${green},${blue})`, strength: Math.min(1, Math.max(0.25, (level / 110) ** 0.6)) };
}
