// Keeps the screen awake while a page is looked at, where the browser grants that: over https, or on the board itself.

let lock = null, told = null;

// `changed` hears whether the screen stays awake; else the device's own settings decide.
/** @param {(isAwake: boolean) => void} changed */
export function stayAwake(changed = () => {}) {
  if (told === null) document.addEventListener("visibilitychange", ask);
  told = changed;
  ask();
}

async function ask() {
  if (document.visibilityState === "visible" && navigator.wakeLock && (!lock || lock.released)) {
    try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; }
  }
  told(lock !== null);
}
