// The board in a worker. A page first says which game it wants, then sends what it would send to a server.
// To the page go the share of Python that is there, whether anything is kept, the name in
// its address that no game has, and what the board answers.

import { loadPython, told } from "./python.js";

const KEPT = "/kept";
const waiting = [];
let carried = null;

self.onmessage = ({ data }) => {
  if (data.begin) begin(data.begin).catch((fault) => self.postMessage({ broken: told(fault) }));
  else if (carried) hear(data);
  else waiting.push(data);
};

function hear({ text, body }) { carried.heard(text, body); }

async function begin({ asked, version, isKept, isFresh, bytes }) {
  let come = 0;
  const arrived = (more) => { come += more; self.postMessage({ share: Math.min(1, come / bytes) }); };
  const { python, remember } = await loadPython(version, { arrived, isFresh });
  // What is undefined here is None there; null is not.
  const folder = isKept ? await keptFolder(python.FS) : undefined;
  self.postMessage({ kept: folder !== undefined });
  const { begin } = python.pyimport("cupsim.page.tab.board");
  const board = begin(asked, tell, (heard) => startHelper(heard, version), "/tmp", folder, () => saved(python.FS), console.info);
  if (board.unknown !== undefined) self.postMessage({ unknown: board.unknown });
  const heard = board.carried.heard;
  carried = { heard: (text, body) => heard(text, body ? python.toPy(body).tobytes() : undefined) };
  for (const data of waiting.splice(0)) hear(data);
  board.run().catch((fault) => self.postMessage({ broken: told(fault) }));
  await remember();
}

function tell(text, piece) {
  const bytes = piece?.toJs();
  piece?.destroy?.();
  self.postMessage({ text, piece: bytes });
}

// A folder that is kept in the browser's storage; undefined where the browser refuses.
async function keptFolder(files) {
  try {
    files.mkdirTree(KEPT);
    files.mount(files.filesystems.IDBFS, {}, KEPT);
    await synced(files, true);
    return KEPT;
  } catch (fault) {
    console.info(fault);
    return undefined;
  }
}

let saving = Promise.resolve(), isKeeping = true;

function saved(files) {
  saving = saving.then(() => synced(files, false)).then(() => keeping(true), (fault) => { console.info(fault); keeping(false); });
  return saving;
}

function keeping(isSo) {
  if (isSo !== isKeeping) self.postMessage({ kept: isSo });
  isKeeping = isSo;
}

function synced(files, isFirst) {
  return new Promise((done, failed) => files.syncfs(isFirst, (fault) => (fault ? failed(fault) : done(true))));
}

function startHelper(heard, version) {
  const kept = heard.copy();
  const worker = new Worker(new URL("helper_worker.js", import.meta.url), { type: "module", name: version });
  worker.onmessage = ({ data }) => kept(data);
  worker.onerror = (fault) => kept(JSON.stringify({ broken: fault.message || "it ended" }));
  return { post: (text) => worker.postMessage(text), end: () => { worker.onmessage = worker.onerror = null; worker.terminate(); } };
}
