// Keeps the page and its Python for when there is no network. make_play.py writes FILES: the files
// of this edition, each with a digest of what is in it. What has not changed since the last
// edition is not fetched again.
const CACHE = "wordle-play";
const FILES = {};
const SNAPSHOT = /\.snapshot$/;
const PYTHON = /\.(wasm|zip|modules|snapshot|whl|asm\.mjs)$/; // is kept when it is fetched

// The name under which a file of this edition is kept; null for what is none of them.
function key(url) {
  const { origin, pathname } = new URL(url);
  const path = new URL(pathname.replace(/\/index\.html$/, "/"), origin).href;
  const digest = KEYS.get(path);
  return digest ? `${path}?${digest}` : null;
}

const KEYS = new Map(
  Object.entries(FILES).map(([file, digest]) => [new URL(file, location).href, digest]),
);

async function keep(request, event) {
  const cache = await caches.open(CACHE);
  const name = key(request.url);
  const kept = await cache.match(name);
  if (kept) return kept;
  const response = await fetch(request, { cache: "no-cache" });
  if (!response.ok) return response;
  if (SNAPSHOT.test(request.url)) return keptWhenWhole(response, cache, name);
  event.waitUntil(cache.put(name, response.clone()).catch(() => {}));
  return response;
}

// When the page gives a snapshot up, because the network is slow, so do we.
function keptWhenWhole(response, cache, name) {
  const chunks = [];
  const { headers } = response;
  const gathering = new TransformStream({
    transform(chunk, stream) {
      chunks.push(chunk);
      stream.enqueue(chunk);
    },
    flush: () => cache.put(name, new Response(new Blob(chunks), { headers })),
  });
  return new Response(response.body.pipeThrough(gathering), { headers });
}

async function keepPages(event) {
  const files = [...KEYS.keys()].filter((file) => !PYTHON.test(file));
  await Promise.all(files.map((file) => keep(new Request(file), event)));
}

async function tidy() {
  const cache = await caches.open(CACHE);
  const ours = new Set([...KEYS.keys()].map(key));
  for (const { url } of await cache.keys()) if (!ours.has(url)) await cache.delete(url);
  await self.clients.claim();
}

// An edition that is to replace another one has its pages first. On a first visit Python waits for
// us, so that nothing large is fetched twice: then the page asks for them when Python is there.
self.addEventListener("install", (event) => {
  if (self.registration.active) event.waitUntil(keepPages(event));
});
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("message", (event) => {
  if (event.data === "keep the pages") event.waitUntil(keepPages(event));
  else self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && key(event.request.url)) {
    // Where the browser refuses the cache, the network is as good.
    event.respondWith(keep(event.request, event).catch(() => fetch(event.request)));
  }
});
