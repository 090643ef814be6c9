from tensorlab.render.look.console import plain_text
from tensorlab.render.look.tables import Pairs


def test_two_columns_wrap_in_the_second():
    rows = Pairs([("a", "one two three four"), ("long", "x")])
    assert plain_text(rows, 20) == "a     one two three\n      four\nlong  x"


def test_names_too_long_for_the_window_stand_above_what_is_said():
    assert plain_text(Pairs([("a-long-name", "one two")]), 16) == "a-long-name\n  one two"


def test_names_that_leave_room_for_what_is_said_stand_beside_it():
    assert plain_text(Pairs([("a-long-name", "one two")]), 20) == "a-long-name  one two"
