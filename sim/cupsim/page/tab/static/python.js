// Python in a worker: the parts lie beside the page, and nothing is loaded from elsewhere.
// What a Python remembers once it has imported what a board needs is kept by the browser, and the next one goes on from it.

const HERE = new URL("../python/", import.meta.url);
const MEMORIES = `cups memory ${new URL("../", import.meta.url).pathname}`;
// These lie there packed, whatever the server packs.
const PACKED = ["pyodide.asm.wasm", "python_stdlib.zip", "packages.zip", "compiled.zip"];
const FILES = "/packages.zip", COMPILED = "/compiled";

// `arrived` is told how many bytes have come; one that is `fresh` goes on from nothing. With Python comes `remember`,
// which keeps what it knew before anything was done with it.
export async function loadPython(version, { arrived = () => {}, isFresh = false } = {}) {
  const largestIsThere = bringPacked(arrived);
  // The packages are wanted last, so they don't slow the others down.
  const packages = largestIsThere.then(() => fetched("packages.zip")), compiled = largestIsThere.then(() => fetched("compiled.zip"));
  if (isFresh) await forget();
  const remembering = await recalled(version);
  const python = remembering ?? await begun({ _makeSnapshot: "caches" in self });
  python.FS.writeFile(FILES, new Uint8Array(await packages));
  await python.unpackArchive(await compiled, "zip", { extractDir: COMPILED });
  if (remembering) return { python, remember: async () => {} };
  python.runPython(`import sys; sys.dont_write_bytecode = True; sys.path[:0] = ["${FILES}", "${COMPILED}"]; import cupsim.page.tab.ahead`);
  const known = "caches" in self ? python.makeMemorySnapshot() : null;
  return { python, remember: async () => { if (known) await keep(version, known); } };
}

async function begun(how) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", HERE).href);
  return loadPyodide({ indexURL: HERE.href, packageBaseUrl: HERE.href, ...how });
}

// A Python with the memory that was kept; null if there is none, or none that it takes.
async function recalled(version) {
  const memory = await kept(version);
  if (!memory) return null;
  try {
    return await begun({ _loadSnapshot: memory, createPyodideModule: await roomyFor(memory.length) });
  } catch (fault) {
    console.info(fault);
    await forget();
    return null;
  }
}

// Pyodide asks for plain files; resolves once its largest one is there.
function bringPacked(arrived) {
  const plainFetch = self.fetch;
  return new Promise((largestIsThere) => {
    self.fetch = async (address, options) => {
      const url = new URL(address instanceof Request ? address.url : address, self.location.href), name = url.pathname.split("/").at(-1);
      const isLargest = name === PACKED[0];
      if (!PACKED.includes(name)) return counted(await plainFetch(address, options), arrived);
      const answer = counted(await plainFetch(`${url}.bin`, options), arrived, isLargest ? () => largestIsThere(true) : undefined);
      if (!answer.ok) return answer;
      return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": isLargest ? "application/wasm" : "application/zip" } });
    };
  });
}

function counted(answer, arrived, ended = () => {}) {
  if (!answer.ok || !answer.body) return answer;
  const counting = new TransformStream({ transform(piece, passing) { arrived(piece.byteLength); passing.enqueue(piece); }, flush() { ended(); } });
  return new Response(answer.body.pipeThrough(counting), { status: answer.status, headers: answer.headers });
}

async function fetched(name) {
  const answer = await self.fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

// A Python whose memory is at least so large before anything is put there.
async function roomyFor(bytes) {
  const { default: create } = await import(new URL("pyodide.asm.mjs", HERE).href);
  return async (settings) => {
    const module = await create(settings);
    while (module.HEAP8.length < bytes) if (!module._malloc(Math.max(bytes - module.HEAP8.length, 2 ** 22))) throw new Error("no memory");
    module.HEAP8.fill(0, bytes);
    return module;
  };
}

// What a fault says; not all of Python's are errors of JavaScript.
export const told = (fault) => [fault?.name, fault?.message].filter(Boolean).join(": ") || String(fault);

const placeOf = (version) => `${HERE.href}memory-${version}`;

async function kept(version) {
  try {
    const answer = await (await self.caches?.open(MEMORIES))?.match(placeOf(version));
    return answer ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch (fault) {
    console.info(fault);
    return null;
  }
}

async function keep(version, memory) {
  try {
    await forget();
    await (await self.caches.open(MEMORIES)).put(placeOf(version), new Response(memory));
  } catch (fault) {
    // It takes longer to begin the next time.
    console.info(fault);
  }
}

async function forget() {
  try { await self.caches?.delete(MEMORIES); } catch (fault) { console.info(fault); }
}
