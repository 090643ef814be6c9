// node node.mjs PYODIDE SITE ROOT: the engine of a built site, in the page's Python under Node.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';

const [, , pyodide, site, root, ...families] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const unpacked = name => zlib.gunzipSync(fs.readFileSync(`${site}/python/${name}.zip.packed`));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'library-'));
const stdLibURL = path.join(folder, 'python_stdlib.zip');
fs.writeFileSync(stdLibURL, unpacked('python_stdlib'));
const python = await loadPyodide({ indexURL: new URL(`${pyodide}/`).pathname, stdLibURL, env: { HOME: '/home/pyodide' } });
fs.rmSync(folder, { recursive: true });
const packages = python.runPython('import site; site.getsitepackages()[0]');
for (const name of ['numpy', 'tensorlab']) {
  python.unpackArchive(new Uint8Array(unpacked(name)).buffer, 'zip', { extractDir: packages });
}
python.FS.mkdirTree('/root/tests');
python.FS.mount(python.FS.filesystems.NODEFS, { root: `${root}/tests` }, '/root/tests');
python.globals.set('FAMILIES', python.toPy(families));
try {
  python.runPython(fs.readFileSync(`${root}/tests/site/in_page.py`, 'utf8'));
} catch (error) {
  console.error(String(error).slice(-4000));
  process.exit(1);
}
process.exit(Number(python.globals.get('FAULTS')) ? 1 : 0);
