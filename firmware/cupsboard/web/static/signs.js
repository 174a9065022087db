// Drawn signs: the page types no symbol, for many a device lacks a letter for it.
//
// Beside text: button.append(sign("play"), words.say("review.play")). A sign is as tall as the text around it and
// has its colour. Readers of the page's words skip it, so a button with nothing but a sign needs an aria-label.
// Inside a drawing: mark(sign of a place), which is what a place's light means without its colour.

import { svg } from "./svg.js";

// Strokes on a field of 24 by 24.
const SHAPES = {
  circle: "M12 4A8 8 0 1 1 11.900 4Z",
  square: "M5 5H19V19H5Z",
  triangle: "M12 4L21 20H3Z",
  plus: "M12 5V19M5 12H19",
  minus: "M5 12H19",
  times: "M7.500 7.500L16.500 16.500M16.500 7.500L7.500 16.500",
  equals: "M5 9H19M5 15H19",
  check: "M4.500 12.500L10 18L19.500 6.500",
  question: "M8 8.500C8 5.500 10 4.200 12 4.200S16.200 5.600 16.200 8.200C16.200 11.500 12 11.500 12 15M12 19.600V19.700",
  must: "M12 4V14.500M12 19.400V19.500",
  warning: "M12 3.500L21.500 20H2.500ZM12 9.500V14M12 17.200V17.300",
  stop: "M12 3A9 9 0 1 1 11.900 3ZM5.800 5.800L18.200 18.200",
  back: "M15 5L8 12L15 19",
  on: "M9 5L16 12L9 19",
  first: "M18 5L11 12L18 19M6 5V19",
  last: "M6 5L13 12L6 19M18 5V19",
  pass: "M5 6L11 12L5 18M13 6L19 12L13 18",
  play: "M8 5L18.500 12L8 19Z",
  pause: "M8.500 5.500V18.500M15.500 5.500V18.500",
  up: "M12 20V4.500M6 10.500L12 4.500L18 10.500",
  down: "M12 4V19.500M6 13.500L12 19.500L18 13.500",
  left: "M20 12H4.500M10.500 6L4.500 12L10.500 18",
  right: "M4 12H19.500M13.500 6L19.500 12L13.500 18",
  "put-back": "M12 3V13M7.500 8.500L12 13L16.500 8.500M4.500 14V17.500A3 3 0 0 0 7.500 20.500H16.500A3 3 0 0 0 19.500 17.500V14",
  "into-pot": "M8 3V10M5 7.500L8 10.500L11 7.500M16 3V10M13 7.500L16 10.500L19 7.500M3.500 14C3.500 18 7 20.500 12 20.500S20.500 18 20.500 14Z",
  capture: "M4 12H19.500M13.500 6L19.500 12L13.500 18",
  again: "M19.500 12A7.500 7.500 0 1 1 17 6.400L19.500 8.500M19.500 3.500V8.500H14.500",
  undo: "M5 9H14.500A5.500 5.500 0 0 1 14.500 20H9M9 4.500L4.500 9L9 13.500",
  redo: "M19 9H9.500A5.500 5.500 0 0 0 9.500 20H15M15 4.500L19.500 9L15 13.500",
  power: "M12 3V11M7 6A8 8 0 1 0 17 6",
  button: "M12 3.500A8.500 8.500 0 1 1 11.900 3.500ZM12 8A4 4 0 1 1 11.900 8Z",
  star: "M12 3.200L14.700 9L21 9.700L16.300 14L17.600 20.200L12 17L6.400 20.200L7.700 14L3 9.700L9.300 9Z",
  blocked: "M4 11H20V21H4ZM7.500 11V7.500A4.500 4.500 0 0 1 16.500 7.500V11M12 14.500V17.500",
  more: "M5 12V12.100M12 12V12.100M19 12V12.100",
  pen: "M4 20L5 15.500L16 4.500L19.500 8L8.500 19Z",
  sun: "M12 7.500A4.500 4.500 0 1 1 11.900 7.500ZM12 1.800V3.500M12 20.500V22.200M1.800 12H3.500M20.500 12H22.200M4.800 4.800L6 6M18 18L19.200 19.200M4.800 19.200L6 18M18 6L19.200 4.800",
  moon: "M20 14.500A8.500 8.500 0 1 1 9.500 4A7 7 0 0 0 20 14.500Z",
  device: "M3.500 5H20.500V16H3.500ZM8.500 20H15.500M12 16V20",
  "sound-on": "M4 9.500V14.500H7.500L12 18.500V5.500L7.500 9.500ZM15.500 9A4.200 4.200 0 0 1 15.500 15M18 6A8.500 8.500 0 0 1 18 18",
  "sound-loud": "M2 9.500V14.500H5.500L10 18.500V5.500L5.500 9.500ZM13 9A4.200 4.200 0 0 1 13 15M15.500 6A8.500 8.500 0 0 1 15.500 18M18 3.500A12 12 0 0 1 18 20.500",
  "sound-soft": "M4 9.500V14.500H7.500L12 18.500V5.500L7.500 9.500ZM15.500 9A4.200 4.200 0 0 1 15.500 15",
  "sound-off": "M4 9.500V14.500H7.500L12 18.500V5.500L7.500 9.500ZM15.500 9.500L20.500 14.500M20.500 9.500L15.500 14.500",
  swap: "M7 4V19M3.500 15.500L7 19.500L10.500 15.500M17 20V5M13.500 8.500L17 4.500L20.500 8.500",
  bulb: "M9 18H15M10.500 21H13.500M9 18C9 15 6 13.500 6 9.500A6 6 0 0 1 18 9.500C18 13.500 15 15 15 18",
  bean: "M3.500 13.500C3 8 8 6.500 12 6.800C17 7 21 9.500 20.500 13.800C20 18 15.500 18 13.800 16C12.800 14.800 11.300 14.800 10.200 16C8.500 18 4 18 3.500 13.500Z",
  handful: "M4 8.500A4 2.700 0 1 1 12 8.500A4 2.700 0 1 1 4 8.500ZM13 11A4 2.700 0 1 1 21 11A4 2.700 0 1 1 13 11ZM6.500 16.500A4 2.700 0 1 1 14.500 16.500A4 2.700 0 1 1 6.500 16.500Z",
  cup: "M4 7A8 3 0 1 1 20 7A8 3 0 1 1 4 7ZM4 7L6.500 18.500C8 21 16 21 17.500 18.500L20 7",
  lean: "M12 3V12M8 8L12 12L16 8M3.500 16H20.500M6.500 20H17.500",
  hand: "M7 13V6.500A1.500 1.500 0 0 1 10 6.500V11V4.500A1.500 1.500 0 0 1 13 4.500V11V5.500A1.500 1.500 0 0 1 16 5.500V12V8.500A1.500 1.500 0 0 1 19 8.500V15C19 19 16.500 21.500 13 21.500C9.500 21.500 8 19.500 6.500 17L4.200 13.200C3.700 11.800 5.500 11 6.200 12Z",
  person: "M12 3.500A4 4 0 1 1 11.900 3.500ZM4.500 21C4.500 16.500 8 14.500 12 14.500S19.500 16.500 19.500 21",
  computer: "M5 8H19V19H5ZM12 8V4M12 3.500V3.600M9 12V13.500M15 12V13.500M9.500 16.500H14.500",
  eye: "M2 12C5 6.500 9 5 12 5S19 6.500 22 12C19 17.500 15 19 12 19S5 17.500 2 12ZM12 9A3 3 0 1 1 11.900 9Z",
  save: "M12 3.500V15M7 10L12 15L17 10M4 20H20",
  open: "M12 15.500V4M7 9L12 4L17 9M4 20H20",
  link: "M10 14L14 10M8.500 10.500L6 13A3.900 3.900 0 0 0 11 18.500L13.500 16M10.500 8L13 5.500A3.900 3.900 0 0 1 18.500 11L15.500 13.500",
};

const shape = (name) => svg("path", { d: SHAPES[name] });

export function sign(name) {
  if (!SHAPES[name]) throw new Error(`no sign is called ${name}`);
  return svg("svg", { viewBox: "0 0 24 24", class: "sign", "data-sign": name, "aria-hidden": "true" }, shape(name));
}

// Gives an element another sign, which stands before its text.
export function setSign(element, name) {
  const old = element.querySelector(":scope > .sign");
  if (old?.dataset.sign === name) return;
  if (old) old.replaceWith(sign(name));
  else element.prepend(sign(name));
}

// By the meaning of a light: signs by name, and "#" for how many beans it means.
const MARKS = {
  LIFTED: ["put-back"], NOT_NOW: ["stop"], PASSED: ["pass"], LOOK: ["question"], TOO_MANY: ["minus", "#"], TOO_FEW: ["plus", "#"],
  MUST_CAPTURE: ["capture", "must"], MUST_NEXT: ["plus", "must"], INTO_POT: ["into-pot"], MAY_CAPTURE: ["capture"], MAY_NEXT: ["plus"], PRESS: ["button", "question"],
  WINNER: ["star"], TIE: ["equals"], THINKING: ["computer"], GOOD_MOVE: ["check"], WAS_BETTER: ["again"], THROW_AWAY: ["times"], KEEP: ["check"], DEAD: ["warning"], BLOCKED: ["blocked"], EMBLEM: ["star"], YOUR_TURN: [],
  HELD: ["more"], NEW_GAME: ["again", "question"], STOCK_EMPTY: ["bean", "question"], TABLE_RIGHT: ["pen", "question"], POWER_OFF: ["power", "question"], GOODBYE: ["moon"], PAUSED: ["pause"],
  TENS: ["10", "times", "##"], ONES: ["1", "times", "##"], UNWRITTEN: ["pen", "must"], DAMAGED: ["pen", "times"], OWNER: ["power", "must"],
  HOME: ["hand"], READY: ["check"], RACE: ["hand", "must"], RIGHT: ["star"], OUT: ["stop"], TAKE_AWAY: ["minus"], YOU: ["button", "question"],
  TAKE_UP: ["up", "must"], GIVE_UP: ["moon", "question"], NO_LINK: ["warning"], TIME_SHORT: ["warning"], FAR_ASKS: ["question"],
  CIRCLE: ["circle"], SQUARE: ["square"], TRIANGLE: ["triangle"], TRIED: ["star"],
};

// What to draw beside a count: names of signs, and numbers.
export function markOf(sign) {
  if (!sign) return [];
  return (MARKS[sign.meaning] ?? ["more"]).flatMap((part) => {
    if (part === "#") return sign.beans > 1 ? [String(sign.beans)] : [];
    return [part === "##" ? String(sign.beans) : part];
  });
}

// A padlock has more strokes than the others, and nothing else beside a faint light says that a cup is blocked.
const LARGER = { blocked: 1.3 };

// The parts of a mark in a row from `x` = 0, and how wide they are; `size` is that of the text beside it.
export function drawnMark(parts, size) {
  const group = svg("g");
  let x = 0;
  for (const part of parts) {
    const isSign = part in SHAPES, scale = isSign ? size * (LARGER[part] ?? 1) : size;
    const width = isSign ? scale * 0.98 : size * 0.56 * part.length;
    group.append(isSign
      ? svg("g", { "data-sign": part, class: "mark-sign", transform: `translate(${x} ${-scale / 2}) scale(${scale / 24})` },
        svg("path", { d: SHAPES[part], class: "mark-halo" }), shape(part))
      : svg("text", { class: "mark-number", x: x + width / 2, y: size * 0.35 }, part));
    x += width;
  }
  return { group, width: x };
}
