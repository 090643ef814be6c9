"""How many files a command walks through: those in which a function is entered.

`python -m tests.house.walks eval 'torch.ones(2, 3) @ torch.ones(3, 2)'` lists them.
"""

import subprocess
import sys
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).parents[2]
# Newer Pythons keep annotations in functions of their own.
NOT_FUNCTIONS = {"<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>", "__annotate__"}
MARK = "walked through: "


def walked(*command: str) -> list[str]:
    """Return the files in which a command, in a process of its own, enters functions."""
    run = [sys.executable, "-m", "tests.house.walks", "--walk", *command]
    nobody = subprocess.DEVNULL  # answers a lesson's questions
    done = subprocess.run(run, cwd=ROOT, stdin=nobody, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    return [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]


def walk(command: list[str]) -> None:
    """Run a command, and write the files that it walked through to standard error."""
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, given: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    sys.setprofile(note)
    from tensorlab.__main__ import answer
    from tensorlab.process.lifecycle import finish, prepare_streams

    prepare_streams()
    finish(lambda: answer(command))
    sys.setprofile(None)
    for file in sorted({code.co_filename for code in entered if is_function(code)}):
        if file.startswith(f"{ROOT}/tensorlab/"):
            print(MARK + file.removeprefix(f"{ROOT}/tensorlab/"), file=sys.stderr)


def is_function(code: CodeType) -> bool:
    """Return whether code is a function's: no body of a module or class, no comprehension."""
    return bool(code.co_flags & CO_OPTIMIZED) and code.co_name not in NOT_FUNCTIONS


if __name__ == "__main__":
    if sys.argv[1] == "--walk":
        walk(sys.argv[2:])
    else:
        found = walked(*sys.argv[1:])
        print("\n".join(found), len(found), sep="\n")
