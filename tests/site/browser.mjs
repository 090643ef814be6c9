// node browser.mjs MODULES SITE chrome|firefox EXECUTABLE GIVEN: the site in a browser, by its names.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

const [, , modules, site, kind, executablePath, given] = process.argv;
const { default: puppeteer } = await import(`${modules}/puppeteer-core/lib/puppeteer/puppeteer-core.js`);
const TYPES = { '.html': 'text/html', '.mjs': 'text/javascript', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };
let online = true;
let sending = 0; // answers that are not sent to their end
const server = http.createServer((request, response) => {
  const file = path.join(site, decodeURIComponent(new URL(request.url, 'http://a').pathname));
  if (!online) return response.destroy();
  sending += 1;
  response.on('close', () => { sending -= 1; });
  if (!fs.existsSync(file) || fs.statSync(file).isDirectory()) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
  fs.createReadStream(file).pipe(response);
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const home = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({ browser: kind, executablePath, headless: true, args: kind === 'chrome' ? ['--no-sandbox'] : [], protocolTimeout: 240000, timeout: 90000 });
const page = await browser.newPage();
const errors = [];
// What Firefox says of a load without an address: the page was left before it ended.
const CUT_SHORT = 'Failed to load ‘’.';
page.on('pageerror', error => error.message.startsWith(CUT_SHORT) || errors.push(error.message));
await page.setViewport({ width: 1280, height: 800 });

const state = name => page.waitForFunction(`document.documentElement.dataset.state === '${name}'`, { timeout: 150000 });
// By role and accessible name; the browsers' own search is slow where a page has many elements.
const ROLES = { button: 'button', textbox: '[role=textbox]' };
const found = (name, role) => page.evaluateHandle((selector, name) => [...document.querySelectorAll(selector)]
  .find(each => (each.ariaLabel ?? each.textContent.trim()) === name && each.checkVisibility()), ROLES[role], name);
async function named(name, role) {
  for (let wait = 0; wait < 300; wait += 1) {
    const element = (await found(name, role)).asElement();
    if (element) return element;
    await new Promise(done => setTimeout(done, 100));
  }
  throw new Error(`there is no ${role} named ${name}`);
}
const press = async (name, role = 'button') => (await named(name, role)).click();
const text = selector => page.$eval(selector, each => each.innerText);
async function type(program, name = 'Program') {
  await (await named(name, 'textbox')).click();
  await page.evaluate(name => { const box = document.querySelector(`[aria-label="${name}"]`); box.focus(); getSelection().selectAllChildren(box); }, name);
  await page.keyboard.press('Backspace');
  await page.evaluate(program => document.execCommand('insertText', false, program), program);
}
async function run(program) {
  const before = await page.$$eval('#transcript > li', each => each.length);
  await type(program);
  await press('Run');
  await page.waitForFunction(`document.querySelectorAll('#transcript > li').length > ${before}`);
  await state('ready');
  await new Promise(done => setTimeout(done, 200));
  return (await text('#transcript > li:last-child')).slice(-1200);
}
async function check(what, act) {
  const began = Date.now();
  await act();
  console.log(kind, what, `${((Date.now() - began) / 1000).toFixed(1)} s`);
}

await check('is ready', async () => { await page.goto(`${home}/index.html`); await state('ready'); });
await check('keeps what no page has loaded yet', () => page.waitForFunction("caches.match('page/class.mjs')"));
await check('tells why, by click and by key', async () => {
  await run('torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[5, 6], [7, 8]])');
  await press('[0, 1] 22');
  await page.waitForFunction("document.querySelector('#why').innerText.includes('1*6 + 2*8')");
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction("document.querySelector('#why').innerText.includes('3*6 + 4*8')");
});
await check('offers repairs', async () => {
  const told = await run('torch.ones(2, 3) @ torch.ones(2, 3)');
  assert.match(told, /mat1 and mat2 shapes cannot be multiplied \(2x3 and 2x3\)/);
  await press('torch.ones(2, 3) @ torch.ones(2, 3).T');
  assert.equal(await text('#editor .cm-content'), 'torch.ones(2, 3) @ torch.ones(2, 3).T');
});
await check('stops an endless loop and keeps the variables', async () => {
  await run('kept = 5');
  await type('while True:\n    kept += 1');
  await press('Run');
  await state('running');
  await new Promise(done => setTimeout(done, 500));
  await press('Stop');
  await state('ready');
  assert.match(await run('kept > 5'), /True/);
});
await check('survives what is deep', async () => {
  assert.match(await run(`1${' + 1'.repeat(2000)}`), /limit on depth/);
  await run('x = torch.ones(1, requires_grad=True)\ny = x\nfor i in range(10000): y = y * 1.0');
  assert.match(await run('y.backward(); x.grad'), /1\./);
  await run('y = 0');
  assert.match(await run('kept > 5'), /True/);
});
const axe = fs.readFileSync(`${new URL(modules).pathname}/axe-core/axe.min.js`, 'utf8');
/** Nothing is in the way of a screen reader, in either theme, and nothing is wider than a phone. */
const looks = async what => {
  await page.setViewport({ width: 375, height: 740 });
  assert.ok(await page.evaluate('document.documentElement.scrollWidth') <= 375, `${what} is wider than a phone`);
  await page.setViewport({ width: 1280, height: 800 });
  if (kind !== 'chrome') return;
  await page.evaluate(axe);
  for (const theme of ['light', 'dark']) {
    await page.evaluate(theme => { document.documentElement.dataset.theme = theme; }, theme);
    const { violations } = await page.evaluate("axe.run({ resultTypes: ['violations'] })");
    const serious = violations.filter(each => ['serious', 'critical'].includes(each.impact)).map(each => `${each.id}: ${each.nodes[0].html.slice(0, 150)}`);
    assert.deepEqual(serious, [], `${what}, ${theme}`);
  }
};
await check('can be read by everybody', async () => {
  await run('torch.arange(60.).view(3, 20)');
  await press('[2, 19] 59.');
  await looks('the prompt');
  for (const address of ['lessons/index.html', 'functions/index.html', 'errors/index.html', 'guide/command-line.html', 'guide/json.html']) {
    await page.goto(`${home}/${address}`);
    await page.$$eval('#found li:nth-child(n+20), .rows tr:nth-child(n+9)', more => more.forEach(each => each.remove()));
    await looks(address);
  }
});
await check('takes a lesson and keeps the progress', async () => {
  await page.goto(`${home}/lessons/matmul.html`);
  await state('ready');
  for (let step = 0; step < 9 && !(await found('Answer', 'textbox')).asElement(); step += 1) {
    await press('Continue');
    await state('ready');
  }
  await type('[[23]]', 'Answer');
  await press('Check');
  await page.waitForFunction("document.querySelector('#verdict').innerText.includes('Right')");
  assert.match(await text('#verdict'), /2\*4 \+ 3\*5 = 23/);
  await looks('a lesson');
  await page.evaluate("localStorage.setItem('tensorlab.lesson.mul', '{damaged')");
  await page.reload();
  await state('ready');
  assert.match(await text('#transcript'), /Step 6/);
});
await check('takes an assignment and hands it in', async () => {
  const lines = JSON.parse(fs.readFileSync(path.join(given, `${kind}.lines.json`), 'utf8'));
  await page.goto(`${home}/lessons/class.html`);
  await page.waitForFunction("document.querySelector('header button')");
  await (await page.$('#file')).uploadFile(path.join(given, 'class.toml'));
  await page.type('#learner', kind);
  await press('Open');
  await page.waitForFunction("document.querySelector('#assignment').innerText.includes('0 of 2 answered')", { timeout: 90000 });
  await looks('an assignment');
  await page.click('#assignment a');
  await page.waitForFunction("document.querySelector('#actions button')", { timeout: 90000 });
  while (lines.length) {
    if ((await found('Answer', 'textbox')).asElement()) {
      await type(lines.shift(), 'Answer');
      await press('Check');
      await page.waitForFunction("document.querySelector('#verdict').innerText");
    } else await press('Continue');
    await page.waitForFunction("document.documentElement.dataset.state === 'ready' && !document.querySelector('#status').innerText.includes('Checking')");
  }
  await page.goto(`${home}/lessons/class.html`);
  await page.waitForFunction("document.querySelector('#assignment').innerText.includes('2 of 2 answered')", { timeout: 90000 });
  const handed = await page.evaluate(() => new Promise(done => {
    URL.createObjectURL = file => { file.text().then(done); return '#'; };
    [...document.querySelectorAll('button')].find(each => each.textContent === 'Hand in').click();
  }));
  fs.writeFileSync(path.join(given, `${kind}.page.jsonl`), handed);
});
await check('searches functions, and tries an example', async () => {
  await page.goto(`${home}/functions/index.html`);
  await page.waitForFunction("document.querySelector('header button')");
  for (const [words, name] of [['running product', 'torch.cumprod'], ['matrix multiply', 'torch.m'], ['average', 'torch.mean'], ['biggest', 'torch.max'], ['random numbers', 'torch.rand'], ['matrix inverse', 'torch.inverse']]) {
    await page.$eval('#search', each => { each.value = ''; });
    await page.type('#search', words);
    assert.ok((await text('#found li:first-child')).startsWith(name), words);
  }
  const tried = kind === 'chrome' ? ['functions/torch.cumprod.html', 'errors/TL002.html'] : ['functions/torch.cumprod.html'];
  for (const address of tried) {
    await page.goto(`${home}/${address}`);
    await press('Try it');
    await page.waitForFunction("document.querySelector('.example .answer')", { timeout: 90000 });
    assert.match(await text('.example .answer'), address.startsWith('errors') ? /Error/ : /6\s+24/);
    await looks(address);
  }
});
await check('works offline, with a shared program', async () => {
  await page.waitForFunction("caches.match('../pages.packed')"); // what nobody visited is kept, too
  while (sending) await new Promise(done => setTimeout(done, 100)); // a load cut short is an error of its own
  online = false;
  await page.goto(`${home}/index.html?program=${encodeURIComponent('6 * 7  # + &')}`);
  await page.waitForFunction("document.querySelector('#transcript')?.innerText.includes('42')", { timeout: 90000 });
  for (const address of ['lessons/add.html', 'functions/torch.sum.html', 'guide/']) {
    await page.goto(`${home}/${address}`);
    assert.ok(await page.$('main h1'), address);
  }
});
assert.deepEqual(errors, []);
await browser.close();
server.close();
