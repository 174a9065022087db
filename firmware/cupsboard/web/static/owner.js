// Whether this browser is an owner's, how it becomes one, and the orders that it gives as one.

import { rulesOf } from "./own_rules.js";

const AT_ONCE_MS = 200; // what has come by then needs no word of its own

export class Owner {
  isOwner = false;
  isAsking = false;
  number = null; // what players press at the board to accept this browser, part by part; null before it has asked
  changed = () => {};
  #words; #trouble; #isOrdering = false;

  constructor(words, trouble) {
    this.#words = words;
    this.#trouble = trouble;
  }

  // Ask the board; an invitation from its shell stands behind the # of the address, and is forgotten at once.
  async look() {
    const invitation = location.hash.slice(1);
    await this.#read();
    if (invitation) {
      history.replaceState(history.state, "", location.pathname + location.search);
      if (!this.isOwner) {
        await this.#send("accept", { invitation, name: this.#name() });
        await this.#read();
      }
    }
    this.changed();
  }

  async #read() {
    const answer = await fetch("/owner").catch(() => null);
    if (!answer?.ok) return;
    this.isOwner = (await answer.json()).isOwner;
  }

  // Ends when somebody at the board has pressed the number, or nobody has.
  async ask() {
    this.isAsking = true;
    this.changed();
    const asked = await this.#send("ask", {});
    if (asked) {
      const { number, invitation } = await asked.json();
      this.number = number;
      this.changed();
      await this.#send("accept", { invitation, name: this.#name() });
      this.number = null;
    }
    this.isAsking = false;
    await this.look();
  }

  // A slow board takes its time: that an order is on its way is shown, and a second press sends no other.
  async order(name, body = {}) {
    if (this.#isOrdering) return null;
    this.#isOrdering = true;
    document.body.dataset.starting = "yes";
    const told = setTimeout(() => this.#trouble(this.#words.say("setup.at-it")), AT_ONCE_MS);
    const answer = await this.#send(`orders/${name}`, body);
    clearTimeout(told);
    if (answer) this.#trouble("");
    delete document.body.dataset.starting;
    this.#isOrdering = false;
    return answer;
  }

  // Begin a game that the board offers, or one by the rules in a file.
  async newGame(game, file, clock) {
    try {
      return await this.order("new-game", { ...(file ? { rules: await rulesOf(file, this.#words) } : { game }), ...(clock && { clock }) });
    } catch (fault) {
      return this.#trouble(fault.message);
    }
  }

  async revoke(number) {
    await this.#send("revoke", { number });
    await this.look();
  }

  async list() {
    const answer = await fetch("/owner/list").catch(() => null);
    return answer?.ok ? answer.json() : [];
  }

  // What came of a backup that is to be put in place, in the board's own words.
  async restore(file) {
    try {
      const answer = await fetch("/owner/restore", { method: "POST", body: file });
      return this.#words.message(await answer.json());
    } catch {
      return this.#words.say("setup.unheard");
    }
  }

  // The board's answer; null where it refused or did not hear.
  async #send(path, body) {
    this.#trouble("");
    try {
      const answer = await fetch(`/owner/${path}`, { method: "POST", body: JSON.stringify(body) });
      if (answer.status === 403) await this.look();
      if (!answer.ok) this.#trouble(this.#words.message(await answer.json()));
      return answer.ok ? answer : null;
    } catch {
      this.#trouble(this.#words.say("setup.unheard"));
      return null;
    }
  }

  #name() {
    const kind = /** @type {any} */ (navigator).userAgentData?.platform || /Android|iPhone|iPad|Mac|Windows|Linux/.exec(navigator.userAgent)?.[0] || "?";
    return `${kind} ${new Date().toISOString().slice(0, 10)}`;
  }
}
