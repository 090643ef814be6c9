// A lesson taken step by step: what the engine tells, the learner's answers, the verdicts.
import { opened } from './classwork.mjs';
import { $, button, exporting, h, status, words } from './dom.mjs';
import { coloured, editor } from './editor.mjs';
import { forget, keep, records, setAside } from './progress.mjs';
import { results } from './results.mjs';
import { begin, prepare } from './start.mjs';
import { chapterView, showWhy } from './why.mjs';

const REVIEW = 'review', ASSIGNED = 'assigned'; // pages of no lesson of their own
const name = document.documentElement.dataset.lesson;
const classwork = name === ASSIGNED ? opened() : null;
const log = $('transcript'), verdict = $('verdict'), asked = $('asked'), actions = $('actions');
let waiting = 'next', answering = null, busy = false;

function opening(resume) {
  const lesson = new URLSearchParams(location.search).get('lesson');
  if (classwork) return classwork.asking('take', { lesson, records: records(classwork.room) });
  return name === REVIEW ? { do: 'review' } : { do: 'lesson', name, resume };
}

if (name === ASSIGNED && !classwork?.class) location.replace('class.html');
await prepare();
const engine = begin();

async function ask(id, part, index, from) {
  showWhy(await engine.ask({ do: 'why', id, index, part }), from);
}

/** Draw what happened, and offer what is expected next. */
async function told(promise, answered = false) {
  busy = true;
  const answer = await promise;
  busy = false;
  if (answer.aside) say(results(answer.aside, { ask, put }), 'aside'), answer.aside.why && showWhy(answer.aside, null);
  if (answer.refused) return say([h('p', { class: 'notice' }, answer.refused)]);
  if (answer.error) return say(results(answer, { ask, put }));
  if (answer.stopped) return say([h('p', { class: 'notice' }, 'Stopped.')]);
  for (const [lesson, record] of Object.entries(answer.records ?? {})) keep(lesson, record, classwork?.room);
  for (const lesson of answer.unreadable ?? []) setAside(lesson, classwork?.room);
  classwork?.add(answer.written);
  waiting = answer.waiting;
  const begins = answer.events.some(({ event }) => event === 'StepBegan');
  if (begins || !answered) settle();
  // What belongs to an answer stands below the question, with the verdict.
  const step = answered ? null : log.appendChild(h('li', { class: begins ? 'step' : null }));
  for (const event of answer.events) {
    const made = (DRAWN[event.event]?.(event) ?? []).filter(Boolean);
    if (event.event === 'Asked') question(event, made);
    else if (event.event === 'Aside') say(made, 'aside');
    else if (step) step.append(...made);
    else if (made.length) say(made);
  }
  offer();
  if (begins) step.scrollIntoView({ block: 'start', behavior: 'auto' });
  else if (answered) verdict.scrollIntoView({ block: 'nearest' });
}

/** What comes of an answer stands together, the last below; what was tried beside it stays. */
function say(parts, kind = 'try') {
  verdict.append(h('div', { class: kind }, parts));
  verdict.hidden = false;
  verdict.scrollIntoView({ block: 'nearest' });
}

/** What was asked and said becomes part of the transcript. */
function settle() {
  const held = [...asked.childNodes, ...verdict.childNodes];
  if (held.length) log.append(h('li', { class: 'settled' }, held));
  verdict.replaceChildren();
  asked.replaceChildren();
  verdict.hidden = true;
}

function question(event, parts) {
  asked.replaceChildren(...parts);
  verdict.replaceChildren();
  answering?.fill('');
}

/** The box and the buttons that this moment of the lesson has. */
function offer() {
  const open = waiting === 'answer';
  $('answering').hidden = !open;
  if (open && !answering) {
    answering = editor({ parent: $('answer'), label: 'Answer', hint: 'Your answer', engine, enter: check, line: $('signature') });
  }
  const send = (action, answered) => () => !busy && told(engine.ask({ do: 'send', text: '', action }), answered);
  const made = [];
  if (open) made.push(button('Check', () => check(answering.text), { class: 'main' }), button('Hint', send('hint', true)), button('Skip', send('skip', true)));
  if (waiting === 'next') made.push(button('Continue', send('next'), { class: 'main' }));
  if (waiting !== 'end') made.push(button('Back', send('back')));
  else if (classwork) made.push(button('Hand in', () => classwork.handIn(engine), { class: 'main' }));
  else made.push(button(name === REVIEW ? 'Ask more' : 'Take it again', again));
  if (![REVIEW, ASSIGNED].includes(name)) made.push(exporting(form => engine.ask({ do: 'handout', name, form }), () => log.innerText, name));
  actions.replaceChildren(...made);
  if (open) answering.focus();
  else actions.firstElementChild.focus({ preventScroll: true });
}

async function check(text) {
  if (busy) return;
  if (!text.trim()) return say([h('p', { class: 'notice' }, 'Type an answer first, or skip the question.')]);
  verdict.querySelectorAll('.try').forEach(each => each.remove());
  status('Checking …');
  await told(engine.ask({ do: 'send', text }), true);
  status('');
}

async function again() {
  forget(name);
  settle();
  log.replaceChildren();
  await told(engine.ask(opening(false)));
}

function put(source) {
  if (waiting === 'answer') answering.fill(source);
  else log.append(h('li', {}, h('pre', { class: 'source' }, coloured(source))));
}

const needs = event => (event.needs.length ? [h('p', { class: 'quiet' }, 'Better taken before: ', event.needs.flatMap((need, place) => [place ? ', ' : '', h('a', { href: `${need}.html` }, need)]))] : []);
const program = ({ source, outcome }) => [h('pre', { class: 'source' }, coloured(source)), ...results(outcome, { ask, put })];
const said = (word, role) => h('p', { class: role }, word);

const DRAWN = {
  Opened: event => [classwork && h('h1', {}, event.title), ...needs(event)],
  StepBegan: event => [h('p', { class: 'quiet number' }, `Step ${event.number} of ${event.steps}`)],
  Prose: event => [words(event.markdown)],
  Ran: program, Shown: program, Drafted: program, Aside: program,
  Solution: event => [said('One way to do it:', 'quiet'), ...program(event)],
  Recalled: event => [h('details', { open: true }, h('summary', {}, 'What the names stand for'), event.names.flatMap(program))],
  Explained: event => [...program(event), ...(event.explanation ?? []).slice(0, 1).map(chapter => chapterView(chapter))],
  Asked: event => [
    words(event.prompt), event.source ? h('pre', { class: 'source' }, coloured(event.source)) : null, event.code ? h('pre', { class: 'source' }, coloured(event.code)) : null,
    event.choices.length ? h('ul', { class: 'choices' }, event.choices.map(([letter, text]) => h('li', {}, button(letter, () => { answering.fill(letter); answering.focus(); }, { 'aria-label': `Choose ${letter}` }), ' ', words(text, 'span')))) : null,
    event.accepts ? words(event.accepts, 'div', { class: 'quiet' }) : null,
  ],
  Misread: event => [words(event.text, 'div', { class: 'notice' })],
  Nearly: event => [words(event.text, 'div', { class: 'notice' }), event.misconception && words(event.misconception.sentence, 'p')],
  Verdict: event => [
    said(event.right ? '✓ Right.' : '✗ Not yet.', event.right ? 'right' : 'wrong'), ...event.reasons.map(reason => words(reason.sentence, 'p')),
    event.misconception && words(event.misconception.sentence, 'p'), event.counterexample && h('pre', { class: 'source' }, coloured(event.counterexample)),
    ...(event.outcome ? results(event.outcome, { ask, put }) : []),
  ],
  Told: event => [said('You wrote:', 'quiet'), h('blockquote', {}, event.given), said('A good answer:', 'quiet'), words(event.model)],
  HintGiven: event => [words(event.text, 'div', { class: 'hint' })],
  HintHeld: event => [words(event.text, 'div', { class: 'quiet' })],
  Notice: event => [words(event.text, 'div', { class: 'notice' })],
  Finished: event => [
    said(`✓ Done: ${event.right} of ${event.questions} right${event.skipped ? `, ${event.skipped} skipped` : ''}.`, 'right'),
    event.next ? h('p', {}, 'Next: ', h('a', { href: `${event.next.lesson}.html` }, event.next.title), ` — ${event.next.why}`) : null,
  ],
  Left: () => [],
};

if ($('reading')) $('reading').open = false;
// Both are asked at once: the page is ready when the lesson stands there.
const restored = classwork ? null : engine.ask({ do: 'restore', records: records() });
await told(engine.ask(opening(true)));
for (const lesson of (await restored)?.unreadable ?? []) setAside(lesson);
