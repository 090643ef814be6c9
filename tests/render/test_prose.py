"""Plain paragraphs are drawn as Rich draws them from Markdown."""

import pytest
from rich.console import Console
from rich.theme import Theme

from tensorlab.course.lessons.lesson import Text
from tensorlab.course.lessons.library import Library
from tensorlab.render.look.markdown import WholeMarkdown
from tensorlab.render.look.prose import Prose, needs_parser
from tensorlab.render.look.themes import of_output

MARKED = [
    "a *b\nc* d",
    "*a `x` b* and ***c***",
    "a * b * c",
    "*_a_* **b_**",
    "- one\n- two",
    "1. one",
    "# Head\nwords",
    "words\n# Head",
    "# Head #",
    "#Head\n\nwords",
    "[a](b) [c]",
    "![a](b)",
    "[a][b]\n\n[b]: c",
    "[b]: c",
    "a  \nb",
    "`` ` ``",
    "a\n---",
    "x_y_",
    "words: `` ",
    "<b>",
]
PLAIN = [
    "One.\nTwo `a[0]` three.\n\nFour",
    "`x * y` is `x @ y`, and",
    "",
    "a - b",
    "# A `head` *of* some\n\nwords\n\n## More",
    "###### x",
    "a *b* c",
    "Element [0, 0] is one, [1] and []. [x]",
    "[0, 1] begins",
    "**Bold words**, *and one-two* `**kw` 2*3*4",
    "a\n*b c*, **d**\ne",
]


def drawn(what, width):
    theme = Theme(of_output("dark"))
    console = Console(width=width, color_system="truecolor", force_terminal=True, theme=theme)
    with console.capture() as capture:
        console.print(what)
    return capture.get()


def words_of_lessons():
    for lesson in Library().lessons:
        for block in lesson.blocks:
            if isinstance(block, Text):
                yield block.markdown
            for name in ("why", "question", "task", "hints"):
                told = getattr(block, name, "")
                yield from [told] if isinstance(told, str) else told


@pytest.mark.parametrize("markdown", [*PLAIN, *MARKED])
@pytest.mark.parametrize("width", [20, 80])
def test_prose_is_drawn_as_markdown(markdown, width):
    assert drawn(Prose(markdown), width) == drawn(WholeMarkdown(markdown), width)


def test_no_blank_line_stands_before_a_list_that_begins_a_text():
    assert not drawn(Prose("- one\n- two"), 40).startswith("\n")


def test_the_words_of_lessons_are_drawn_as_markdown():
    assert not any(needs_parser(each) for each in PLAIN)
    assert all(needs_parser(each) for each in MARKED)
    words = sorted({each for each in words_of_lessons() if not needs_parser(each)})
    assert len(words) > 100
    for each in words[::20]:
        assert drawn(Prose(each), 60) == drawn(WholeMarkdown(each), 60), each
