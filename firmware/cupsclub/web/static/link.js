// A copy of a shared game: the record is the server's. This page keeps its token and what it has said in the browser,
// says nothing twice, goes on after a lost connection, and says soon when the line is gone.

import { memory } from "/memory.js";

// A seated page beats every few seconds, so that a silence of eight is the line's.
const SILENT_MS = 8000, DEAD_MS = 12000, MISSED_BEATS = 2.5, TICK_MS = 500;
const LOOK_AGAIN_MS = 300, FAILED_LOOK_MS = 1000, LONGEST_PAUSE_MS = 8000;

const drawn = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const newKey = () => drawn(16);

function token() {
  const kept = memory.get("cups-token") ?? drawn(32);
  memory.set("cups-token", kept);
  return kept;
}

export class Link {
  // The side of this page; null for one that has no seat.
  side = null;
  // The newest that the server has told of the game, and when; null before.
  table = null; toldAt = 0;
  presence = {};
  isLinked = false; since = performance.now();
  // The last refusal, or the end that the server made of the connection, until something else is said.
  refused = null;
  // Whether a move lies on this page that is not said yet.
  laid = false;
  // The newest phrase of each side with its entry's number.
  said = {};
  #code; #socket = null; #tries = 0; #heardAt = 0; #head = 0; #number = 0; #wish = null; #told = []; #beatMs = 5000; #beatAt = 0; #retry = null; #isLobby; #news = [];

  // With `isLobby` it is told of a club's lobby, beside or instead of a game.
  constructor(code, { isLobby = false } = {}) {
    [this.#code, this.#isLobby] = [code, isLobby];
    addEventListener("offline", () => this.#lost());
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => { if (!document.hidden && !this.isLinked) this.#again(); });
    setInterval(() => this.#tick(), TICK_MS);
    this.#connect();
  }

  get code() { return this.#code; }
  get #unsentName() { return `cups-say-${this.#code}`; }
  // What this page has said and the record does not have yet.
  get unsent() { return this.#code ? memory.read(this.#unsentName) : null; }
  get #mayPlay() { return this.#wish !== null || Boolean(this.#code && memory.get(`cups-seat-${this.#code}`)); }

  // `told` hears of every change.
  listen(told) { this.#told.push(told); }
  // `told` hears of every change in the lobby, with the numbers of the members who are there.
  whenNews(told) { this.#news.push(told); }
  #tell() { for (const told of this.#told) told(); }

  say(act) {
    if (this.unsent !== null || this.table === null) return;
    const said = { game: this.#code, key: newKey(), after: this.table.changed, act };
    memory.write(this.#unsentName, said);
    this.refused = null;
    this.#send("say", said);
    this.#tell();
  }

  // Asks for a seat: a message and its fields. It is asked for until it is answered.
  wish(message, fields) {
    this.#wish = [message, fields];
    this.refused = null;
    // Who only watched so far has said no token.
    if (this.isLinked) this.#again();
  }

  withdraw(game = this.#code) { this.#send("withdraw", { game }); }

  #send(message, fields) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ message, ...fields }));
  }

  #connect() {
    clearTimeout(this.#retry);
    const socket = this.#socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/v1`);
    socket.onopen = () => this.#send("hello", { v: 1, token: this.#mayPlay ? token() : "", agent: "page" });
    socket.onmessage = ({ data }) => { this.#heardAt = performance.now(); this.#hear(JSON.parse(data)); };
    socket.onclose = () => { if (socket === this.#socket) this.#lost(); };
    this.#heardAt = performance.now();
  }

  #again() {
    this.#drop();
    this.#tries = 0;
    this.#connect();
  }

  #drop() {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost() {
    this.#drop();
    this.#isGone();
    this.#retry = setTimeout(() => this.#connect(), Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** Math.min(this.#tries++, 5)) * (0.5 + Math.random() / 2));
  }

  #isGone() {
    if (!this.isLinked) return;
    [this.isLinked, this.since, this.presence] = [false, performance.now(), {}];
    this.#tell();
  }

  #tick() {
    const now = performance.now(), silence = now - this.#heardAt;
    if (this.#socket === null) return;
    const most = Math.max(SILENT_MS, this.#beatMs > SILENT_MS ? MISSED_BEATS * this.#beatMs : 0);
    if (silence > most) this.#isGone();
    if (silence > most + DEAD_MS - SILENT_MS) { this.#lost(); return; }
    if (now < this.#beatAt) return;
    this.#beatAt = now + this.#beatMs;
    this.#send("beat", { time: now / 1000 });
  }

  #follow() {
    this.#send("follow", { game: this.#code, since: 0 });
    if (this.unsent !== null) this.#send("say", this.unsent);
  }

  #hear(told) {
    if (!this.isLinked && told.message !== "bye") {
      [this.isLinked, this.since] = [true, performance.now()];
      // A line that was only silent has told nothing of the others meanwhile.
      if (told.message !== "welcome" && this.#code) this.#follow();
    }
    switch (told.message) {
      case "welcome":
        this.#tries = 0;
        this.#beatMs = 1000 * told.beat;
        this.#beatAt = performance.now() + this.#beatMs;
        if (this.#wish !== null) this.#send(...this.#wish);
        else if (this.#mayPlay) this.#send("join", { game: this.#code, name: memory.get("cups-name") ?? "?" });
        if (this.#code) this.#follow();
        if (this.#isLobby) this.#send("lobby");
        break;
      case "news":
        for (const news of this.#news) news(told.here);
        return;
      case "seated":
        [this.#code, this.side, this.#wish] = [told.game, told.side, null];
        memory.set(`cups-seat-${this.#code}`, this.side);
        this.#follow();
        break;
      case "entries":
        this.#take(told);
        return;
      case "refused":
        this.#refuse(told);
        break;
      case "presence":
        this.presence = told.sides;
        break;
      case "beat":
        if ((told.heads?.[this.#code] ?? 0) > this.#head) this.#follow();
        return;
      case "bye":
        this.refused = { why: "bye", text: told.why };
    }
    this.#tell();
  }

  #take(told) {
    const entries = told.entries ?? [];
    if (entries.some((entry) => entry.key === this.unsent?.key)) memory.remove(this.#unsentName);
    for (const { n, by, act } of entries) {
      if (act.kind === "said" && n > (this.said[by]?.n ?? 0)) this.said = { ...this.said, [by]: { n, phrase: act.phrase } };
      if (n > this.#head && act.kind !== "said") this.refused = this.#declined(act, by);
    }
    // What a question is answered by is all there is: a server that was put back knows less than it did.
    this.#head = told.since === undefined ? Math.max(this.#head, told.head) : told.head;
    this.look();
  }

  // A no to one's own question is said until something else comes.
  #declined({ kind, ask }, by) {
    return kind === "no" && by !== this.side && this.table?.ask?.n === ask && this.table.ask.by === this.side ? { why: "no", by } : null;
  }

  #refuse(told) {
    const own = told.key !== undefined && told.key === this.unsent?.key;
    this.refused = { ...told, kind: own ? this.unsent.act.kind : "" };
    if (own && !["unwritten", "newer"].includes(told.why)) memory.remove(this.#unsentName);
    // Whose seat is not this page's any more watches; a member who still is one is seated again by the next look.
    if (own && told.why === "not-yours") { memory.remove(`cups-seat-${this.#code}`); this.side = null; this.look(); }
    if (told.key === undefined || this.#wish?.[1].key === told.key) this.#wish = null;
    if (told.why === "unwritten" && this.#isLobby && told.game === "") setTimeout(() => this.#send("lobby"), FAILED_LOOK_MS);
    if (told.why === "unknown-game" && told.game === this.#code) { memory.remove(`cups-seat-${this.#code}`); this.table = null; }
  }

  async look() {
    const number = ++this.#number;
    try {
      const found = await (await fetch(`/games/${this.#code}/table`)).json();
      // An answer to an older question says nothing of now.
      if (number !== this.#number) return;
      [this.table, this.toldAt] = [found, performance.now()];
      // A member's seat is theirs on all their devices.
      if (found.own && this.side === null && !this.#mayPlay) { memory.set(`cups-seat-${this.#code}`, found.own); this.#again(); }
      if (found.n < this.#head) setTimeout(() => this.look(), LOOK_AGAIN_MS);
    } catch (fault) {
      console.info(fault);
      if (number === this.#number) setTimeout(() => this.look(), FAILED_LOOK_MS);
    }
    this.#tell();
  }
}

// The code that is meant, however it is written: with spaces or dashes, in small or wide letters, or as the whole link.
export function codeOf(text) {
  const typed = text.normalize("NFKC").replaceAll("%20", ""), link = typed.match(/(?:\/g\/|\/club#)([^/?#\s]+)/);
  return (link?.[1] ?? typed).toUpperCase().replace(/[^A-Z0-9]/g, "");
}
