// The page of a seat without a board: the board's own page, whose state is that of a shared game on a server.

import { carryBy } from "/carrier.js";
import { Link } from "./link.js";
import { stateOf } from "./state.js";

const BEAT_MS = 4000;

// A code has plain letters; an address of anything else names no game, which the server says.
export const link = new Link(location.pathname.slice("/g/".length));
export const { languages, version, module, address } = await (await fetch("/hello.json")).json();
const hello = { languages, version, modules: [module] };
const sockets = new Set();

function tell(message) { for (const socket of sockets) socket.onmessage?.({ data: JSON.stringify(message) }); }

function show() {
  const state = stateOf(link);
  if (state !== null) tell({ state });
  if (link.isLinked || state === null) return;
  // The page says itself that the connection is lost, and opens another, which waits until there is one.
  for (const socket of [...sockets]) { sockets.delete(socket); socket.onclose?.({ code: 1006 }); }
}

carryBy({
  connect: () => {
    const socket = { onmessage: null, onclose: null, send: () => {}, close: () => sockets.delete(socket) };
    sockets.add(socket);
    queueMicrotask(() => { tell({ hello }); if (link.isLinked) show(); });
    return socket;
  },
  request: (path, options) => fetch(addressOf(path), options),
  saving: (path, name) => ({ href: addressOf(path), download: name }),
  reload: () => location.reload(),
});

// What a board's page asks its board for, the server has for each game.
function addressOf(path) {
  if (path === "/record.txt") return `/games/${link.code}.txt`;
  if (path === "/timeline.json" || path === "/analysis") return `/games/${link.code}${path}`;
  return path;
}

link.listen(show);
setInterval(() => { if (link.isLinked) tell({ patch: {} }); }, BEAT_MS);
await import("/main.js");
