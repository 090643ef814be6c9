'use strict';
const HUES = ['first', 'second', 'third'];
const SECONDS = { term: 0.9, cell: 1.4 };
const still = matchMedia('(prefers-reduced-motion: reduce)');
const $ = id => document.getElementById(id);

function tensorOf(element) {
  const cells = new Map([...element.querySelectorAll('.element')].map(cell => [cell.dataset.at, cell]));
  return { element, cells, name: element.dataset.of };
}

const chapters = [...document.querySelectorAll('.chapter')].map(element => ({
  element,
  operands: [...element.querySelectorAll('.operand')].map(tensorOf),
  results: [...element.querySelectorAll('.outcome')].map(tensorOf),
}));

const steps = chapters.flatMap(chapter => [...chapter.element.querySelectorAll('.cells > li')].map(element => {
  const result = chapter.results[Number(element.dataset.part || 0)];
  const cell = result && result.cells.get(element.dataset.at || '');
  return { element, chapter, cell, at: element.dataset.at || '', seen: false, lit: litBy(element, chapter),
    sums: (element.dataset.sums || '').split(' '),
    terms: [...element.querySelectorAll('.sum [data-term]')] };
}));

// The elements that an element lights: tensor, place, and the term in which it stands or w of a winner.
function litBy(element, chapter) {
  return (element.dataset.lit || '').split(' ').filter(Boolean).flatMap(word => {
    const [operand, place, term] = word.split(':');
    const cells = chapter.operands[Number(operand)].cells;
    if (place === '*') return [...cells.values()].map(cell => ({ cell, term: '' }));
    return cells.has(place) ? [{ cell: cells.get(place), term }] : [];
  });
}

const nodes = [...document.querySelectorAll('svg .node')];
const value = cell => cell.querySelector('text');
steps.forEach(step => { if (step.cell) step.words = value(step.cell).textContent; });

let at = Math.max(0, steps.findIndex(step => step.chapter.operands.length)), term = null, timer = null;
let furthest = 0; // operations behind it show their headlines alone: their operands give results away

function clear() {
  document.querySelectorAll('.element').forEach(cell =>
    cell.classList.remove('lit', 'resting', 'now', 'winner', 'used', ...HUES));
  document.querySelectorAll('.at, .later').forEach(piece => piece.classList.remove('at', 'later'));
}

// In how many beats an element is played: its steps, or the terms of its sum.
function beatsOf(step) {
  const list = step.element.querySelector('.steps');
  if (list) return list.dataset.from.split(' ').length;
  return step.terms.length > 1 ? step.terms.length : 0;
}

function light(step) {
  const played = step.element.querySelector('.steps') && term !== null && step.element.querySelector('.steps').children[term];
  if (played) played.classList.add('at');
  (played ? litBy(played, step.chapter) : step.lit).forEach(({ cell, term: own }) => {
    cell.classList.add('lit');
    if (own === 'w') cell.classList.add('winner');
    else if (own !== '' && own !== undefined) {
      cell.classList.add(HUES[own % HUES.length]);
      if (!played && term !== null && Number(own) !== term) cell.classList.add('resting');
    } else if (!played && term !== null) cell.classList.add('resting');
  });
  step.terms.forEach((piece, number) => {
    if (step.terms.length > 1 || step.lit.length > 1) piece.classList.add(HUES[number % HUES.length]);
    if (!played && number === term) piece.classList.add('at');
  });
}

function show(place, part = null, { speak = true } = {}) {
  at = Math.max(0, Math.min(place, steps.length - 1));
  const step = steps[at];
  term = part;
  borrow(step);
  clear();
  if (term === null) step.seen = true;
  const here = chapters.indexOf(step.chapter);
  furthest = Math.max(furthest, here);
  chapters.forEach((chapter, number) => {
    chapter.element.classList.toggle('here', number === here);
    chapter.element.classList.toggle('ahead', number > furthest);
  });
  step.chapter.element.querySelectorAll('.cells > li').forEach(each => each.classList.toggle('shown', each === step.element));
  nodes.forEach(node => node.classList.toggle('now', node.dataset.number === step.chapter.element.dataset.about));
  steps.forEach(each => { if (each.cell) label(each); });
  light(step);
  if (step.cell) step.cell.classList.add('now');
  const sum = step.element.querySelector('.value');
  if (sum) sum.classList.toggle('later', term !== null);
  const far = step.element.querySelector('.far');
  if (far) far.textContent = term !== null && !step.element.querySelector('.steps') && step.sums[term] ? `so far ${step.sums[term]}` : '';
  $('where').textContent = `${at + 1} of ${steps.length}`;
  $('back').disabled = at === 0 && term === null;
  $('next').disabled = at === steps.length - 1 && term === null;
  $('play').textContent = timer ? 'Pause' : 'Play';
  if (speak && term === null) $('ear').textContent = spoken(step);
  if (!timer) return;
  const box = step.element.getBoundingClientRect();
  if (box.bottom > innerHeight - 60 || box.top < 0) step.chapter.element.scrollIntoView({ block: 'nearest' });
}

// Steps that an earlier element has told stand once on the page: they are fetched from there.
const told = new Map([...document.querySelectorAll('.steps > [id]')].map(step => [step.id, step.cloneNode(true)]));
function borrow(step) {
  const list = step.element.querySelector('.steps');
  if (list && list.dataset.from) list.replaceChildren(...list.dataset.from.split(' ').map(id => told.get(id).cloneNode(true)));
}

const spoken = step => [...step.element.querySelectorAll('.sum, .sentence')].map(each => each.textContent.trim()).join('. ');

function label(step) {
  const known = step.seen || steps[at] === step && term === null;
  value(step.cell).textContent = known ? step.words : '\u00b7';
  step.cell.classList.toggle('unseen', !known);
  const facts = { role: 'button', tabindex: step === steps[at] ? 0 : -1,
    'aria-label': `element ${step.at.replaceAll('.', ', ')}: ${known ? step.words : 'not yet shown'}` };
  Object.entries(facts).forEach(([name, fact]) => step.cell.setAttribute(name, fact));
}

function stop() { clearTimeout(timer); timer = null; }

// The terms of an element one after the other, then its value, then the next element.
function forward() {
  const step = steps[at];
  if (term !== null) return show(at, term + 1 < beatsOf(step) ? term + 1 : null), true;
  if (at + 1 >= steps.length) return false;
  return show(at + 1, beatsOf(steps[at + 1]) && !still.matches ? 0 : null), true;
}

function backward() {
  const step = steps[at];
  if (term === null && beatsOf(step)) return show(at, beatsOf(step) - 1);
  return term ? show(at, term - 1) : show(at - 1);
}

function tick() {
  timer = setTimeout(() => forward() ? tick() : (stop(), show(at)), 1000 * (term === null ? SECONDS.cell : SECONDS.term));
}

function play() {
  if (timer) { stop(); return show(at, term); }
  if (at === steps.length - 1 && term === null) at = 0;
  timer = 1;
  show(at, beatsOf(steps[at]) && !still.matches ? 0 : null);
  tick();
}

function moved(place, part = null) { stop(); show(place, part); follow(); }
function follow() {
  const step = steps[at], held = document.activeElement;
  if (held && held.closest && held.closest('.element') && step.cell) step.cell.focus();
  step.chapter.element.scrollIntoView({ block: 'nearest', behavior: still.matches ? 'auto' : 'smooth' });
}

// The element above or below in the result, by its last index but one.
function vertical(by) {
  const step = steps[at], index = step.at.split('.').map(Number);
  if (index.length < 2) return;
  index[index.length - 2] += by;
  const found = steps.findIndex(each => each.chapter === step.chapter && each.at === index.join('.'));
  if (found >= 0) moved(found);
}

document.addEventListener('click', event => {
  const cell = event.target.closest('.element'), title = event.target.closest('.chapter > h2');
  if (title) return moved(steps.findIndex(step => step.chapter.element === title.parentElement));
  if (!cell) return;
  const made = steps.findIndex(step => step.cell === cell);
  if (made >= 0) return moved(made);
  const chapter = chapters.find(each => each.operands.some(one => one.element.contains(cell)));
  const operand = chapter && chapter.operands.find(one => one.element.contains(cell));
  if (!operand) return;
  const key = [...operand.cells].find(([, each]) => each === cell)[0];
  const behind = steps.findIndex(step => step.at === key && step.chapter !== chapter && step.chapter.results.some(one => [one.name, `(${one.name})`].includes(operand.name)));
  if (behind >= 0) return moved(behind);
  stop(); show(at, null, { speak: false });
  const users = steps.filter(step => step.chapter === chapter && step.cell && step.lit.some(lit => lit.cell === cell));
  users.forEach(step => step.cell.classList.add('used'));
  cell.classList.add('used');
  $('ear').textContent = `${operand.name} element ${key.replaceAll('.', ', ')} goes into ${users.length} elements of the result`;
});

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const inCell = event.target.closest && event.target.closest('.element');
  const onButton = event.target.tagName === 'BUTTON';
  const acts = {
    ArrowRight: () => event.shiftKey ? (stop(), forward(), follow()) : moved(at + 1),
    ArrowLeft: () => event.shiftKey ? (stop(), backward(), follow()) : moved(at - 1),
    Home: () => moved(0), End: () => { steps.forEach(step => { step.seen = true; }); moved(steps.length - 1); },
    ...(inCell ? { ArrowUp: () => vertical(-1), ArrowDown: () => vertical(1) } : {}),
    ...(onButton ? {} : { ' ': play }),
  };
  if (!(event.key in acts)) return;
  event.preventDefault();
  acts[event.key]();
});

// A node of the picture leads to its value, and from there to its gradient.
nodes.forEach(node => node.addEventListener('click', () => {
  const about = steps.map((step, number) => step.chapter.element.dataset.about === node.dataset.number ? number : -1)
    .filter(number => number >= 0);
  const others = about.filter(number => steps[number].chapter !== steps[at].chapter);
  if (about.length) moved(others.find(number => number > at) ?? others[0] ?? about[0]);
}));

if (steps.length) {
  $('back').onclick = () => moved(at - 1);
  $('next').onclick = () => moved(at + 1);
  $('term').onclick = () => { stop(); forward(); follow(); };
  $('play').onclick = play;
  document.body.classList.add('stepping');
  $('controls').hidden = false;
  show(at, null, { speak: false });
}
