// What the page of the club asks its server for, and the browser for a passkey; and what
// somebody is asked, who taps what can't be had again.

import { Asked } from "/asked.js";
import { html, setText } from "/svg.js";

const HASTE_MS = 400;

// A button for what can't be had again: it counts when it is tapped once more, after its question was there to be read.
export function sureButton(id, text, sureText, act) {
  const button = html("button", { type: "button", id }, text), place = html("span", { class: "sure" }, button), asked = new Asked(place), question = typeof sureText === "string" ? () => sureText : sureText;
  let isSure = false;
  const turn = (is) => { isSure = is; setText(button, is ? question() : text); asked.show(is ? button.textContent : ""); };
  button.addEventListener("click", () => { if (isSure) act(); turn(!isSure); });
  button.addEventListener("blur", () => turn(false));
  return place;
}

// Does what is asked for once, however often it is asked for until it is done.
export function once(work) {
  const going = new Map();
  return (...what) => {
    const key = JSON.stringify(what);
    if (!going.has(key)) going.set(key, work(...what).finally(() => going.delete(key)));
    return going.get(key);
  };
}

// Returns what looks soon after each call: of a crowd not all look in the same moment, and none looks twice at once.
export function soon(look) {
  let isLooking = false, isToLook = false;
  return async function lookSoon() {
    if (isLooking) { isToLook = true; return; }
    isLooking = true;
    await new Promise((done) => { setTimeout(done, Math.random() * HASTE_MS); });
    await look();
    isLooking = false;
    if (isToLook) { isToLook = false; lookSoon(); }
  };
}

// Returns the server's answer, or why there is none.
export async function ask(act, fields = {}) {
  try {
    const answer = await fetch("/club/act", { method: "POST", body: JSON.stringify({ act, ...fields }) });
    const isTold = (answer.headers.get("content-type") ?? "").startsWith("application/json");
    if (answer.ok) return { answer: await answer.json() };
    return { refused: isTold ? await answer.json() : { why: `status-${answer.status}`, text: await answer.text() } };
  } catch (fault) {
    console.info(fault);
    return { refused: { why: "offline" } };
  }
}

// What a device is called in its member's list.
export function label(words) {
  const { userAgent } = navigator, kind = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux"].find((each) => userAgent.includes(each));
  return kind ?? words.say("seat.club.browser");
}

export const hasPasskeys = () => isSecureContext && Boolean(globalThis.PublicKeyCredential);

const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const textOf = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

// A credential as the server reads it: all that is bytes is text.
function plain(credential) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) if (credential.response[name]) response[name] = textOf(credential.response[name]);
  return { id: credential.id, rawId: textOf(credential.rawId), type: credential.type, response };
}

// Has the browser sign with a passkey; null where the server draws nothing to sign. Raises what the browser refuses.
export async function askedPasskey(options) {
  const drawn = await options({ login: true });
  if (!drawn) return null;
  const publicKey = { ...drawn.options, challenge: bytesOf(drawn.options.challenge), allowCredentials: [] };
  return { challenge: drawn.challenge, credential: plain(await navigator.credentials.get({ publicKey })) };
}

// Has the browser make a passkey, and the server keep it.
export async function makePasskey(page) {
  const drawn = await page.act("passkey-options");
  if (!drawn) return;
  const { user, challenge } = drawn.options;
  try {
    const publicKey = { ...drawn.options, challenge: bytesOf(challenge), user: { ...user, id: bytesOf(user.id) }, excludeCredentials: [] };
    await page.act("passkey-made", { challenge: drawn.challenge, credential: plain(await navigator.credentials.create({ publicKey })) });
  } catch (fault) { console.info(fault); page.tell(page.say("no-passkey")); }
}
