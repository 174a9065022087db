// Plays the pixels of every place: sixteen slots of a tenth of a second, as the strip gets them.
// At life's own pace the page keeps the board's beat. An evening that runs faster still blinks at this pace:
// its rhythms could not be read otherwise, and nothing may flash more than three times a second.

const SLOTS = 16, OUT_OF_STEP_SECONDS = 0.12;
const DARK = {};
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Lights {
  #rings;
  #lights = DARK;
  #changes = []; // the slots in which a light begins to look different
  #slot = -1;
  #seconds = 0.1;
  #heardAt = null;
  #offset = 0;
  #frozenAt = null; // the board's time while its lights stand still
  #timer = null;

  // `rings` has, by place, a function that shows a picture: the hex bytes of its pixels, or "".
  constructor(rings) {
    this.#rings = rings;
    calm.addEventListener("change", () => this.#again());
  }

  setRings(rings) { this.#rings = rings; this.#again(); }

  update(state) {
    const evening = state.evening, lights = state.lights ?? DARK;
    const frozenAt = evening?.power === "stalled" || evening?.speed === 0 ? state.time : null;
    const isSame = lights === this.#lights && frozenAt === this.#frozenAt && !this.#follow(state, !evening || evening.speed === 1);
    if (isSame) return;
    this.#seconds = state.board.slotSeconds ?? 0.1;
    this.#frozenAt = frozenAt;
    if (lights !== this.#lights) {
      this.#lights = lights;
      this.#changes = changesOf(Object.values(lights));
    }
    this.#again();
  }

  // Whether the board's beat had to be found again.
  #follow({ time, heardAt }, isInStep) {
    if (!isInStep || heardAt === undefined || heardAt === this.#heardAt) return false;
    this.#heardAt = heardAt;
    const offset = time - heardAt;
    if (Math.abs(offset - this.#offset) <= OUT_OF_STEP_SECONDS) return false;
    this.#offset = offset;
    return true;
  }

  #again() {
    this.#slot = -1;
    this.#tick();
  }

  // A page whose lights are steady wakes for nothing, others when a light changes.
  #tick() {
    clearTimeout(this.#timer);
    const seconds = this.#frozenAt ?? performance.now() / 1000 + this.#offset;
    const beat = seconds / this.#seconds + 1e-6;
    const slot = modulo(Math.floor(beat), SLOTS);
    this.#show(slot);
    if (calm.matches || this.#frozenAt !== null || !this.#changes.length) return;
    const next = this.#changes.find((each) => each > slot) ?? this.#changes[0] + SLOTS;
    this.#timer = setTimeout(() => this.#tick(), (next - modulo(beat, SLOTS)) * this.#seconds * 1000 + 2);
  }

  #show(slot) {
    if (slot === this.#slot) return;
    this.#slot = slot;
    for (const [place, ring] of Object.entries(this.#rings)) {
      const light = this.#lights[place];
      ring(light ? light.pictures[calm.matches ? brightest(light) : light.slots[slot]] : "");
    }
  }
}

const modulo = (value, by) => ((value % by) + by) % by;

function changesOf(lights) {
  return Array.from({ length: SLOTS }, (_, slot) => slot)
    .filter((slot) => lights.some(({ slots }) => slots[slot] !== slots[(slot + SLOTS - 1) % SLOTS]));
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
