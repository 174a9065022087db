// The choice of a language in the heading of a page; the page is loaded again in it.

import { reload } from "./carrier.js";
import { html, setText } from "./svg.js";

export function setUpLanguage(select, label, words) {
  setText(label, words.say("language"));
  for (const language of words.languages) {
    const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
    select.append(html("option", { value: language, lang: language, selected: language === words.language }, name));
  }
  select.addEventListener("change", () => { words.choose(select.value); reload(); });
}
