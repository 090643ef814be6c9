"""Stepping through an explanation on a terminal: arrow keys, space to play, q to leave."""

import io
from collections.abc import Callable

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from rich.console import Console
from rich.text import Text

from tensorlab.explain.frames import Explanation
from tensorlab.process import ExitCode
from tensorlab.render.console import THEME, terminal_console
from tensorlab.render.explanation_view import FrameView
from tensorlab.workspace.walk import Walk, first_of_interest

SECONDS_PER_FRAME = 0.8
ROWS = (None, 8, 5, 3, 2, 1)  # of each tensor, from what is wanted to what fits a small window
KEYS = "Enter or arrows: step · up and down: operation · space: play · q: leave"


def step_through(explanation: Explanation) -> int:
    """Let somebody step through an explanation and return the exit code.

    The last picture stays on the screen.
    """
    walk = Walk(explanation.chapters, first_of_interest(explanation.chapters))
    application: Application[None] = Application(
        layout=Layout(
            Window(FormattedTextControl(lambda: ANSI(picture(walk))), always_hide_cursor=True)
        ),
        key_bindings=keys(walk),
        full_screen=False,
        erase_when_done=True,
        refresh_interval=None,
    )
    application.run()
    import sys

    terminal_console(sys.stdout).print(FrameView(walk.here, walk.frame))
    return ExitCode.FINE


def picture(walk: Walk) -> str:
    """Return the frame as the terminal's own codes, cut to what its window has room for."""
    size = get_app().output.get_size()
    lines: list[str] = []
    for most_rows in ROWS:
        lines = drawn(walk, size.columns, most_rows)
        if len(lines) < size.rows:
            break
    return "\n".join(lines[-max(size.rows - 1, 1) :])  # the arithmetic and the keys are below


def drawn(walk: Walk, columns: int, most_rows: int | None) -> list[str]:
    """Return the lines of the frame, with at most so many rows of each tensor."""
    stream = io.StringIO()
    console = Console(
        file=stream,
        theme=THEME,
        width=columns,
        force_terminal=True,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(FrameView(walk.here, walk.frame, most_rows))
    console.print(Text(f"\n{position(walk)}\n{KEYS}", "quiet"))
    return stream.getvalue().rstrip("\n").split("\n")


def position(walk: Walk) -> str:
    """Return how far the walk is."""
    chapters = len(walk.chapters)
    where = f"operation {walk.chapter + 1} of {chapters}, " if chapters > 1 else ""
    frames = len(walk.here.frames)
    playing = ", playing" if walk.playing else ""
    return f"{where}cell {min(walk.frame + 1, frames)} of {frames}{playing}"


def keys(walk: Walk) -> KeyBindings:
    """Return what the keys do."""
    bindings = KeyBindings()

    def moving(move: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
        def act(event: KeyPressEvent) -> None:
            walk.playing = False
            move()

        return act

    for names, move in (
        (("right", "n", "l"), walk.forward), (("left", "p", "h", "backspace"), walk.back),
        (("down", "j", "tab"), walk.next_chapter), (("up", "k", "s-tab"), walk.previous_chapter),
        (("home", "g"), walk.to_start), (("end", "G"), walk.to_end),
    ):  # fmt: skip
        for name in names:
            bindings.add(name)(moving(move))

    @bindings.add("enter")
    def on(event: KeyPressEvent) -> None:
        walk.playing = False
        if not walk.forward():  # who presses Enter again and again gets out at the end
            event.app.exit()

    @bindings.add("space")
    def play(event: KeyPressEvent) -> None:
        walk.playing = not walk.playing
        if walk.playing:
            event.app.create_background_task(advance(walk, event))

    @bindings.add("q")
    @bindings.add("escape", eager=True)
    @bindings.add("c-c")
    @bindings.add("c-d")
    def leave(event: KeyPressEvent) -> None:
        event.app.exit()

    return bindings


async def advance(walk: Walk, event: KeyPressEvent) -> None:
    """Step on by itself until the end, or until a key is pressed."""
    import asyncio

    while walk.playing:
        await asyncio.sleep(SECONDS_PER_FRAME)
        if not walk.playing or not walk.forward():
            break
        event.app.invalidate()
    walk.playing = False
    event.app.invalidate()
