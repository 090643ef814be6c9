"""Kill a learner's process at random moments: `python -m tests.course.killed [COUNT]`.

Each process goes on where the last one was killed. Whatever a process had shown must be known to
the next one, so that at most the line being typed is lost.
"""

import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Answer, Back, Hint, Next
from tensorlab.course.taking.machine import LessonRun
from tensorlab.workspace.lesson_actions import new_session
from tests.course.walk import answers

MOST = 3  # lines that a process shows at least
LONGEST = 0.1  # seconds for which it goes on behind them


def learn(path, lesson, known, tell, most=10_000):
    """Take a lesson as somebody who answers, goes back, and begins again; tell what was shown."""
    progress = Progress(path)
    run = LessonRun(lesson, new_session, progress)
    run.start()
    for number in range(most):
        if run.waiting == "end":
            run = LessonRun(lesson, new_session, progress)
            run.start()
        if run.waiting == "answer" and number % 5 == 0:
            run.send(Hint())
        elif run.waiting == "answer":
            events = run.send(Answer(known[run.step]))
            right = any(isinstance(event, Verdict) and event.right for event in events)
            tell(f"answered {run.question.asked().item if right else ''}")
        else:
            run.send(Back() if number % 7 == 3 else Next())
            if run.waiting != "end":
                tell(f"step {run.step}")


def killed_once(path, lesson, known, lines, seconds):
    """Let a process learn until it has shown some lines, and a little more, and kill it.

    Return the lines that it had shown.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            learn(path, lesson, known, lambda line: os.write(writing, f"{line}\n".encode()))
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as shown:
        seen = [shown.readline().rstrip("\n") for _ in range(lines)]
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return [*seen, *shown.read().split("\n")[:-1]]


def lost(path, lesson, shown):
    """Yield what was shown and is not known afterwards."""
    progress = Progress(path)
    yield from progress.take_notices()
    record = progress.lesson(lesson.name)
    for line in shown:
        kind, _, what = line.partition(" ")
        if kind == "answered" and what and record.items[what].state != "right":
            yield f"{what} is {record.items[what].state}"
    steps = [int(line.split()[1]) for line in shown if line.startswith("step")]
    # The process may have been killed between writing a step down and showing it.
    may_be = {steps[-1], steps[-1] + 1, steps[-1] - 1, 0} if steps else set()
    if steps and steps[-1] + 1 == len(lesson.steps):
        may_be.add(1)  # it had begun again
    if steps and record.step not in may_be:
        yield f"step {steps[-1]} was shown, {record.step} is known"


def examine(count, seed=0):
    """Kill so many times and return what was lost."""
    chance = random.Random(seed)  # noqa: S311  moments, not secrets
    lesson = Library().find("argmax")
    known = answers(lesson)
    found, lines = [], 0
    learn(None, lesson, known, str, most=2 * len(lesson.steps))  # what is loaded, children have
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "progress.json"
        for number in range(count):
            shown = killed_once(
                path, lesson, known, chance.randint(0, MOST), chance.uniform(0, LONGEST)
            )
            lines += len(shown)
            found += [f"after kill {number}: {each}" for each in lost(path, lesson, shown)]
    return found, lines


def main(count=1000):
    """Kill many times and tell what was lost."""
    found, lines = examine(int(count))
    print("\n".join(found))
    print(count, "kills,", lines, "answers and steps shown,", len(found), "lost")


if __name__ == "__main__":
    main(*sys.argv[1:])
