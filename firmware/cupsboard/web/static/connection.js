// A connection to the board. A lost one is shown, and comes back by itself.
// What a page sends is numbered, so that after a loss it can say what did not arrive.

import { keptToken } from "./browser.js";
import { connect } from "./carrier.js";

const TRY_AGAIN_LATER = 1013;
const FIRST_WAIT_MS = 400, LONGEST_WAIT_MS = 5000;
// The board says something every five seconds, if only that it is there: after this silence nobody is.
const LONGEST_SILENCE_MS = 12000;

export class Connection {
  // How a page that sends introduces itself; the answer says which of its orders have arrived.
  introduction = null;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #listeners = [];
  #opened = 0; #number = 0; #taken = 0; #unconfirmed = [];
  #silence = null;
  #isWanted = false;

  // `heard` gets every message; `changed` gets whether there is a connection, and why it was refused if it was.
  constructor(heard, changed, path = "/live") {
    this.heard = heard;
    this.changed = changed;
    this.path = path;
    this.isOpen = false;
    addEventListener("online", () => { if (this.#isWanted && !this.isOpen) this.open(); });
    this.open();
  }

  // A listener may have the same two, and `lost`, which gets the orders that never arrived.
  listen(listener) { this.#listeners.push(listener); }

  // Whether an order is on its way of which the board has not said yet that it took it.
  get isAwaited() { return this.#taken < this.#number; }

  introduce(introduction) {
    this.introduction = introduction;
    if (this.isOpen) this.#greet();
  }

  // Whether an order is kept back; a page may have a reason.
  holds = (_order) => false;

  send(order) {
    if (this.holds(order)) return this.isOpen;
    const numbered = { ...order, number: ++this.#number };
    this.#unconfirmed.push({ order: numbered, sentThrough: this.isOpen ? this.#opened : 0 });
    if (this.isOpen) this.#socket.send(JSON.stringify(numbered));
    return this.isOpen;
  }

  #greet() { if (this.introduction) this.#socket.send(JSON.stringify(this.introduction)); }

  // What was sent before the board was first there has waited for it.
  #sendAll() {
    for (const each of this.#unconfirmed) {
      each.sentThrough = this.#opened;
      this.#socket.send(JSON.stringify(each.order));
    }
  }

  #tell(what, ...values) { for (const listener of this.#listeners) listener[what]?.(...values); }

  // What went through an earlier connection, or through none, and is not among what has arrived, is lost.
  #settle(arrived, isNew) {
    const open = this.#unconfirmed.filter((each) => each.order.number > arrived);
    this.#unconfirmed = isNew ? open.filter((each) => each.sentThrough === this.#opened) : open;
    if (isNew && this.#opened > 1) this.#tell("lost", open.filter((each) => each.sentThrough !== this.#opened).map((each) => each.order));
  }

  open() {
    this.#end();
    this.#isWanted = true;
    const token = keptToken(), browser = token ? `?browser=${token}` : "";
    const socket = connect(this.path + browser);
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      // Whoever is turned away is greeted, too, and what is shown before the board is there is no board.
      if (!this.isOpen && !message.hello && !message.preview) {
        this.isOpen = true;
        this.#opened += 1;
        this.#taken = this.#number;
        this.#wait = FIRST_WAIT_MS;
        this.#greet();
        if (this.#opened === 1) this.#sendAll();
        this.changed(true);
        this.#tell("changed", true);
      }
      this.#expectMore();
      if (message.taken) this.#taken = message.taken;
      this.heard(message);
      this.#tell("heard", message);
      if (message.you) this.#settle(message.you.arrived, true);
      if (message.arrived) this.#settle(message.arrived, false);
    };
    socket.onclose = ({ code, reason }) => this.#lost(code === TRY_AGAIN_LATER ? reason : undefined);
    this.#expectMore();
  }

  // Until somebody opens it again.
  close() {
    this.#end();
    this.#isWanted = false;
  }

  #end() {
    clearTimeout(this.timer);
    clearTimeout(this.#silence);
    if (this.#socket) {
      this.#socket.onclose = this.#socket.onmessage = null;
      this.#socket.close();
    }
    this.isOpen = false;
  }

  #expectMore() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), LONGEST_SILENCE_MS);
  }

  #lost(refusal) {
    const wasOpen = this.isOpen;
    this.#end();
    this.changed(false, refusal);
    if (wasOpen) this.#tell("changed", false);
    this.timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.6);
  }
}
