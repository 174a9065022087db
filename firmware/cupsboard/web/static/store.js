// The state of the board as the server tells it: first all of it, then merge patches (RFC 7396).
// A patched state shares everything that did not change with the one before, so a view compares by identity.

export function patched(before, patch) {
  const after = { ...before };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete after[key];
    else if (value instanceof Object && !Array.isArray(value)) {
      const old = after[key];
      after[key] = patched(old instanceof Object && !Array.isArray(old) ? old : {}, value);
    } else after[key] = value;
  }
  return after;
}

export class Store {
  #live = null;
  #details = null;
  #shown = null;
  #views = [];
  #due = false;

  // What the views show: the live state, or one of the past while somebody looks back.
  get state() { return this.#shown ?? this.#live; }
  get live() { return this.#live; }
  get isLookingBack() { return this.#shown !== null; }

  // The board's time goes on unsaid: `heardAt` is when it was this late, in seconds of the page's own clock.
  replace(state) {
    this.#live = { ...state, heardAt: performance.now() / 1000, details: this.#details };
    this.#changed();
  }

  // An empty patch is a heartbeat.
  patch(patch) { if (this.#live && Object.keys(patch).length) this.replace(patched(this.#live, patch)); }

  // What only the curious look at comes by itself.
  showDetails(details) {
    this.#details = details;
    if (!this.#live) return;
    this.#live = { ...this.#live, details };
    this.#changed();
  }

  // The same once more, for views to which something else has changed.
  again() { this.#changed(); }

  lookBack(state) { this.#shown = state; this.#changed(); }

  // Views are told at most once a frame.
  subscribe(view) { this.#views.push(view); if (this.state) this.#changed(); }
  #changed() {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      if (this.state) for (const view of this.#views) view(this.state);
    });
  }
}
