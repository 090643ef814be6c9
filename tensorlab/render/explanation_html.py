"""An explanation as one HTML page that stands alone: buttons, keys, and all cells without them."""

from collections.abc import Iterator
from html import escape

from tensorlab.explain.frames import Chapter, Explanation, Frame
from tensorlab.explain.pictures import Panel, headline, more_cells, panels
from tensorlab.render.explanation_plain import equation

STYLE = """
:root { color-scheme: light dark; --active: #cfe6f5; --active-edge: #0072b2; --now: #ffe3a8;
  --now-edge: #d17a00; --quiet: #666; --line: #bbb }
@media (prefers-color-scheme: dark) { :root { --active: #12405c; --active-edge: #56b4e9;
  --now: #5c3d00; --now-edge: #e69f00; --quiet: #aaa; --line: #555 } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.1rem } code, table { font-family: ui-monospace, Menlo, Consolas, monospace }
.panels { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start }
table { border-collapse: collapse } caption { text-align: left; white-space: nowrap }
td { border: 1px solid var(--line); padding: .15rem .6rem; text-align: right; min-width: 1.5rem }
th { color: var(--quiet); font-weight: normal; padding: .1rem .5rem; text-align: right }
.facts, .note, .where { color: var(--quiet) } .waiting, .gap { color: var(--quiet) }
.active { background: var(--active); outline: 2px solid var(--active-edge); font-weight: bold }
.current { background: var(--now); outline: 2px solid var(--now-edge); font-weight: bold }
nav { display: flex; gap: .5rem; align-items: center; margin: 1rem 0 }
button { font: inherit; padding: .2rem .8rem } .stepping .frame:not(.shown) { display: none }
""".strip()

SCRIPT = """
const frames = [...document.querySelectorAll('.frame')];
const where = document.querySelector('.where');
let at = 0, timer = null;
function show(place) {
  at = Math.max(0, Math.min(place, frames.length - 1));
  frames.forEach((frame, number) => frame.classList.toggle('shown', number === at));
  where.textContent = `${at + 1} of ${frames.length}`;
  document.getElementById('back').disabled = at === 0;
  document.getElementById('next').disabled = at === frames.length - 1;
}
function stop() { clearInterval(timer); timer = null; }
function play() {
  if (timer) return stop();
  timer = setInterval(() => at + 1 < frames.length ? show(at + 1) : stop(), 900);
}
document.getElementById('back').onclick = () => { stop(); show(at - 1); };
document.getElementById('next').onclick = () => { stop(); show(at + 1); };
document.getElementById('play').onclick = play;
document.addEventListener('keydown', event => {
  const moves = { ArrowRight: 1, ArrowLeft: -1, Home: -frames.length, End: frames.length };
  if (event.key in moves) { stop(); show(at + moves[event.key]); }
  else if (event.key === ' ' && event.target.tagName !== 'BUTTON') play();
  else return;
  event.preventDefault();
});
document.body.classList.add('stepping');
document.querySelector('nav').hidden = false;
show(0);
""".strip()


def explanation_html(explanation: Explanation) -> str:
    """Return a page on which one steps through an explanation; without a script all is shown."""
    title = escape(explanation.chapters[-1].source) if explanation.chapters else "tensorlab"
    body = "\n".join(part for chapter in explanation.chapters for part in chapter_parts(chapter))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<nav hidden aria-label="Steps">
<button id="back" type="button">Back</button>
<button id="next" type="button">Next</button>
<button id="play" type="button">Play</button>
<span class="where"></span>
</nav>
<main aria-live="polite">
{body}
</main>
<script>
{SCRIPT}
</script>
</body>
</html>"""


def chapter_parts(chapter: Chapter) -> Iterator[str]:
    """Yield a section for each frame of an operation."""
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in chapter.notes)
    head = f"<h1><code>{escape(headline(chapter))}</code></h1>{notes}"
    for position, frame in enumerate(chapter.frames):
        drawn = "".join(map(table, panels(chapter, position)))
        yield (
            f'<section class="frame">{head}<div class="panels">{drawn}</div>'
            f"{words(frame)}</section>"
        )
    if chapter.hidden:
        yield f'<p class="note">{more_cells(chapter.hidden)} of {escape(chapter.source)}</p>'


def words(frame: Frame) -> str:
    """Return the arithmetic of a frame, its sentence and its steps."""
    steps = "".join(
        f"<li><code>{escape(equation(step))}</code> {escape(step.sentence)}</li>"
        for step in frame.steps
    )
    listed = f"<ol>{steps}</ol>" if steps else ""
    return f"<p><code>{escape(equation(frame))}</code></p><p>{escape(frame.sentence)}</p>{listed}"


def table(panel: Panel) -> str:
    """Return a tensor as a table; an active cell says so to a screen reader too."""
    head = "".join(f'<th scope="col">{escape(label)}</th>' for label in panel.column_labels)
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(
            f'<td class="{slot.mark}"'
            + (' aria-current="true"' if slot.mark in {"active", "current"} else "")
            + f">{escape(slot.text)}</td>"
            for slot in row
        )
        + "</tr>"
        for label, row in zip(panel.row_labels, panel.rows, strict=True)
    )
    equals = "= " if panel.is_result else ""
    caption = f'{equals}{escape(panel.title)} <span class="facts">{escape(panel.facts)}</span>'
    return f"<table><caption>{caption}</caption><tr><th></th>{head}</tr>{rows}</table>"
