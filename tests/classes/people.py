"""Made-up learners of a class, who answer rightly, wrongly, or not at all."""

import json

from tensorlab.assignments.hand_in import Done, hand_in_text
from tensorlab.assignments.taking import asking_only, own_question
from tensorlab.classes.kept import read_assignment
from tests.course.walk import right_answer

WRONG = {"Predict": "(97, 89)", "Exercise": "torch.zeros(97)", "Choose": "z", "Tell": "x"}
TIME = "2026-11-20T10:{:02}:{:02}+00:00"


def assignment(folder, text):
    """Write an assignment and read it."""
    file = folder / "class.toml"
    file.write_text(text, encoding="utf-8")
    return read_assignment(str(file))


def asked(given):
    """Every question of an assignment, as lesson and id."""
    return [(part.lesson.name, item) for part in given.parts for item in part.questions]


def right(given, learner, lesson, item):
    """The right answer with the learner's own numbers, and what stands for the question."""
    part = next(each for each in given.parts if each.lesson.name == lesson)
    own, programs = own_question(part, asking_only(part.lesson, part.questions), item, learner)
    return right_answer(own, programs), own


def done(given, learner, lesson, item, plan="r", at=0):
    """What a learner does at a question: r answers rightly, w wrongly, h takes a hint, s skips."""
    answer, own = right(given, learner, lesson, item)
    found = []
    for number, letter in enumerate(plan):
        text = {"r": answer, "w": WRONG[type(own).__name__]}.get(letter, "")
        action = {"h": "hint", "s": "skip"}.get(letter, "answer")
        told = {"r": True, "w": False}.get(letter)
        time = TIME.format((at + number) // 60 % 60, (at + number) % 60)
        found.append(Done(lesson, item, action, text, told, time, own.content_hash))
    return found


def hand_in(given, learner, plans="r", done_by=done):
    """The text of a hand-in; `plans` is one plan for all questions, or one for each."""
    places = asked(given)
    plans = [plans] * len(places) if isinstance(plans, str) else plans
    lines, at = [], 0
    for (lesson, item), plan in zip(places, plans, strict=True):
        lines += done_by(given, learner, lesson, item, plan, at)
        at += 10
    return hand_in_text(given, learner, lines)


def changed_head(text, **changes):
    """A hand-in with another first line."""
    first, _, rest = text.partition("\n")
    return json.dumps(json.loads(first) | changes) + "\n" + rest
