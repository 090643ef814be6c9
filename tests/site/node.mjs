// node node.mjs PYODIDE SITE ROOT: the engine of a built site, in the page's Python under Node.
import fs from 'node:fs';
import zlib from 'node:zlib';

const [, , pyodide, site, root, ...families] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: new URL(`${pyodide}/`).pathname, env: { HOME: '/home/pyodide' } });
const folder = python.runPython('import site; site.getsitepackages()[0]');
for (const name of ['numpy', 'tensorlab']) {
  const archive = zlib.gunzipSync(fs.readFileSync(`${site}/python/${name}.zip.packed`));
  python.unpackArchive(new Uint8Array(archive).buffer, 'zip', { extractDir: folder });
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
