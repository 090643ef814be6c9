"""Hold the checker against many answers: `python -m tests.course.examine_answers 40 where`.

Every answer is run beside the solution on set-ups of its own; where the two agree on all of them it
is right. Told are the verdicts that say otherwise, and how many wrong answers got a name.
"""

import math
import random
import sys
from collections import Counter

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.comparison import is_empty as nothing
from tensorlab.course.answers.observing import compared, observe
from tensorlab.course.answers.spellings import meant, with_value
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Exercise
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.course.setups.drawing import draws
from tensorlab.course.taking.events import Drafted, Misread
from tensorlab.course.taking.open_exercise import OpenExercise
from tensorlab.workspace.lesson_actions import new_session
from tests.course.answers import candidates

SETUPS = 24
FAR = 1e-3
SLIPS = {"TypeError", "AttributeError", "NameError", "SyntaxError", "UnsupportedError"}  # of words


def exercises(names=()):
    """Yield every exercise with the programs before it."""
    for lesson in Library().lessons:
        if names and lesson.name not in names:
            continue
        for number, step in enumerate(lesson.steps):
            for block in step:
                if isinstance(block, Exercise):
                    yield lesson, block, lesson.programs_before(number, until=block)


class Truth:
    """Says whether an answer is right, from runs on set-ups that the checker does not draw."""

    def __init__(self, exercise, programs):
        self.exercise = exercise
        visible = (*programs, exercise.setup) if exercise.setup else tuple(programs)
        drawn = draws(exercise.vary, f"examined/{exercise.item}", SETUPS) if exercise.vary else []
        also = [(*visible, other) for other in exercise.also]
        self.setups = [visible, *also, *((*visible, draw.program) for draw in drawn)]
        self.empty = [False] * (1 + len(also)) + [0 in draw.lengths.values() for draw in drawn]
        self.known = {}

    def seen(self, program, setup):
        key = program, setup
        if key not in self.known:
            self.known[key] = observe(new_session, setup, program)
        return self.known[key]

    def asks(self, setup):
        when = self.exercise.when
        if when and not self.seen(when, setup).result.outcome.value:
            return False
        return not self.seen(self.exercise.solution, setup).failed

    def of(self, answer):
        """Return right, wrong, empty (wrong for tensors without elements alone) or near."""
        found = set()
        exercise = self.exercise
        for setup, is_empty in zip(self.setups, self.empty, strict=True):
            if not self.asks(setup):
                continue
            one, other = self.seen(exercise.solution, setup), self.seen(answer, setup)
            equal = compared(one, other, exercise.judge, exercise.ignore).equal
            if not equal and close(one.seen, other.seen):
                return "near"
            spared = other.failed or (nothing(one.seen) and nothing(other.seen))
            if equal or not (
                spared and (is_empty or nothing(one.seen))
            ):  # nobody asked what it says of no elements
                found.add("right" if equal else "empty" if is_empty else "wrong")
        return "wrong" if "wrong" in found else "empty" if "empty" in found else "right"


def close(one, other):
    if (one.kind, one.shape, one.dtype) != (other.kind, other.shape, other.dtype):
        return False
    elements = list(zip(one.elements or (), other.elements or (), strict=False))
    floats = [pair for pair in elements if all(isinstance(each, float) for each in pair)]
    return bool(floats) and len(floats) == len(elements) and all(
        math.isclose(a, b, rel_tol=FAR, abs_tol=1e-5) for a, b in floats
    )  # fmt: skip


def verdict_on(exercise, programs, known, answer):
    """Return right or wrong, with the idea that was named; or what else came of an answer."""
    bench = Bench(new_session, programs)
    if exercise.setup:
        bench.run(exercise.setup)
    question = OpenExercise("test", exercise, Progress(None), new_session, programs, bench)
    question.checker.known = known
    events = list(question.answer(answer))
    for event in events:
        if isinstance(event, Verdict):
            return ("right" if event.right else "wrong"), event
        if isinstance(event, Drafted | Misread):
            return type(event).__name__.lower(), event
    return "nothing", None


def main(count=40, *names):
    """Examine so many answers of each exercise."""
    tally, ideas, false = Counter(), Counter(), []
    for lesson, exercise, programs in exercises(names):
        if exercise.kind not in {"exercise", "golf"}:
            continue
        truth, known = Truth(exercise, programs), {}
        found = list(candidates(exercise.solution))
        chance = random.Random(exercise.item)  # noqa: S311  a sample
        found = chance.sample(found, min(int(count), len(found)))
        for answer in found:
            source = with_value(meant(answer)) or meant(answer)
            right = truth.of(source)
            said, event = verdict_on(exercise, programs, known, answer)
            tally[right, said] += 1
            ruled = exercise.uses or exercise.without
            named = getattr(event, "misconception", None)
            if right in {"right", "wrong"} and said in {"right", "wrong"} and right != said:
                if not (ruled and event.reasons and event.reasons[0].aspect == "rule"):
                    false.append((lesson.name, exercise.item, right, said, answer))
            elif right == "right" and said != "right":
                false.append((lesson.name, exercise.item, right, said, answer))
            failure = event.outcome.failure if isinstance(event, Verdict) else None
            if right == "wrong" and said == "wrong" and not (failure and failure.type in SLIPS):
                ideas["named" if named else "nameless"] += 1
                if not named:
                    print("  nameless:", lesson.name, exercise.item, repr(answer), flush=True)
            if right == "empty":
                print("  empty:", lesson.name, exercise.item, said, repr(answer), flush=True)
        print(lesson.name, exercise.item, dict(tally), dict(ideas), flush=True)
    for each in false:
        print("FALSE", *map(repr, each))
    print(sum(tally.values()), "answers;", len(false), "false verdicts;", dict(ideas))


if __name__ == "__main__":
    main(*sys.argv[1:])
