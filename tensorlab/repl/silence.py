"""What is typed while a statement runs is not written over its output: it shows with the prompt."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

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
