"""Hold the reader of predictions against what people type.

Run `python -m tests.course.examine_predictions [LESSON ...]`.
"""

import sys
from collections import Counter
from functools import partial

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Predict
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.open_prediction import OpenPrediction
from tensorlab.workspace.lesson_actions import new_session
from tests.course.foretold import typed


def predictions(names=()):
    """Yield every prediction with the programs before it."""
    for lesson in Library().lessons:
        if names and lesson.name not in names:
            continue
        for number, step in enumerate(lesson.steps):
            for block in step:
                if isinstance(block, Predict):
                    yield lesson, block, lesson.programs_before(number, until=block)


def examined(predict, programs):
    """Yield each text with what should come of it, what came of it, and what was said."""
    fresh = partial(Bench, new_session, programs)
    expected, result = OpenPrediction("test", predict, Progress(None), fresh).reality()
    for text, due in dict(typed(predict.what, expected)).items():
        question = OpenPrediction("test", predict, Progress(None), Unused)
        question.found = expected, result
        question.idea = lambda given: None
        events = list(question.answer(text))
        verdicts = ["right" if event.right else "wrong" for event in events if is_verdict(event)]
        yield text, due, (verdicts or ["open"])[0], expected, events[0]


class Unused:
    """Stands for a bench: what happens is known already."""

    session = type("Session", (), {"names": {}})()


def is_verdict(event):
    return isinstance(event, Verdict)


def main(*names):
    """Examine every prediction, or those of some lessons."""
    tally, false = Counter(), 0
    for lesson, predict, programs in predictions(names):
        for text, due, came, expected, event in examined(predict, programs):
            tally[due, came] += 1
            if due not in {"any", came}:
                said = getattr(event, "text", "")
                is_false = "open" not in (due, came)
                false += is_false
                print("FALSE" if is_false else "other", due, came, end=" ")
                print(lesson.name, predict.item, expected, repr(text), said)
    print(sum(tally.values()), "predictions;", false, "false verdicts;", dict(tally))


if __name__ == "__main__":
    main(*sys.argv[1:])
