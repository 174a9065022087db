// Runs the Pico's program on an emulated RP2040 with HX711 at its pins. Needs the package rp2040js.
//
//   node emulated.mjs IMAGE SECONDS CHIPS
//
// CHIPS is JSON: for each chip {data, clock, period, kind}, times in seconds; kind is "sound", "silent",
// "low" (its line is stuck) or "late" (plugged in after half the time). Writes JSON: the bytes that the Pico
// said, each with its time, the words that each chip gave, and the longest pulse and the most pulses it saw.
import { readFileSync } from "node:fs";
import { RP2040 } from "rp2040js";

const [image, seconds, described] = process.argv.slice(2);
const CYCLE_NANOS = 1e9 / 12e6;
const WORD_BITS = 24;
const POWER_DOWN_NANOS = 60e3;

const mcu = new RP2040();
mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
mcu.flash.set(readFileSync(image));
mcu.core.SP = 0x20042000;
mcu.core.PC = 0x10000000;
const clock = mcu.clock;
const now = () => clock.nanos;

class Chip {
  constructor({ data, clock: sck, period, kind }, number) {
    Object.assign(this, { kind, number, period: period * 1e9, words: [], pulses: WORD_BITS + 1, longest: 0, most: 0 });
    this.pin = mcu.gpio[data];
    this.next = Infinity;
    this.random = 12345 + 7919 * number;
    this.level(true);
    mcu.gpio[sck].addListener((state) => this.clocked(state === 1));
  }

  level(isHigh) {
    this.pin.setInputValue(this.kind === "low" ? false : isHigh);
  }

  clocked(isHigh) {
    if (isHigh) {
      this.rose = now();
      if (this.pulses <= WORD_BITS) {
        this.pulses += 1;
        this.level(this.pulses > WORD_BITS || Boolean((this.word >> (WORD_BITS - this.pulses)) & 1));
        if (this.pulses > WORD_BITS) this.words.push(this.word);
      }
      return;
    }
    const high = now() - (this.rose ?? now());
    if (high > POWER_DOWN_NANOS) {
      // Asleep; it wakes and settles for four conversions.
      this.pulses = WORD_BITS + 1;
      this.level(true);
      this.next = this.kind === "silent" ? Infinity : now() + 4 * this.period;
    } else this.longest = Math.max(this.longest, high);
  }

  attend() {
    if (now() < this.next) return;
    this.next += this.period;
    if (this.kind === "late" && now() < seconds * 5e8) return;
    this.torn = (this.torn ?? 0) + (this.pulses > 0 && this.pulses <= WORD_BITS);
    this.random = (1103515245 * this.random + 12345) & 0x7fffffff;
    this.word = (this.random >> 4) & 0xffffff;
    this.pulses = 0;
    this.level(false);
  }
}

const chips = JSON.parse(described).map((each, number) => new Chip(each, number));
const said = [];
mcu.uart[0].onByte = (byte) => said.push([now() / 1e9, byte]);
for (let steps = 0; now() < seconds * 1e9; steps += 1) {
  clock.tick(mcu.core.executeInstruction() * CYCLE_NANOS);
  if (steps % 16 === 0) for (const chip of chips) chip.attend();
}
const seen = chips.map(({ words, longest, torn }) => ({ words, longest: longest / 1e9, torn: torn ?? 0 }));
process.stdout.write(JSON.stringify({ said, chips: seen, baud: mcu.uart[0].baudRate }));
