"""A stream is answered as it arrives: nobody who waits for an answer waits for the end."""

import json
import subprocess
import sys
import threading
from queue import SimpleQueue

import pytest

from tensorlab.batch import answers
from tensorlab.batch.stream import Arrivals, in_order


def program(text, **more):
    return json.dumps({"program": text, **more})


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_caller_that_waits_for_each_answer_gets_it(jobs):
    heard = SimpleQueue()

    def conversation():
        yield program("0")
        for number in range(1, 4):
            assert json.loads(heard.get(timeout=60))["value"] == number - 1
            yield program(f"{number}")

    found = []
    for answer in answers(conversation(), jobs=jobs):
        found.append(json.loads(answer)["value"])
        heard.put(answer)
    assert found == [0, 1, 2, 3]


def test_a_process_answers_through_pipes_line_by_line():
    command = [sys.executable, "-m", "tensorlab", "batch", "--jobs", "2"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        for status in (3, 0, 1):
            process.stdin.write(program(f"import sys; sys.exit({status})") + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["status"] == status
        process.stdin.close()
        assert process.stdout.read() == ""


def test_what_has_arrived_is_given_away_together_and_no_more_is_waited_for():
    more = threading.Event()

    def lines():
        yield from ["a", "", "b", "c"]
        more.wait(60)
        yield "d"

    arrivals = Arrivals(lines(), 10)
    parts = arrivals.parts(2)
    taken = next(parts)
    while sum(map(len, [taken])) < 3 and taken[-1][1] != "c":
        taken += next(parts)
    assert taken == [(1, "a"), (3, "b"), (4, "c")]
    more.set()
    assert list(parts) == [[(5, "d")]]


def test_no_more_is_read_than_may_wait():
    read = []

    def lines():
        for number in range(1000):
            read.append(number)
            yield str(number)

    stream = in_order(lines(), lambda part: iter([text for _, text in part]), 4, 2)
    assert [next(stream) for _ in range(5)] == ["0", "1", "2", "3", "4"]
    stream.close()
    assert len(read) <= 5 + 4 * 2 + 1


def test_a_failure_to_read_is_the_callers():
    def lines():
        yield "a"
        raise OSError("gone")

    stream = in_order(lines(), lambda part: iter([text for _, text in part]), 4, 2)
    assert next(stream) == "a"
    with pytest.raises(OSError, match="gone"):
        next(stream)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("1", 0), ("1 / 0", 1), ("import sys; sys.exit(7)", 7), ("exit(10**30)", 255),
        ("raise SystemExit('no')", 1), ("while True: pass", 1),
    ],
)  # fmt: skip
def test_an_answer_has_the_status_of_a_process(text, status):
    (answer,) = answers([program(text, limits={"steps": 1000})])
    assert json.loads(answer)["status"] == status


def test_what_a_program_ends_with_is_among_its_notices():
    (answer,) = answers([program("import sys; sys.exit('done')")])
    assert json.loads(answer) == {"line": 1, "notices": ["done"], "status": 1}


def test_a_line_that_cannot_be_followed_has_the_status_of_wrong_usage():
    (answer,) = answers(['{"programme": "1"}'])
    assert json.loads(answer)["status"] == 2
