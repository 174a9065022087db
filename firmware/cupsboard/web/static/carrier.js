// What carries messages and requests to the board: the network, unless a page brings another carrier along.

// Where a server has several boards, each has a folder of its own.
const board = /^\/tables\/\d+(?=\/)/.exec(location.pathname)?.[0] ?? "";

let carrier = {
  // Like a WebSocket: onmessage, onclose, send, close.
  connect: (path) => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${board}${path}`),
  // Like fetch.
  request: (path, options) => fetch(board + path, options),
  // What makes a link save what is at a path under a name.
  saving: (path, name) => ({ href: board + path, download: name }),
  // Loads the page again; the board goes on meanwhile.
  reload: () => location.reload(),
};

// Before anything is carried.
export function carryBy(other) { carrier = other; }

// What a board answers line by line as JSON, each as soon as it comes.
export async function* linesOf(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

export const connect = (path) => carrier.connect(path);
export const request = (path, options) => carrier.request(path, options);
export const saving = (path, name) => carrier.saving(path, name);
export const reload = () => carrier.reload();
