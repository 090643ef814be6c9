import difflib

from tensorlab.course.misconceptions.edits import RULES
from tests.course.edits import TEXT, written


def test_each_idea_makes_of_a_program_what_is_on_record():
    before, now = TEXT.read_text(encoding="utf-8").splitlines(), written().splitlines()
    changed = list(difflib.unified_diff(before, now, lineterm="", n=1))
    assert not changed, "\n".join(["is it meant? python -m tests.course.edits", *changed[:40]])


def test_every_idea_is_shown_on_a_program():
    shown = {line.partition(":")[0].strip() for line in TEXT.read_text("utf-8").splitlines()}
    assert {rule.idea for rule in RULES} <= shown
