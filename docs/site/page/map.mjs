// The list of lessons: how far each was taken, from what the browser keeps; no engine is needed.
import { begun } from './progress.mjs';
import { theme } from './start.mjs';

theme();
const given = new URLSearchParams(location.search).get('class');
if (given !== null) location.replace(`class.html${location.search}`);
for (const item of document.querySelectorAll('[data-lesson]')) {
  const record = begun(item.dataset.lesson);
  if (!record) continue;
  const right = Object.values(record.items ?? {}).filter(each => each?.state === 'right').length;
  const state = record.finished ? '✓ done' : `begun: step ${(Number(record.step) || 0) + 1}`;
  item.append(` ${state}${right ? `, ${right} right` : ''}`);
}
