// Plays seeds.py in Pyodide: node seeds.mjs PYODIDE PACKAGES.zip FOLDER NAME ...
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, packages, folder, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide();
await python.unpackArchive(new Uint8Array(readFileSync(packages)), "zip", { extractDir: "/packages" });
python.FS.mkdirTree("/there");
python.mountNodeFS("/there", folder);
const sys = python.pyimport("sys");
sys.path.insert(0, "/packages");
sys.dont_write_bytecode = true;
sys.argv = python.toPy(["seeds.py", "/there", ...names]);
python.runPython(readFileSync(new URL("seeds.py", import.meta.url), "utf8"), { globals: python.toPy({ __name__: "__main__" }) });
