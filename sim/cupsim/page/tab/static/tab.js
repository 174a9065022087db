// What the parts of a board in a tab share: its carrier, once there is one, and what the page last showed.

import { memory } from "../memory.js";

export const tab = { carrier: null, game: document.documentElement.dataset.game, version: null, server: null, isKept: null, unknown: null };

const SHOWN = `cups-shown ${new URL("../", import.meta.url).pathname} ${tab.game}`;

// The board as this browser last showed it, to be drawn until Python has set the table again; null if there is none.
export function lastShown(version) {
  const shown = memory.read(SHOWN);
  return shown?.version === version ? shown.state : null;
}

export function rememberShown(version, state) {
  memory.write(SHOWN, { version, state });
}
