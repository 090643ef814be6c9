// The engine as the page sees it: a promise for each request. It can be stopped, and is begun again
// where its worker is lost; what has worked is then run once more, so that no variable is lost.

const PATIENCE = 2500; // milliseconds that a program is given to stop by itself
const CHANGING = new Set(['run', 'lesson', 'review', 'send', 'restore']);
const RUNNING = new Set(['run', 'send', 'lesson', 'review', 'why']);
const AGAIN = 'What had worked before was run again.';

export class Engine extends EventTarget {
  #worker; #waiting = new Map(); #last = 0; #interrupts = null; #worked = []; #ready = false; #restored = null;

  constructor() {
    super();
    this.#start();
  }

  get state() {
    if (!this.#ready) return 'loading';
    return [...this.#waiting.values()].some(({ request }) => RUNNING.has(request.do)) ? 'running' : 'ready';
  }

  get busy() { return !this.#ready || [...this.#waiting.values()].some(({ request }) => request.do !== 'warm'); }

  /** The answer to a request. What cannot be answered is `{refused: sentence}`; nothing is thrown. */
  async ask(request) {
    await this.#restored;
    return this.#send(request);
  }

  /** Stop what runs: it is interrupted where that can be, else the engine is begun again. */
  async stop() {
    if (this.#interrupts) {
      Atomics.store(this.#interrupts, 0, 2);
      const before = this.#last;
      await new Promise(done => setTimeout(done, PATIENCE));
      if (![...this.#waiting.keys()].some(id => id <= before)) return;
    }
    this.#restart({ stopped: true, how: AGAIN });
  }

  #start() {
    this.#ready = false;
    this.#interrupts = null;
    this.#worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }) => this.#told(data);
    this.#worker.onerror = event => this.#lost(event.message);
    this.#change();
  }

  #told(data) {
    if (data.progress) return this.dispatchEvent(new CustomEvent('progress', { detail: data.progress }));
    if (data.failed) return this.dispatchEvent(new CustomEvent('failed', { detail: data.failed }));
    if (data.ready) {
      this.#ready = true;
      this.#interrupts = data.interrupts;
      this.dispatchEvent(new CustomEvent('ready', { detail: data.ready }));
      return this.#change();
    }
    const { resolve, request } = this.#waiting.get(data.id) ?? {};
    if (data.dead) return this.#restart({ refused: `This went too deep for the browser. ${AGAIN}` });
    this.#waiting.delete(data.id);
    if (CHANGING.has(request?.do) && !data.answer.stopped) this.#worked.push(request);
    if (/^\s*:reset\s*$/.test(request?.source ?? '')) this.#worked = [];
    resolve?.(data.answer);
    this.#change();
  }

  #send(request) {
    const id = ++this.#last;
    return new Promise(resolve => {
      this.#waiting.set(id, { resolve, request });
      this.#worker.postMessage({ id, request });
      this.#change();
    });
  }

  #lost(message) {
    if (!this.#ready) return this.dispatchEvent(new CustomEvent('failed', { detail: message }));
    this.#restart({ refused: `The engine was lost. ${AGAIN}` });
  }

  /** Begin again; the first program that waits gets this answer, those behind it are asked again. */
  #restart(answer) {
    this.#worker.terminate();
    const [first, ...behind] = this.#waiting.values();
    const again = this.#worked.splice(0);
    this.#waiting.clear();
    this.#start();
    this.#restored = (async () => { for (const request of again) await this.#send(request); })();
    this.#restored.then(() => {
      first?.resolve(answer);
      for (const { resolve, request } of behind) this.#send(request).then(resolve);
      this.#change();
    });
  }

  #change() { this.dispatchEvent(new Event('change')); }
}
