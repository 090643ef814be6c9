"""A stream of programs: in order, each for itself, whatever becomes of one."""

import json

import pytest

from tensorlab.batch import Budget, Job, answer, answers
from tensorlab.batch.supervisor import Supervisor, Worker


def line(program, **more):
    return json.dumps({"program": program, **more})


def told(lines, **settings):
    return [json.loads(each) for each in answers(lines, **settings)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_order_with_the_numbers_of_their_lines(jobs):
    lines = [line(f"{n} * 2", name=f"n{n}") if n % 5 else "\n" for n in range(300)]
    found = told(lines, jobs=jobs)
    assert [(each["line"], each["name"], each["value"]) for each in found] == [
        (n + 1, f"n{n}", 2 * n) for n in range(300) if n % 5
    ]


def test_no_program_knows_of_another():
    found = told(
        [
            line("x = 1\ntorch.set_default_dtype(torch.float64)\ntorch.set_printoptions(1)\nx"),
            line("x"),
            line("torch.tensor([1 / 3])", format="text"),
            line("import random\nrandom.seed(1)\ntorch.manual_seed(1)"),
            line("torch.initial_seed()"),
        ]
    )
    assert found[1]["error"]["type"] == "NameError"
    assert found[2]["text"] == "tensor([0.3333])"
    assert found[4]["value"] != 1


def test_a_seed_is_torchs():
    rolled = [line("torch.rand(2)", seed=0, format="text")] * 2
    assert [each["text"] for each in told(rolled)] == ["tensor([0.4963, 0.7682])"] * 2


def test_forms_tell_more_or_less():
    program = "print('said')\ntorch.ones(2)"
    facts, text, printed = (
        told([line(program, format=form)])[0] for form in ("json", "text", "printed")
    )
    assert facts["shape"] == [2]
    assert facts["value"] == [1.0, 1.0]
    assert text == {"line": 1, "text": "tensor([1., 1.])", "printed": "said\n", "status": 0}
    assert printed == {"line": 1, "printed": "said\n", "status": 0}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("not JSON", "not JSON"),
        ("[1]", "not an object with a program"),
        ('{"program": 1}', "'program' must be a string"),
        ('{"program": "1", "other": 1}', "'other' is none of"),
        ('{"program": "1", "format": "html"}', "'format' must be one of"),
        ('{"program": "1", "seed": true}', "'seed' must be a whole number"),
        ('{"program": "1", "limits": {"time": 0}}', "must be a number above 0"),
        ('{"program": "1", "limits": {"cpu": 1}}', "not 'cpu'"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_line_says_what_is_wrong(given, words):
    bad, good = told([given, line("1")])
    assert bad["error"]["type"] == "UsageError"
    assert words in bad["error"]["message"]
    assert good["value"] == 1


def test_a_limit_stops_one_program_only():
    found = told(
        [line("while True: pass", limits={"time": 0.2}), line("torch.ones(10**12)"), line("1")]
    )
    assert [each.get("error", {}).get("limit") for each in found] == ["time", "memory", None]


def test_a_line_cannot_raise_a_limit():
    (found,) = told([line("while True: pass", limits={"steps": 10**9})], budget=Budget(steps=1000))
    assert found["error"]["limit"] == "steps"


def test_a_process_that_is_killed_takes_one_answer_with_it(monkeypatch):
    killed = []
    listen = Supervisor.listen

    def listen_to_the_dying(self):
        if len(killed) == 1:
            self.process.kill()
        killed.append(self.process)
        return listen(self)

    monkeypatch.setattr(Supervisor, "listen", listen_to_the_dying)
    stuck = line("print(1)\nwhile True: pass", name="stuck", limits={"time": 60})
    found = told([line("1"), stuck, line("2")], budget=Budget(seconds=60, steps=None))
    assert [each.get("value") for each in found] == [1, None, 2]
    assert found[1]["name"] == "stuck"
    assert found[1]["error"]["type"] == "KilledError"
    assert killed[1] is not killed[2]


def test_a_process_that_does_not_answer_is_ended(monkeypatch):
    monkeypatch.setattr("tensorlab.batch.supervisor.GRACE", 0.1)
    asleep = Worker(("-c", "import time; print(flush=True); time.sleep(60)"))
    supervisor = Supervisor(Budget(seconds=0.1), asleep)
    (found,) = supervisor.answers([(7, line("1", name="late"))])
    assert '"line": 7, "name": "late"' in found
    assert '"limit": "time"' in found


def test_the_time_of_a_program_begins_when_its_process_is_there(monkeypatch):
    monkeypatch.setattr("tensorlab.batch.supervisor.GRACE", 0.1)
    slow = Worker(("-c", "import os, time; time.sleep(1); os.write(1, b'\\nanswer\\n')"))
    assert list(Supervisor(Budget(seconds=0.1), slow).answers([(1, line("1"))])) == ["answer"]


def test_reading_stays_near_what_was_answered():
    read = 0

    def many():
        nonlocal read
        for n in range(10**6):
            read = n
            yield line(str(n))

    stream = answers(many())
    for _ in range(10):
        next(stream)
    stream.close()
    assert read < 500


def test_hints_are_given_where_they_are_wanted():
    program = "torch.ones(2, 3) @ torch.ones(2, 3)"
    assert not answer(Job(program))["error"]["repairs"]
    assert answer(Job(program, hints=True))["error"]["repairs"]
