// Carries a page's messages and requests to a board in a worker beside it: like a WebSocket, and like fetch.

const SILENT_MS = 20000;
const BEAT_MS = 5000;
// A connection of Python's parts that brings nothing for so long brings nothing at all.
const MOST_BEGINNING_MS = 180000;
// A board that has ended so often, and never played so long, begins no more by itself.
const MOST_ENDS = 3, PLAYED_MS = 60000;
const MOST_KEEPING_MS = 3000;

export class WorkerCarrier {
  // What is done before the page is loaded again.
  beforeReload = null;
  #begin; #first; #worker = null; #number = 0; #open = new Map(); #listeners = []; #lastHeard = 0; #isReady = false; #beat = null;
  #readyAt = 0; #ends = 0; #isFresh = false; #isReloading = false;

  // `begin` is what the worker is told first, `first` what a page shows before the board is there.
  constructor(begin, first) {
    this.#begin = begin;
    this.#first = first;
  }

  // Told of the share of Python that is there, of what is kept, of a name that no game has, and of a worker that broke, or broke once too often.
  listen(listener) { this.#listeners.push(listener); }

  connect(path) {
    const isFirst = this.#worker === null;
    // A board that has been silent for so long is asked no more: another takes its place, with what was kept.
    if (!isFirst && this.#isReady && performance.now() > this.#lastHeard + SILENT_MS) this.#broke("the board has stopped answering");
    const number = this.#ask((number) => ({ text: JSON.stringify({ open: number, path }) }));
    const socket = {
      onmessage: null, onclose: null,
      send: (text) => this.#post({ text: JSON.stringify({ say: number, text }) }),
      close: () => { this.#open.delete(number); this.#post({ text: JSON.stringify({ close: number }) }); },
    };
    this.#open.set(number, {
      heard: ({ text }) => socket.onmessage?.({ data: text }),
      closed: (message) => { this.#open.delete(number); socket.onclose?.(message); },
    });
    if (isFirst) {
      const { hello, preview } = this.#first;
      queueMicrotask(() => { for (const message of preview ? [{ hello }, { preview }] : [{ hello }]) socket.onmessage?.({ data: JSON.stringify(message) }); });
    }
    return socket;
  }

  async request(path, /** @type {{ method?: string, body?: BodyInit, signal?: AbortSignal }} */ { method = "GET", body, signal } = {}) {
    const bytes = body === undefined ? undefined : new Uint8Array(await new Response(body).arrayBuffer());
    signal?.throwIfAborted();
    return new Promise((answered, failed) => {
      let pieces;
      const number = this.#ask((number) => ({ text: JSON.stringify({ ask: number, method, path }), body: bytes }));
      const leave = () => { this.#open.delete(number); this.#post({ text: JSON.stringify({ leave: number }) }); };
      const stream = new ReadableStream({ start(controller) { pieces = controller; }, cancel: leave });
      signal?.addEventListener("abort", () => { if (this.#open.has(number)) { leave(); pieces.error(signal.reason); failed(signal.reason); } });
      this.#open.set(number, {
        answer: ({ status, headers }) => answered(new Response([204, 304].includes(status) ? null : stream, { status, headers })),
        piece: (_, piece) => pieces.enqueue(piece),
        done: ({ fault }) => { this.#open.delete(number); if (fault) { pieces.error(new TypeError(fault)); failed(new TypeError(fault)); } else pieces.close(); },
        closed: ({ reason }) => { pieces.error(new TypeError(reason)); failed(new TypeError(reason)); },
      });
    });
  }

  // A link that fetches from the worker what it saves.
  saving(path, name) {
    return { href: "#", onclick: async (event) => {
      event.preventDefault();
      const answer = await this.request(path);
      if (!answer.ok) return;
      const address = URL.createObjectURL(await answer.blob());
      const link = Object.assign(document.createElement("a"), { href: address, download: name });
      document.body.append(link);
      link.click();
      link.remove();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    } };
  }

  #ask(message) {
    this.#start();
    const number = ++this.#number;
    if (this.#worker) this.#post(message(number));
    else queueMicrotask(() => { this.#open.get(number)?.closed({ code: 1006, reason: "the board ended" }); this.#open.delete(number); });
    return number;
  }

  // After the board ended too often: once more, with what is kept or without it.
  again({ isKept }) {
    this.#begin = { ...this.#begin, isKept };
    this.#ends = 0;
  }

  // What lies on the table is kept before the page that shows it goes.
  async reload() {
    if (this.#isReloading) return;
    this.#isReloading = true;
    const enough = new Promise((done) => { setTimeout(done, MOST_KEEPING_MS); });
    this.beforeReload?.();
    if (this.#isReady) await Promise.race([this.request("/keep", { method: "POST" }).catch((fault) => console.info(fault)), enough]);
    location.reload();
  }

  #start() {
    if (this.#worker || this.#ends >= MOST_ENDS) return;
    this.#worker = new Worker(new URL("board_worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onerror = (fault) => this.#broke(fault.message ?? "");
    this.#worker.postMessage({ begin: { ...this.#begin, isFresh: this.#isFresh } });
    this.#lastHeard = performance.now();
    this.#beat = setInterval(() => this.#keepWaiting(), BEAT_MS);
  }

  // While Python begins, pages are told that it does.
  #keepWaiting() {
    if (this.#isReady) clearInterval(this.#beat);
    else if (performance.now() > this.#lastHeard + MOST_BEGINNING_MS) this.#broke("Python does not begin");
    else for (const each of this.#open.values()) each.heard?.({ text: JSON.stringify({ hello: this.#first.hello }) });
  }

  #post(message) { this.#worker?.postMessage(message); }

  #heard(data) {
    this.#lastHeard = performance.now();
    if (data.broken !== undefined) return this.#broke(data.broken);
    if (data.text === undefined) return this.#tell(data);
    if (!this.#isReady) this.#tell({ isThere: true });
    this.#isReady = true;
    this.#readyAt ||= performance.now();
    const message = JSON.parse(data.text);
    for (const what of ["heard", "closed", "answer", "piece", "done"]) {
      if (what in message) this.#open.get(message[what])?.[what]?.(message, data.piece);
    }
  }

  #broke(why) {
    if (this.#isReady && performance.now() > this.#readyAt + PLAYED_MS) this.#ends = 0;
    this.#ends += 1;
    // What never began may have begun with a memory that it does not take.
    this.#isFresh = !this.#isReady;
    this.#tell(this.#ends < MOST_ENDS ? { broken: why } : { ended: why });
    this.#end();
  }

  #end() {
    clearInterval(this.#beat);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#readyAt = 0;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const each of open) each.closed({ code: 1006, reason: "the board ended" });
  }

  #tell(news) { for (const listener of this.#listeners) listener(news); }
}
