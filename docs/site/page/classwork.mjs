// The assignment that is open, and what a learner does with it: kept in the browser, line by line.
import { download, kept, status } from './dom.mjs';

const OPEN = 'tensorlab.class';

/** The assignment that is open: its text, the learner's name, and once it was read, its class. */
export function opened() {
  try {
    const found = JSON.parse(kept.get(OPEN));
    return typeof found?.text === 'string' ? new Classwork(found) : null;
  } catch { return null; }
}

export class Classwork {
  constructor({ text, learner, class: name }) {
    Object.assign(this, { text, learner, class: name });
  }

  get place() { return `${this.class}/${encodeURIComponent(this.learner)}`; }

  /** Where the records of the lessons are kept. */
  get room() { return `${OPEN}.lesson/${this.place}/`; }

  /** The lines of all that was done, oldest first. */
  get work() { return kept.get(`${OPEN}.work/${this.place}`) ?? ''; }

  /** Add lines to those that are there, among them another tab's. */
  add(lines) {
    if (lines?.length) kept.set(`${OPEN}.work/${this.place}`, `${this.work}${lines.map(line => `${line}\n`).join('')}`);
  }

  keep() { kept.set(OPEN, JSON.stringify(this)); }

  /** A request about this assignment. */
  asking(action, details = {}) {
    const { text, learner, work } = this;
    return { do: action, text, learner, work, ...details };
  }

  async handIn(engine) {
    const { name, text, refused } = await engine.ask(this.asking('hand_in'));
    if (refused) return status(`${refused}.`);
    download(name, text);
    status(`${name} is downloaded: hand it in where your lecturer says.`);
  }
}
