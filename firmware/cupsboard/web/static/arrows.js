// The ways that the beans of a move go, as arrows over the board, or over a picture of one.

import { svg } from "./svg.js";

const BEND = 0.16, SHORT_OF = 24, HEAD = 17;

export function arrows(layout, flow) {
  return flow.map((each) => arrow(layout.places[each.from], layout.places[each.to], each, layout.font));
}

// A curve to the left of its way, so that one there and one back are told apart. What is captured crosses to the other
// side and is drawn otherwise.
function arrow(source, target, { from, to, count }, font) {
  const dx = target.x - source.x, dy = target.y - source.y, far = Math.hypot(dx, dy) || 1;
  const bend = { x: (source.x + target.x) / 2 + dy * BEND, y: (source.y + target.y) / 2 - dx * BEND };
  const alongEnd = Math.atan2(target.y - bend.y, target.x - bend.x);
  const tip = { x: target.x - Math.cos(alongEnd) * Math.min(SHORT_OF, far / 3), y: target.y - Math.sin(alongEnd) * Math.min(SHORT_OF, far / 3) };
  const neck = { x: tip.x - Math.cos(alongEnd) * HEAD * 0.7, y: tip.y - Math.sin(alongEnd) * HEAD * 0.7 };
  const line = `M${source.x} ${source.y}Q${bend.x} ${bend.y} ${neck.x} ${neck.y}`;
  const head = [[0, 0], [-HEAD, HEAD * 0.62], [-HEAD, -HEAD * 0.62]].map(([along, aside]) =>
    `${tip.x + along * Math.cos(alongEnd) - aside * Math.sin(alongEnd)} ${tip.y + along * Math.sin(alongEnd) + aside * Math.cos(alongEnd)}`);
  const isTaken = from.split("-")[0] !== to.split("-")[0];
  return svg("g", { class: "arrow", "data-from": from, "data-to": to, ...(isTaken && { "data-taken": "yes" }) },
    svg("path", { class: "arrow-halo", d: line }), svg("path", { class: "arrow-halo", d: `M${head.join("L")}Z` }),
    svg("path", { class: "arrow-line", d: line }), svg("path", { class: "arrow-head", d: `M${head.join("L")}Z` }),
    ...(count > 1 ? [svg("text", { class: "arrow-count", x: bend.x * 0.5 + (source.x + target.x) * 0.25, y: bend.y * 0.5 + (source.y + target.y) * 0.25 + font * 0.35, "font-size": font }, String(count))] : []));
}
