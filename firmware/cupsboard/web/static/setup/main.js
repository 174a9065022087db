// The owner's page of a real board: what it is busy with, every place as a tile, and what may be begun.

import { Connection } from "../connection.js";
import { ConnectionLine } from "../connection_line.js";
import { setUpLanguage } from "../languages.js";
import { sayWhenForgetful } from "../memory.js";
import { Sound } from "../sound.js";
import { patched, Store } from "../store.js";
import { setText } from "../svg.js";
import { addThemeButton } from "../theme.js";
import { Words } from "../words.js";
import { stayAwake } from "../awake.js";
import { CellView } from "./cell.js";
import { Choices } from "./choices.js";
import { Owner } from "../owner.js";
import { picture } from "./picture.js";
import { Tiles } from "./tiles.js";

const byId = (id) => document.getElementById(id);
const store = new Store();
let words = null, version = null, sound = null;

const line = new ConnectionLine(byId("connection"), (why) => setText(byId("say"), why));
new Connection(heard, (isOpen, refusal) => line.show(isOpen, refusal));

function heard(message) {
  if (message.hello) greet(message.hello);
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}

function greet(hello) {
  if (version === null) {
    version = hello.version;
    begin(hello).catch((fault) => setText(byId("connection"), String(fault)));
  } else if (version !== hello.version) location.reload(); // another program answers there now
}

async function begin(hello) {
  words = new Words(hello.languages);
  await words.add("");
  line.begin(words);
  sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
  document.title = words.say("setup.title");
  setText(byId("title"), words.say("setup.title"));
  addThemeButton(byId("theme"), words);
  setUpLanguage(byId("language"), byId("language-label"), words);
  sound = new Sound(byId("sound"), words, true);
  const trouble = (why) => setText(byId("trouble"), why);
  const owner = new Owner(words, trouble);
  const tiles = new Tiles(byId("tiles"), words);
  const cell = new CellView(byId("cell"), words);
  const choices = new Choices({ root: byId("choices"), answers: byId("answers"), words, owner, tiles });
  new Connection((message) => hearDetails(message), () => {}, "/details");
  await owner.look();
  store.subscribe((state) => {
    words.names = state.names ?? {};
    show(state);
    tiles.show(state);
    cell.show(state.activity?.cell);
    choices.show(state);
    sound.show(state.tone, false);
  });
  stayAwake();
  for (const path of hello.modules) await (await import(path)).join({ words, owner, tiles, trouble, setUp: byId("answers") });
}

let details = {};
function hearDetails({ state, patch }) {
  details = state ?? (patch ? patched(details, patch) : details);
  store.showDetails(details);
}

// Another step has another picture; a weight that changes has none.
let pictured = "";
function showPicture({ activity, game, board, signs = {} }) {
  const key = activity?.result || activity?.name === "game" ? "" : (game?.message?.key ?? ""), lit = Object.keys(signs);
  const now = JSON.stringify([key, lit, board?.places]);
  if (now === pictured) return;
  pictured = now;
  const drawn = picture(key, board, lit);
  byId("picture").replaceChildren(...(drawn ? [drawn] : []));
}

let shownName = null;
function show(state) {
  const { activity, game } = state;
  showPicture(state);
  // What has begun is said at the top.
  if (shownName !== null && shownName !== activity?.name) scrollTo({ top: 0 });
  shownName = activity?.name;
  const isPlayed = activity?.name === "game";
  const isNew = activity?.name === "unusable" && !activity.isCalibrated;
  setText(byId("say"), activity?.lacksProfile ? words.say("setup.no-profile") : isNew ? words.say("setup.new") : isPlayed ? words.say("setup.playing") : words.message(game?.message));
  const progress = /** @type {HTMLProgressElement} */ (byId("progress")), [done, of] = activity?.progress ?? [0, 0];
  progress.hidden = !of || Boolean(activity.result);
  if (of) { progress.max = of; progress.value = done; progress.setAttribute("aria-label", words.say("setup.progress", { done, of })); }
}
