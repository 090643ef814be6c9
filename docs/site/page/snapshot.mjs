// Python's memory right after its start, kept on the learner's machine: the next visit begins there.
const PREFIX = 'tensorlab-';

const address = name => new URL(`../python/snapshot-${name}`, import.meta.url);

/** What was kept for this interpreter; nothing where nothing was, or the browser keeps nothing. */
export async function kept(name) {
  try {
    const found = await caches.match(address(name));
    if (!found) return null;
    const bytes = found.body.pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(bytes).arrayBuffer());
  } catch { return null; }
}

/** Keep a memory beside the site's files: the service worker clears it away with them. */
export async function keep(name, memory) {
  try {
    const [cache] = (await caches.keys()).filter(each => each.startsWith(PREFIX)).slice(-1);
    if (!cache) return;
    const bytes = new Blob([memory]).stream().pipeThrough(new CompressionStream('gzip'));
    await (await caches.open(cache)).put(address(name), new Response(await new Response(bytes).blob()));
  } catch { /* no room: the next visit takes a little longer */ }
}

export async function forget(name) {
  for (const cache of await caches.keys()) await (await caches.open(cache)).delete(address(name));
}
