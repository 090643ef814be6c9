"""The forms of items: each as it is written in a lesson file, asked, answered right and wrong."""

import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.authoring.linter import check_lesson
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Answer, Asked, Misread, Skip, Told
from tensorlab.course.taking.machine import LessonRun
from tensorlab.language.running.session import Session

COMPLETE = """```complete id=c
task: Add up each row.
vary:
  n = size(1, 4)
  m = ints(n, 3)
code: m.sum(dim={{1}}, keepdim={{True}})
hint: Which one?
```
"""
ORDER = """```order id=o
task: Take the second column.
lines:
  x = torch.arange(6)
  t = x.view(2, 3)
    or: t = x.view(3, 2)
  t[:, 1]
```
"""
FIND = """```find id=f
task: The mean of each row.
vary:
  m = floats(2, 3)
code:
  s = m.sum(dim=1)
  s / m.shape[0]
line: 2
mended: s / m.shape[1]
```
"""
GOLF = """```golf id=g
task: The largest of each row.
vary:
  m = ints(3, 4)
solution: m.amax(1)
```
"""
CHOOSE = """```choose id=w
question: Which one turns `a`?
setup: a = torch.ones(2, 3)
right: `a.T`
wrong: `a.view(3, 2)`
reveals: view-is-transpose
wrong: `a.reshape(-1)`
reveals: flat: One long list.
why: Because.
```
"""
TELL = """```tell id=t
question: Why equal?
model: Each row meets a column pair by pair.
idea: pair | one with one
idea: row
```
"""


@pytest.fixture
def asked(lesson_of):
    def ask(text):
        lesson = lesson_of(text)
        run = LessonRun(lesson, lambda write: Session(write=write), Progress(None))
        events = run.start()
        return run, next(event for event in events if isinstance(event, Asked))

    return ask


def right(run, text):
    verdicts = [event for event in run.send(Answer(text)) if isinstance(event, Verdict)]
    return verdicts[0].right if verdicts else None


@pytest.mark.parametrize("text", [COMPLETE, ORDER, FIND, GOLF, CHOOSE, TELL])
def test_each_form_is_read_checked_asked_and_can_be_skipped(lesson_of, asked, text):
    factory = lambda write: Session(write=write)  # noqa: E731
    assert check_lesson(lesson_of(text), factory) == []
    run, question = asked(text)
    assert question.accepts
    run.send(Skip())
    assert run.waiting == "next"


@pytest.mark.parametrize("answer", ["1; True", "1 True", "1, True", "m.sum(1, True)", "-1;True"])
def test_blanks_are_filled_in_or_the_whole_line_typed(asked, answer):
    run, question = asked(COMPLETE)
    assert question.code == "m.sum(dim=____, keepdim=____)"
    assert right(run, answer)


@pytest.mark.parametrize("answer", ["0; True", "1; False", "m.sum()"])
def test_a_wrong_blank_is_wrong(asked, answer):
    run, _ = asked(COMPLETE)
    assert right(run, answer) is False


@pytest.mark.parametrize("answer", ["1", "1; True; 2"])
def test_too_few_or_too_many_parts_for_the_blanks_are_asked_for_once_more(asked, answer):
    run, _ = asked(COMPLETE)
    assert isinstance(run.send(Answer(answer))[0], Misread)


def letters_of(question, *lines):
    found = {line[3:].strip(): line[0] for line in question.code.split("\n")}
    return [found[line] for line in lines]


def test_lines_are_put_in_order_by_their_letters(asked):
    run, question = asked(ORDER)
    assert len(question.code.split("\n")) == 4
    good = letters_of(question, "x = torch.arange(6)", "t = x.view(2, 3)", "t[:, 1]")
    bad = letters_of(question, "x = torch.arange(6)", "t = x.view(3, 2)", "t[:, 1]")
    assert right(run, " ".join(bad)) is False
    for no_order in ("x y z", "x", good[0], "".join(sorted({*good, *bad}))):
        assert isinstance(run.send(Answer(no_order))[0], Misread)
    assert right(run, ", ".join(good).upper())
    run, _ = asked(ORDER)
    assert right(run, "x = torch.arange(6)\nt = x.view(2,3)\nt[:, 1]")


@pytest.mark.parametrize("answer", ["2", "line 2", "Line 2.", "2nd", "s / m.shape[1]", "s / 3"])
def test_a_mistake_is_found_by_its_line_or_mended(asked, answer):
    run, question = asked(FIND)
    assert question.code == "1  s = m.sum(dim=1)\n2  s / m.shape[0]"
    assert right(run, answer)


def test_a_mistake_may_be_mended_in_another_line(asked):
    run, _ = asked(FIND)
    assert right(run, "s = m.sum(dim=1) * m.shape[0] / 3")
    run, _ = asked(FIND)
    assert right(run, "1") is False
    run, _ = asked(FIND.replace("line: 2", "line: 2, 1"))
    assert right(run, "1")


@pytest.mark.parametrize("answer", ["1", "the first one", "s / m.shape[0] + 0"])
def test_a_line_that_is_right_is_no_mistake(asked, answer):
    run, _ = asked(FIND)
    assert right(run, answer) is False


@pytest.mark.parametrize("answer", ["3", "line 0", "s / m.shape[0]", "2: s / m.shape[0]", "both"])
def test_what_names_no_line_and_mends_none_is_asked_once_more(asked, answer):
    run, _ = asked(FIND)
    assert isinstance(run.send(Answer(answer))[0], Misread)


@pytest.mark.parametrize("answer", ["the last line", "I think line 2.", "2: s / m.shape[1]"])
def test_a_line_is_named_in_words(asked, answer):
    run, _ = asked(FIND)
    assert right(run, answer)


def test_options_that_differ_in_a_point_are_told_apart(asked):
    text = CHOOSE.replace("right: `a.T`", "right: `f(1)`").replace("`a.view(3, 2)`", "`f(1.)`")
    for answer, due in (("f(1)", True), ("`f(1)`.", True), ("f(1.)", False)):
        run, _ = asked(text)
        assert right(run, answer) is due


@pytest.mark.parametrize("answer", ["1", "dim=1", "x.sum(1)", "x.sum(dim=-1)"])
def test_the_line_with_the_blank_or_the_name_before_it_may_be_typed(asked, answer):
    code = "code:\n  x = m\n  x.sum(dim={{1}})"
    run, _ = asked(COMPLETE.replace("code: m.sum(dim={{1}}, keepdim={{True}})", code))
    assert right(run, answer)


def test_golf_takes_any_right_answer_and_tells_its_length(asked):
    run, _ = asked(GOLF)
    events = run.send(Answer("m.max(dim=1).values"))
    assert events[0].right
    assert "9" in events[1].markdown


def test_a_choice_is_made_by_letter_or_by_its_words(asked):
    for answer in ("letter", "`a.T`", "a.T", "a.t"):
        run, question = asked(CHOOSE)
        letter = next(key for key, choice in question.choices if choice == "`a.T`")
        assert right(run, letter if answer == "letter" else answer)
    run, question = asked(CHOOSE)
    (verdict, *_) = run.send(Answer("a.view(3, 2)"))
    assert (verdict.right, verdict.misconception.name) == (False, "view-is-transpose")
    run, _ = asked(CHOOSE)
    assert isinstance(run.send(Answer("hm"))[0], Misread)


def test_own_words_are_held_beside_a_good_answer_and_are_never_wrong(asked):
    run, _ = asked(TELL)
    assert isinstance(run.send(Answer("?"))[0], Misread)
    told = run.send(Answer("every row needs a partner"))[0]
    assert isinstance(told, Told)
    assert (told.named, told.missing) == (("row",), ("pair",))
    assert run.progress.lesson("test").items["t"].state == "right"
