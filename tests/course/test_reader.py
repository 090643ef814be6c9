"""Hundreds of ways to say a right prediction, a nearly right one, a wrong one, and none at all."""

import pytest

import tensorlab as torch
from tensorlab.course.predictions.nearly import advice, nearly, right_shape
from tensorlab.course.predictions.prediction import judge, truth
from tensorlab.course.predictions.reader import read_prediction

SEPARATORS = [", ", ",", " , ", " ", "  ", " ,"]
OPENINGS = ["{}", "tensor({})", "torch.tensor({})", "array({})", "np.array({})", "it is {}", "= {}"]
VALUES = {
    "integers": torch.tensor([[5, 0], [0, -8]]),
    "negative neighbours": torch.tensor([1, -1, 2, -2]),
    "floats": torch.tensor([[0.5, -1.25], [3.0, 0.125]]),
    "thirds": torch.tensor([1 / 3, 2 / 3]),
    "truths": torch.tensor([[True, False]]),
    "one number": torch.tensor(7),
    "one in brackets": torch.tensor([[7]]),
    "not finite": torch.tensor([float("inf"), -float("inf"), float("nan")]),
    "nothing": torch.tensor([]),
    "three dimensions": torch.arange(8).view(2, 2, 2),
    "complex": torch.tensor([1 + 2j, -1j]),
}


def written(numbers, separator, bracket="[]"):
    """Return nested lists as somebody may write them."""
    if not isinstance(numbers, list):
        return f"{numbers:.4f}" if isinstance(numbers, float) else f"{numbers}".strip("()")
    inner = separator.join(written(each, separator, bracket) for each in numbers)
    return f"{bracket[0]}{inner}{bracket[1]}"


def verdict(what, expected, text):
    """Return right, nearly, wrong or unread: what a lesson would say to a typed prediction."""
    given = read_prediction(what, text)
    if given is None:
        assert advice(what, text)
        return "nearly" if right_shape(what, expected, text) else "unread"
    if nearly(what, expected, given, text):
        return "nearly"
    return "right" if judge(what, expected, given).equal else "wrong"


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("opening", OPENINGS)
def test_a_right_value_is_right_in_every_spelling(name, separator, opening):
    expected = truth("value", VALUES[name], ())
    assert verdict("value", expected, opening.format(written(expected, separator))) == "right"


@pytest.mark.parametrize("name", VALUES)
def test_what_pytorch_prints_is_right(name):
    expected = truth("value", VALUES[name], ())
    assert verdict("value", expected, repr(VALUES[name])) == "right"
    assert verdict("value", expected, f"`{VALUES[name].tolist()}`") == "right"


@pytest.mark.parametrize("name", ["integers", "floats", "truths", "three dimensions"])
@pytest.mark.parametrize("separator", SEPARATORS)
def test_right_numbers_in_wrong_brackets_lose_nothing(name, separator):
    expected = truth("value", VALUES[name], ())
    flat = VALUES[name].reshape(-1).tolist()
    assert verdict("value", expected, written(flat, separator)) == "nearly"
    assert verdict("value", expected, separator.join(map(str, flat))) == "nearly"
    assert verdict("value", expected, written([expected], separator)) == "nearly"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([True, False], "[1, 0]"), ([1, 0], "[True, False]"), (True, "1"), (1, "yes"),
        ([2, 3], "[2., 3.]"), (6, "6.0"), ([0.5, 1.5], "0,5 1,5"), (0.5, "0,5"), ([0.5], "0,5"),
        ([[1, 2], [3, 4]], "2 by 2"), ([[1, 2], [3, 4]], "(2, 2)"), (0.6667, "0.67"),
        ([[6]], "6"), (6, "[6]"), ([[7], [8]], "[7, 8]"), ([1 / 3], "[0.33]"),
    ],
)  # fmt: skip
def test_what_is_right_in_part_is_said_and_loses_nothing(expected, text):
    assert verdict("value", expected, text) == "nearly"


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ([5, 0, 0, 8], "5 0 8 0"), (2, "3"), ([1, 2], "[1, 2, 3]"), ([0.5], "[0.6]"),
        (True, "no"), ([[1, 2], [3, 4]], "[[1, 3], [2, 4]]"), (1 / 3, "0.34"), ([1, 2], "error"),
        ("error", "[1, 2]"), ([1.0, 2.0], "[1, 3]"), ([[1, 2]], "(2, 1)"), (0.004, "0.0"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_wrong(expected, text):
    assert verdict("value", expected, text) == "wrong"


@pytest.mark.parametrize("what", ["shape", "dtype", "value", "view-or-copy"])
@pytest.mark.parametrize(
    "text",
    [
        "?", "idk", "I don't know", "no idea", "hm", "what", "help me", "sum", "a @ b", "x.shape",
        "maybe something", "no error", "lambda: 1", "__import__('os')", "[" * 300, "9" * 3000,
        "\x00", "🙂", "the same", "(a, b)", "n by m", "print(1)", "f(1)", "½", "²",
    ],
)  # fmt: skip
def test_what_is_not_understood_is_not_counted(what, text):
    assert read_prediction(what, text) in (None, "view" if text == "the same" else None)


@pytest.mark.parametrize("text", ["1+1", "1 + 1", "2*3", "1/3", "1*5 + 2*7", "2**3", "1-1", "7-2"])
def test_nothing_is_computed(text):
    assert read_prediction("value", text) is None
    assert "computed" in advice("value", text)


@pytest.mark.parametrize("what", ["shape", "dtype", "value", "view-or-copy"])
@pytest.mark.parametrize("text", ["a[0, 1]", "t.sum(0)", "v * 10", "a.shape", "torch.ones(2)"])
def test_a_program_in_place_of_its_result_is_named_as_that(what, text):
    assert read_prediction(what, text) is None
    assert "computed" in advice(what, text)


def test_a_complex_type_needs_its_bits():
    assert read_prediction("dtype", "complex") is None
    assert "complex128" in advice("dtype", "complex")


@pytest.mark.parametrize("text", ["row-major", "a view/copy", "one-hot", "maybe (that)"])
def test_words_are_no_program(text):
    assert "computed" not in advice("value", text)


SHAPES = {
    (3, 1): [
        "(3, 1)", "(3,1)", "( 3 , 1 )", "[3, 1]", "3, 1", "3 1", "3x1", "3 x 1", "3X1",
        "3 \u00d7 1",
        "3 by 1", "3-by-1", "three by one", "Three By One", "3 rows 1 column", "3 rows, 1 column",
        "3 rows and 1 column", "1 column and 3 rows", "1 column, 3 rows", "torch.Size([3, 1])",
        "Size([3, 1])", "size (3, 1)", "shape (3, 1)", "shape: (3, 1)", "the shape is (3, 1)",
        "it is 3 by 1", "a 3 by 1 matrix", "a matrix of 3 rows and 1 column", "(3, 1).", "3*1",
        "torch.Size(3, 1)", "3,1)", "(3 1)", "shape=(3, 1)", "= (3, 1)", "maybe (3, 1)", "`(3, 1)`",
    ],
    (): ["()", "[]", "torch.Size([])", "scalar", "a scalar", "0-d", "a single number", "no shape"],
    (4,): ["(4,)", "4", "(4)", "[4]", "torch.Size([4])", "a vector of 4", "length 4", "four", "4,"],
    (2, 3, 4): ["2x3x4", "2 by 3 by 4", "(2,3,4)", "2 3 4", "two by three by four", "2 × 3 × 4"],
    (0, 3): ["(0, 3)", "0x3", "0 by 3", "zero by three"],
}  # fmt: skip


@pytest.mark.parametrize(("shape", "text"), [(s, text) for s in SHAPES for text in SHAPES[s]])
def test_a_shape_is_understood_in_every_spelling(shape, text):
    assert read_prediction("shape", text) == shape


@pytest.mark.parametrize("text", ["[[1, 2], [3, 4]]", "tensor([3, 1])", "tensor(5)", "-1", "2.5"])
def test_numbers_are_no_shape(text):
    assert read_prediction("shape", text) is None


DTYPES = {
    "float32": "float32 torch.float32 float fp32 f32 Float FLOAT32 single torch.float floats"
    " np.float32 FloatTensor torch.FloatTensor 'float32' float32. dtype=float32 32-bit-float",
    "int64": "int64 torch.int64 long Long i64 torch.long int-64 64bitint LongTensor longs",
    "float16": "half fp16 f16 torch.half float16",
    "bfloat16": "bf16 bfloat16 torch.bfloat16",
    "bool": "bool boolean torch.bool Boolean bools",
    "uint8": "uint8 byte u8 torch.uint8",
    "complex64": "complex64 cfloat c64",
    "float64": "double float64 fp64 f64 torch.double",
}


@pytest.mark.parametrize(
    ("name", "text"), [(n, text) for n in DTYPES for text in DTYPES[n].split()]
)
def test_a_data_type_is_understood_by_all_its_names(name, text):
    assert read_prediction("dtype", text) == f"torch.{name}"


@pytest.mark.parametrize("text", ["int", "integer", "whole numbers"])
def test_whole_numbers_of_no_size_are_asked_back(text):
    assert read_prediction("dtype", text) is None


@pytest.mark.parametrize("what", ["shape", "dtype", "value", "view-or-copy", "text"])
@pytest.mark.parametrize(
    "text",
    [
        "error", "Error!", "an error", "it fails", "fails", "exception", "RuntimeError",
        "IndexError: too many indices", "it raises a RuntimeError", "raises ValueError",
        "TypeError",
        "it is an error", "runtime error", "index error", "it crashes", "throws", "does not work",
        "torch.OutOfMemoryError", "ZeroDivisionError", "it's an error", "impossible",
    ],
)  # fmt: skip
def test_an_error_is_understood_in_every_spelling(what, text):
    assert read_prediction(what, text) == "error"


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        ("view", "view"), ("view", "a view"), ("view", "It is a view."), ("view", "yes"),
        ("view", "shares memory"), ("view", "same memory"), ("copy", "copy"), ("copy", "A copy!"),
        ("copy", "no"), ("copy", "new memory"), ("copy", "it's a copy"), ("copy", "does not share"),
    ],
)  # fmt: skip
def test_view_and_copy_are_understood_in_words(memory, text):
    assert read_prediction("view-or-copy", text) == memory


def test_a_printed_text_needs_no_blanks():
    assert verdict("text", "tensor([1, 2])", "tensor([1,2])") == "right"
    assert verdict("text", "tensor([1, 2])", "[1, 2]") == "nearly"
    assert verdict("text", "tensor([1, 2])", "tensor([1, 3])") == "wrong"


@pytest.mark.parametrize(
    ("what", "text", "read"),
    [
        ("shape", "'(2, 3)'", (2, 3)),
        ("shape", '"(2, 3)"', (2, 3)),
        ("dtype", "'int64'", "torch.int64"),
        ("value", "'a' 'bc'", ["a", "bc"]),
        ("value", "''", ""),
    ],
)
def test_quotes_around_an_answer_are_left_out_and_strings_are_read_whole(what, text, read):
    assert read_prediction(what, text) == read
