"""An assignment is read, or its mistakes are told with their lines."""

import pytest

from tensorlab.assignments.taking import asking_only, own_question, varies
from tensorlab.classes.kept import assignment_of
from tensorlab.classes.preparing import new
from tensorlab.process.lifecycle import WrongUsageError
from tests.classes.conftest import CLASS


def faults(folder, text):
    file = folder / "class.toml"
    file.write_text(text, encoding="utf-8")
    found = assignment_of(str(file))[1]
    return [(fault.line, fault.message) for fault in found]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("seed = 7", "sed = 7", 3, "did you mean seed"),
        ("due = 2026-12-01", 'due = "2026-12-01"', 2, "a date such as"),
        ("due = 2026-12-01", "due = 9999-12-31", 2, "a date such as"),
        ("seed = 7", "seed = true", 3, "a whole number"),
        ("seed = 7", "seed = 7\nattempts = 0", 4, "from 1 to"),
        ("points = 2", "points = -1", 9, "from 0 to"),
        ("points = 2", "points = nan", 9, "from 0 to"),
        ("points = 2", f"points = {10**400}", 9, "from 0 to"),
        ('["column", "table"]', "[{a = 1}]", 6, "a list of ids"),
        ('"turned"]', '"turned"]\n[tool]\nx = 1', 11, "no key 'tool'"),
        ('"add"', '"addd"', 5, "add"),
        ('"bill"', '"bil"', 10, "'bil' of matmul"),
        ('"bill"', '"turned"', 10, "asked twice"),
        ('"matmul"', '"mm"\npoints2 = 3', 9, "no key 'points2'"),
        ("[[lessons]]\nname", "[[lessons]]\nnam", 5, "no key 'nam'"),
        ('"Week 1"', '"Week 1', 1, "not TOML"),
        ('questions = ["column", "table"]', "questions = []", 6, "nothing"),
        ("seed = 7", 'course = "absent"', 3, "no folder 'absent'"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path, old, new, line, words):
    (found, *_) = faults(tmp_path, CLASS.replace(old, new, 1))
    assert found[0] == line
    assert words in found[1]


def test_a_table_wins_over_the_file(given):
    first, second = given.parts
    assert (first.points, second.points) == (1, 2)
    assert given.total == 6
    assert first.due == given.due


def test_a_begun_assignment_has_no_faults(tmp_path):
    assert new(str(tmp_path / "week"), "add, mm", None, 'Say "hi"\x7f', "2026-12-01", 3) == 0
    found, none = assignment_of(str(tmp_path / "week" / "class.toml"))
    assert none == []
    assert found.title == 'Say "hi"\x7f'
    assert [part.lesson.name for part in found.parts] == ["add", "matmul"]
    with pytest.raises(WrongUsageError, match="exists"):
        new(str(tmp_path / "week"), "add", None, None, None, None)


def test_numbers_are_the_learners_own_and_the_same_again(given):
    part = given.parts[1]
    lesson = asking_only(part.lesson, part.questions)
    ada, again, ben = (own_question(part, lesson, "bill", name) for name in ("ada", "ada", "ben"))
    assert ada == again
    assert ada != ben
    assert varies(part, lesson, "bill")
