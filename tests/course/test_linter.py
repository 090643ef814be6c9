import pytest

from tensorlab.course.authoring.linter import check_lesson

GOOD = """```run
a = 1
```
```run fails=ZeroDivisionError
a / 0
```
```predict value
a + 1
---
wrong: 11
reveals: glue: Not text.
```
```exercise
task: Add.
setup: b = 2
also: b = 5
solution: a + b
wrong: a * b
reveals: times: You multiplied.
wrong: 3
reveals: numbers-typed: You typed it.
```
"""


def faults(lesson_of, session, body):
    return [(fault.line, fault.message) for fault in check_lesson(lesson_of(body), session)]


def test_a_good_lesson_has_no_faults(lesson_of, session):
    assert faults(lesson_of, session, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("a = 1", "a = x", 7, "the program fails: NameError"),
        ("fails=ZeroDivisionError", "fails=RuntimeError", 10, "but raises ZeroDivisionError"),
        ("a / 0", "a / 1", 10, "should fail with ZeroDivisionError, but it runs"),
        ("a + 1\n", "c = 1\n", 13, "there is nothing to predict"),
        ("a + 1\n", "aa + 1\n", 13, "this is a slip"),
        ("predict value", "predict shape", 13, "there is no shape in 2"),
        ("wrong: 11", "wrong: 2", 16, "is right"),
        ("wrong: 11", "wrong: who", 16, "cannot be read"),
        ("solution: a + b", "solution: a + x", 19, "the solution fails: NameError"),
        ("solution: a + b", "solution: c = a", 19, "the solution gives no value"),
        ("setup: b = 2", "setup: b = x", 19, "set-up 1 fails"),
        ("also: b = 5", "also: b = x", 19, "set-up 2 fails"),
        ("wrong: a * b", "wrong: b + a", 24, "is right under every set-up"),
        (
            "wrong: 3",
            "wrong: b * a",
            26,
            "cannot be distinguished from the wrong answer of 'times'",
        ),
    ],
)
def test_a_fault_is_reported_with_its_line(lesson_of, session, old, new, line, words):
    assert old in GOOD
    found = faults(lesson_of, session, GOOD.replace(old, new, 1))
    assert any(at == line and words in message for at, message in found), found
