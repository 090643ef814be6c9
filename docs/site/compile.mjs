// node compile.mjs PYODIDE IN.zip OUT.zip: compile what a first answer loads with the page's Python.
import fs from 'node:fs';

const [, , pyodide, given, taken] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: new URL(`${pyodide}/`).pathname });
python.FS.writeFile('/in.zip', fs.readFileSync(given));
python.runPython(fs.readFileSync(new URL('compile.py', import.meta.url), 'utf8'));
fs.writeFileSync(taken, python.FS.readFile('/out.zip'));
