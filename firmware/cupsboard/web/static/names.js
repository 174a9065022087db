// What the two players are called, where an owner of a real board has set that. A page knows it from its last visit;
// with other names it begins anew, since all that it says may hold them.

import { memory } from "./memory.js";

const KEPT = "cups-names", SIDES = ["south", "north"];

const read = () => memory.read(KEPT) ?? {};

// In English, too, the page then makes the board's sentences itself.
export async function nameSides(words) {
  const names = read();
  if (!SIDES.some((side) => names[side])) return;
  words.names = names;
  if (words.language === "en") await words.addSentences("/sentences.json");
}

export function keepNames(settings) {
  const said = (names) => JSON.stringify(SIDES.map((side) => names?.[side] || ""));
  if (said(settings) === said(read())) return;
  memory.write(KEPT, { south: settings?.south, north: settings?.north });
  location.reload();
}
