// Hands for the board on the page: everything a person at a simulated table can do that a viewer of a real one can't.

import { Acting } from "./acting.js";
import { Files } from "./files.js";
import { Keys } from "./keys.js";
import { Pointer } from "./pointer.js";
import { Table } from "./table.js";
import { Tools } from "./tools.js";
import { Trouble } from "./trouble.js";

export async function join(page) {
  await page.words.add("/hands");
  await addStyle("/hands/hands.css");
  document.body.dataset.hands = "yes";
  const acting = new Acting(page);
  new Pointer(page, acting);
  new Keys(page, acting);
  const views = [acting, new Tools(page, acting), new Table(page), new Trouble(page), new Files(page)];
  for (const view of views) page.store.subscribe((state) => { if (!page.store.isLookingBack) view.show?.(state); });
}

function addStyle(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => failed(new Error(`${href} did not load`)));
    document.head.append(link);
  });
}
