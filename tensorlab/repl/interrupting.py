"""Work that Ctrl-C always leaves: it is done in a thread of its own.

Python hears a signal only when the numpy call that is under way returns, which can take minutes.
"""

import ctypes
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import cache
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, Generic, TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app_or_none
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.keys import Keys

from tensorlab.process.lifecycle import say


@cache
def switches() -> tuple[tuple[object, str], ...]:
    """Return what a run switches for a while, to be put back where work never comes to that.

    Work alone asks: the first prompt waits for no engine.
    """
    from tensorlab.engine import memory
    from tensorlab.engine.autograd.gradmode import Recording, Retention
    from tensorlab.language.limits.meter import from_within
    from tensorlab.language.running.screen import silence

    return (
        (Recording, "enabled"),
        (Retention, "witness"),
        (memory, "allowance"),
        (from_within, "depth"),
        (silence, "wanted"),
        (warnings, "filters"),
        (warnings, "showwarning"),
    )


def positions() -> list[object]:
    """Return how the switches stand."""
    return [getattr(owner, name) for owner, name in switches()]


def put_back(before: list[object]) -> None:
    """Set the switches as they stood."""
    for (owner, name), position in zip(switches(), before, strict=True):
        setattr(owner, name, position)


Value = TypeVar("Value")

PATIENCE = 1.0  # seconds that work has to end by itself after Ctrl-C
HEARTBEAT = 0.5  # seconds: Windows hears of Ctrl-C only between two waits
INTERRUPTS = (Keys.ControlC, Keys.SIGINT)
STACK = 16 << 20  # bytes: twice what Python's main thread usually has
LEFT_BEHIND = (
    "interrupted: the call under way cannot be stopped half-way. It ends in the background, and "
    "what it gives is dropped; only what it writes in place may still change."
)

# Held by who works, or cleans up after work that was left.
turn = threading.Lock()


class Left(BaseException):
    """Raised in work that was left: it unwinds, but never while other work is going on.

    Python makes this exception in the thread that it is raised in, before any further line of that
    thread runs; so that is where to wait.
    """

    def __init__(self) -> None:
        turn.acquire()
        self.before = positions()


class Work(Generic[Value]):
    """Something to do, in a thread; what it gives, or how it failed."""

    def __init__(self, do: Callable[[], Value]) -> None:
        self.do = do
        self.value: Value
        self.error: BaseException | None = KeyboardInterrupt("interrupted")
        self.ended = False
        self.guard = threading.Lock()
        # True: it has ended, False: Ctrl-C
        self.told: SimpleQueue[bool] = SimpleQueue()
        self.thread = threading.Thread(
            target=copy_context().run, args=(self.run,), name="work", daemon=True
        )

    def start(self) -> None:
        """Begin."""
        usual = threading.stack_size(STACK)
        try:
            self.thread.start()
        finally:
            threading.stack_size(usual)

    def run(self) -> None:
        """Do it, and tell; an exception from outside may come between any two lines."""
        try:
            try:
                self.attempt()
                self.end()
            except KeyboardInterrupt:  # it came when the work had just been done
                self.end()
        except Left as left:
            put_back(left.before)
            turn.release()

    def attempt(self) -> None:
        """Do it, and keep what comes of it."""
        try:
            self.value = self.do()
            self.error = None
        except Left:
            raise
        except KeyboardInterrupt:
            self.error = KeyboardInterrupt("interrupted")
        except BaseException as error:  # noqa: BLE001  it is raised again where it was asked for
            self.error = error

    def end(self) -> None:
        """Tell that it is done; what was raised from outside before arrives here at the latest."""
        with self.guard:
            self.ended = True
        self.told.put(True)

    def raise_inside(self, kind: type[BaseException]) -> bool:
        """Raise an exception in the thread; return whether it still was at work."""
        with self.guard:
            if not self.ended:
                identity = ctypes.c_ulong(self.thread.ident or 0)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(kind))
            return not self.ended

    def hears(self, seconds: float = threading.TIMEOUT_MAX) -> bool | None:
        """Wait for what is told; None when that took too long."""
        end, left = time.monotonic() + seconds, seconds
        while left > 0:
            with suppress(Empty):
                return self.told.get(timeout=min(HEARTBEAT, left))
            left = end - time.monotonic()
        return None

    def has_ended_by_itself(self) -> bool:
        """Wait for the end; false where that is too long after Ctrl-C."""
        if self.hears():
            return True
        self.raise_inside(KeyboardInterrupt)
        end = time.monotonic() + PATIENCE
        while (told := self.hears(end - time.monotonic())) is False:
            continue
        return bool(told) or not self.raise_inside(Left)


class Presses:
    """Where Ctrl-C goes: to the work that is going on, else to the line that is being typed."""

    work: Work[Any] | None = None
    early = False  # it came when a line had been taken and its work had not begun


def interruptible(do: Callable[[], Value]) -> Value:
    """Return what work gives.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the message says what became of the work.
    """
    with turn:
        work = Work(do)
        before = positions()
        Presses.work = work
        try:
            if Presses.early:
                raise KeyboardInterrupt("interrupted")
            work.start()
            if not work.has_ended_by_itself():
                from tensorlab.language.running.world import end_trials

                end_trials()
                put_back(before)
                raise KeyboardInterrupt(LEFT_BEHIND)
        finally:
            Presses.work, Presses.early = None, False
    if work.error is not None:
        raise work.error
    return work.value


def take_line(editor: PromptSession[str], mark: str) -> str:
    """Return what somebody types.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed, in the line or right behind it.
    """
    Presses.early = False
    line = editor.prompt(mark, handle_sigint=False)
    if was_typed_ahead(editor.input):
        raise KeyboardInterrupt("interrupted")
    return line


def was_typed_ahead(keys: Input) -> bool:
    """Return whether Ctrl-C came as a key behind the line; what was typed before it goes with it.

    Until the editor has let go of the terminal, Ctrl-C is a key among others there.
    """
    ahead = get_typeahead(keys) + keys.read_keys()
    presses = [place for place, press in enumerate(ahead) if press.key in INTERRUPTS]
    store_typeahead(keys, ahead[presses[-1] + 1 :] if presses else ahead)
    return bool(presses)


def hear_interrupts() -> None:
    """Take Ctrl-C as a message: as an exception it could come anywhere, and once too often."""

    def pressed(number: int, frame: FrameType | None) -> None:
        editor = get_app_or_none()
        if Presses.work is not None:
            Presses.work.told.put(False)
        elif editor is None or editor.is_done or editor.loop is None or editor.loop.is_closed():
            Presses.early = True
        else:
            editor.loop.call_soon_threadsafe(give_up_line, editor)

    signal.signal(signal.SIGINT, pressed)


def give_up_line(editor: Application[Any]) -> None:
    """Let the line be given up that is being typed; an editor that has ended by now has none.

    Its loop does what was asked of it before also while it is being closed.
    """
    if editor.is_running and not editor.is_done:
        editor.key_processor.send_sigint()


if os.name == "posix":
    import termios


@contextmanager
def unechoed() -> Iterator[None]:
    """Keep the terminal from showing what is typed, but where the line editor shows it."""
    if sys.platform == "win32":
        yield
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    with suppress(termios.error):
        termios.tcsetattr(terminal, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        with suppress(termios.error):  # it is gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def take_turns(turn: Callable[[], bool]) -> bool:
    """Take turns until one returns False; return False when the input ended (Ctrl-D) instead.

    Ctrl-C gives up a turn and never the conversation, wherever in the turn it comes.
    """
    with unechoed():
        while True:
            try:
                if not turn():
                    return True
            except KeyboardInterrupt as interruption:
                if str(interruption):
                    say(str(interruption))
            except EOFError:
                return False
