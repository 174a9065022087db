// Runs pytest in Pyodide: node run.mjs PYODIDE CHECKOUT SITE ARGUMENT ...
// PYODIDE is the folder of the npm package, SITE holds the installed packages; the arguments are pytest's.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, checkout, site, ...words] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
for (const [here, there] of [[checkout, "/checkout"], [site, "/site"]]) {
  python.FS.mkdirTree(there);
  python.mountNodeFS(there, here);
}
python.pyimport("sys").argv = python.toPy(["pytest", ...words]);
process.exitCode = python.runPython(readFileSync(new URL("within.py", import.meta.url), "utf8"));
