// Python and the engine, away from the page: answers {id, request} with {id, answer}.
import { interpreter, parts, total } from './parts.mjs';
import { loadPyodide } from '../python/pyodide.mjs';
import * as snapshot from './snapshot.mjs';
import { unpack } from './unpack.mjs';

const LATER = 4000; // milliseconds: first the learner is served
const home = new URL('../python/', import.meta.url);
const began = performance.now();
const marks = {};
const queue = [];
let answer = null, interrupts = null, loaded = 0;

const mark = name => { marks[name] = Math.round(performance.now() - began); };
const say = (what, share) => postMessage({ progress: { what, share } });

/** A part of the page, unpacked; the hosts of static files need not compress anything. */
async function part(name) {
  const got = await fetch(new URL(`${name}.packed`, home));
  if (!got.ok) throw new Error(`${name} could not be loaded (${got.status})`);
  const counted = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.length;
      say('Python is being loaded', loaded / total);
      controller.enqueue(chunk);
    },
  });
  return got.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
}
const bytes = async name => new Response(await part(name)).arrayBuffer();

// Pyodide fetches two of its files itself: it gets ours.
const whole = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const name = String(resource.url ?? resource).split('/').pop();
  if (!parts.includes(name)) return whole(resource, options);
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/zip';
  return new Response(await part(name), { headers: { 'Content-Type': type } });
};

self.onmessage = ({ data }) => (answer ? reply(data) : queue.push(data));

function reply({ id, request }) {
  if (interrupts) Atomics.store(interrupts, 0, 0);
  try {
    postMessage({ id, answer: JSON.parse(answer(JSON.stringify(request))) });
  } catch (error) { // Python itself has ended, or the browser's stack
    console.error(error);
    postMessage({ id, dead: String(error).slice(-300) });
  }
}

async function begin() {
  const archives = Promise.all([bytes('numpy.zip'), bytes('tensorlab.zip')]);
  const code = new Blob([await bytes('pyodide.asm.js')], { type: 'text/javascript' });
  await import(URL.createObjectURL(code));
  const { python, made } = await started(await snapshot.kept(interpreter));
  mark('python');
  const folder = python.runPython('import site; site.getsitepackages()[0]');
  for (const archive of await archives) unpack(python.FS, archive, folder);
  mark('unpacked');
  say('The engine starts', 1);
  const asked = python.runPython('from tensorlab.page.answering import answer; answer');
  asked('{"do": "warm", "stage": 0}');
  mark('engine');
  if (self.crossOriginIsolated) {
    interrupts = new Uint8Array(new SharedArrayBuffer(1));
    python.setInterruptBuffer(interrupts);
  }
  answer = asked;
  postMessage({ ready: marks, interrupts });
  queue.splice(0).forEach(reply);
  if (made) setTimeout(() => snapshot.keep(interpreter, made), LATER);
}

/** Python, from its memory as it was kept at an earlier visit, or else begun, and its memory then. */
async function started(memory) {
  const lockFileContents = await (await whole(new URL('pyodide-lock.json', home))).text();
  const options = { indexURL: home.href, lockFileContents };
  if (memory) {
    try {
      return { python: await loadPyodide({ ...options, _loadSnapshot: memory }) };
    } catch (error) { // another browser's perhaps, or damaged
      console.error(error);
      await snapshot.forget(interpreter);
    }
  }
  const python = await loadPyodide({ ...options, _makeSnapshot: true });
  return { python, made: python.makeMemorySnapshot() };
}

begin().catch(error => { console.error(error); postMessage({ failed: String(error).slice(-300) }); });
