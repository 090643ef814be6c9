// The list of functions, searched as in the terminal: `explain/reference/search.py` says how, and the
// build gives what that goes by: the stems of each function's texts, and what learners say for which.
import { $ } from './dom.mjs';
import { prepare } from './start.mjs';

prepare();
const list = $('found'), index = JSON.parse($('index')?.textContent ?? '{"entries": {}}');
const ENDINGS = (index.endings ?? []).map(each => new RegExp(each));
const LEAST = 0.4, FAR = 0.4, EXACT = 20, SYNONYM = 0.7, PART = 0.6, WHOLE_WISH = 1.5, PARTED = 3, UNSEEN = 2, NUMBER = 1;
const small = new Set(index.small);

const entries = [...(list?.children ?? [])].map(item => {
  const name = item.querySelector('code').textContent, [weights, wishes] = index.entries[name];
  return { item, name, weights, wishes };
});
const rareness = new Map(Object.entries(index.rareness ?? {}));

const words = typed => (typed.match(/[a-z]+|[0-9]+/g) ?? []).filter(word => !small.has(word));
const stem = word => ENDINGS.reduce((left, ending) => left.replace(ending, ''), word);
const sum = numbers => numbers.reduce((total, each) => total + each, 0);

function likeness(word, other) {
  if (word === other) return 1;
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  const isPart = long.startsWith(short) || (short === word && long.endsWith(short));
  return isPart && short.length > PARTED ? PART * short.length / long.length : 0;
}

// A stem that was asked for: the stems that it can stand for, each with how nearly, and how much it tells.
function meant(word) {
  const meanings = new Map();
  for (const other of new Set([word, ...(index.synonyms[word] ?? [])])) for (const each of rareness.keys()) {
    const share = (other === word ? 1 : SYNONYM) * likeness(other, each);
    if (share) meanings.set(each, Math.max(share, meanings.get(each) ?? 0));
  }
  return { meanings, weight: weightOf(word) ?? (meanings.size && UNSEEN) };
}

const weightOf = word => /^[0-9]/.test(word) ? NUMBER : rareness.get(word);

function shareOf(asked, weightIn) {
  const had = asked.map(({ meanings, weight }) => weight * Math.max(0, ...[...meanings].map(([each, share]) => share * weightIn(each))));
  return sum(had) / (sum(asked.map(({ weight }) => weight)) || 1);
}

function sameness(asked, wish) {
  const both = shareOf(asked, each => Number(wish.includes(each)));
  const said = wish.map(each => weightOf(each) * Math.max(...asked.map(({ meanings }) => meanings.get(each) ?? 0)));
  return both && both * sum(said) / sum(wish.map(weightOf));
}

function score({ weights, wishes }, asked) {
  const had = shareOf(asked, each => weights[each] ?? 0);
  return had && had + WHOLE_WISH * Math.max(0, ...wishes.map(wish => sameness(asked, wish)));
}

$('search')?.addEventListener('input', ({ target }) => {
  const typed = target.value.trim().toLowerCase(), spelt = typed.replace(/\s+/g, '_'), asked = words(typed).map(stem).map(meant);
  const fits = new Map(entries.map(entry => [entry, score(entry, asked)]));
  const least = Math.max(LEAST, FAR * Math.max(...fits.values()));
  // A part of a name is enough here, where the list is looked at while one types.
  const worth = entry => {
    const name = entry.name.toLowerCase(), fit = fits.get(entry);
    return [name, name.split('.').pop()].includes(spelt) ? EXACT : fit > least ? fit : Number(name.includes(spelt)) / 100;
  };
  const plainness = ({ name }) => 1000 * name.split('.').length + name.length;
  const scored = entries.map(entry => [worth(entry), entry]);
  for (const [each, { item }] of scored) item.hidden = !each;
  list.append(...scored.sort(([one, a], [other, b]) => other - one || plainness(a) - plainness(b)).map(([, { item }]) => item));
  $('none').hidden = scored.some(([each]) => each);
});
