"""Examines the prompt on real terminals: every key and command, on many kinds of terminals.

`python -m tests.repl.examiner [WORD...]` tries each check of `tests/repl/checks` (those with a
word in their names) on each terminal, says what failed with what was on the screen, and how many
passed. It takes minutes; a sample of the same kind runs with the other tests.
"""

import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.repl.terminal import CTRL_C, ENTER, TENSORLAB, PseudoTerminal

PLAIN_TEXT = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"}
PATIENCE = 20
JOBS = 4
BEGINNING = (
    "x = torch.arange(6.).view(2, 3); w = torch.ones(3, requires_grad=True)",
    "def blend(a, b=3): return a + b",
    "",
)


class Kind(NamedTuple):
    """A kind of terminal."""

    columns: int
    editing: str = "emacs"
    surroundings: str = ""

    def __str__(self):
        return " ".join(map(str, filter(None, self)))

    @property
    def environment(self):
        named = {"NO_COLOR": {"NO_COLOR": "1"}, "dumb": {"TERM": "dumb"}, "ascii": PLAIN_TEXT}
        return {"TENSORLAB_EDITING": self.editing, **named.get(self.surroundings, {})}


KINDS = [
    *(Kind(columns, editing) for columns in (40, 60, 80, 200) for editing in ("emacs", "vi")),
    *(
        Kind(columns, "emacs", name)
        for name in ("NO_COLOR", "dumb", "ascii")
        for columns in (40, 80)
    ),
]


def squeezed(text):
    """A text without blanks and the ends of lines, which differ with the width."""
    return "".join(text.split())


class Sitting(PseudoTerminal):
    """Somebody at the prompt, who looks for words whatever the width."""

    def __init__(self, folder, kind, *arguments, **more):
        self.kind, self.folder = kind, folder
        environment = {"EDITOR": str(folder / "editor"), "VISUAL": "", **kind.environment}
        super().__init__(folder, *arguments, columns=kind.columns, environment=environment, **more)
        self.begun = 0

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.kill()

    def kill(self):
        """End whatever is left, and remove its files."""
        super().kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def enter(self, line, *words):
        """Type a line; what it is to show comes behind it."""
        self.begun = len(self.screen)
        super().enter(line)
        self.shows(*words)

    def waited_for(self, line):
        """Type a line and wait until the next one can be typed."""
        self.type(line)
        self.until(lambda: squeezed(line) in squeezed(self.line[0]) or len(line) > 30)
        self.read_until_quiet(0.2)
        self.type(ENTER)
        self.read_until_quiet(0.3)
        self.until(self.ready)

    def ready(self):
        return self.line[0].rstrip() in {">>>", "..."}

    def shows(self, *words):
        """Wait until words have come, in this order, since the last line was begun."""
        self.until(lambda: self.has(*words))

    def has(self, *words):
        text = squeezed(self.screen[self.begun :])
        for word in words:
            _, found, text = text.partition(squeezed(word))
            if not found:
                return False
        return True

    def press(self, keys, holds):
        """Press keys and wait until something holds of the screen."""
        self.begun = len(self.screen)
        self.type(keys)
        self.until(lambda: holds(self))

    def until(self, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end or not self.read(0.1):
                raise AssertionError("\n".join([*self.lines[-12:], f"cursor: {self.line}"]))

    def at_prompt(self, mark=">>>"):
        """Wait for an empty line that can be typed; give up what else there is."""
        for pause in (1.0, 0.5, 1.0, 1.0, 3.0):
            self.read_until_quiet(0.05)
            end = time.monotonic() + pause
            while time.monotonic() < end:
                if self.line == (mark, len(mark) + 1) and not self.lines[-1].startswith("NORMAL"):
                    return
                self.read(0.05)
            self.type(CTRL_C)
        raise AssertionError("\n".join(["no prompt comes back", *self.lines]))


def prepared():
    """A folder with the files that checks speak of."""
    folder = Path(tempfile.mkdtemp())
    (folder / "program.py").write_text("p = 4000\nprint(p + 7)\n")
    editor = folder / "editor"
    editor.write_text('#!/bin/sh\necho "y = 41 + 1" > "$1"\n')
    editor.chmod(0o755)
    return folder


def examine(kind, checks):
    """Yield the name of each check with what went wrong, nothing where it passed."""
    sitting = None
    for check in checks:
        if kind.surroundings == "dumb" and check.screen:
            continue
        if check.editing not in {"", kind.editing}:
            continue
        wrong = ""
        try:
            if check.alone:
                check.act(kind)
            else:
                sitting = sitting or begun(kind)
                sitting.at_prompt()
                check.act(sitting)
        except (AssertionError, OSError) as error:
            wrong = str(error) or "it does not hold"
        if sitting is not None and (wrong or "Traceback" in sitting.raw):
            wrong = wrong or "a traceback"
            sitting.kill()
            sitting = None
        yield check.name, wrong
    if sitting is not None:
        sitting.kill()


def begun(kind, *arguments, command=None):
    """Somebody at a new prompt, with a tensor or two; in a shell of its own for a command."""
    sitting = Sitting(prepared(), kind, *(arguments or ("repl",)), command=command)
    if command is not None:
        sitting.type(" ".join([*TENSORLAB, "repl"]) + ENTER)
    sitting.until(lambda: ">>>" in sitting.screen)
    for line in BEGINNING:
        sitting.waited_for(line)
    return sitting


def report(kind, words):
    """How many checks of a kind of terminal there are, and which failed, with the screens."""
    from tests.repl.checks import CHECKS

    checks = [each for each in CHECKS if not words or any(word in each.name for word in words)]
    found = list(examine(kind, checks))
    return len(found), [(name, wrong) for name, wrong in found if wrong]


def main(words):
    total, failed = 0, 0
    with ProcessPoolExecutor(JOBS) as pool:
        for kind, (count, wrong) in zip(
            KINDS, pool.map(report, KINDS, [words] * len(KINDS)), strict=True
        ):
            total, failed = total + count, failed + len(wrong)
            for name, screen in wrong:
                print(f"-- {kind}: {name}\n{screen}")
            print(f"{kind}: {count - len(wrong)} of {count}", flush=True)
    print(f"{total - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
