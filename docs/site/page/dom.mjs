// Making elements of a page, and keeping small things in the browser.

export const $ = id => document.getElementById(id);

/** An element with attributes, listeners (onclick: ...) and children; null children are left out. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return made;
}

/** An element whose content is HTML that the engine made of a lesson's words. */
export function words(html, tag = 'div', attributes = {}) {
  const made = h(tag, attributes);
  made.innerHTML = html;
  return made;
}

export const button = (label, onclick, attributes = {}) => h('button', { type: 'button', onclick, ...attributes }, label);

/** The browser's storage; where it is refused or full, things last as long as the page. */
const beside = new Map();
let told = false;
export const kept = {
  get(name) {
    if (beside.has(name)) return beside.get(name);
    try { return localStorage.getItem(name); } catch { return null; }
  },
  set(name, text) {
    try {
      localStorage.setItem(name, text);
      beside.delete(name);
    } catch {
      beside.set(name, text);
      if (!told) notice('The browser keeps nothing more: your work lasts until you close this page.');
      told = true;
    }
  },
  remove(name) {
    beside.delete(name);
    try { localStorage.removeItem(name); } catch { /* it was not kept */ }
  },
  names() {
    try { return [...new Set([...Object.keys(localStorage), ...beside.keys()])]; } catch { return [...beside.keys()]; }
  },
};

/** Say something in the line of status. */
export function status(text) {
  const line = $('status');
  if (line) line.textContent = text;
}

/** Say something that stays: what was lost, or will be. */
export function notice(text) {
  const made = h('p', { class: 'notice', role: 'alert' }, text);
  (document.querySelector('.bar') ?? document.querySelector('main')).prepend(made);
}

/** Give the learner a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const LONGEST_LINK = 8000;

/** Copy a link to this page that brings a text to somebody else. */
export async function share(name, text) {
  const address = new URL(location.pathname, location.origin);
  address.searchParams.set(name, text);
  if (address.href.length > LONGEST_LINK) return status('This is too long for a link: pass it on as a file.');
  history.replaceState(null, '', address);
  try {
    await navigator.clipboard.writeText(address.href);
    status('The link is copied.');
  } catch {
    status('The link stands in the address bar: copy it from there.');
  }
}

/** A choice of files to keep: `made(form)` asks the engine for one, `transcript()` gives what is shown. */
export function exporting(made, transcript, name) {
  const forms = [['', 'Export …'], ['py', 'a program, .py'], ['ipynb', 'a notebook, .ipynb'], ['txt', 'the transcript, .txt']];
  const chosen = async ({ target }) => {
    const form = target.value;
    target.value = '';
    if (form === 'txt') return download(`${name}.txt`, `${transcript()}\n`);
    const { name: file, text, refused } = await made(form);
    if (refused) status(refused);
    else download(file, text);
  };
  return h('select', { 'aria-label': 'Export', onchange: chosen }, forms.map(([value, label]) => h('option', { value }, label)));
}
