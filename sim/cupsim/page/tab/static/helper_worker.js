// The second Python of a tab: it thinks, so that the board goes on meanwhile. It says `broken` if it can't begin.
// Its worker is named after the version of the site.

import { loadPython, told } from "./python.js";

const waiting = [];
let helper = null;
self.onmessage = ({ data }) => { if (helper) helper.heard(data); else waiting.push(data); };

try {
  const { python } = await loadPython(self.name);
  const made = python.pyimport("cupsim.page.tab.helper").Helper((text) => self.postMessage(text));
  for (const text of waiting.splice(0)) made.heard(text);
  helper = made;
} catch (fault) {
  self.postMessage(JSON.stringify({ broken: told(fault) }));
}
