// At a table of a class: whoever has said no name yet is asked for it on the start page, and there is a way back to it.

import { personName } from "/browser.js";
import { sign } from "/signs.js";
import { html } from "/svg.js";

export function join({ words, side }) {
  if (!personName()) return location.replace("/");
  side.prepend(html("section", { class: "panel" }, html("a", { href: "/", class: "as-button", id: "to-class" }, sign("more"), words.say("class.back"))));
}
