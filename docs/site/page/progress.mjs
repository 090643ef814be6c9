// What was done in the lessons, kept in the browser: an entry for each lesson, so that two tabs do
// not overwrite each other's.
import { kept, notice } from './dom.mjs';

const LESSONS = 'tensorlab.lesson.'; // an assignment has a room of its own
const DAMAGED = 'tensorlab.unreadable.';

function read(name, room = LESSONS) {
  const text = kept.get(room + name);
  if (text === null) return null;
  try {
    const record = JSON.parse(text);
    if (record && typeof record === 'object') return record;
  } catch { /* it is set aside below */ }
  setAside(name, room);
  return null;
}

/** Nothing is thrown away: what cannot be read is kept under another name. */
export function setAside(name, room = LESSONS) {
  kept.set(DAMAGED + name, kept.get(room + name) ?? '');
  kept.remove(room + name);
  notice(`What was kept of the lesson ${name} could not be read; it begins anew.`);
}

/** What was done before, by lesson. */
export function records(room = LESSONS) {
  const names = kept.names().filter(key => key.startsWith(room)).map(key => key.slice(room.length));
  return Object.fromEntries(names.map(name => [name, read(name, room)]).filter(([, record]) => record));
}

/** Keep a lesson's record, with the answers that another tab has kept meanwhile. */
export function keep(name, record, room = LESSONS) {
  const other = read(name, room);
  if (other && other.hash === record.hash) {
    for (const [item, before] of Object.entries(other.items ?? {})) {
      const own = record.items[item];
      if (!own || (own.state !== 'right' && before.state === 'right')) record.items[item] = before;
    }
    record.finished ||= other.finished ?? '';
  }
  kept.set(room + name, JSON.stringify(record));
}

export const forget = name => kept.remove(LESSONS + name);
export const begun = name => read(name);
