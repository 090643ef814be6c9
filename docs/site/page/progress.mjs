// What was done in the lessons, kept in the browser: an entry for each lesson, so that two tabs do
// not overwrite each other's.
import { kept, notice } from './dom.mjs';

const PREFIX = 'tensorlab.lesson.';
const DAMAGED = 'tensorlab.unreadable.';

function read(name) {
  const text = kept.get(PREFIX + name);
  if (text === null) return null;
  try {
    const record = JSON.parse(text);
    if (record && typeof record === 'object') return record;
  } catch { /* it is set aside below */ }
  setAside(name);
  return null;
}

/** Nothing is thrown away: what cannot be read is kept under another name. */
function setAside(name) {
  kept.set(DAMAGED + name, kept.get(PREFIX + name) ?? '');
  kept.remove(PREFIX + name);
  notice(`What was kept of the lesson ${name} could not be read; it begins anew.`);
}

/** Tell the engine what was done before. */
export async function restore(engine) {
  const records = {};
  for (const key of kept.names()) {
    if (!key.startsWith(PREFIX)) continue;
    const name = key.slice(PREFIX.length), record = read(name);
    if (record) records[name] = record;
  }
  const { unreadable } = await engine.ask({ do: 'restore', records });
  for (const name of unreadable ?? []) setAside(name);
}

/** Keep a lesson's record, with the answers that another tab has kept meanwhile. */
export function keep(name, record) {
  const other = read(name);
  if (other && other.hash === record.hash) {
    for (const [item, before] of Object.entries(other.items ?? {})) {
      const own = record.items[item];
      if (!own || (own.state !== 'right' && before.state === 'right')) record.items[item] = before;
    }
    record.finished ||= other.finished ?? '';
  }
  kept.set(PREFIX + name, JSON.stringify(record));
}

export const forget = name => kept.remove(PREFIX + name);
export const begun = name => read(name);
