// The list of functions, searched as in the terminal: `explain/reference/search.py` says how, and the
// build gives what that goes by: the stems of each function's texts, and what learners say for which.
import { $ } from './dom.mjs';
import { prepare } from './start.mjs';

prepare();
const list = $('found'), index = JSON.parse($('index')?.textContent ?? '{"entries": {}}');
const ENDINGS = new RegExp(`(?<=...)(?:${(index.endings ?? []).join('|')})$`);
const SHORTEST = 3; // letters of a stem
const ELSEWHERE = 3; // the weight of a word that stands in no text
const small = new Set(index.small);

const entries = [...(list?.children ?? [])].map(item => {
  const name = item.querySelector('code').textContent, [title, summary, prose, wishes] = index.entries[name];
  return { item, name, title, summary, prose: new Set(prose), wishes };
});
const counts = new Map();
for (const { title, prose } of entries) for (const each of new Set([...title, ...prose])) counts.set(each, (counts.get(each) ?? 0) + 1);

const words = typed => typed.match(/[a-z]+|[0-9]+/g) ?? [];
const stem = word => word.replace(ENDINGS, '');
const isTelling = word => !small.has(word);
const same = (wish, wanted) => wish.every(word => wanted.includes(word)) && wanted.every(word => wish.includes(word));

function likeness(word, other) {
  if (word === other) return 1;
  if (word.length > SHORTEST && (other.startsWith(word) || other.endsWith(word))) return 0.6 * word.length / other.length;
  return other.length > SHORTEST && word.startsWith(other) ? 0.6 * other.length / word.length : 0;
}

function fit(word, { title, summary, prose, wishes }) {
  const best = stems => Math.max(0, ...stems.map(each => likeness(word, each)));
  const weight = counts.has(word) ? Math.log(entries.length / counts.get(word)) : ELSEWHERE;
  return Math.max((title.length === 1 ? 1.7 : 1.2) * best(title), best(summary), wishes.some(wish => wish.includes(word)) ? 1.2 : 0, prose.has(word) ? 0.3 : 0) * weight;
}

function score(entry, wanted, typed) {
  const exact = [entry.name.toLowerCase(), entry.name.split('.').pop().toLowerCase()].includes(typed) ? 20 : 0;
  const fits = wanted.map(word => Math.max(fit(word, entry), ...(index.said[word] ?? []).map(each => 0.8 * fit(each, entry))));
  const lacking = fits.filter(each => !each).length;
  if (!wanted.length || 2 * lacking > wanted.length - (wanted.length === 1)) return exact + Number(entry.name.includes(typed));
  const together = entry.summary.join(' ').includes(wanted.join(' '));
  const wished = 10 * entry.wishes.some(wish => same(wish, wanted)) + 3 * (entry.wishes.length > 0);
  const known = 6 * together + wished - entry.summary.length / 10;
  return exact + Math.max(20 + fits.reduce((sum, each) => sum + each, 0) + known - 5 * lacking, 1);
}

$('search')?.addEventListener('input', ({ target }) => {
  const typed = target.value.trim().toLowerCase().replace(/\s+/g, '_'), wanted = words(target.value.toLowerCase()).filter(isTelling).map(stem);
  const scored = entries.map(entry => [score(entry, wanted, typed), entry]);
  for (const [worth, { item }] of scored) item.hidden = !worth;
  const order = ([one, a], [other, b]) => other - one || a.name.split('.').length - b.name.split('.').length || a.name.localeCompare(b.name);
  list.append(...scored.sort(order).map(([, { item }]) => item));
  $('none').hidden = scored.some(([worth]) => worth);
});
