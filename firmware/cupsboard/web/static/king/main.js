// The players' page: one connection feeds one state, and every part of the page shows its piece of it.

import { Connection } from "../connection.js";
import { ConnectionLine } from "../connection_line.js";
import { keepFitting } from "../fitting.js";
import { setUpLanguage } from "../languages.js";
import { sayWhenForgetful } from "../memory.js";
import { Sound } from "../sound.js";
import { Speech } from "../speech.js";
import { Store } from "../store.js";
import { setAttribute, setText } from "../svg.js";
import { addThemeButton } from "../theme.js";
import { Words } from "../words.js";
import { Help } from "../help.js";
import { Links } from "../links.js";
import { Naming } from "../naming.js";
import { Owner } from "../owner.js";
import { Past } from "../past.js";
import { Review } from "../review.js";
import { Dice } from "./dice.js";
import { Ending } from "./ending.js";
import { Names, addNames } from "./names.js";
import { Players } from "./players.js";
import { rulesPanels } from "./rules.js";
import { Scene } from "./scene.js";
import { Story } from "./story.js";
import { addFillings } from "./symbols.js";

const byId = (id) => document.getElementById(id);
const store = new Store();
let words = null, modules = null, version = null;

const line = new ConnectionLine(byId("connection"), (why) => setText(byId("say"), why));
const connection = new Connection((message) => {
  if (message.hello) greet(message.hello);
  if (message.preview) store.replace(message.preview);
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}, (isOpen, refusal) => line.show(isOpen, refusal));

function greet(hello) {
  if (version === null) {
    ({ version, modules } = hello);
    begin(hello).catch((fault) => setText(byId("connection"), String(fault)));
  } else if (version !== hello.version) {
    location.reload(); // another program answers there now
  }
}

async function begin(hello) {
  words = new Words(hello.languages);
  await words.add("");
  line.begin(words);
  sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
  addFillings();
  const names = new Names(store, words);
  const scene = new Scene(byId("scene"), words, names);
  /** @type {any} */
  const page = { isRoundATable: true, store, words, names, connection, scene, side: byId("side"), tools: byId("hand-tools") };
  page.players = new Players(page);
  page.dice = new Dice(byId("dice"), page);
  addNames(page);
  page.help = new Help(byId("help"), page);
  page.help.replaceRules(() => rulesPanels(words));
  page.ending = new Ending(page, byId("side"));
  page.story = new Story(page);
  // No hand is shown that plays a round once more.
  page.playing = { isPlaying: false, isCalm: true, stop() {}, halt() {}, play() {} };
  page.review = new Review(byId("review"), page);
  page.links = new Links(page);
  page.naming = new Naming(page);
  page.past = new Past(page);
  store.subscribe(({ activity }) => { if (activity) lookForOwner(page); });
  setUpHeader();
  keepFitting(byId("say"));
  for (const path of modules) await (await import(path)).join(page);
  new Speech(page.side, words, byId("say"));
  page.links.open();
  let sound = null;
  for (const view of [scene, page.players, page.dice, page.story, page.ending, page.past]) store.subscribe((state) => view.show(state));
  store.subscribe((state) => {
    setText(byId("say"), state.evening?.power === "set-up" ? words.say("being-set-up") : words.message(state.game?.message) || (store.isLookingBack ? page.review.sentence : ""));
    setAttribute(byId("say"), "data-over", state.game?.isOver ? "yes" : null);
    // Where the board has no buzzer the page is heard, unless somebody has muted it.
    if (state.board) sound ??= new Sound(byId("sound"), words, !state.board.buzzer || state.evening !== undefined);
    sound?.show(state.tone, store.isLookingBack);
  });
}

// An owner of a real board names who sits at it, for every page, and changes what was played before.
let owner = null;
async function lookForOwner({ words, names, naming, past }) {
  if (owner) return;
  owner = new Owner(words, (why) => { naming.say(why); past.say(why); });
  await owner.look();
  if (!owner.isOwner) return;
  names.tell = (seat, name) => owner.order("set", { [seat]: name });
  past.deeds = { rename: ({ number, names: called }) => owner.order("rename", { number, ...called }), remove: (order) => owner.order("delete", order) };
}

function setUpHeader() {
  document.title = words.say(modules.length ? "king.title-playing" : "king.title");
  setText(document.querySelector(".top h1"), words.say("king.title"));
  addThemeButton(byId("theme"), words);
  setUpLanguage(byId("language"), byId("language-label"), words);
}
