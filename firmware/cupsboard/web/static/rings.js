// The lights of each place: its pixels as pieces of a ring, each with a glow around its core.

import { curve } from "./drawing.js";
import { seen } from "./lights.js";
import { svg } from "./svg.js";

const GAP_DEGREES = 10;

// The pixels of a place lie along its edge from left to right as its player sees it; the middle faces him.
export function ring(place, pixels, facing) {
  const group = svg("g", { transform: `translate(${place.x} ${place.y})`, class: "ring", "data-place": place.name });
  const share = 360 / pixels;
  const pieces = [];
  for (let index = 0; index < pixels; index++) {
    const middle = facing - (index - (pixels - 1) / 2) * share;
    const d = curve(place.rx + 6.500, place.ry + 6.500, middle - share / 2 + GAP_DEGREES / 2, middle + share / 2 - GAP_DEGREES / 2);
    const glow = ["glow-far", "glow-near", "glow-core"].map((name) => svg("path", { d, class: name }));
    const piece = svg("g", { class: "pixel" }, ...glow);
    pieces.push({ piece, hex: "" });
    group.append(svg("path", { d, class: "diffuser" }), piece);
  }
  const show = (picture) => {
    pieces.forEach((each, index) => {
      const hex = picture.slice(index * 6, index * 6 + 6);
      if (hex === each.hex) return;
      each.hex = hex;
      const light = hex ? seen(hex) : null;
      each.piece.style.stroke = light?.colour ?? "none";
      each.piece.style.opacity = light?.strength ?? 0;
      each.piece.dataset.rgb = hex;
    });
  };
  return { group, show };
}
