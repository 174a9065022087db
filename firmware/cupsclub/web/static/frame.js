// What the pages around the games share: words, theme, language, the rules, and how a finger on them is understood.

import { Help } from "/help.js";
import { bringIntoView } from "/into_view.js";
import { setUpLanguage } from "/languages.js";
import { sayWhenForgetful } from "/memory.js";
import { setText } from "/svg.js";
import { addThemeButton } from "/theme.js";
import { Words } from "/words.js";

const hello = await (await fetch("/hello.json")).json();
// What is played here; and the server as others reach it, `isNear` where this computer alone does.
export const { games, address, isNear } = hello;
export const words = new Words(hello.languages);
await words.add("");
await words.add("/seat");
/** @returns {any} */
export const at = (id) => document.getElementById(id);
sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
addThemeButton(at("theme"), words);
setUpLanguage(at("language"), at("language-label"), words);
export const help = new Help(at("help"), { words, store: { state: { board: hello.board }, live: null } });

addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const summary = event.target.closest("summary");
  if (summary) bringIntoView(summary.parentElement);
  // A double press is one press: what it brought under the finger is not meant.
  if (event.detail < 2 || !event.target.closest("button, a, summary")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

export function showConnection(isLinked) {
  setText(at("connection"), words.say(isLinked ? "connected" : "lost"));
  document.documentElement.dataset.connection = isLinked ? "open" : "lost";
}

// Says what came of something, above all else: what is wrong, or `isGood` news.
export function tell(text, isGood = false) {
  setText(at("said"), text);
  at("said").toggleAttribute("data-good", isGood);
  if (text) scrollTo(0, 0);
}
