// The box in which a learner types: Python with completion, signatures and what was typed before.
import {
  EditorState, EditorView, Prec, acceptCompletion, autocompletion, bracketMatching, closeBrackets, closeBracketsKeymap,
  completionKeymap, completionStatus, defaultKeymap, drawSelection, highlightCode, history, historyKeymap, indentUnit,
  insertNewlineAndIndent, keymap, moveCompletionSelection, placeholder, python, pythonLanguage, selectedCompletion,
  syntaxHighlighting, tagHighlighter, tags,
} from './codemirror.mjs';
import { h, kept } from './dom.mjs';

const MOST_KEPT = 300;
// A line that goes on in the next: asked of the engine where it has time to answer.
const OPEN = /[:([{\\,]\s*$|"""|'''|^\s*@/;
const HISTORY = 'tensorlab.history';
// The roles of the theme, as in the terminal.
const roles = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: 'code-keyword' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: 'code-function' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-number' },
  { tag: [tags.string, tags.special(tags.string)], class: 'code-string' },
  { tag: tags.comment, class: 'code-comment' },
  { tag: tags.operator, class: 'code-operator' },
]);

/** A program in the colours of the theme. */
export function coloured(source) {
  const made = h('code');
  highlightCode(source, pythonLanguage.parser.parse(source), roles,
    (text, classes) => made.append(classes ? h('span', { class: classes }, text) : text),
    () => made.append('\n'));
  return made;
}

/** What was typed, kept from visit to visit; the newest is last. */
export const typed = {
  all() {
    try {
      const found = JSON.parse(kept.get(HISTORY) ?? '[]');
      return Array.isArray(found) ? found.filter(each => typeof each === 'string') : [];
    } catch { return []; }
  },
  add(source) {
    const before = this.all();
    if (before.at(-1) !== source) kept.set(HISTORY, JSON.stringify([...before, source].slice(-MOST_KEPT)));
  },
};

function recalling() {
  let place = null, own = '';
  return {
    step(view, by) {
      const all = typed.all();
      if (place === null) { place = all.length; own = view.state.doc.toString(); }
      const next = place + by;
      if (next < 0 || next > all.length) return false;
      place = next;
      fill(view, next === all.length ? own : all[next]);
      return true;
    },
    forget() { place = null; },
  };
}

export function fill(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: text.length }, scrollIntoView: true });
}

const firstLine = view => view.state.doc.lineAt(view.state.selection.main.head).number === 1;
const lastLine = view => view.state.doc.lineAt(view.state.selection.main.head).number === view.state.doc.lines;

/** Blanks that are typed where the indentation stands already go over it, as a bracket goes over its own. */
function overIndentation() {
  let left = 0;
  return {
    newline(view) {
      insertNewlineAndIndent(view);
      const line = view.state.doc.lineAt(view.state.selection.main.head);
      left = line.text.trim() ? 0 : line.length;
      return true;
    },
    input: EditorView.inputHandler.of((view, from, to, text) => {
      const line = view.state.doc.lineAt(from);
      if (left > 0 && text === ' ' && from === to && !line.text.trim()) { left -= 1; return true; }
      left = 0;
      return false;
    }),
  };
}

/** Names that can stand at the cursor, asked of the engine. */
const completing = engine => async context => {
  if (engine.busy || (!context.explicit && !context.matchBefore(/[\w.]$|[\w.]\w*$/))) return null;
  const { word, found } = await engine.ask({ do: 'complete', text: context.state.sliceDoc(0, context.pos) });
  if (!found?.length || (!word && !context.explicit && !context.matchBefore(/\.$/))) return null;
  return { from: context.pos - word.length, options: found.map(({ name, note }) => ({ label: name, detail: note.slice(0, 70) })), validFor: /^\w*$/ };
};

/** How the call at the cursor is made, in a line below the box; the current argument is marked. */
function signatures(engine, line) {
  let wait;
  return EditorView.updateListener.of(update => {
    if (!line || !(update.docChanged || update.selectionSet)) return;
    clearTimeout(wait);
    wait = setTimeout(async () => {
      const text = update.state.sliceDoc(0, update.state.selection.main.head);
      if (engine.busy || !text.includes('(')) return line.replaceChildren();
      const { name, parts, current } = await engine.ask({ do: 'signature', text });
      if (!name) return line.replaceChildren();
      const told = parts.flatMap((part, place) => [place ? ', ' : '', place === current ? h('b', {}, part) : part]);
      line.replaceChildren(h('code', {}, `${name}(`, ...told, ')'));
    }, 150);
  });
}

const dismissed = view => completionStatus(view.state) === 'active' && selectedCompletion(view.state);

/** An editor in an element. `enter` is called with the text when a whole program is entered. */
export function editor({ parent, label, hint, engine, enter, line, always = false }) {
  const past = recalling(), over = overIndentation();
  const entered = view => {
    if (dismissed(view)) return acceptCompletion(view);
    const text = view.state.doc.toString();
    if (always || (engine.busy && !text.includes('\n') && !OPEN.test(text))) { enter(text); return true; }
    if (engine.busy) return over.newline(view);
    engine.ask({ do: 'is_complete', text }).then(({ complete }) => (complete && view.state.doc.toString() === text ? enter(text) : over.newline(view)));
    return true;
  };
  const keys = [
    { key: 'Enter', run: entered, shift: view => over.newline(view) },
    { key: 'Mod-Enter', run: view => { enter(view.state.doc.toString()); return true; } },
    { key: 'Tab', run: view => completionStatus(view.state) === 'active' && ((selectedCompletion(view.state) || moveCompletionSelection(true)(view)) && acceptCompletion(view)) },
    { key: 'ArrowUp', run: view => completionStatus(view.state) !== 'active' && firstLine(view) && past.step(view, -1) },
    { key: 'ArrowDown', run: view => completionStatus(view.state) !== 'active' && lastLine(view) && past.step(view, 1) },
  ];
  const view = new EditorView({
    parent,
    state: EditorState.create({ extensions: [
      Prec.highest(keymap.of(keys)), over.input,
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      history(), drawSelection(), closeBrackets(), bracketMatching(), python(), indentUnit.of('    '), syntaxHighlighting(roles),
      autocompletion({ override: [completing(engine)], selectOnOpen: false, interactionDelay: 0, icons: false }),
      signatures(engine, line), EditorView.lineWrapping, placeholder(hint),
      EditorView.contentAttributes.of({ 'aria-label': label, autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false' }),
      EditorView.updateListener.of(update => { if (update.docChanged && update.transactions.some(each => each.isUserEvent('input') || each.isUserEvent('delete'))) past.forget(); }),
    ] }),
  });
  return { view, get text() { return view.state.doc.toString(); }, fill: text => { past.forget(); fill(view, text); }, focus: () => view.focus() };
}
