from typing import get_args

import pytest

import tensorlab
from tensorlab.course.answers import verdicts
from tensorlab.course.misconceptions.diagnosis import known
from tensorlab.course.taking import events
from tensorlab.language.outcome import Failure, Outcome, Span
from tensorlab.render.lessons.lesson import builds_on, parts, view
from tensorlab.render.look.console import plain_text


def shown(event, width=60):
    return plain_text(view(event), width)


def test_every_event_has_a_look():
    for kind in get_args(events.Event):
        assert parts.dispatch(kind) is not parts.dispatch(object), kind


def test_a_program_is_shown_as_it_would_be_typed_with_its_value_below():
    ran = events.Ran("x = 1\nfor i in range(2):\n    x += i\nx", Outcome(2, has_value=True))
    assert shown(ran).strip("\n") == (
        "  >>> x = 1\n  >>> for i in range(2):\n  ...     x += i\n  >>> x\n  2"
    )


def test_for_the_ear_a_value_is_told_in_words(monkeypatch):
    monkeypatch.setenv("TENSORLAB_A11Y", "1")
    value = tensorlab.tensor([[1, 2]])
    text = shown(events.Ran("a", Outcome(value, has_value=True)))
    assert text.strip("\n") == "  >>> a\n  1 by 2, int64. Row 0: 1, 2."


def test_an_error_that_is_the_point_is_shown_with_its_place():
    failure = Failure("RuntimeError", "no", Span(1, 0, 1, 5), "a @ b")
    text = shown(events.Ran("a @ b", Outcome(failure=failure), fails=True))
    assert text.strip("\n") == "  >>> a @ b\n  RuntimeError: no\n    a @ b\n    ^^^^^"


def test_a_question_says_what_may_be_typed():
    asked = events.Asked("q", "predict", "What is the **shape**?", "a @ b", "a shape", "shape")
    assert shown(asked).split("\n")[-2:] == ["What is the shape?", "Type a shape."]


def test_a_right_answer_claims_no_more_than_was_compared():
    verdict = verdicts.Verdict("q", right=True, checked=("value", "shape", "dtype"))
    assert shown(verdict) == "\u2713 Right. Compared: value, shape, dtype."


def test_a_wrong_answer_tells_the_reason_the_element_and_the_idea():
    verdict = verdicts.Verdict(
        "q",
        right=False,
        checked=("shape",),
        reasons=(verdicts.Reason("shape", "(2,)", "(3,)", "The shape is (2,)."),),
        difference=verdicts.Difference((0, 1), "3", "4"),
        misconception=verdicts.Misconception("dim-is-kept", "`dim` disappears."),
    )
    assert shown(verdict) == (
        "\u2717 Not quite.\nThe shape is (2,).\n"
        "The first difference is at [0, 1]: 4, where 3 belongs.\ndim disappears."
    )


def test_an_error_that_stands_above_is_not_said_again():
    failure = Failure("RuntimeError", "no such shape", Span(1, 0, 1, 5), "a @ b")
    reason = verdicts.Reason("error", "an answer", "RuntimeError", "It is an error: no such shape")
    verdict = verdicts.Verdict("q", False, ("error",), (reason,))
    assert shown(verdict).endswith("It is an error: no such shape")
    ran = tensorlab.frozen.replace(verdict, outcome=Outcome(failure=failure))
    assert shown(ran).count("no such shape") == 1


def test_what_an_error_says_is_not_said_again_by_the_idea_that_it_contradicts():
    failure = Failure("IndexError", "index 3 ...", Span(1, 0, 1, 5), "a[3]", code="TL040")
    own = verdicts.Misconception("not-there", "Places end at 2.")
    for idea, said in ((known("not-there"), False), (own, True), (known("off-by-one"), True)):
        verdict = verdicts.Verdict(
            "q", False, ("error",), (), None, idea, None, Outcome(failure=failure)
        )
        assert (idea.sentence in shown(verdict, 200)) is said


def test_the_numbers_for_which_an_answer_fails_stand_before_what_it_gives_there():
    reason = verdicts.Reason("shape", "(2,)", "(3,)", "The shape is (2,).")
    verdict = verdicts.Verdict("q", False, ("shape",), (reason,), counterexample="n = 6")
    assert shown(verdict).split("\n")[1:] == [
        "It also has to be right for", "  n = 6", "The shape is (2,).",
    ]  # fmt: skip


def test_the_end_counts_what_was_right_and_skipped():
    text = shown(events.Finished("matmul", 3, 1, 5, ("bmm",)))
    assert "3 of 5 questions right, 1 skipped." in text
    assert "tensorlab lesson bmm" in text


def test_one_blank_line_stands_between_what_begins_something_new():
    ran = events.Ran("1", Outcome(1, has_value=True))
    asked = events.Asked("q", "exercise", "Do it.", "x = 1", "an expression", code="a  x")
    words = events.Prose("Some words.")
    for happened in ([words, ran, words, asked], [ran, asked], [asked], [ran, ran, words]):
        text = "\n".join(shown(event) for event in (events.StepBegan(1, 2), *happened))
        assert "\n\n\n" not in text
        assert text.split("\n\n")[0].startswith("\nStep 1 of 2  ")


@pytest.mark.parametrize("width", [20, 40, 80])
def test_words_keep_within_the_window(width):
    prose = events.Prose("# A title\n\nSome words that go on and on, with `code` in them.\n\n- one")
    assert max(map(len, shown(prose, width).split("\n"))) <= width


def test_what_a_lesson_builds_on_is_a_row_of_names():
    line = next(iter(builds_on(("exp", "reductions", "gather"))))
    assert line.plain.startswith("This lesson builds on exp, reductions and gather: ")
