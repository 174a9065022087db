// Small pictures beside each other, one for each place: a line over time, and what there is to say of it.

import { svg, html } from "../svg.js";

const WIDTH = 160, HEIGHT = 44, MOST_POINTS = 160, EDGE = 3;

// `series` has for each place its name, the pairs of a time and a value (null where there is none), and a note.
export function sparks(series, marks = [], chosen = null, choose = undefined) {
  const times = series.flatMap(({ points }) => points.map(([time]) => time));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = (time) => EDGE + ((time - first) / (last - first || 1)) * (WIDTH - 2 * EDGE);
  return html("div", { class: "sparks" }, ...series.map(({ place, name, points, note }) => {
    const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, ...marks.filter((time) => time >= first).map((time) => svg("path", { d: `M${x(time).toFixed(1)} 0V${HEIGHT}`, class: "mark-line" })));
    const drawn = points.filter(([, value]) => value !== null), values = drawn.map(([, value]) => value);
    if (drawn.length > 1) {
      const low = Math.min(...values), span = Math.max(...values) - low || 1;
      const y = (value) => HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
      drawing.append(svg("path", { d: `M${thinned(drawn).map(([time, value]) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`, class: "line" }));
    }
    const inside = [html("b", {}, name), drawing, html("span", {}, note)];
    return choose ? html("button", { type: "button", "aria-pressed": String(place === chosen), onclick: () => choose(place) }, ...inside) : html("div", {}, ...inside);
  }));
}

// Of each stretch the lowest and the highest point, so that no peak is lost.
function thinned(points) {
  const step = Math.ceil((2 * points.length) / MOST_POINTS);
  if (step < 3) return points;
  const found = [];
  for (let at = 0; at < points.length; at += step) {
    const stretch = points.slice(at, at + step), low = stretch.reduce((one, other) => (other[1] < one[1] ? other : one)), high = stretch.reduce((one, other) => (other[1] > one[1] ? other : one));
    found.push(...(low[0] < high[0] ? [low, high] : low === high ? [low] : [high, low]));
  }
  return found;
}
