// The one connection to the board. A lost one is shown, and comes back by itself.

const FIRST_WAIT_MS = 400, LONGEST_WAIT_MS = 5000;

export class Connection {
  #socket = null;
  #wait = FIRST_WAIT_MS;

  // `heard` gets every message; `changed` gets whether there is a connection.
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.isOpen = false;
    addEventListener("online", () => { if (!this.isOpen) this.#open(); });
    this.#open();
  }

  send(order) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(order));
    return true;
  }

  #open() {
    clearTimeout(this.timer);
    if (this.#socket) this.#socket.onclose = null, this.#socket.close();
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (!this.isOpen) {
        this.isOpen = true;
        this.#wait = FIRST_WAIT_MS;
        this.changed(true);
      }
      this.heard(message);
    };
    socket.onclose = () => {
      this.isOpen = false;
      this.changed(false);
      this.timer = setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.6);
    };
  }
}
