// The prompt: a program in, what comes of it into the transcript, why on the right.
import { $, exporting, h, share, status } from './dom.mjs';
import { coloured, editor, typed } from './editor.mjs';
import { results } from './results.mjs';
import { begin, prepare } from './start.mjs';
import { hideWhy, showWhy } from './why.mjs';

const transcript = $('transcript');
await prepare();
const engine = begin();
const program = editor({ parent: $('editor'), label: 'Program', hint: 'torch.arange(6.).view(2, 3)', engine, enter: run, line: $('signature') });
let sources = [];

async function ask(id, part, index, from) {
  showWhy(await engine.ask({ do: 'why', id, index, part }), from);
}

/** Show a program and, when it is there, what came of it. */
async function run(text) {
  const source = text.trimEnd();
  if (!source.trim()) return;
  typed.add(source);
  hideWhy();
  $('step').hidden = true;
  if (program.text === text) program.fill('');
  const answered = h('div', { class: 'answer' });
  const entry = h('li', {}, h('pre', { class: 'source mine' }, coloured(source)), answered);
  transcript.append(entry);
  entry.scrollIntoView({ block: 'end' });
  const answer = await engine.ask({ do: 'run', source });
  if (/^\s*:reset\s*$/.test(source)) sources = [];
  else if (!answer.refused && !answer.stopped) sources.push(source);
  answered.append(...results(answer, { ask, put }));
  if (answer.why) showWhy(answer, null);
  entry.scrollIntoView({ block: 'nearest' });
  status(answer.error ? `${answer.error.type}: ${answer.error.message}` : answer.refused ?? answer.repr?.slice(0, 200) ?? 'Done.');
}

/** Put a program into the box, for the learner to run. */
function put(source) {
  program.fill(source);
  program.focus();
}

/** A link that brings what is in the box, or all that was run, to somebody else. */
function shareProgram() {
  const source = program.text.trim() ? program.text : sources.filter(each => !/^\s*[:?]/.test(each)).join('\n');
  if (!source) return status('There is nothing to share yet: type a program first.');
  return share('program', source);
}

$('run').addEventListener('click', () => { run(program.text); program.focus(); });
$('share').addEventListener('click', shareProgram);
$('share').after(exporting(form => engine.ask({ do: 'export', form }), () => transcript.innerText, 'transcript'));
document.querySelectorAll('[data-try]').forEach(each => each.addEventListener('click', () => run(each.dataset.try)));

const shared = new URLSearchParams(location.search).get('program');
if (shared?.trim()) run(shared);
else program.focus();
