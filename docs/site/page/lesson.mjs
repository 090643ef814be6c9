// A lesson taken step by step: what the engine tells, the learner's answers, the verdicts.
import { $, button, download, h, status, words } from './dom.mjs';
import { coloured, editor } from './editor.mjs';
import { forget, keep, restore } from './progress.mjs';
import { results } from './results.mjs';
import { begin, prepare } from './start.mjs';
import { chapterView, showWhy } from './why.mjs';

const name = document.documentElement.dataset.lesson;
const log = $('transcript'), verdict = $('verdict'), asked = $('asked'), actions = $('actions');
const TRIES = new Set(['Verdict', 'Misread', 'Nearly', 'Told', 'HintGiven', 'HintHeld', 'Drafted']);
let waiting = 'next', answering = null, busy = false;

await prepare();
const engine = begin();

async function ask(id, part, index, from) {
  showWhy(await engine.ask({ do: 'why', id, index, part }), from);
}

/** Draw what happened, and offer what is expected next. */
async function told(promise) {
  busy = true;
  const answer = await promise;
  busy = false;
  if (answer.aside) log.append(entry(results(answer.aside, { ask, put }))), answer.aside.why && showWhy(answer.aside, null);
  if (answer.refused) return say([h('p', { class: 'notice' }, answer.refused)]);
  if (answer.error) return say(results(answer, { ask, put }));
  if (answer.stopped) return say([h('p', { class: 'notice' }, 'Stopped.')]);
  if (answer.record) keep(answer.name, answer.record);
  waiting = answer.waiting;
  const begins = answer.events.some(({ event }) => event === 'StepBegan');
  if (begins) settle();
  const step = begins ? h('li', { class: 'step' }) : log.lastElementChild ?? log.appendChild(h('li', { class: 'step' }));
  if (begins) log.append(step);
  for (const event of answer.events) {
    const made = (DRAWN[event.event]?.(event) ?? []).filter(Boolean);
    if (TRIES.has(event.event)) say(made);
    else if (event.event === 'Asked') question(event, made);
    else step.append(...made);
  }
  offer();
  if (begins) step.scrollIntoView({ block: 'start', behavior: 'auto' });
}

const entry = parts => h('li', {}, parts);

/** Verdicts and hints stand together; the last is below the others. */
function say(parts) {
  verdict.append(h('div', { class: 'try' }, parts));
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
  const send = action => () => !busy && told(engine.ask({ do: 'send', text: '', action }));
  const made = [];
  if (open) made.push(button('Check', () => check(answering.text), { class: 'main' }), button('Hint', send('hint')), button('Skip', send('skip')));
  if (waiting === 'next') made.push(button('Continue', send('next'), { class: 'main' }));
  if (waiting !== 'end') made.push(button('Back', send('back')));
  else made.push(button('Take it again', again));
  made.push(button('Save as a file', () => download(`${name}.txt`, `${log.innerText}\n`)));
  actions.replaceChildren(...made);
  if (open) answering.focus();
  else actions.firstElementChild.focus({ preventScroll: true });
}

async function check(text) {
  if (busy) return;
  if (!text.trim()) return say([h('p', { class: 'notice' }, 'Type an answer first, or skip the question.')]);
  verdict.replaceChildren();
  status('Checking …');
  await told(engine.ask({ do: 'send', text }));
  status('');
}

async function again() {
  forget(name);
  log.replaceChildren();
  settle();
  log.replaceChildren();
  await told(engine.ask({ do: 'lesson', name, resume: false }));
}

function put(source) {
  if (waiting === 'answer') answering.fill(source);
  else log.append(entry([h('pre', { class: 'source' }, coloured(source))]));
}

const program = ({ source, outcome }) => [h('pre', { class: 'source' }, coloured(source)), ...results(outcome, { ask, put })];
const said = (word, role) => h('p', { class: role }, word);

const DRAWN = {
  Opened: event => (event.needs.length ? [h('p', { class: 'quiet' }, 'Better taken before: ', event.needs.flatMap((need, place) => [place ? ', ' : '', h('a', { href: `${need}.html` }, need)]))] : []),
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

$('reading').open = false;
await restore(engine);
await told(engine.ask({ do: 'lesson', name, resume: true }));
