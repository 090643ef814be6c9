// Keeps every file for use without a network, and adds the headers that isolate the page: only an
// isolated page may share memory with its worker. VERSION, PAGES and FILES are filled in by the build.
const VERSION = '@VERSION@';
const HOME = new URL('./', location).href;
const ALL = `${HOME}@PAGES@`;
const FILES = '@FILES@'.split(' '); // of the front end: what no page has loaded yet is kept, too
const NAME = `tensorlab-${VERSION}`;
const ISOLATING = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'same-origin' };
const AWAY = 'This page has not been kept for use without a network. Visit it once while you are connected.';
let pages = null; // of the packed file, once one was asked for

self.addEventListener('install', event => event.waitUntil(caches.open(NAME)));
self.addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('tensorlab-') && name !== NAME) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener('message', event => {
  if (event.data === 'take over') self.skipWaiting();
  if (event.data === 'keep all') event.waitUntil(keepAll(event));
});
self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(found(request, event));
});

function isolated(body, got) {
  const headers = new Headers(got.headers);
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name); // the body is unpacked
  for (const [name, value] of Object.entries(ISOLATING)) headers.set(name, value);
  return new Response(body, { status: got.status, statusText: got.statusText, headers });
}

async function found(request, event) {
  const cache = await caches.open(NAME);
  const known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  let got;
  try {
    got = await fetch(request.mode === 'navigate' ? request : new Request(request, { cache: 'no-cache' }));
  } catch {
    return await packed(request.url) ?? new Response(AWAY, { status: 503, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...ISOLATING } });
  }
  if (got.type === 'opaqueredirect' || got.redirected) return got;
  if (!got.ok) return isolated(got.body, got);
  const [mine, learners] = got.body ? got.body.tee() : [null, null];
  event.waitUntil(cache.put(request.url.split(/[?#]/)[0], isolated(mine, got)).catch(() => {}));
  return isolated(learners, got);
}

/** Keep the pages that nobody has visited yet, which come as one packed file, and what they load. */
async function keepAll(event) {
  const cache = await caches.open(NAME);
  try {
    if (!await cache.match(ALL)) await cache.add(ALL);
    for (const file of FILES) await found(new Request(HOME + file), event);
  } catch { /* no network, or no room: the next visit tries again */ }
}

/** A page out of the packed file, where there is no network. */
async function packed(address) {
  const kept = await (await caches.open(NAME)).match(ALL);
  if (!kept) return null;
  pages ??= JSON.parse(await new Response(kept.body.pipeThrough(new DecompressionStream('gzip'))).text());
  const path = address.split(/[?#]/)[0].slice(HOME.length).replace(/(^|\/)$/, '$1index.html');
  const [type, text] = pages[path] ?? [];
  return type ? new Response(text, { headers: { 'Content-Type': type, ...ISOLATING } }) : null;
}
