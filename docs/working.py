"""Work of minutes: a bar on a terminal, and an end in order on Ctrl-C."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from tensorlab.commands.batch import progress
from tensorlab.process.lifecycle import ExitCode


@contextmanager
def long_work(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Show how many parts are done of all; each call of what is given ends a part."""
    done = count(1)
    try:
        with progress(None, what, total) as report:
            yield lambda: report(next(done))
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(ExitCode.INTERRUPTED)
