"""A conversation: one turn after the other, whatever is interrupted."""

from collections.abc import Callable

from tensorlab.process.lifecycle import say
from tensorlab.repl.silence import unechoed


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
