// What is to be touched next stands out, outside of its lights.

import { setAttribute } from "./svg.js";

// Outlines these places, and no others that the same attribute outlined before.
export function pointOut(board, attribute, places) {
  for (const [name, target] of Object.entries(board.targets)) {
    if (!target.querySelector(".outline")) target.append(...outlines(target.querySelector(".target-shape")));
    setAttribute(target, attribute, places.includes(name) ? "yes" : null);
  }
}

// Light on dark, so that it is seen on any wood. Cups stand close together; around a pot or a stock there is room.
function outlines(shape) {
  return ["outline", "outline outline-dashes"].map((name) => {
    const outline = shape.cloneNode();
    outline.setAttribute("class", name);
    if (shape.localName === "rect") {
      for (const [key, by] of Object.entries({ x: -8, y: -8, width: 16, height: 16 })) outline.setAttribute(key, Number(shape.getAttribute(key)) + by);
    }
    return outline;
  });
}
