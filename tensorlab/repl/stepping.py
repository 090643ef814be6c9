"""Stepping through an explanation on a terminal: arrow keys, space to play, q to leave.

Left and right go from element to element, up and down through the arithmetic of the element.
"""

import io
import sys
from collections.abc import Callable
from typing import Any

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.utils import is_dumb_terminal

from tensorlab.explain.story.frames import Explanation
from tensorlab.process.lifecycle import ExitCode
from tensorlab.render.explanations.view import ExplanationView, FrameView
from tensorlab.render.look.console import Size, terminal_console
from tensorlab.render.look.remarks import quiet
from tensorlab.workspace.walk import Walk, first_of_interest

SECONDS_PER_FRAME = 0.8
KEYS = (
    "Enter, arrows: element · up and down: term by term · tab: operation · space: play · q: end",
    "Enter, arrows: element · up, down: term · tab: operation · space: play · q: end",
    "Enter · arrows · tab · space: play · q",
)


def step_through(explanation: Explanation, *, playing: bool = False) -> int:
    """Let somebody step through an explanation and return the exit code.

    The last picture stays on the screen.
    """
    if is_dumb_terminal():
        terminal_console(sys.stdout).print(ExplanationView(explanation))
        return ExitCode.FINE
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
    application.run(pre_run=lambda: begin(walk, application) if playing else None)
    terminal_console(sys.stdout).print(FrameView(walk.here, walk.frame))
    return ExitCode.FINE


def begin(walk: Walk, application: Application[None]) -> None:
    """Play from the first beat on."""
    walk.playing = True
    walk.beat = 0 if walk.beats else None
    application.create_background_task(advance(walk, application))


def picture(walk: Walk) -> str:
    """Return the frame as the terminal's own codes, in as much detail as there is room for."""
    found = get_app().output.get_size()
    size = Size(found.columns, found.rows)
    keys = next((words for words in KEYS if len(words) <= size.columns), "")
    below = [position(walk), *([keys] if keys else [])]
    stream = io.StringIO()
    console = terminal_console(stream, size)
    room = max(size.rows - 1 - len(below), 1)
    console.print(FrameView(walk.here, walk.frame, room, walk.beat))
    console.print(quiet("\n".join(below)))
    return stream.getvalue().rstrip("\n")


def position(walk: Walk) -> str:
    """Return how far the walk is."""
    chapters = len(walk.chapters)
    where = f"operation {walk.chapter + 1} of {chapters}, " if chapters > 1 else ""
    frames = len(walk.here.frames)
    playing = ", playing" if walk.playing else ""
    if walk.beat is not None:
        kind = "step" if walk.here.frames[walk.frame].steps else "term"
        playing = f", {kind} {walk.beat + 1} of {walk.beats}{playing}"
    return f"{where}element {min(walk.frame + 1, frames)} of {frames}{playing}"


def keys(walk: Walk) -> KeyBindings:
    """Return what the keys do."""
    bindings = KeyBindings()
    bind_moving(bindings, walk)

    @bindings.add("enter")
    def on(event: KeyPressEvent) -> None:
        walk.playing = False
        # who presses Enter again and again gets out at the end
        if not walk.forward():
            event.app.exit()

    @bindings.add("space")
    def play(event: KeyPressEvent) -> None:
        if walk.playing:
            walk.playing = False
        else:
            begin(walk, event.app)

    @bindings.add("q")
    @bindings.add("escape", eager=True)
    @bindings.add("c-c")
    @bindings.add("c-d")
    def leave(event: KeyPressEvent) -> None:
        event.app.exit()

    return bindings


def bind_moving(bindings: KeyBindings, walk: Walk) -> None:
    """Move about in a walk, which no longer goes on by itself then."""

    def moving(move: Callable[[], object]) -> Callable[[KeyPressEvent], None]:
        def act(event: KeyPressEvent) -> None:
            walk.playing = False
            move()

        return act

    for names, move in (
        (("right", "n", "l"), walk.forward), (("left", "p", "h", "backspace"), walk.back),
        (("down", "j"), walk.on), (("up", "k"), walk.off),
        (("tab", "pagedown"), walk.next_chapter), (("s-tab", "pageup"), walk.previous_chapter),
        (("home", "g"), walk.to_start), (("end", "G"), walk.to_end),
    ):  # fmt: skip
        for name in names:
            bindings.add(name)(moving(move))


async def advance(walk: Walk, application: Application[Any]) -> None:
    """Step on by itself until the end, or until a key is pressed."""
    import asyncio

    while walk.playing:
        await asyncio.sleep(SECONDS_PER_FRAME)
        if not walk.playing or not walk.play():
            break
        application.invalidate()
    walk.playing = False
    application.invalidate()
