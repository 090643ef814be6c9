// What the page takes of CodeMirror, bundled by the build.
export { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, completionStatus, moveCompletionSelection, selectedCompletion } from '@codemirror/autocomplete';
export { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from '@codemirror/commands';
export { python, pythonLanguage } from '@codemirror/lang-python';
export { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
export { Compartment, EditorState, Prec } from '@codemirror/state';
export { EditorView, drawSelection, keymap, placeholder } from '@codemirror/view';
export { highlightCode, tagHighlighter, tags } from '@lezer/highlight';
