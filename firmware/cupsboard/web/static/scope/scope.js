// The page of one cell: what to do next, the live weight, its trace of the last seconds and minutes, and the report.

import { stayAwake } from "../awake.js";
import { Connection } from "../connection.js";
import { ConnectionLine } from "../connection_line.js";
import { sayWhenForgetful } from "../memory.js";
import { Store } from "../store.js";
import { html, setAttribute, setText } from "../svg.js";
import { Words } from "../words.js";
import { asCsv, History } from "./history.js";
import { drawLine, drawRange } from "./traces.js";

const byId = (id) => document.getElementById(id);
const store = new Store(), history = new History();
let words = null, isFrozen = false;

const line = new ConnectionLine(byId("connection"), (why) => setText(byId("sentence"), why));
new Connection((message) => {
  if (message.hello && words === null) begin(message.hello).catch((fault) => setText(byId("connection"), String(fault)));
  if (message.state) store.replace(message.state);
  if (message.patch) store.patch(message.patch);
}, (isOpen, refusal) => line.show(isOpen, refusal));

async function begin({ languages }) {
  words = new Words(languages);
  await words.add("");
  line.begin(words);
  sayWhenForgetful(words.say("forgetful"), words.say("forgetful-read"));
  document.title = words.say("scope.title");
  for (const id of ["title", "short-caption", "long-caption", "freeze", "save", "recording", "may-sleep"]) setText(byId(id), words.say(`scope.${id}`));
  for (const id of ["short", "long"]) byId(id).setAttribute("aria-label", words.say(`scope.${id}-caption`));
  byId("freeze").addEventListener("click", () => {
    isFrozen = !isFrozen;
    setAttribute(byId("freeze"), "aria-pressed", isFrozen);
    if (!isFrozen && store.state) show(store.state);
  });
  byId("save").addEventListener("click", save);
  stayAwake((isAwake) => { byId("may-sleep").hidden = isAwake; });
  addEventListener("resize", () => { if (store.state) draw(store.state.scope); });
  store.subscribe(show);
}

function show({ scope, message, time }) {
  if (!scope) return;
  history.add(time, scope.short, scope.unit);
  setText(byId("sentence"), words.message(message));
  if (isFrozen) return;
  setText(byId("weight"), scope.weight === null ? "–" : `${number(scope.weight, scope.unit)} ${words.say(`scope.units.${scope.unit}`)}`);
  setAttribute(byId("weight"), "data-still", scope.still);
  byId("figures").replaceChildren(...figures(scope).map(([what, value]) => html("div", {}, html("dt", {}, words.say(`scope.${what}`)), html("dd", {}, value))));
  byId("recording").hidden = !scope.isRecorded;
  setText(byId("report"), scope.report.map((each) => words.message(each)).join("\n"));
  draw(scope);
}

// What is known so far, in words.
function figures({ still, nominal, arriving, noise, datasheet, weighed, lying }) {
  const found = [["rest", words.say(still ? "scope.is-still" : "scope.moves")]];
  if (nominal) found.push(["rate", words.say("scope.a-second", { nominal, arriving: arriving?.toLocaleString(words.language) ?? "–" })]);
  if (noise) found.push(["noise", words.say("scope.of-datasheet", { noise, times: datasheet.toLocaleString(words.language) })]);
  if (lying !== null) found.push(["beans", words.say("scope.counted", { lying, weighed })]);
  return found;
}

function draw({ short, long, unit }) {
  const said = (weight) => number(weight, unit);
  drawLine(byId("short"), short, said);
  drawRange(byId("long"), long, said);
}

function number(weight, unit) {
  const digits = unit === "g" ? 2 : 0;
  return weight.toLocaleString(words.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// What this page has seen, in the form in which the simulator takes a cell.
function save() {
  const address = URL.createObjectURL(new Blob([asCsv(history)], { type: "text/csv" }));
  html("a", { href: address, download: "cell.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
