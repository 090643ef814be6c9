"""Draws terminals of 80 by 24, on dark and on light: `python docs/screens.py FOLDER` does."""

import io
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.terminal_theme import TerminalTheme
from rich.theme import Theme

from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.language.running.session import Session
from tensorlab.render.explanations.view import FrameView
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.lessons.lesson import view
from tensorlab.render.lessons.lesson_list import LessonMap
from tensorlab.render.look.remarks import notice
from tensorlab.render.look.themes import GROUNDS, ROLES, of_output
from tensorlab.render.tensors.value import ValueView
from tensorlab.render.transcript import typed
from tensorlab.repl.commands import answer
from tensorlab.workspace.lesson_actions import action_of, begun
from tensorlab.workspace.workspace import Workspace

COLUMNS, ROWS = 80, 24
SEED = "torch.manual_seed(0)"  # drawn again, a picture is the same
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg"
 viewBox="0 0 {terminal_width} {terminal_height}">
<title>TITLE</title>
<style>
.{unique_id}-matrix {{ font: {char_height}px 'DejaVu Sans Mono', Menlo, Consolas, monospace }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect width="100%" height="100%" fill="GROUND"/>
<g clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g></g>
</svg>
"""


def rgb(colour: str) -> tuple[int, int, int]:
    """Return a colour's three numbers."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def picture(screen: RenderableType, theme: str, title: str, rows: int = ROWS) -> str:
    """Return a screen as SVG: what is on a terminal after something was shown."""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=COLUMNS + 4,
        height=rows,
        theme=Theme(of_output(theme)),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    console.print(Padding(screen, (1, 2)))
    words = getattr(ROLES["untouched"], theme)
    terminal = TerminalTheme(rgb(GROUNDS[theme]), rgb(words), [rgb(words)] * 8)
    form = PICTURE.replace("GROUND", GROUNDS[theme]).replace("TITLE", escape(title))
    return console.export_svg(theme=terminal, code_format=form)


def explained(program: str, position: int = -1, beat: int | None = None) -> RenderableType:
    """Return the step of an explanation."""
    program = f"{SEED}\n{program}"
    outcome = Session(record=True).run(program)
    chapter = explanation_of(outcome, program).chapters[-1]
    return FrameView(chapter, position % len(chapter.frames), beat=beat)


def at_prompt(*lines: str) -> RenderableType:
    """Return what the prompt shows to lines that are typed one after the other."""
    workspace = Workspace(lambda text: None, notices=True)
    workspace.run(SEED, lambda value: "")
    shown: list[RenderableType] = []
    for line in lines:
        shown.append(typed(line))
        if line.startswith(":"):
            shown.append(answer(line, workspace).text)
            continue
        outcome = workspace.run(line, lambda value: "")
        workspace.end_line()
        if outcome.failure is not None:
            shown.append(FailureView(outcome.failure))
        elif outcome.has_value and outcome.value is not None:
            shown.append(ValueView(outcome.value))
        shown += map(notice, outcome.notices)
    return Group(*shown)


def of_lesson(name: str, *answers: str) -> RenderableType:
    """Return what a lesson shows, the last of it, after it was answered."""
    library = Library()
    run = begun(library.find(name), Progress(None), library.lessons)
    happened = run.start()
    for line in answers:
        happened = run.send(action_of(line, run.bench.session.names))
    return Group(*map(view, happened))


PRODUCT = "a = torch.tensor([[1, 2], [3, 4]])\nb = torch.tensor([[5, 6], [7, 8]])\na @ b"
NETWORK = (
    "x = torch.tensor([1., 2.])",
    "w = torch.tensor([3., -1.], requires_grad=True)",
    "b = torch.tensor(0.5, requires_grad=True)",
    "loss = ((w * x + b) ** 2).sum()",
)
IMAGE = "x = torch.arange(16.).view(1, 1, 4, 4)\nw = torch.tensor([[[[1., 0.], [-1., 2.]]]])\n"
SCREENS: dict[str, Callable[[], RenderableType]] = {
    "matmul": lambda: explained(PRODUCT, 1),
    "matmul-played": lambda: explained("a = torch.arange(12.).view(3, 4)\na @ a.T", 5, 1),
    "matmul-large": lambda: explained("a = torch.rand(60, 70)\nb = torch.rand(70, 50)\na @ b", 4),
    "softmax": lambda: explained("x = torch.tensor([[1., 2., 3.], [0., 0., 1.]])\nx.softmax(1)"),
    "conv": lambda: explained(f"{IMAGE}F.conv2d(x, w)"),
    "max-pool": lambda: explained(f"{IMAGE}F.max_pool2d(x, 2)"),
    "facets": lambda: explained("x = torch.arange(24).view(3, 2, 4)\nx.sum(0)"),
    "broadcast": lambda: explained("a = torch.tensor([[1.], [2.]])\nb = torch.arange(3.)\na + b"),
    "gather": lambda: explained(
        "x = torch.arange(12).view(3, 4)\nidx = torch.tensor([[0, 3], [1, 1], [2, 0]])\n"
        "x.gather(1, idx)"
    ),
    "gradient": lambda: at_prompt(*NETWORK, "loss.backward()", ":grad w"),
    "graph": lambda: at_prompt(*NETWORK, ":graph loss"),
    "error": lambda: at_prompt("x = torch.rand(2, 3)", "x - x.mean(1)"),
    "error-in-function": lambda: at_prompt(
        "def layer(x, w):\n    return x @ w", "layer(torch.ones(2, 3), torch.ones(4, 5))"
    ),
    "grid": lambda: at_prompt(
        "x = torch.randn(3, 3, 4)", "x[0, 1, 2], x[1, 0, 0], x[2, 2, 1] = 0, nan, -inf", ":view x"
    ),
    "heat": lambda: at_prompt("x = torch.arange(40.).view(5, 8)", ":view x.sin() heat"),
    "values": lambda: at_prompt(
        "x = torch.tensor([1., -2., nan, inf])", "x", "(x, x.T)", "torch.tensor(300).to(torch.int8)"
    ),
    "shapes": lambda: at_prompt("x = torch.rand(2, 3)", ":shapes (x @ x.T).softmax(1).sum()"),
    "memory": lambda: at_prompt("x = torch.rand(2, 3)", "y = x.T", ":mem"),
    "help": lambda: at_prompt(":help hypot"),
    "help-code": lambda: at_prompt(":why TL001"),
    "commands": lambda: at_prompt(":help"),
    "question": lambda: of_lesson("broadcasting"),
    "hint": lambda: of_lesson("broadcasting", "hint"),
    "wrong": lambda: of_lesson("broadcasting", "[[11, 12, 13], [24, 25, 26]]"),
    "right": lambda: of_lesson("broadcasting", "[[11, 22, 33], [14, 25, 36]]"),
    "lessons": lambda: LessonMap(Library().lessons, Progress(None)),
}

if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "screens")
    folder.mkdir(parents=True, exist_ok=True)
    for name, screen in SCREENS.items():
        if len(sys.argv) < 3 or name in sys.argv[2:]:
            for theme in ("dark", "light"):
                drawn = picture(screen(), theme, name)
                (folder / f"{name}-{theme}.svg").write_text(drawn, encoding="utf-8")
