// The rules of a game of one's own, out of a file that a person chooses: read only if it is short enough to be sent.

import { html } from "./svg.js";

const MOST_BYTES = 3000, MOST_SENT = 3600; // as a message writes them

export function rulesInput(more) { return html("input", { type: "file", accept: ".toml", ...more }); }

// Its name and text; throws an error that says what is wrong with it.
export async function rulesOf(file, words) {
  const name = file.name.slice(-80), refused = (key) => new Error(words.say(`own-rules.${key}`, { name }));
  if (file.size > MOST_BYTES) throw refused("too-long");
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw refused("unread");
  }
  if (JSON.stringify(text).length > MOST_SENT) throw refused("too-long");
  return { name, text };
}
