// By what a simulated board knows this browser again, whatever page of it is open: a page that is loaded again
// finds its seat.

import { memory } from "./memory.js";

const TOKEN = "cups-browser", NAME = "cups-name", LONGEST_NAME = 20;

// What this browser was called before; undefined on a first visit.
export function keptToken() {
  const kept = memory.get(TOKEN);
  return /^[0-9a-f]{32}$/.test(kept ?? "") ? kept : undefined;
}

export function browserToken() {
  const token = keptToken() ?? randomToken();
  memory.set(TOKEN, token);
  return token;
}

export function randomToken() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What the person at this browser is called; "" if they have not said it.
export function personName() { return (memory.get(NAME) ?? "").trim().slice(0, LONGEST_NAME).trim(); }

export function callPerson(name) { memory.set(NAME, name); }
