"""Words that are no answer to what is asked: nothing is counted, and a sentence helps."""

import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.taking.events import Answer, Aside, HintHeld, Misread

ASKED = """```predict value id=q
{}
---
{}why: Because.
```
"""
DECIDES = ASKED.format("2 > 1", "question: Is it so? Type yes or no.\n")
NUMBERS = ASKED.format("[0, 2, 4]", "")
TASK = """```exercise id=q
task: Add up each row.
setup: m = torch.ones(2, 3)
vary:
  n = size(1, 4)
  m = ints(n, 3)
solution: m.sum(dim=1)
```
"""


def said_to(run_of, lesson, text):
    run = run_of(lesson)
    run.start()
    return run.send(Answer(text)), run


@pytest.mark.parametrize("text", ["7", "0", "(2, 3)", "[1, 2]", "perhaps so"])
def test_numbers_are_no_yes_and_no_no(run_of, text):
    (event,), run = said_to(run_of, DECIDES, text)
    assert event == Misread("Type yes or no.")
    assert run.waiting == "answer"


@pytest.mark.parametrize("text", ["yes", "No.", "nope"])
def test_yes_and_no_are_no_numbers(run_of, text):
    (event,), run = said_to(run_of, NUMBERS, text)
    assert isinstance(event, Misread)
    assert run.waiting == "answer"


@pytest.mark.parametrize("text", ["error", "it fails", "yes", "no", "ValueError"])
def test_a_task_is_neither_an_error_nor_a_yes(run_of, text):
    (event,), run = said_to(run_of, TASK, text)
    assert isinstance(event, Misread)
    assert "an expression" in event.text
    assert run.waiting == "answer"


def test_how_numbers_are_arranged_is_said_without_shapes(run_of):
    events, _ = said_to(run_of, NUMBERS, "5")
    verdict = next(event for event in events if isinstance(event, Verdict))
    said = "You typed a single number; the answer is a list of length 3."
    assert [reason.sentence for reason in verdict.reasons] == [said]
    assert verdict.misconception is None or "This is" not in verdict.misconception.sentence


@pytest.mark.parametrize("text", ["error", "yes", "no"])
def test_a_word_where_nothing_is_asked_is_no_program(run_of, text):
    (event,), _ = said_to(run_of, "```run\n1\n```\n\nMore.", text)
    assert isinstance(event, HintHeld)


def test_a_name_of_the_lesson_is_looked_at_whatever_it_is_called(run_of):
    (event,), _ = said_to(run_of, "```run\nerror = 7\n```\n\nMore.", "error")
    assert isinstance(event, Aside)


@pytest.mark.parametrize("what", ["shape", "dtype"])
def test_where_no_decision_is_asked_yes_is_not_taken_for_a_number(run_of, what):
    asked = f"```predict {what} id=q\ntorch.ones(2)\n---\nwhy: Because.\n```\n"
    (event,), run = said_to(run_of, asked, "yes")
    assert event.text.startswith("This is not a yes-or-no question. Type a ")
    assert run.waiting == "answer"
