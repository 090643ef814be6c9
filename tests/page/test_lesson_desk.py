"""Lessons in the page: the way through one, what is kept, and what cannot be read."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tensorlab.course.lessons.library import Library
from tensorlab.page import answering, lesson_desk


@pytest.fixture(autouse=True)
def _afresh():
    lesson_desk.progress.records = {}
    lesson_desk.runs.clear()


def ask(do, **details):
    return json.loads(answering.answer(json.dumps({"do": do, **details})))


def to_the_first_question():
    answer = ask("lesson", name="matmul", resume=False)
    while answer["waiting"] == "next":
        answer = ask("send", text="", action="next")
    return answer


def kinds(answer):
    return [event["event"] for event in answer["events"]]


def test_a_lesson_is_taken_answered_and_kept():
    asked = to_the_first_question()
    assert kinds(asked)[-1] == "Asked"
    assert asked["events"][-1]["prompt"].startswith("<p>")
    assert kinds(ask("send", text="23")) == ["Nearly"]
    right = ask("send", text="[[23]]")
    assert right["events"][0]["right"] is True
    assert right["records"]["matmul"]["items"]["row-times-column"]["state"] == "right"


def test_what_was_kept_is_taken_over_and_what_is_no_record_is_named():
    to_the_first_question()
    record = ask("send", text="[[23]]")["records"]["matmul"]
    lesson_desk.progress.records = {}
    damaged = {"a": 3, "b": {"schema": 1}, "c": {"schema": 99, **record}, "d": None}
    found = ask("restore", records={"matmul": record, **damaged})
    assert set(found["unreadable"]) >= {"a", "b", "d"}
    resumed = ask("lesson", name="matmul")
    assert resumed["events"][0]["resumed"] is True


def test_numbers_of_a_lesson_can_be_asked_about():
    ask("lesson", name="matmul", resume=False)
    shown = ask("send", text="", action="next")
    outcome = next(each["outcome"] for each in shown["events"] if "outcome" in each)
    assert "tensors" not in outcome
    answer = shown
    while not outcome.get("tensors"):
        answer = ask("send", text="", action="next")
        found = [each["outcome"] for each in answer["events"] if "outcome" in each]
        outcome = found[-1] if found else outcome
    assert ask("why", id=outcome["id"], index=[0, 1])["why"][0]["frames"]


def test_names_of_a_lesson_are_looked_up_and_asked_about():
    to_the_first_question()
    assert ask("send", text="?mm")["aside"]["help"]
    assert ask("send", text=":shapes counts @ prices")["aside"]["table"]
    assert "refused" in ask("send", text=":nothing")


def test_what_is_not_there_is_said():
    assert ask("lesson", name="nowhere") == {"refused": "there is no lesson nowhere"}
    assert ask("send", text="3") == {"refused": "no lesson is open"}


def test_every_lesson_begins():
    for lesson in Library().lessons:
        answer = ask("lesson", name=lesson.name, resume=False)
        assert kinds(answer)[:2] == ["Opened", "StepBegan"], lesson.name


def test_questions_come_back_and_their_records_are_kept(monkeypatch):
    assert ask("review")["refused"].startswith("Nothing is due: questions come back")
    to_the_first_question()
    ask("send", text="[[23]]")
    assert ask("review")["refused"].startswith("Nothing is due today.")
    later = datetime.now(UTC) + timedelta(days=9)
    monkeypatch.setattr(lesson_desk.progress, "clock", lambda: later)
    asked = ask("review")
    assert "Asked" in kinds(asked)
    assert set(asked["records"]) == {"matmul"}
    skipped = ask("send", text="", action="skip")
    assert skipped["records"]["matmul"]["items"]["row-times-column"]["last"].startswith(
        later.date().isoformat()
    )


def test_a_lesson_is_taken_home():
    to_the_first_question()
    ask("send", text="[[23]]")
    program = ask("handout", name="matmul", form="py")
    assert program["name"] == "matmul.py"
    compile(program["text"], program["name"], "exec")
    notebook = json.loads(ask("handout", name="matmul", form="ipynb")["text"])
    assert notebook["nbformat"] == 4
    assert ask("handout", name="matmul", form="doc")["refused"] == "there is no form doc"


def test_marks_in_code_are_no_marks():
    to_the_first_question()
    told = ask("send", text="[[23]]")
    prose = "".join(each.get("markdown", "") for each in told["events"])
    assert "<code>2&#42;4 + 3&#42;5 = 23</code>" in prose
