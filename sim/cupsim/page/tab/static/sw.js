// Keeps all files of one version of the site, so that it needs no network after the first visit. What the browser has
// given up meanwhile is kept again once a page asks for that, when its board is there.
// The first two lines of the file that is served name the version and the files.

/** @type {any} */
const worker = self;
const { registration } = worker;
const PREFIX = `cups ${new URL(registration.scope).pathname} `, CACHE = PREFIX + VERSION;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(clean()));
worker.addEventListener("message", (event) => {
  if (event.data === "take over") worker.skipWaiting();
  // A newer one that is coming keeps the files of its own version.
  if (event.data === "keep" && !registration.installing && !registration.waiting) event.waitUntil(fill().catch((fault) => console.info(fault)));
});
worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === self.location.origin) event.respondWith(kept(event.request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const lacking = FILES.filter((file) => !kept.has(new URL(file, registration.scope).href));
  await cache.addAll(lacking.map((file) => new Request(file, { cache: "no-cache" })));
}

async function clean() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  return await cache.match(request, { ignoreSearch: true }) ?? fetch(request);
}
