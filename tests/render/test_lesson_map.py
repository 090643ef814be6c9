from io import StringIO

import pytest
from rich.console import Console

from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.render.lessons.lesson_list import LessonMap, flow


@pytest.fixture(scope="module")
def lessons():
    return Library().lessons


def drawn(lessons, progress, width):
    console = Console(file=StringIO(), width=width, color_system=None)
    console.print(LessonMap(lessons, progress))
    return console.file.getvalue().split("\n")


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_map_fits_a_window(lessons, width):
    lines = drawn(lessons, Progress(None), width)
    assert len(lines) < 24
    assert max(map(len, lines)) <= width


def test_the_map_names_every_lesson_where_to_start_and_why(lessons):
    shown = "\n".join(drawn(lessons, Progress(None), 80))
    assert all(each.name in shown for each in lessons)
    assert "\u2192 tour" in shown
    assert "Start here: tour (the first lesson)" in shown


def test_the_map_has_ticks_and_goes_on_from_there(lessons):
    progress = Progress(None)
    progress.finished("tour")
    progress.reached("view", 2, "")
    shown = "\n".join(drawn(lessons, progress, 80))
    assert "\u2713 tour" in shown
    assert "\u2192 view" in shown
    assert "Next: view (you left it at step 3 of" in shown


def test_no_name_is_broken_where_a_line_ends():
    from rich.text import Text

    assert [each.plain for each in flow(map(Text, ["one", "two", "three"]), 8)] == [
        "one  two",
        "three",
    ]
