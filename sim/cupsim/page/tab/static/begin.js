// Where a page in a tab begins: the board is drawn at once, and Python sets the table beside it.

import { carryBy } from "../carrier.js";
import { html, setText } from "../svg.js";
import { Words } from "../words.js";
import { lastShown, tab } from "./tab.js";
import { WorkerCarrier } from "./worker_carrier.js";

const TAKE_OVER_MS = 3000;
const text = html("span", { id: "tab-text" }), bar = html("progress", { max: 1, value: 0, hidden: true, "aria-labelledby": "tab-text" });
const choices = html("span", { class: "tab-choices", hidden: true });
const line = html("p", { class: "tab-line", id: "tab-line", role: "status" }, text, bar, choices);
document.body.prepend(line);

const first = await (await fetch(`./first-${tab.game}.json`)).json();
const words = new Words(first.languages);
await words.add("/tab");
if (!(await takenOver())) await begin();

async function begin() {
  say("setting", 0);
  const isKept = await alone();
  const { version, languages, bytes, preview } = first;
  // A page imports them from wherever its own script lies.
  const modules = first.modules.map((path) => new URL(path, document.baseURI).href);
  [tab.version, tab.server] = [version, first.server];
  const wished = new URLSearchParams(location.search).get("game") ?? undefined;
  const asked = JSON.stringify({ game: tab.game, version, languages, wished });
  // A board of another game than the one that comes is not drawn: the page of one would have to become that of the other.
  const family = (name) => name?.split(" ")[0], isOther = wished !== undefined && family(wished) !== family(preview.board.game);
  const shown = (isKept ? lastShown(version) : null) ?? (isOther ? null : preview);
  tab.carrier = new WorkerCarrier({ asked, version, isKept, bytes }, { hello: { version, languages, modules }, preview: shown && beingSet(shown) });
  tab.carrier.listen(showNews);
  carryBy(tab.carrier);
  await import(tab.game === "king" ? "../king/main.js" : "../main.js");
}

// What is drawn until the board is there: a table that is being set, at which nothing may be done yet.
function beingSet(state) {
  const { may, ...game } = state.game ?? {};
  document.documentElement.dataset.setting = "yes";
  document.addEventListener("pointerdown", answerFinger);
  return { ...state, game, evening: { ...state.evening, power: "setting" } };
}

// A finger that comes too early is told so.
function answerFinger({ target }) {
  if (target instanceof Element && target.closest(".scene")) document.getElementById("say")?.animate([{ scale: 1 }, { scale: 1.06 }, { scale: 1 }], 300);
}

function isSet() {
  delete document.documentElement.dataset.setting;
  document.removeEventListener("pointerdown", answerFinger);
}

function say(key, share, why = "") {
  line.hidden = key === null;
  choices.hidden = true;
  if (key) setText(text, words.say(`tab.${key}`, { why }));
  bar.hidden = share === undefined;
  if (share !== undefined) bar.value = share;
}

function showNews({ share, kept, unknown, broken, ended, isThere }) {
  // What comes last is Python's own beginning.
  if (share !== undefined) say("setting", share * 0.9);
  if (kept !== undefined) tab.isKept = kept;
  if (unknown !== undefined) tab.unknown = unknown;
  if (isThere) {
    say(null);
    isSet();
    navigator.serviceWorker?.register("./sw.js").then(({ active }) => active?.postMessage("keep")).catch((fault) => console.info(fault));
  }
  if (broken !== undefined) { say("broken"); console.info(broken); }
  if (ended !== undefined) { say("ended", undefined, ended); choose(); console.warn(ended); }
}

function choose() {
  const button = (key, isKept) => html("button", { type: "button", id: `tab-${key}`, onclick: () => { say("setting", 0); tab.carrier.again({ isKept }); } }, words.say(`tab.${key}`));
  choices.replaceChildren(button("again", tab.isKept !== false), ...(tab.isKept ? [button("without", false)] : []));
  choices.hidden = false;
}

// One page of a browser has the board; any other waits until that one is closed. Without locks nothing is kept, so that
// no two write what the other kept: there are none but on a safe connection, and a browser may refuse them.
async function alone() {
  try { return await locked(); } catch (fault) {
    console.info(fault);
    return false;
  }
}

async function locked() {
  const { locks } = navigator;
  if (!locks) return false;
  const name = `cups ${new URL(".", location.href).pathname}`;
  const forEver = () => new Promise(() => {});
  const isFree = await new Promise((done, failed) => { locks.request(name, { ifAvailable: true }, (lock) => { done(lock !== null); return lock && forEver(); }).catch(failed); });
  if (!isFree) {
    say("elsewhere");
    document.documentElement.dataset.elsewhere = "yes";
    await new Promise((done) => { locks.request(name, () => { done(true); return forEver(); }); });
    delete document.documentElement.dataset.elsewhere;
    say("setting", 0);
  }
  return true;
}

// A newer site that has come in the meantime takes the place of this one before anything begins.
async function takenOver() {
  const registered = navigator.serviceWorker?.getRegistration().catch((fault) => { console.info(fault); return undefined; });
  const waiting = (await registered)?.waiting;
  if (!waiting) return false;
  const taken = new Promise((done) => { navigator.serviceWorker.addEventListener("controllerchange", () => done(true)); setTimeout(() => done(false), TAKE_OVER_MS); });
  waiting.postMessage("take over");
  if (!(await taken)) return false;
  location.reload();
  return true;
}
