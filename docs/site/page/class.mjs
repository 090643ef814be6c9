// A class: an assignment is opened under a name, its lessons are listed, what was done is handed in.
import { Classwork, opened } from './classwork.mjs';
import { $, button, h, notice, share, status } from './dom.mjs';
import { begin, prepare } from './start.mjs';

const MARKS = { right: '✓', wrong: '✗', skipped: '–', missing: '·' };
const form = $('opening'), listed = $('assignment'), link = new URLSearchParams(location.search).get('class');
let engine = null;

/** Read an assignment, and show how far each of its lessons is. */
async function show(given) {
  engine ??= begin();
  status('The assignment is read …');
  let told = await engine.ask(given.asking('assignment', { work: '' }));
  if (told.refused) return failed(told.refused);
  Object.assign(given, { class: told.class, learner: told.learner });
  given.keep();
  told = await engine.ask(given.asking('assignment'));
  listed.replaceChildren(
    h('h2', {}, told.title), h('p', { class: 'quiet' }, `Taken by ${told.learner}`),
    h('ol', { class: 'lessons' }, told.lessons.map(item)),
    h('p', { class: 'actions' }, button('Hand in', () => given.handIn(engine), { class: 'main' }), button('Share', () => share('class', given.text))),
  );
  listed.hidden = false;
  status('');
}

function failed(sentence) {
  listed.replaceChildren(h('p', { class: 'notice', role: 'alert' }, sentence));
  listed.hidden = false;
  status('');
}

/** A lesson's line: how its questions stand, and until when it is due. */
function item({ name, title, due, states }) {
  const count = states.filter(state => state !== 'missing').length;
  const last = new Date(new Date(due) - 1); // of a day its end, as people say it
  const until = due ? `, due ${last.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}` : '';
  return h('li', {}, h('a', { href: `assigned.html?lesson=${encodeURIComponent(name)}` }, title),
    ` ${count} of ${states.length} answered `, h('span', { 'aria-hidden': 'true' }, states.map(state => MARKS[state]).join(' ')), until);
}

async function open(event) {
  event.preventDefault();
  const [file] = $('file').files, text = file ? await file.text() : link ?? opened()?.text;
  if (text === undefined) return failed('Choose the assignment first: the file class.toml that you were given.');
  await show(new Classwork({ text, learner: $('learner').value }));
}

await prepare();
const before = opened();
$('learner').value = before?.learner ?? '';
form.addEventListener('submit', open);
document.addEventListener('dragover', event => event.preventDefault());
document.addEventListener('drop', event => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  $('file').files = event.dataTransfer.files;
  if ($('learner').value) form.requestSubmit();
  else $('learner').focus();
});
if (link !== null && link !== before?.text) {
  notice('This link brings an assignment: give your name, and open it.');
  $('learner').focus();
} else if (before) await show(before);
