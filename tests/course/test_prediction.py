import math

import pytest

import tensorlab as torch
from tensorlab.course.predictions.nearly import nearly
from tensorlab.course.predictions.prediction import judge, nested_shape, truth
from tensorlab.course.predictions.reader import read_prediction


@pytest.mark.parametrize(
    "text",
    ["(2, 3)", "2x3", "[2, 3]", "2 3", "2,3", "torch.Size([2, 3])", "Size([2,3])", "2 × 3", "2*3"],
)
def test_a_shape_may_be_typed_in_many_ways(text):
    assert read_prediction("shape", text) == (2, 3)


@pytest.mark.parametrize(
    ("text", "shape"), [("()", ()), ("[]", ()), ("torch.Size([])", ()), ("(3,)", (3,)), ("3", (3,))]
)
def test_small_shapes_are_read(text, shape):
    assert read_prediction("shape", text) == shape


@pytest.mark.parametrize("text", ["", "a", "(2, b)", "two by n", "-1", "2.5"])
def test_what_is_no_shape_is_not_read(text):
    assert read_prediction("shape", text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("torch.float32", "torch.float32"),
        ("float32", "torch.float32"),
        ("float", "torch.float32"),
        ("Long", "torch.int64"),
        ("torch.half", "torch.float16"),
        ("dtype=torch.bool", "torch.bool"),
        ("boolean", "torch.bool"),
        ("cfloat", "torch.complex64"),
    ],
)
def test_a_data_type_may_be_typed_by_each_of_its_names(text, name):
    assert read_prediction("dtype", text) == name


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6", 6),
        ("-2.5", -2.5),
        ("[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
        ("tensor([[1, 2], [3, 4]])", [[1, 2], [3, 4]]),
        ("torch.tensor([1., 2.], dtype=torch.float64)", [1.0, 2.0]),
        ("1 2 3", [1, 2, 3]),
        ("1, 2, 3", [1, 2, 3]),
        ("(1, 2)", [1, 2]),
        ("yes", True),
        ("No", False),
        ("[True, false]", [True, False]),
        ("[inf, -inf]", [math.inf, -math.inf]),
        ("1+2j", 1 + 2j),
        ("[]", []),
    ],
)
def test_a_value_may_be_typed_in_many_ways(text, value):
    assert read_prediction("value", text) == value


@pytest.mark.parametrize("text", ["a @ b", "__import__('os')", "[" * 500, "1" * 3000, "f(1)", "?"])
def test_what_is_no_value_is_not_read_and_never_run(text):
    assert read_prediction("value", text) is None


@pytest.mark.parametrize("text", ["view", "a view", "V", "shares"])
def test_view_may_be_typed_in_words(text):
    assert read_prediction("view-or-copy", text) == "view"


@pytest.mark.parametrize("what", ["shape", "dtype", "value", "view-or-copy", "text"])
def test_error_answers_every_question(what):
    assert read_prediction(what, " An error. ") == "error"


def test_a_value_must_have_the_right_shape():
    comparison = judge("value", [[1, 2], [3, 4]], [1, 2, 3, 4])
    assert [reason.aspect for reason in comparison.reasons] == ["shape"]


def test_the_first_element_that_differs_is_named():
    comparison = judge("value", [[1, 2], [3, 4]], [[1, 2], [5, 6]])
    assert comparison.difference.index == (1, 0)
    assert comparison.reasons[0].sentence == "The values differ."


def test_floats_need_only_the_decimals_that_are_printed():
    assert judge("value", [0.333333333, math.nan], [0.3333, math.nan]).equal
    assert not judge("value", [0.333333333], [0.34]).equal


def test_whole_numbers_are_compared_exactly():
    assert not judge("value", 100000, 100001).equal
    assert judge("value", 6.0, 6).equal


def test_true_is_not_one():
    assert not judge("value", [True, False], [1, 0]).equal
    assert not judge("value", [1, 0], [True, False]).equal


def test_predicting_an_error_where_there_is_none_is_wrong_and_the_other_way_round():
    assert judge("shape", (2,), "error").reasons[0].aspect == "error"
    assert judge("shape", "error", (2,)).reasons[0].aspect == "error"
    assert judge("shape", "error", "error").equal


def test_an_error_foretold_where_there_is_an_answer_and_the_other_way_round_are_told_apart():
    (missed,) = judge("shape", "error", (2, 3)).reasons
    (feared,) = judge("shape", (2, 3), "error").reasons
    assert (missed.expected, missed.given) == ("an error", "an answer")
    assert (feared.expected, feared.given) == ("an answer", "an error")


def test_ragged_lists_within_lists_are_a_wrong_value():
    ragged = [[1, [2, 3]], [4, [5, 6]]]
    assert nested_shape(ragged) is None
    assert not judge("value", [[1, 2], [3, 4]], ragged).equal


def test_sparse_tensors_share_no_memory():
    one, other = torch.eye(2).to_sparse(), torch.eye(2).to_sparse()
    assert truth("view-or-copy", one, [other, torch.eye(2)]) == "copy"


def test_the_number_that_all_elements_hold_is_asked_for_in_full():
    assert "Type them all, in brackets." in nearly("value", [0.5, 0.5], 0.5, "0.5")
    assert not nearly("value", [0.5, 1.0], 0.5, "0.5")


@pytest.mark.parametrize(
    ("expected", "given", "sentence"),
    [
        (False, 12, "The answer is True or False, not a number."),
        (3, True, "The answer is a number, not True or False."),
        ([1, 2], 5, "You typed a single number; the answer is a list of length 2."),
        (5, [1, 2], "You typed a list of length 2; the answer is a single number."),
    ],
)
def test_another_kind_of_value_is_told_in_a_plain_sentence(expected, given, sentence):
    assert [each.sentence for each in judge("value", expected, given).reasons] == [sentence]


@pytest.mark.parametrize("expected", [5, 5.5, float("inf"), [1.25], 2j])
def test_a_number_beyond_every_float_is_wrong_and_no_more(expected):
    given = 10**400 if not isinstance(expected, list) else [10**400]
    assert not judge("value", expected, given).equal
    assert nearly("value", expected, given, "1" + "0" * 400) == ""
