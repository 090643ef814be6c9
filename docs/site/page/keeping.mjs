// An explanation to keep: a page that needs nothing else, or a picture of it.
import { download, h } from './dom.mjs';
import { wholeView } from './why.mjs';

const WIDTH = 760; // pixels of a picture

const styles = async () => (await (await fetch(new URL('./style.css', import.meta.url))).text());

/** A choice of files that the chapters of an explanation can be kept as. */
export function keeping(chapters) {
  const forms = [['', 'Keep …'], ['html', 'a page, .html'], ['svg', 'a picture, .svg']];
  const chosen = async ({ target }) => {
    const form = target.value;
    target.value = '';
    const main = h('main', {}, [...chapters].reverse().map(wholeView)), title = chapters[0].source;
    download(`explanation.${form}`, await (form === 'svg' ? picture : page)(main, title));
  };
  return h('select', { 'aria-label': 'Keep', onchange: chosen }, forms.map(([value, label]) => h('option', { value }, label)));
}

async function page(main, title) {
  const head = h('head', {}, h('meta', { charset: 'utf-8' }), h('meta', { name: 'viewport', content: 'width=device-width' }), h('title', {}, title), h('style', {}, await styles()));
  return `<!doctype html>\n<html lang="en">${head.outerHTML}<body>${main.outerHTML}</body></html>\n`;
}

async function picture(main, title) {
  const frame = h('div', { style: `position: absolute; visibility: hidden; width: ${WIDTH}px` }, main);
  document.body.append(frame);
  const height = frame.scrollHeight;
  frame.remove();
  const text = new XMLSerializer(), inside = h('div', {}, h('style', {}, await styles()), main);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">${text.serializeToString(h('title', {}, title))}`
    + `<foreignObject width="${WIDTH}" height="${height}">${text.serializeToString(inside)}</foreignObject></svg>\n`;
}
