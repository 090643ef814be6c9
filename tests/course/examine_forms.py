"""Hold every form of question against what people type: `python -m tests.course.examine_forms`.

Or those of some forms alone: `complete`, `order`, `find`, `choose`, `tell`. Golf is an exercise,
which `examine_answers` asks for.
"""

import sys
from collections import Counter

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.spellings import meant, with_value
from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.lesson import Choose, Exercise, Tell
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Misread, Nearly, Told
from tensorlab.course.taking.open_choice import OpenChoice, OpenTelling
from tensorlab.course.taking.open_exercise import OpenExercise
from tensorlab.workspace.lesson_actions import new_session
from tests.course import typed_forms
from tests.course.examine_answers import Truth

FORMS = ("complete", "order", "find", "choose", "tell")
TYPED = {"complete": typed_forms.filled, "order": typed_forms.ordered}


def questions(kinds):
    """Yield the questions of some forms with the programs before them."""
    for lesson in Library().lessons:
        for number, step in enumerate(lesson.steps):
            for block in step:
                kind = kind_of(block)
                if kind in kinds:
                    yield lesson, kind, block, lesson.programs_before(number, until=block)


def kind_of(block):
    """Return the form of a question."""
    match block:
        case Exercise():
            return block.kind
        case Choose():
            return "choose"
        case Tell():
            return "tell"
    return ""


def examined(kind, block, programs):
    """Yield each text, what should come of it, and what came of it."""
    if kind == "choose":
        yield from choices(block)
    elif kind == "tell":
        yield from tellings(block)
    else:
        yield from exercised(kind, block, programs)


def choices(block):
    """Yield what comes of a choice."""
    options = OpenChoice("test", block, Progress(None), None).options
    for text, due in dict(typed_forms.chosen(options, block.right)).items():
        question = OpenChoice("test", block, Progress(None), None)
        yield text, due, came_of(question.answer(text))


def tellings(block):
    """Yield which ideas are found in a sentence."""
    for text, places in typed_forms.told(block.ideas, block.model):
        due = tuple(idea[0] for place, idea in enumerate(block.ideas) if place in places)
        event = next(OpenTelling("test", block, Progress(None), None).answer(text))
        yield text, due, event.named if isinstance(event, Told) else "open"
    for text in (*typed_forms.NOTHING, "", "hm"):
        event = next(OpenTelling("test", block, Progress(None), None).answer(text))
        yield text, "open", "open" if isinstance(event, Misread) else "told"


def exercised(kind, block, programs):
    """Yield what comes of letters, lines, blanks and numbers."""
    truth, known = Truth(block, programs), {}
    numbers = typed_forms.numbered if kind == "find" else lambda block: ()
    pairs = dict(numbers(block))
    typed = typed_forms.mended if kind == "find" else TYPED[kind]
    for text, program in typed(block):
        pairs.setdefault(text, "open" if program == "open" else ("asks", program))
    for text, due in pairs.items():
        expected = due
        if isinstance(due, tuple):
            expected = truth.of(with_value(meant(due[1])) or meant(due[1]))
        bench = Bench(new_session, programs)
        if block.setup:
            bench.run(block.setup)
        question = OpenExercise("test", block, Progress(None), new_session, programs, bench)
        question.checker.known = known
        yield text, expected, came_of(question.answer(text))


def came_of(events):
    """Return right or wrong, or open where something else came of an answer."""
    events = list(events)
    verdict = next((event for event in events if isinstance(event, Verdict)), None)
    if verdict is not None:
        return "right" if verdict.right else "wrong"
    return "open" if isinstance(events[0], Misread | Nearly) else type(events[0]).__name__


def main(*kinds):
    """Examine all forms, or some."""
    tally, false = Counter(), 0
    for lesson, kind, block, programs in questions(
        kinds or ("complete", "order", "find", "choose", "tell")
    ):
        for text, due, came in examined(kind, block, programs):
            tally[kind] += 1
            if due != came and due not in {"near", "empty"}:
                false += "open" not in (due, came)
                word = "other" if "open" in (due, came) else "FALSE"
                print(word, due, came, lesson.name, block.item, repr(text), flush=True)
    print(sum(tally.values()), "answers;", false, "false verdicts;", dict(tally))


if __name__ == "__main__":
    main(*sys.argv[1:])
