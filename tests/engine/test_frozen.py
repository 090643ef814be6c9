import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import tensorlab
from tensorlab.frozen import NOTHING, Frozen, asdict, replace


class Point(Frozen, apart=("note",)):
    x: int
    y: int = 0
    note: str = ""


class Named(Point):
    name: str = "P"
    inner: Mapping[str, Point] = NOTHING
    spelled: Callable[[int], str] = lambda number: str(number)


def test_fields_are_given_in_order_or_by_name():
    assert repr(Point(1, note="n")) == "Point(x=1, y=0, note='n')"
    assert Named(1, 2, "n", "Q") == Named(x=1, y=2, note="n", name="Q")
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), ((1, 2, "", 4), {}), ((1,), {"x": 2}), ((1,), {"z": 2})]
)
def test_what_is_missing_twice_or_unknown_is_refused(given, named):
    with pytest.raises(TypeError, match="Point takes x, y, note, not"):
        Point(*given, **named)


def test_records_never_change():
    point = Point(1)
    with pytest.raises(AttributeError, match="never changes"):
        point.x = 2
    with pytest.raises(AttributeError, match="never changes"):
        del point.x
    assert replace(point, y=5) == Point(1, 5)


def test_records_are_equal_by_class_and_by_the_fields_that_count():
    assert Point(1, note="a") == Point(1, note="b")
    assert len({Point(1, note="a"), Point(1, note="b"), Point(2)}) == 2
    assert Point(1) != Named(1)


def test_a_function_as_default_is_a_value():
    assert Named(1).spelled(7) == "7"


def test_records_within_become_dictionaries():
    given = asdict([Named(1, inner={"a": Point(2)})])[0]
    assert given["inner"] == {"a": {"x": 2, "y": 0, "note": ""}}


def test_records_are_not_replaced_as_dataclasses():
    folder = Path(tensorlab.__file__).parent
    texts = {file: file.read_text("utf-8") for file in folder.rglob("*.py")}
    both = re.compile(r"^from dataclasses import .*\b(replace|asdict)\b", re.MULTILINE)
    own = re.compile(r"^@dataclass|\.configuration\b", re.MULTILINE)  # these are dataclasses
    found = [file for file, text in texts.items() if both.search(text) and not own.search(text)]
    assert found == []
