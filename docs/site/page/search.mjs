// The list of functions: words that are typed bring those to the top that tell of them, rare words most.
import { $ } from './dom.mjs';
import { prepare } from './start.mjs';

const ENDINGS = /(?<=...)(ing|ions|ion|ies|ed|es|ly|s|e|y)$/; // as in the terminal's search
const stems = text => (text.toLowerCase().match(/[a-z]+|[0-9]+/g) ?? []).map(word => word.replace(ENDINGS, ''));

prepare();
const list = $('found');
const entries = [...(list?.children ?? [])].map(item => {
  const name = item.querySelector('code').textContent, summary = item.textContent.slice(name.length);
  const last = name.split('.').pop().toLowerCase();
  return { item, name, last, title: stems(last), summary: stems(summary), said: new Set(item.dataset.said.split(' ')) };
});
const usage = new Map();
for (const { title, summary, said } of entries) for (const each of new Set([...title, ...summary, ...said])) usage.set(each, (usage.get(each) ?? 0) + 1);

const likeness = (word, other) => (word === other ? 1 : word.length > 2 && other.startsWith(word) ? 0.6 * word.length / other.length : 0);
const best = (word, others) => Math.max(0, ...others.map(other => likeness(word, other)));

/** How well a function fits: at least half of the words must be there, most in its name. */
function score({ name, last, title, summary, said }, words, typed) {
  const fits = words.map(word => Math.max(1.7 * best(word, title), best(word, summary), said.has(word) ? 0.8 : 0));
  const lacking = fits.filter(fit => !fit).length;
  if (2 * lacking > words.length - (words.length === 1)) return 0;
  const weighed = words.reduce((sum, word, at) => sum + fits[at] * Math.log(entries.length / (usage.get(word) ?? 20)), 0);
  const together = summary.join(' ').includes(words.join(' '));
  return Math.max(20 + weighed + 6 * together + 20 * (last === typed || name.toLowerCase() === typed) - 5 * lacking - summary.length / 10 - name.split('.').length / 2, 1);
}

$('search')?.addEventListener('input', ({ target }) => {
  const typed = target.value.trim().toLowerCase(), words = stems(typed);
  const scored = entries.map(entry => [words.length ? score(entry, words, typed) : 1, entry]);
  for (const [worth, { item }] of scored) item.hidden = !worth;
  list.append(...scored.sort(([one, a], [other, b]) => other - one || a.name.localeCompare(b.name)).map(([, { item }]) => item));
});
