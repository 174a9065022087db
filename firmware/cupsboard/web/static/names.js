// What the two players are called, where an owner of a real board has set that. A page knows it from its last visit;
// with other names it begins anew, since all that it says may hold them.

import { memory } from "./memory.js";

const KEPT = "cups-names", SIDES = ["south", "north"];

const read = () => memory.read(KEPT) ?? {};

export function nameSides(words) { words.names = read(); }

export function keepNames(settings) {
  const said = (names) => JSON.stringify(SIDES.map((side) => names?.[side] || ""));
  if (said(settings) === said(read())) return;
  memory.write(KEPT, { south: settings?.south, north: settings?.north });
  location.reload();
}
