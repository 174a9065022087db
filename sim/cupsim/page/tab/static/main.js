// What a page says of its own tab: where the game is kept, and what only the installed program has.

import { request, saving } from "../carrier.js";
import { html, setText } from "../svg.js";
import { rememberShown, tab } from "./tab.js";

const SAID_MS = 12000;
const SHOWN_OF_A_NAME = 40;

export async function join(page) {
  const { words } = page;
  await words.add("/tab");
  const said = html("p", { class: "file-said", role: "status", id: "tab-said" });
  const input = html("input", { type: "file", id: "take-in", accept: ".zip", onchange: () => takeIn(words, said, input) });
  const keeping = html("div", { class: "fields", hidden: true },
    html("a", { ...saving("/kept.zip", "cups-kept.zip"), id: "bring-home" }, words.say("tab.bring-home")),
    html("label", { class: "stacked" }, words.say("tab.take-in"), input));
  const other = tab.game === "king" ? "index.html" : "king.html";
  page.side.append(html("details", { class: "panel tab-panel", id: "tab-panel" }, html("summary", {}, words.say("tab.title")),
    html("div", { class: "fields" },
      html("p", { id: "tab-kept" }),
      html("p", {}, words.say(globalThis.isSecureContext && navigator.serviceWorker ? "tab.offline" : "tab.online-only")),
      keeping, said,
      html("p", {}, words.say("tab.not-here")),
      html("a", { href: `./${other}`, id: "other-game" }, words.say(`tab.to-${other === "king.html" ? "king" : "cups"}`)))));
  // A board's set-up is looked for where its makers look.
  page.makers?.append(html("section", { class: "panel", id: "set-up-elsewhere" }, html("h2", {}, words.say("tab.set-up")), html("p", {}, words.say("tab.set-up-elsewhere"))));
  if (tab.game !== "king") page.side.prepend(friend(page));
  let before = null, unknown = null;
  const showNews = () => {
    if (tab.isKept === before && tab.unknown === unknown) return;
    const lines = tab.unknown === null ? [] : [words.say("tab.no-game", { name: tab.unknown.slice(0, SHOWN_OF_A_NAME) })];
    if (tab.isKept !== null) {
      keeping.hidden = !tab.isKept || tab.game === "king";
      setText(document.getElementById("tab-kept"), words.say(keptWords()));
      // That it is kept is said only to whoever has read that it was not.
      if (tab.game !== "king" && (before === false || !tab.isKept)) lines.push(words.say(keptWords()));
    }
    if (lines.length) page.notice?.say(lines.join(" "), SAID_MS);
    [before, unknown] = [tab.isKept, tab.unknown];
  };
  tab.carrier.listen(showNews);
  showNews();
  // Where nothing is kept the address says at least which game goes on.
  tab.carrier.beforeReload = () => {
    const game = page.store.live?.board?.game;
    if (tab.game !== "king" && tab.isKept === false && game) history.replaceState(history.state, "", `?${new URLSearchParams({ game })}`);
  };
  addEventListener("pagehide", () => {
    const { details, heardAt, ...state } = page.store.live ?? {};
    if (tab.isKept && tab.game !== "king" && page.connection.isOpen) rememberShown(tab.version, state);
  });
  // A second window would need the board of this one.
  document.getElementById("to-middle")?.replaceWith(html("p", {}, words.say("tab.no-middle")));
}

// Two people play by a server, to which this page only leads.
function friend({ words, store }) {
  const text = html("p", {}), link = html("a", { class: "as-button wide", id: "friend-go" }, words.say("friend.open"));
  store.subscribe(() => {
    const board = store.live?.board;
    if (!board) return;
    setText(text, board.mayBeFar ? words.say(tab.server ? "tab.friend" : "tab.no-friend", { server: tab.server }) : words.notFar(board.game));
    link.hidden = !board.mayBeFar || !tab.server;
    link.href = `${tab.server}/?${new URLSearchParams({ game: board.game })}`;
  });
  return html("section", { class: "panel fields", id: "friend" }, html("h2", {}, words.say("invitation.title")), text, link);
}

function keptWords() {
  if (tab.game === "king" && tab.isKept) return "tab.never-kept";
  return tab.isKept ? "tab.kept" : "tab.not-kept";
}

async function takeIn(words, said, input) {
  const [file] = input.files;
  input.value = "";
  if (!file) return;
  const answer = await request("/kept", { method: "POST", body: file });
  if (answer.ok) {
    // Another evening is drawn from now on.
    tab.isKept = null;
    rememberShown(tab.version, null);
    location.reload();
  } else setText(said, words.say("tab.refused", { name: file.name, why: await answer.text() }));
}
