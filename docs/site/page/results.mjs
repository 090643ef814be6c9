// What came of a program, as elements of the page.
import { button, h } from './dom.mjs';
import { coloured } from './editor.mjs';
import { tensor } from './tensors.mjs';

/** The parts of an answer. `ask(id, part, index, button)` asks why, `put(program)` offers a repair. */
export function results(answer, { ask, put }) {
  const made = [];
  if (answer.printed) made.push(h('pre', { class: 'printed' }, answer.printed));
  if (answer.stopped) made.push(h('p', { class: 'notice' }, `Stopped. ${answer.how ?? 'Your variables are kept.'}`));
  if (answer.refused) made.push(h('p', { class: 'notice' }, answer.refused));
  if (answer.report) made.push(h('details', {}, h('summary', {}, 'What went wrong'), h('pre', {}, answer.report)));
  for (const notice of answer.notices ?? []) made.push(h('p', { class: 'notice' }, `note: ${notice}`));
  if (answer.text) made.push(h('p', { class: 'quiet' }, answer.text));
  if (answer.table) made.push(rows(answer.table));
  if (answer.help) made.push(help(answer.help, put));
  if (answer.error) made.push(...failure(answer.error, put));
  else if (answer.tensors?.length) made.push(...value(answer, ask));
  else if (answer.repr) made.push(h('pre', {}, answer.repr));
  return made;
}

function value(answer, ask) {
  const tables = answer.tensors.map(shown => tensor(shown, answer.id && ask ? (index, from) => ask(answer.id, shown.part, index, from) : null, answer.heat));
  return [...tables, h('details', {}, h('summary', { class: 'quiet' }, 'as text'), h('pre', {}, answer.repr))];
}

const rows = table => h('div', { class: 'scroll' }, h('table', { class: 'rows' }, h('tbody', {}, table.map(([name, ...rest]) => h('tr', {}, h('th', { scope: 'row' }, h('code', {}, name)), rest.map(text => h('td', {}, text)))))));

/** PyTorch's words, where, the shapes one below the other, what it means, and what would work. */
function failure(error, put) {
  const repairs = error.repairs.map(repair => h('li', {},
    button(repair.source, () => put(repair.program), { class: 'repair' }),
    repair.shape ? h('span', { class: 'badge' }, ` (${repair.shape.join(', ')}) ${(repair.dtype ?? '').replace('torch.', '')}`) : null,
    h('p', { class: 'quiet' }, repair.meaning)));
  return [
    h('p', { class: 'error' }, `${error.type}: ${error.message}`),
    place(error), error.alignment ? alignment(error.alignment) : operands(error.operands),
    error.explanation ? h('p', {}, error.explanation) : null,
    ...error.hints.map(hint => h('p', { class: 'hint' }, `hint: ${hint}`)),
    repairs.length ? h('div', {}, h('p', { class: 'hint' }, 'These work; one goes into the box when you choose it:'), h('ul', { class: 'repairs' }, repairs)) : null,
    error.code?.startsWith('TL') ? h('p', { class: 'quiet' }, h('a', { href: new URL(`../errors/${error.code}.html`, import.meta.url) }, `More on ${error.code}`)) : null,
  ].filter(Boolean);
}

function place({ span, program }) {
  if (!span || !program) return null;
  const lines = program.split('\n').slice(span.line - 1, span.end_line);
  const line = lines[0] ?? '', end = span.end_line === span.line ? span.end_column : line.length;
  return h('pre', { class: 'place' }, line.slice(0, span.column), h('mark', {}, line.slice(span.column, end)), line.slice(end));
}

function alignment({ rows: lines, clashes }) {
  return h('table', { class: 'alignment' }, h('tbody', {}, lines.map(({ name, sizes }) => h('tr', {}, h('th', { scope: 'row' }, h('code', {}, name)),
    sizes.map((size, column) => h('td', { class: clashes[column] ? 'error' : null }, size))))));
}

const operands = found => (found.length ? rows(found.map(({ name, text }) => [name, text])) : null);

/** The page about a function: what it does, how it is called, examples that can be tried. */
function help(page, put) {
  return h('article', { class: 'help' },
    h('p', {}, h('code', {}, page.signature)), h('p', {}, page.summary), page.details ? h('p', { class: 'details' }, page.details) : null,
    page.examples.map(example => h('div', {}, h('pre', { class: 'source' }, coloured(example.program)),
      h('pre', {}, example.printed, example.error ? `${example.error.type}: ${example.error.message}` : example.text), button('Try it', () => put(example.program)))),
    h('p', { class: 'quiet' }, h('a', { href: new URL(`../${/^TL\d/.test(page.name) ? 'errors' : 'functions'}/${page.name}.html`, import.meta.url) }, `All about ${page.name}`)));
}
