import random
import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from tensorlab.course.answers.verdicts import Verdict
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.due import DAYS, Due, answered, due, when
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord
from tensorlab.course.progress.review import making, review_of
from tensorlab.course.progress.standing import standing, weaknesses
from tensorlab.course.setups.fresh import asks_the_same, other_elements, other_lengths, rewritten
from tensorlab.course.taking.events import (
    Answer,
    Asked,
    Explained,
    Finished,
    Next,
    Prose,
    Ran,
    Skip,
)
from tensorlab.course.taking.machine import LessonRun
from tensorlab.frozen import replace
from tensorlab.process.lifecycle import ExitCode
from tensorlab.repl import lesson_start
from tensorlab.repl.lesson_start import review, show_progress
from tensorlab.workspace.lesson_actions import following, new_session, ways_on

LESSON = """```run
a = torch.tensor([[1, 2], [3, 4]])
a.shape
```
```predict value id=sum
a[0, 1] + 5
---
why: 2 and 5.
wrong: 6
reveals: counts-from-one
```
```exercise id=rows
task: Add up each row.
vary:
  n = size(1, 4)
  m = ints(n, 3)
solution: m.sum(dim=1)
```
"""
NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)


def record(state, box, days_ago, content_hash="h"):
    last = (NOW - timedelta(days=days_ago)).isoformat()
    return ItemRecord(content_hash, state, attempts=1, last=last, box=box)


def progress_with(lesson, **records):
    progress = Progress(None)
    hashes = {question.item: question.content_hash for question in lesson.questions}
    for item, (state, box, days_ago) in records.items():
        progress.answered(lesson.name, item, record(state, box, days_ago, hashes[item]))
    return progress


def items(questions):
    return [each.question.item for each in questions]


def test_what_was_missed_is_due_at_once_and_what_was_right_after_some_days(lesson_of):
    lesson = lesson_of(LESSON)
    progress = progress_with(lesson, sum=("wrong", 0, 0), rows=("right", 1, 0))
    assert items(due([lesson], progress, NOW)) == ["sum"]
    assert items(due([lesson], progress, NOW + timedelta(days=DAYS[1]))) == ["sum", "rows"]


def test_a_question_is_due_from_the_moment_on_at_which_its_days_are_over(lesson_of):
    lesson = lesson_of(LESSON)
    progress = progress_with(lesson, rows=("right", 2, 0))
    moment = when(record("right", 2, 0))
    assert items(due([lesson], progress, moment)) == ["rows"]
    assert not due([lesson], progress, moment - timedelta(seconds=1))
    times = [when(record("right", box, 0)) for box in (*range(len(DAYS)), 99)]
    assert [(each - times[0]).days for each in times] == [*DAYS, DAYS[-1]]


def test_ideas_that_came_up_most_come_first_until_they_are_overcome(lesson_of):
    lesson = lesson_of(LESSON)

    def met(box, *ideas):
        known = replace(record("wrong", box, 0), misconceptions=ideas)
        return Due(lesson, 0, lesson.questions[0], known)

    found = weaknesses([met(0, "once"), met(1, "twice"), met(0, "twice"), *[met(2, "gone")] * 3])
    assert [(each.idea, each.times) for each in found] == [("twice", 2), ("once", 1)]


def test_each_day_on_which_it_is_right_puts_it_further_away():
    first = record("right", 1, 10)
    assert first.after(record("right", 1, 10)).box == 1
    assert first.after(record("right", 1, 5)).box == 2
    assert first.after(record("wrong", 0, 5)).box == 0
    assert first.after(record("wrong", 0, 5)).after(record("right", 1, 2)).box == 1


def start_review(lesson, progress):
    review, written = review_of(due([lesson], progress, NOW), progress, new_session)
    run = LessonRun(review, new_session, written)
    return run, run.start()


def test_a_review_asks_with_fresh_numbers_and_shows_what_the_names_stand_for(lesson_of):
    lesson = lesson_of(LESSON)
    progress = progress_with(lesson, sum=("wrong", 0, 9), rows=("right", 1, 9))
    run, events = start_review(lesson, progress)
    asked = next(event for event in events if isinstance(event, Asked))
    assert "a = torch.tensor(" in asked.source
    assert "[[1, 2], [3, 4]]" not in asked.source
    assert "a.shape" not in asked.source
    run.send(Skip())
    asked = next(event for event in run.send(Next()) if isinstance(event, Asked))
    assert asked.source.startswith("m = torch.tensor(")
    assert asked.source != lesson.questions[1].setup
    verdict = next(e for e in run.send(Answer("m.sum(1)")) if isinstance(e, Verdict))
    assert verdict.right


def test_a_review_asks_nothing_whose_answer_is_known_from_before(lesson_of):
    def asked(numbers):
        return lesson_of(f"```predict value\ntorch.tensor({numbers}).sum()\n```").questions[0], ()

    assert asks_the_same(asked([1, 2]), asked([4, 2]), new_session)
    assert not asks_the_same(asked([1, 2]), asked([2, 1]), new_session)


def test_a_row_of_numbers_may_come_back_longer_or_shorter(lesson_of):
    def asked(end):
        return lesson_of(f"```predict value\ntorch.arange(1, {end})\n```").questions[0], ()

    assert asks_the_same(asked(4), asked(6), new_session)
    assert not asks_the_same(asked(4), asked(12), new_session)


@pytest.mark.parametrize("seed", range(12))
def test_fresh_numbers_differ_where_the_lessons_do_and_stand_in_rows(seed):
    chance = random.Random(seed)  # noqa: S311  the same again for one seed
    table = "of_the_first_week_and_of_the_second = torch.tensor([[1, 2, 3], [4, 5, 1]])"
    numbers = re.findall(r"\d+", rewritten(table, "value", other_elements(chance)))
    assert len(set(numbers)) == 5
    assert numbers[0] == numbers[-1]
    rows = rewritten(table, "shape", other_lengths(chance)).splitlines()
    assert max(map(len, rows)) <= 72
    assert len(rows) == 1 or max(row.count(",") for row in rows) <= 5


def test_numbers_that_were_typed_are_no_reason(lesson_of):
    lesson = lesson_of("```predict value id=cell\na = torch.tensor([[1, 2], [3, 4]])\na[0, 1]\n```")
    run, _ = start_review(lesson, progress_with(lesson, cell=("wrong", 0, 9)))
    events = run.send(Answer("1000"))
    assert not any(isinstance(event, Explained) for event in events)
    assert any(isinstance(event, Ran) for event in events)


def test_a_wrong_answer_in_a_review_is_explained_with_its_reason(lesson_of):
    lesson = lesson_of(LESSON)
    run, _ = start_review(lesson, progress_with(lesson, sum=("wrong", 0, 9)))
    events = run.send(Answer("1000"))
    told = next(event for event in events if isinstance(event, Explained))
    assert told.explanation is not None
    assert not any(isinstance(event, Ran) for event in events)
    assert "[[1, 2], [3, 4]]" in events[-1].markdown
    assert events[-1].markdown.endswith("2 and 5.")


def test_a_right_answer_in_a_review_is_not_explained(lesson_of):
    lesson = lesson_of(LESSON)
    run, _ = start_review(lesson, progress_with(lesson, sum=("wrong", 0, 9)))
    events = run.send(Answer(str(run.question.reality()[0])))
    assert not any(isinstance(event, Explained | Prose) for event in events)


class Days:
    """A clock that is put forward by hand."""

    def __init__(self):
        self.time = NOW

    def __call__(self):
        return self.time

    def pass_by(self, days):
        self.time += timedelta(days=days)


def taken(lesson, progress, *answers, among=()):
    """Take a lesson with these answers, whatever is left being skipped, and return its end."""
    run, left = LessonRun(lesson, new_session, progress, among or (lesson,)), list(answers)
    run.start()
    while run.ending is None:
        if run.waiting == "answer":
            run.send(Answer(left.pop(0)) if left else Skip())
        else:
            run.send(Next())
    return run


def test_the_next_day_brings_back_what_was_missed_and_what_was_right(lesson_of):
    lesson, clock = lesson_of(LESSON), Days()
    progress = Progress(None, clock)
    ending = taken(lesson, progress, "6", "m.sum(1)").ending
    assert (ending.right, ending.missed, ending.returns) == (1, 1, (1, 2))
    assert items(due([lesson], progress)) == ["sum"]
    clock.pass_by(days=1)
    assert items(due([lesson], progress)) == ["sum", "rows"]
    review, written = review_of(due([lesson], progress), progress, new_session)
    run = LessonRun(review, new_session, written, [lesson])
    run.start()
    run.send(Answer(str(run.question.reality()[0])))
    run.send(Next())
    run.send(Answer("m.sum(1)"))
    ending = run.send(Next())[0]
    assert (ending.right, ending.missed, ending.returns) == (2, 0, (1, 1))
    clock.pass_by(days=1)
    assert items(due([lesson], progress)) == ["sum"]
    clock.pass_by(days=2)
    assert items(due([lesson], progress)) == ["sum", "rows"]


def test_a_review_of_some_says_how_many_more_are_due_today(lesson_of):
    lesson, clock = lesson_of(LESSON), Days()
    progress = Progress(None, clock)
    taken(lesson, progress, "6", "m.sum(1)")
    clock.pass_by(days=1)
    review, written = review_of(due([lesson], progress)[:1], progress, new_session)
    assert taken(review, written, among=[lesson]).ending.returns == (0, 1)


def test_weak_ideas_come_first_and_lessons_take_turns():
    first, second = Library().lessons[:2]
    progress = Progress(None)
    for number, lesson in enumerate((first, second)):
        for place, question in enumerate(lesson.questions[:3]):
            known = record("wrong", 0, 9 - number, question.content_hash)
            ideas = ("dim-is-kept",) if (number, place) == (1, 2) else ()
            progress.answered(lesson.name, question.item, replace(known, misconceptions=ideas))
    names = [each.lesson.name for each in due([first, second], progress, NOW)]
    assert names == [second.name, first.name, second.name, first.name, second.name, first.name]
    assert due([first, second], progress, NOW)[0].question == second.questions[2]


def test_one_key_repeats_what_was_missed_and_then_leads_on():
    lessons, progress = Library().lessons[:3], Progress(None)
    run = taken(lessons[0], progress, "9", among=lessons)
    count = len(lessons[0].questions)
    assert ways_on(run).startswith(f"Enter repeats what you missed ({count}); next begins")
    again = following(run, "")
    assert again.lesson.name == "review"
    assert following(run, "next").lesson.name == lessons[1].name
    assert following(run, "quit") is None
    assert following(run, "a.shape") is run
    again.start()
    while again.ending is None:
        again.send(Skip() if again.waiting == "answer" else Next())
    assert isinstance(again.ending, Finished)
    assert following(again, "next").lesson.name == lessons[1].name


def test_what_is_shown_in_a_review_ends_with_no_line_that_only_looks():
    assert making("a = 1\nb = a\na @ b") == "a = 1\nb = a"
    assert making("torch.manual_seed(0)\nx = torch.rand(2)\nprint(x)") == (
        "torch.manual_seed(0)\nx = torch.rand(2)"
    )


def test_an_answer_in_a_review_counts_for_the_lesson_it_is_from(lesson_of):
    lesson = lesson_of(LESSON)
    progress = progress_with(lesson, rows=("wrong", 0, 9))
    run, _ = start_review(lesson, progress)
    run.send(Answer("m.sum(dim=1)"))
    run.send(Next())
    known = progress.lesson(lesson.name)
    assert (known.items["rows"].state, known.items["rows"].attempts) == ("right", 2)
    assert known.finished == ""
    assert "review" not in progress.records


def test_every_shipped_question_can_come_back():
    lessons = Library().lessons
    progress = Progress(None)
    for lesson in lessons[::6]:
        for question in lesson.questions:
            progress.answered(
                lesson.name, question.item, record("wrong", 0, 9, question.content_hash)
            )
    known = answered(lessons, progress)
    for number in range(0, len(known), 8):
        review, written = review_of(known[number : number + 8], progress, new_session)
        run = LessonRun(review, new_session, written)
        run.start()
        while run.waiting != "end":
            assert run.waiting == "answer"
            run.send(Skip())
            run.send(Next())


def test_a_standing_counts_what_is_done_due_and_weak(lesson_of):
    lesson = lesson_of(LESSON)
    run = LessonRun(lesson, new_session, Progress(None))
    run.start()
    run.send(Next())
    run.send(Answer("6"))
    stands = standing([lesson], run.progress)
    assert (stands.right, stands.missed, stands.due, stands.begun) == (0, 1, 1, ("test",))
    assert [(weak.idea, weak.times) for weak in stands.weak] == [("counts-from-one", 1)]
    stands = standing([lesson], progress_with(lesson, sum=("right", 1, 0), rows=("wrong", 0, 0)))
    assert (stands.questions, stands.right, stands.missed) == (2, 1, 1)


def test_a_lesson_that_is_begun_anew_is_forgotten(lesson_of):
    lesson = lesson_of(LESSON)
    progress = progress_with(lesson, rows=("wrong", 0, 9))
    progress.restart(lesson.name)
    assert answered([lesson], progress) == []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (review, ExitCode.FINE),
        (partial(show_progress, "reductions"), ExitCode.FAILED),
    ],
)
def test_a_progress_that_cannot_be_read_is_told_and_not_forgotten(
    command, code, tmp_path, monkeypatch, capsys
):
    path = tmp_path / "progress.json"
    path.write_text('{"schema": 99}')
    monkeypatch.setattr(lesson_start, "saved_progress", lambda learner: Progress(path))
    assert command() == code
    told = capsys.readouterr().err
    assert "written by a newer tensorlab" in told
    assert "starts again" not in told
    assert path.read_text() == '{"schema": 99}'
