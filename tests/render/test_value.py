import pytest

import tensorlab as torch
from tensorlab.render.look.console import plain_text
from tensorlab.render.tensors.value import ValueView


def shown(value, width=80):
    return plain_text(ValueView(value), width)


def test_a_tensor_stands_under_its_shape_and_type():
    assert shown(torch.tensor([[1, 2], [3, 4]])) == (
        "shape (2, 2) · dtype int64\ntensor([[1, 2],\n        [3, 4]])"
    )


def test_strides_are_told_where_elements_do_not_lie_in_reading_order():
    first, *_ = shown(torch.tensor([[1, 2], [3, 4]]).t()).split("\n")
    assert first == "shape (2, 2) · dtype int64 · strides (1, 2)"


def test_the_gradient_function_is_told():
    x = torch.tensor([1.0], requires_grad=True)
    assert shown(x * 2).startswith("shape (1,) · dtype float32 · grad_fn MulBackward0\n")


@pytest.mark.parametrize("width", [40, 80])
def test_values_keep_within_the_window(width):
    lines = shown(torch.arange(100.0), width).split("\n")
    assert max(map(len, lines)) <= width


def test_what_is_no_tensor_is_its_own_text():
    assert shown(3) == "3"
    assert shown("a") == "'a'"


def test_a_tuple_of_tensors_tells_the_shape_of_each():
    parts = (torch.tensor([1]), torch.tensor([1.0, 2.0]))
    assert shown(parts).split("\n")[0] == "tuple of 2 · (1,) int64 · (2,) float32"


CONTAINERS = [
    ([1, 2, 3], "[1, 2, 3]"),
    ((4,), "(4,)"),
    (list(range(22)), str(list(range(22)))),
    ({"a": "b", "c": (1, 2)}, "{'a': 'b', 'c': (1, 2)}"),
]


@pytest.mark.parametrize(("value", "text"), CONTAINERS)
def test_a_container_with_room_on_a_line_is_its_own_text(value, text):
    assert shown(value) == text


def test_a_long_container_is_laid_out_and_shortened():
    lines = shown(list(range(100, 400)), 40).split("\n")
    assert lines[:2] == ["[", "  100,"]
    assert lines[-2:] == ["  ... +280", "]"]


def test_tensors_in_a_container_stand_below_each_other():
    assert shown({"w": torch.ones(2, 2), "n": [1]}) == (
        "{\n  'w': tensor([[1., 1.],\n               [1., 1.]]),\n  'n': [1]\n}"
    )


def test_a_container_that_holds_itself_ends():
    value = [1]
    value.append(value)
    assert shown(value) == "[1, [...]]"


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_nested_containers_keep_within_the_window(width):
    value = {f"key {n}": [[n * m for m in range(40)] for _ in range(40)] for n in range(40)}
    lines = shown(value, width).split("\n")
    assert max(map(len, lines)) <= width
    assert len(lines) < 200
