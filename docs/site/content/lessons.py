"""The lessons: a map, and a page for each that is read without scripts and taken with them."""

from html import escape
from itertools import groupby

from content.layout import page, template
from tensorlab.course.authoring.handout import handout
from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.path import track_of
from tensorlab.course.progress.progress import Progress
from tensorlab.workspace.exporting import blocks
from tensorlab.workspace.lesson_actions import new_session

ABOUT = "Each takes ten minutes or so. What you have done is kept in this browser."
TAKING = template("lesson.html")
CLASS = template("class.html").template
READING = """{title}
<details id="reading" open><summary>The lesson to read</summary>
<article class="prose">
{prose}
</article></details>"""
REVIEWING = "<h1>Review</h1><p>Questions of lessons that you have taken, with fresh numbers.</p>"


def pages() -> dict[str, str]:
    """Return the map and the pages of all lessons."""
    lessons = Library().lessons
    found = {
        "lessons/index.html": map_of(lessons),
        "lessons/review.html": review(),
        "lessons/class.html": page("lessons/class.html", "A class · tensorlab", CLASS,
                                   script="class.mjs", attributes='data-state="ready"'),
        "lessons/assigned.html": assigned(),
    }  # fmt: skip
    for place, lesson in enumerate(lessons):
        before = lessons[place - 1] if place else None
        after = lessons[place + 1] if place + 1 < len(lessons) else None
        found[f"lessons/{lesson.name}.html"] = page_of(lesson, before, after)
    return found


def page_of(lesson: Lesson, before: Lesson | None, after: Lesson | None) -> str:
    """Return the page of a lesson, with the ways to those beside it."""
    title, *prose = blocks(handout(lesson, Progress(None), new_session))
    ways = [("Before: ", before), ("Next: ", after)]
    neighbours = " · ".join(
        f'{word}<a href="{each.name}.html">{escape(each.title)}</a>' for word, each in ways if each
    )
    reading = READING.format(title=title, prose="\n".join(prose))
    return taken(lesson.name, lesson.title, f"A lesson: {lesson.title}", reading, neighbours)


def review() -> str:
    """Return the page on which questions come back."""
    back = '<a href="index.html">All lessons</a>'
    return taken("review", "Review", "Questions that come back", REVIEWING, back)


def assigned() -> str:
    """Return the page on which a lesson of an assignment is taken."""
    back = '<a href="class.html">All lessons of the class</a>'
    return taken("assigned", "An assignment", "A lesson with numbers of your own", "", back)


def taken(name: str, title: str, about: str, reading: str, neighbours: str) -> str:
    """Return a page on which questions are answered."""
    body = TAKING.substitute(reading=reading, neighbours=neighbours)
    return page(
        f"lessons/{name}.html", f"{title} · tensorlab", body, script="lesson.mjs", about=about,
        attributes=f'data-state="loading" data-lesson="{name}"',
    )  # fmt: skip


def map_of(lessons: tuple[Lesson, ...]) -> str:
    """Return the list of lessons by their tracks."""
    tracks = "\n".join(
        f'<h2>{escape(track.capitalize())}</h2><ol class="lessons">{"".join(map(item, own))}</ol>'
        for track, own in groupby(lessons, track_of)
    )
    back = (
        '<p><a href="review.html">Review</a>: questions that come back, with fresh numbers. '
        '<a href="class.html">A class</a>: an assignment with numbers of your own, to hand in.</p>'
    )
    body = f"<main><h1>Lessons</h1><p>{ABOUT}</p>{back}{tracks}</main>"
    return page("lessons/index.html", "Lessons · tensorlab", body, script="map.mjs")


def item(lesson: Lesson) -> str:
    """Return a lesson's line in the list; the page adds how far it was taken."""
    link = f'<a href="{lesson.name}.html">{escape(lesson.title)}</a>'
    return f'<li data-lesson="{lesson.name}">{link}</li>'
