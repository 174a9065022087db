// The legend of the lights: each blinks as on the strip, with its rhythm as a picture and its words.
// What each looks like comes from the board itself.

import { request } from "./carrier.js";
import { Lights } from "./lights.js";
import { ring } from "./rings.js";
import { html, svg } from "./svg.js";

const RADIUS = 15, FACING_DEGREES = 90, SLOT_WIDTH = 5, RHYTHM_HEIGHT = 14;

export class Legend {
  element = html("div", { class: "legend" });
  #tutor = html("p", {}); #words; #store; #lights = null; #shown = {};

  constructor(words, store) {
    this.#words = words;
    this.#store = store;
  }

  // Fetches the lights at the first time, and lets them blink.
  async wake() {
    if (this.#lights === null) {
      const answer = await request("/legend.json");
      if (answer.ok) this.#draw(await answer.json());
    }
    const { tutor } = this.#store.live ?? {};
    this.#tutor.hidden = !tutor;
    if (tutor) this.#tutor.textContent = `${this.#words.say("tutor.is", { how: this.#words.say(`tutor.${tutor}`) })} ${this.#words.say("tutor.text")}`;
    this.#play(this.#shown);
  }

  // Lights that nobody sees cost nothing.
  sleep() { this.#play({}); }

  #play(lights) {
    const live = this.#store.live;
    if (this.#lights && live?.board) this.#lights.update({ time: live.time, heardAt: live.heardAt, board: live.board, lights });
  }

  #draw({ groups }) {
    const rings = {};
    this.#shown = {};
    this.element.replaceChildren(this.#tutor, ...groups.map(({ name, lights }) => html("section", {},
      html("h4", {}, this.#words.say(`legend.${name}`)),
      html("ul", {}, ...lights.map((light) => {
        const { group, show } = ring({ name: light.meaning, x: 0, y: 0, rx: RADIUS, ry: RADIUS }, light.pixels, FACING_DEGREES);
        rings[light.meaning] = show;
        this.#shown[light.meaning] = light;
        return html("li", { "data-meaning": light.meaning },
          svg("svg", { viewBox: "-36 -36 72 72", class: "legend-light", "aria-hidden": "true" }, svg("circle", { r: 33, class: "legend-wood" }), group),
          html("span", { class: "legend-words" }, this.#words.say(`signs.${light.meaning}`, { beans: this.#words.beans(light.beans) })),
          rhythm(light));
      })))));
    this.#lights = new Lights(rings);
  }
}

// One period of a light from left to right: as high as it is bright.
function rhythm({ pictures, slots }) {
  const levels = pictures.map((hex) => Math.max(...hex.match(/../g).map((byte) => parseInt(byte, 16))));
  const full = Math.max(...levels, 1);
  const bars = slots.map((picture, at) => {
    const height = Math.sqrt(levels[picture] / full) * RHYTHM_HEIGHT;
    return svg("rect", { x: at * SLOT_WIDTH, y: RHYTHM_HEIGHT - height, width: SLOT_WIDTH, height });
  });
  return svg("svg", { viewBox: `0 0 ${slots.length * SLOT_WIDTH} ${RHYTHM_HEIGHT}`, class: "legend-rhythm", "aria-hidden": "true" }, ...bars);
}
