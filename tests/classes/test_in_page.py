"""A lesson of an assignment taken in the page gives the hand-in that the terminal gives."""

import io
import json
import sys

import pytest

from tensorlab.assignments.hand_in import as_line, named
from tensorlab.classes.doing import hand_in, take
from tensorlab.classes.judging import graded
from tensorlab.page import answering
from tests.classes.conftest import CLASS
from tests.classes.people import done

PLANS = {"column": "hr", "table": "wr", "bill": "s", "turned": "r"}
LEARNER = "Ada/B."


def ask(do, **details):
    return json.loads(answering.answer(json.dumps({"do": do, **details})))


def typed(given):
    """What the learner does, as lines at the prompt: a prediction's first answer is its last."""
    for part in given.parts:
        for item in part.questions:
            for each in done(given, named(LEARNER), part.lesson.name, item, PLANS[item]):
                yield item, each.answer or each.action


class Browser:
    """What the page keeps: the lines of the work, the records of the lessons."""

    def __init__(self, text):
        self.given = {"text": text, "learner": LEARNER}
        self.work, self.records = "", {}

    def told(self, answer):
        self.work += "".join(f"{line}\n" for line in answer["written"])
        self.records |= answer["records"]
        return answer

    def take(self, lesson, lines):
        answer = self.told(
            ask("take", **self.given, lesson=lesson, work=self.work, records=self.records)
        )
        lines = iter(lines)
        while answer["waiting"] != "end":
            asks = answer["waiting"] == "answer"
            text = next(lines) if asks else ""
            action = "answer" if text not in ("hint", "skip") else text
            answer = self.told(ask("send", text=text, action=action if asks else "next"))


def without_times(text):
    return [{**json.loads(line), "time": ""} for line in text.splitlines()]


@pytest.mark.slow
def test_the_hand_in_is_that_of_the_terminal_and_graded_alike(given, tmp_path, monkeypatch):
    page, in_terminal = Browser(CLASS), tmp_path / "terminal.jsonl"
    for part in given.parts:
        lines = [line for item, line in typed(given) if item in part.questions]
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
        take(str(given.path), named(LEARNER), part.lesson.name, "json", as_list=False)
        page.take(part.lesson.name, lines)
    hand_in(str(given.path), named(LEARNER), str(in_terminal))
    handed = ask("hand_in", **page.given, work=page.work)
    assert handed["name"] == "Ada_B..jsonl"
    assert without_times(handed["text"]) == without_times(in_terminal.read_text())
    found = [graded(given, text) for text in (handed["text"], in_terminal.read_text())]
    for each in found:
        each.pop("last")
        assert not each["flags"]
        for question in each["questions"]:
            question.pop("seconds")
    assert found[0] == found[1]
    assert sum(each["points"] for each in found[0]["questions"]) > 0


def test_the_page_is_told_what_is_done_and_where_a_file_is_wrong(given):
    lines = [as_line(each) for each in done(given, "ada", "add", "column", "r")]
    work = "\n".join(["{damaged", *lines])
    told = ask("assignment", text=CLASS, learner="  ada ", work=work)
    assert told["title"] == "Week 1"
    assert told["learner"] == "ada"
    assert [each["states"] for each in told["lessons"]] == [["right", "missing"], ["missing"] * 2]
    refused = ask("assignment", text=CLASS.replace("add", "ad"), learner="ada", work="")["refused"]
    assert refused.startswith("class.toml:5: There is no lesson 'ad'")
    assert "give the name" in ask("assignment", text=CLASS, learner=" ", work="")["refused"]
    assert "answered nothing" in ask("hand_in", text=CLASS, learner="ada", work="")["refused"]
