// What every page does first: the service worker, which makes it work offline and lets programs be
// stopped, the theme, and the state that the page is in.
import { $, button, kept, status } from './dom.mjs';
import { Engine } from './engine.mjs';

const RELOADED = 'tensorlab.reloaded';
const QUIET = 200; // milliseconds
const NOT_LOADED = 'Python could not be loaded';

/** Register the service worker. The first time, the page is loaded again through it, to be isolated:
 *  only then may a page share memory with its worker, and stop a program without losing it. */
async function throughServiceWorker() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  try {
    const registration = await workers.register(new URL('../sw.js', import.meta.url));
    registration.waiting?.postMessage('take over'); // a newer version; nothing was typed yet
    if (crossOriginIsolated) return sessionStorage.removeItem(RELOADED);
    if (sessionStorage.getItem(RELOADED)) return;
    await workers.ready;
    if (!workers.controller) {
      await new Promise(done => {
        workers.addEventListener('controllerchange', done, { once: true });
        setTimeout(done, 1500);
      });
    }
    sessionStorage.setItem(RELOADED, '1');
    location.reload();
    await new Promise(() => {});
  } catch { /* no service worker here: the page works, but not offline */ }
}

export function theme() {
  const root = document.documentElement, chosen = kept.get('tensorlab.theme');
  if (chosen === 'dark' || chosen === 'light') root.dataset.theme = chosen;
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
  const toggle = button('Dark', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    kept.set('tensorlab.theme', root.dataset.theme);
    toggle.setAttribute('aria-pressed', isDark());
  }, { 'aria-pressed': String(isDark()) });
  document.querySelector('header')?.append(toggle);
}

/** Show what the engine does: the state of the page, the bar while it loads, the button to stop. */
function follow(engine) {
  const bar = $('loading'), stop = $('stop');
  engine.addEventListener('progress', ({ detail: { what, share } }) => {
    bar.value = Math.min(share, 1);
    status(`${what} …`);
  });
  engine.addEventListener('failed', ({ detail }) => {
    status(`${NOT_LOADED}: ${detail}. Load the page again; the first time it needs the network.`);
  });
  engine.addEventListener('change', () => {
    document.documentElement.dataset.state = engine.state;
    bar.hidden = engine.state !== 'loading';
    if (stop) stop.hidden = engine.state !== 'running';
  });
  engine.addEventListener('ready', ({ detail }) => {
    performance.mark('tensorlab-ready', { detail });
    status('Ready.');
    navigator.serviceWorker?.controller?.postMessage('keep all');
    warm(engine);
  });
  stop?.addEventListener('click', async () => {
    status('Stopping …');
    await engine.stop();
  });
}

/** While nobody asks for anything, load what will be asked for: why, what explains errors, the course. */
async function warm(engine) {
  for (let stage = 1, stages = 2; stage < stages; stage += 1) {
    await new Promise(done => setTimeout(done, QUIET));
    while (engine.busy) await new Promise(done => setTimeout(done, QUIET));
    ({ stages = 0 } = await engine.ask({ do: 'warm', stage }));
  }
}

/** On a phone the panel lies above the bar with the box and the buttons. */
function aboveTheBar() {
  const bar = document.querySelector('.bar');
  new ResizeObserver(() => document.documentElement.style.setProperty('--bar', `${bar.offsetHeight}px`)).observe(bar);
}

/** Make a page ready for an engine, which may be begun later. */
export async function prepare() {
  theme();
  await throughServiceWorker();
}

/** Begin the engine of a page that is ready for it. */
export function begin() {
  aboveTheBar();
  const engine = new Engine();
  follow(engine);
  return engine;
}
