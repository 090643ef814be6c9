// A page about a function or an error: its examples are run where they stand.
import { h } from './dom.mjs';
import { results } from './results.mjs';
import { begin, prepare } from './start.mjs';
import { showWhy } from './why.mjs';

let engine = null;
await prepare();
const examples = [...document.querySelectorAll('.example')];
examples.forEach((example, place) => {
  const button = example.querySelector('.try');
  button.hidden = false;
  button.addEventListener('click', () => tryIt(example, place));
});

/** Run the examples down to this one, which go on from each other, and show what this one gives. */
async function tryIt(example, place) {
  engine ??= begin();
  await engine.ask({ do: 'run', source: ':reset' });
  let answer = null;
  for (const each of examples.slice(0, place + 1)) answer = await engine.ask({ do: 'run', source: each.querySelector('.source code').textContent });
  const ask = async (id, part, index, from) => showWhy(await engine.ask({ do: 'why', id, index, part }), from);
  const put = source => { location.href = new URL(`../index.html?program=${encodeURIComponent(source)}`, import.meta.url); };
  example.querySelector('.answer')?.remove();
  example.append(h('div', { class: 'answer' }, results(answer, { ask, put })));
}
