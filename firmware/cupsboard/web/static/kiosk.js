// The page for a screen at the board: who has the turn, what the board says, the table, the clocks. Nothing can be chosen
// on it, and it needs neither touch nor mouse; it comes back by itself, also where another program answers.

import { stayAwake } from "./awake.js";
import { Board } from "./board.js";
import { reload } from "./carrier.js";
import { Connection } from "./connection.js";
import { ConnectionLine } from "./connection_line.js";
import { keepFitting } from "./fitting.js";
import { Players } from "./players.js";
import { Store } from "./store.js";
import { setAttribute, setText } from "./svg.js";
import { NOBODY, Words } from "./words.js";

const byId = (id) => document.getElementById(id);
const store = new Store();
let version = null;

const line = new ConnectionLine(byId("connection"), (why) => setText(byId("say"), why));
new Connection((message) => {
  if (message.hello) greet(message.hello);
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}, (isOpen, refusal) => line.show(isOpen, refusal));

function greet(hello) {
  if (version !== null && version !== hello.version) return reload();
  if (version === null) begin(hello).catch((fault) => setText(byId("connection"), String(fault)));
  version = hello.version;
}

async function begin({ languages }) {
  const words = new Words(languages);
  await words.add("");
  line.begin(words);
  document.title = words.say("title");
  setText(document.querySelector("h1"), words.say("title"));
  store.subscribe(({ board, names }) => {
    words.names = names ?? NOBODY;
    words.isOfKinds = Boolean(board?.kinds);
    document.body.toggleAttribute("data-kinds", words.isOfKinds);
  });
  const board = new Board(byId("scene"), words), players = new Players(words), say = byId("say");
  keepFitting(say);
  store.subscribe((state) => {
    if (state.far?.own) board.turnTo(state.far.own);
    board.show(state);
    players.show(state);
    setText(say, words.message(state.game?.message));
    setAttribute(say, "data-turn", state.game?.turn ?? null);
    setAttribute(say, "data-over", state.game?.isOver ? "yes" : null);
  });
  stayAwake();
}
