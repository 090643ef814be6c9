// The panel that tells how an element came about: operands and result with what belongs together lit.
import { $, button, h } from './dom.mjs';
import { coloured } from './editor.mjs';
import { keeping } from './keeping.mjs';

const HUES = ['first', 'second', 'third'];
const MOST_SIDE = matchMedia('(max-width: 40rem)').matches ? 6 : 10; // rows and columns of an operand that are drawn
const GAP = '…';

const short = value => (typeof value === 'number' && !Number.isInteger(value) ? String(+value.toPrecision(5)) : Array.isArray(value) ? `${value[0]}+${value[1]}j` : String(value));

/** On a phone the panel covers a part of the page: it goes when something new is run. */
export function hideWhy() {
  if (matchMedia('(max-width: 59.99rem)').matches) $('why').classList.remove('open');
}

/** Fill the panel; `from` gets the focus back when it is closed. */
export function showWhy(answer, from) {
  const panel = $('why');
  const close = () => {
    panel.classList.remove('open');
    document.querySelectorAll('.asked').forEach(each => each.classList.remove('asked'));
    from?.focus();
  };
  const title = h('h2', { tabindex: -1 }, 'Why');
  panel.replaceChildren(button('×', close, { class: 'close', 'aria-label': 'Close' }), title, ...told(answer));
  panel.onkeydown = event => { if (event.key === 'Escape') close(); };
  panel.classList.add('open');
  panel.scrollTop = 0;
  document.querySelectorAll('.asked').forEach(each => each.classList.remove('asked'));
  from?.classList.add('asked');
  from?.scrollIntoView({ block: 'nearest' });
}

function told(answer) {
  if (answer.refused) return [h('p', { class: 'notice' }, answer.refused)];
  if (answer.stopped) return [h('p', { class: 'notice' }, 'Stopped.')];
  if (answer.error) return [h('p', { class: 'error' }, `${answer.error.type}: ${answer.error.message}`)];
  const [last, ...before] = answer.why.map((chapter, place) => chapterView(chapter, place));
  const rest = before.length ? h('details', {}, h('summary', {}, `What it was made of: ${before.length} ${before.length > 1 ? 'operations' : 'operation'} before`), before) : null;
  return [last, rest, keeping(answer.why)].filter(Boolean);
}

const headingOf = (chapter, level) => h(level, {}, coloured(chapter.source), ' ', h('span', { class: 'badge' }, `(${chapter.shape.join(', ')}) ${chapter.dtype.replace('torch.', '')}`));
const notesOf = chapter => chapter.notes.map(note => h('p', { class: 'quiet' }, note));

/** An operation with all of its elements that are told, below each other: to be kept. */
export function wholeView(chapter) {
  const told = chapter.frames.map(frame => [h('div', { class: 'stage' }, pictures(chapter, frame)), h('div', {}, arithmetic(frame))]);
  return h('section', { class: 'chapter' }, headingOf(chapter, 'h2'), told.flat(), notesOf(chapter));
}

/** An operation: its operands, its result, and the arithmetic of each element that is told. */
export function chapterView(chapter, place = 0) {
  const heading = headingOf(chapter, place ? 'h4' : 'h3'), notes = notesOf(chapter);
  if (!chapter.frames.length) return h('section', { class: 'chapter' }, heading, notes);
  const stage = h('div', { class: 'stage' }), sum = h('div', { 'aria-live': 'polite' });
  const at = { frame: 0 };
  const draw = () => {
    const frame = chapter.frames[at.frame];
    stage.replaceChildren(...pictures(chapter, frame, index => {
      const found = chapter.frames.findIndex(each => String(each.output.index) === String(index));
      if (found >= 0) { at.frame = found; draw(); }
    }));
    sum.replaceChildren(...arithmetic(frame));
  };
  draw();
  const steps = chapter.frames.length > 1 ? h('p', {},
    button('◀', () => { at.frame = (at.frame + chapter.frames.length - 1) % chapter.frames.length; draw(); }, { 'aria-label': 'Element before' }), ' ',
    button('▶', () => { at.frame = (at.frame + 1) % chapter.frames.length; draw(); }, { 'aria-label': 'Next element' })) : null;
  return h('section', { class: 'chapter' }, heading, stage, sum, steps, notes);
}

function arithmetic(frame) {
  const { index, value } = frame.output, name = `[${index.join(', ')}]`;
  const pieces = frame.pieces.map(([text, term]) => (term === null ? text : h('span', { class: HUES[term % 3] }, text)));
  const result = Number(frame.text) === value ? null : [' = ', h('b', {}, short(value))];
  const steps = frame.steps.length ? h('ol', {}, frame.steps.map(step => h('li', {}, h('code', {}, `${step.name ?? ''}[${step.output.index.join(', ')}] = ${step.text} = ${short(step.output.value)}`), h('p', { class: 'sentence' }, step.sentence)))) : null;
  return [h('p', { class: 'sum' }, h('code', {}, `${name} = `, pieces, result)), h('p', { class: 'sentence' }, frame.sentence), steps].filter(Boolean);
}

function pictures(chapter, frame, choose) {
  const lit = new Map();
  for (const input of frame.inputs) {
    const hue = input.winner ? 'winner' : input.term === null || input.term === undefined ? 'active' : HUES[input.term % 3];
    if (!lit.has(input.name)) lit.set(input.name, new Map());
    if (!lit.get(input.name).has(String(input.index))) lit.get(input.name).set(String(input.index), hue);
  }
  const operands = chapter.operands.filter(each => each.elements.length).map(each => picture(each, lit.get(each.name) ?? new Map()));
  const part = chapter.parts[frame.output.part ?? 0];
  const result = part?.elements.length ? picture({ ...part, name: 'result' }, new Map([[String(frame.output.index), 'now']]), choose) : null;
  return [...operands, operands.length && result ? h('span', { class: 'operator' }, '→') : null, result].filter(Boolean);
}

/** A tensor as one table: the matrix in which the lit elements lie, around them where it is large. */
function picture(operand, lit, choose) {
  const first = lit.size ? [...lit.keys()][0].split(',').map(Number) : operand.elements[0][0];
  const front = first.slice(0, -2), wanted = new Map();
  for (const [index, value] of operand.elements) if (String(index.slice(0, -2)) === String(front)) wanted.set(String(index), [index, value]);
  const two = index => (index.length > 1 ? index.slice(-2) : [0, index[0] ?? 0]);
  const shown = [...wanted.values()], lights = shown.filter(([index]) => lit.has(String(index))).map(([index]) => two(index));
  const rows = near([...new Set(shown.map(([index]) => two(index)[0]))], lights.map(([row]) => row));
  const columns = near([...new Set(shown.map(([index]) => two(index)[1]))], lights.map(([, column]) => column));
  const places = (row, column) => String(operand.shape.length > 1 ? [...front, row, column] : operand.shape.length ? [column] : []);
  const body = rows.map(row => h('tr', {}, columns.map(column => {
    if (row === null || column === null) return h('td', { class: 'gap' }, GAP);
    const [index, value] = wanted.get(places(row, column)) ?? [null, ''];
    const hue = index && lit.get(String(index));
    return h('td', { class: hue || null, onclick: choose && index ? () => choose(index) : null }, index ? short(value) : '');
  })));
  const name = `${operand.name}${front.length ? `[${front.join(', ')}]` : ''}`;
  return h('figure', {}, h('figcaption', {}, h('code', {}, name)), h('div', { class: 'scroll' }, h('table', {}, h('tbody', {}, body))));
}

/** Of many places those that are lit, and the first ones; null stands for what is left out. */
function near(places, lit) {
  const sorted = places.sort((a, b) => a - b);
  if (sorted.length <= MOST_SIDE) return sorted;
  const chosen = [...new Set([...lit.slice(0, MOST_SIDE), ...sorted])].slice(0, MOST_SIDE).sort((a, b) => a - b);
  const spaced = chosen.flatMap((place, at) => (at && sorted.indexOf(place) > sorted.indexOf(chosen[at - 1]) + 1 ? [null, place] : [place]));
  return chosen.at(-1) === sorted.at(-1) ? spaced : [...spaced, null];
}
