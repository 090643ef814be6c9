// Tensors as tables: each element is a button that asks why.
import { h } from './dom.mjs';

const GAP = '…';
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The tables of a tensor; `ask(index, button)` is called for an element, none where nobody may ask. */
export function tensor(shown, ask, heat = false) {
  const tables = shown.facets.map(facet => (facet.words.length ? facetTable(shown, facet, ask, heat) : h('p', { class: 'quiet' }, GAP)));
  const more = shown.more ? h('p', { class: 'quiet' }, `and ${shown.more} more`) : null;
  return h('figure', { class: 'tensor' }, h('figcaption', { class: 'badge' }, shown.facts.join(' · ')), h('div', { class: 'facets' }, tables), more);
}

function facetTable(shown, facet, ask, heat) {
  const head = facet.columns.length ? h('thead', {}, h('tr', {}, facet.rows.length ? h('td') : null, facet.columns.map(column => label(column, 'col')))) : null;
  const body = facet.words.map((words, row) => h('tr', {}, facet.rows.length ? label(facet.rows[row], 'row') : null,
    words.map((word, column) => element(shown, facet, row, column, word.trim(), ask, heat))));
  const front = facet.index.length ? h('caption', {}, `[${facet.index.join(', ')}]`) : null;
  const made = h('table', {}, front, head, h('tbody', {}, body));
  const first = made.querySelector('button');
  if (first) first.tabIndex = 0;
  return h('div', { class: 'scroll' }, made);
}

const label = (place, scope) => h('th', { scope, class: 'index' }, place ?? GAP);

function element(shown, facet, row, column, word, ask, heat) {
  const own = [facet.rows.length ? facet.rows[row] : undefined, facet.columns.length ? facet.columns[column] : undefined].filter(place => place !== undefined);
  if (own.includes(null)) return h('td', { class: 'gap' }, GAP);
  const index = [...facet.index, ...own], shade = heat ? facet.shades[row][column] : null;
  const style = shade === null ? null : `--shade: ${Math.round(shade * 100)}%`;
  if (!ask) return h('td', { style }, word);
  const asked = h('button', { type: 'button', tabindex: -1, 'aria-label': `[${index.join(', ')}] ${word}`, onclick: () => ask(index, asked), onkeydown: walk }, word);
  return h('td', { style, class: style ? 'heat' : null }, asked);
}

/** Arrow keys go from element to element; Tab enters a table and leaves it. */
function walk(event) {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const from = event.currentTarget, here = from.closest('td');
  const rows = [...from.closest('tbody').rows], row = rows.indexOf(here.parentElement);
  let at = here.cellIndex + step[1], to = null, line = row + step[0];
  while (rows[line]?.cells[at] && !(to = rows[line].cells[at].querySelector('button'))) { at += step[1]; line += step[0]; }
  if (!to) return;
  event.preventDefault();
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
