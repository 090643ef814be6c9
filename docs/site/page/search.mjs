// The list of functions: words that are typed bring those to the top that tell of them.
import { $ } from './dom.mjs';
import { prepare } from './start.mjs';

prepare();
const list = $('found');
const entries = list ? [...list.children].map(item => ({ item, name: item.querySelector('code').textContent.toLowerCase(), text: item.textContent.toLowerCase() })) : [];
const stem = word => (word.length > 4 ? word.replace(/(ing|es|ed|s)$/, '') : word);

function score({ name, text }, words) {
  const last = name.split('.').pop(), whole = words.join(' ');
  const found = words.filter(word => text.includes(word)).length;
  return found === words.length ? 1 + 4 * (last === whole) + 2 * last.startsWith(whole) + text.includes(whole) + 1 / text.length : 0;
}

$('search')?.addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean).map(stem);
  const scored = entries.map(entry => [words.length ? score(entry, words) : 1, entry]);
  for (const [worth, { item }] of scored) item.hidden = !worth;
  list.append(...scored.sort(([one, a], [other, b]) => other - one || a.name.localeCompare(b.name)).map(([, { item }]) => item));
});
