// Python in a worker: the parts lie beside the page, and nothing is loaded from elsewhere.

const HERE = new URL("../python/", import.meta.url);

// The largest part lies there packed, whatever the server packs.
const PACKED = "pyodide.asm.wasm";

// `arrived` is told how many bytes have come.
export async function loadPython(arrived = () => {}) {
  const plainFetch = self.fetch;
  self.fetch = async (address, options) => {
    const url = new URL(address.url ?? address, self.location);
    if (!url.pathname.endsWith(PACKED)) return counted(await plainFetch(address, options), arrived);
    const answer = counted(await plainFetch(`${url}.gz`, options), arrived);
    return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  };
  const packages = fetched("packages.zip");
  const { loadPyodide } = await import(new URL("pyodide.mjs", HERE).href);
  const python = await loadPyodide({ indexURL: HERE.href, packageBaseUrl: HERE.href });
  await python.unpackArchive(await packages, "zip", { extractDir: "/packages" });
  python.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/packages')");
  return python;
}

async function fetched(name) {
  const answer = await self.fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

function counted(answer, arrived) {
  if (!answer.ok || !answer.body) return answer;
  const counting = new TransformStream({ transform(piece, passing) { arrived(piece.byteLength); passing.enqueue(piece); } });
  return new Response(answer.body.pipeThrough(counting), { status: answer.status, headers: answer.headers });
}
