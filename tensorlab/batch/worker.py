"""A process that answers a stream's lines: a number and a program in, an answer out."""

import json
import os
import sys
from collections.abc import Callable

from tensorlab.batch.answering import answer_line
from tensorlab.language.running.session import Budget


def work(most: Budget, answer: Callable[[int, str, Budget], str] = answer_line) -> None:
    """Answer lines until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is written is none of them
    answers.write(b"\n")  # it has begun: from now on time is the programs' own
    answers.flush()
    for line in sys.stdin:
        number, _, program = line.partition(" ")
        answers.write(answer(int(number), program, most).encode("ascii") + b"\n")
        answers.flush()


if __name__ == "__main__":
    work(Budget(*json.loads(sys.argv[1])))
