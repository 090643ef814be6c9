"""The lessons: a map of them, and a page for each that is read without scripts and taken with them."""

from html import escape
from itertools import groupby

from content.layout import page
from tensorlab.course.authoring.handout import handout
from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.path import track_of
from tensorlab.course.progress.progress import Progress
from tensorlab.workspace.exporting import blocks
from tensorlab.workspace.lesson_actions import new_session

TAKING = """<main class="two">
<section class="talk">
<details id="reading" open><summary>The lesson to read</summary>
<article class="prose">
{prose}
</article></details>
<section aria-label="Transcript"><ol id="transcript"></ol></section>
<div id="asked"></div>
<section id="verdict" aria-label="Verdict" aria-live="polite" hidden></section>
<p>{neighbours}</p>
</section>
<section id="why" aria-label="Why" aria-live="polite"><p>Choose a number of a result: here stands how it came about.</p></section>
</main>
<div class="bar">
<p id="status" role="status"><noscript>Taking the lesson needs scripts; it can be read without.</noscript></p>
<progress id="loading" max="1" value="0" aria-label="Loading" hidden></progress>
<div id="answering" hidden><div id="answer"></div><p id="signature"></p></div>
<div class="actions"><span id="actions" class="actions"></span><button id="stop" type="button" hidden>Stop</button></div>
</div>"""


def pages() -> dict[str, str]:
    """Return the map and the pages of all lessons."""
    lessons = Library().lessons
    found = {"lessons/index.html": map_of(lessons)}
    for place, lesson in enumerate(lessons):
        before = lessons[place - 1] if place else None
        after = lessons[place + 1] if place + 1 < len(lessons) else None
        found[f"lessons/{lesson.name}.html"] = page_of(lesson, before, after)
    return found


def page_of(lesson: Lesson, before: Lesson | None, after: Lesson | None) -> str:
    """Return the page of a lesson, with the ways to those beside it."""
    prose = "\n".join(blocks(handout(lesson, Progress(None), new_session)))
    ways = [("Before: ", before), ("Next: ", after)]
    neighbours = " · ".join(
        f'{word}<a href="{each.name}.html">{escape(each.title)}</a>' for word, each in ways if each
    )
    body = TAKING.format(prose=prose, neighbours=neighbours)
    return page(
        f"lessons/{lesson.name}.html", f"{lesson.title} · tensorlab", body, script="lesson.mjs",
        about=f"A lesson: {lesson.title}",
        attributes=f'data-state="loading" data-lesson="{lesson.name}"',
    )  # fmt: skip


def map_of(lessons: tuple[Lesson, ...]) -> str:
    """Return the list of lessons by their tracks."""
    parts = ['<main><h1>Lessons</h1><p>Each takes ten minutes or so. What you have done is kept '
             'in this browser.</p>']  # fmt: skip
    for track, own in groupby(lessons, track_of):
        items = "".join(
            f'<li data-lesson="{each.name}"><a href="{each.name}.html">{escape(each.title)}</a></li>'
            for each in own
        )
        parts.append(f'<h2>{escape(track.capitalize())}</h2><ol class="lessons">{items}</ol>')
    parts.append("</main>")
    return page("lessons/index.html", "Lessons · tensorlab", "\n".join(parts), script="map.mjs")
