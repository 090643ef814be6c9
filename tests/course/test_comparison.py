import pytest

from tensorlab.course.answers.comparison import compare, elements_equal, see
from tensorlab.course.predictions.prediction import UnpredictableError, truth
from tensorlab.language.running.session import Session


@pytest.fixture
def value():
    """Evaluate an expression in tensorlab's own language."""
    session = Session()

    def evaluate(source):
        outcome = session.run(source)
        assert outcome.failure is None, outcome.failure
        return outcome.value

    return evaluate


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("torch.tensor([1, 2])", "torch.arange(1, 3)"),
        ("torch.tensor([0.3333333])", "torch.tensor([1.0]) / 3"),
        ("torch.tensor([float('nan')])", "torch.tensor([0.0]) / 0"),
        ("torch.tensor([0.1], dtype=torch.float16)", "torch.tensor([0.1]).half()"),
        ("torch.ones(2, 0)", "torch.zeros(2, 0)"),
        ("torch.ones(2, 3).shape", "(2, 3)"),
        ("(torch.ones(1), torch.ones(2))", "[torch.ones(1), torch.ones(2)]"),
        ("torch.tensor([1 + 2j])", "torch.tensor([1 + 2j])"),
        ("3", "1 + 2"),
        ("torch.tensor([0.0])", "torch.tensor([5e-7])"),  # what rounding leaves
        ("None", "None"),
    ],
)
def test_equivalent_values_are_equal(value, expected, given):
    assert compare(see(value(expected)), see(value(given))).equal


@pytest.mark.parametrize(
    ("expected", "given", "aspects"),
    [
        ("torch.ones(2)", "torch.ones(2, 1)", ["shape"]),
        ("torch.ones(2)", "torch.ones(2, dtype=torch.float64)", ["dtype"]),
        ("torch.ones(2)", "torch.tensor([1, 2])", ["dtype", "value"]),
        ("torch.ones(2)", "torch.ones(1, 2, dtype=torch.int64)", ["shape", "dtype"]),
        ("torch.tensor([1, 2])", "torch.tensor([1, 3])", ["value"]),
        ("torch.tensor([True])", "torch.tensor([1])", ["dtype"]),
        ("torch.tensor(3)", "3", ["kind"]),
        ("3", "3.0", ["kind"]),
        ("True", "1", ["kind"]),
        ("3", "4", ["value"]),
        ("(torch.ones(1), torch.ones(2))", "(torch.ones(1),)", ["kind"]),
        ("(torch.ones(1), torch.ones(2))", "(torch.ones(1), torch.ones(3))", ["shape"]),
        ("(torch.ones(1),)", "(torch.ones(1), torch.ones(2))", ["kind"]),
        ("torch.eye(2)", "torch.eye(2).to_sparse()", ["layout"]),
        ("torch.tensor([float('nan')])", "torch.tensor([1.0])", ["value"]),
        ("torch.tensor([0.0])", "torch.tensor([5e-6])", ["value"]),
        ("1", "10 ** 500", ["value"]),
        ("torch.tensor([1.0])", "torch.tensor([1e30])", ["value"]),
        ("1", "10 ** 5000", ["value"]),
        ("1", "[1]", ["kind"]),
        ("torch.ones(2)", "torch.ones(10 ** 6)", ["shape"]),
        ("torch.tensor([10**15])", "torch.tensor([10**15 + 1])", ["value"]),
    ],
)
def test_each_aspect_is_judged_by_itself(value, expected, given, aspects):
    comparison = compare(see(value(expected)), see(value(given)))
    assert [reason.aspect for reason in comparison.reasons] == aspects


def test_a_list_that_holds_itself_is_only_wrong():
    endless = []
    endless.append(endless)
    assert not compare(see([1]), see(endless)).equal


def test_a_tensor_without_values_is_only_wrong(value):
    meta = value("torch.ones(2, device='meta')")
    reasons = compare(see(value("torch.ones(2)")), see(meta)).reasons
    assert [reason.aspect for reason in reasons] == ["value"]


def test_of_very_many_elements_none_is_looked_at(value):
    assert see(value("torch.zeros(400, 400)")).elements is None


def test_a_float_and_an_integer_beyond_every_float_differ():
    assert not elements_equal(1.0, 10**400)


def test_what_is_no_number_equals_no_complex_one():
    assert not elements_equal(len, 3j)
    assert not elements_equal("3j", 3j)
    assert elements_equal(3, 3 + 0j)


def test_the_first_element_that_differs_is_named(value):
    comparison = compare(
        see(value("torch.tensor([[1, 2], [3, 4]])")), see(value("torch.tensor([[1, 2], [9, 9]])"))
    )
    difference = comparison.difference
    assert (difference.index, difference.expected, difference.given) == ((1, 0), "3", "9")
    assert comparison.reasons[0].sentence == "The values differ."


def test_a_verdict_says_what_was_checked(value):
    one, sparse = value("torch.ones(1)"), value("torch.ones(1).to_sparse()")
    assert compare(see(one), see(one)).checked == ("shape", "dtype", "value")
    assert compare(see(one), see(sparse)).checked == ("layout", "shape", "dtype", "value")


def test_view_and_copy_are_told_apart(value):
    owner = value("torch.arange(6)")
    assert truth("view-or-copy", owner.view(2, 3), [owner]) == "view"
    assert truth("view-or-copy", owner[2:4], [3, owner]) == "view"
    assert truth("view-or-copy", owner.clone(), [owner]) == "copy"


@pytest.mark.parametrize(
    ("what", "source", "expected"),
    [
        ("shape", "torch.ones(2, 3)", (2, 3)),
        ("shape", "torch.ones(2, 3).shape", (2, 3)),
        ("dtype", "torch.ones(2)", "torch.float32"),
        ("dtype", "torch.ones(2).dtype", "torch.float32"),
        ("value", "torch.tensor([[1, 2]])", [[1, 2]]),
        ("value", "(torch.tensor([1]), 2)", [[1], 2]),
        ("text", "torch.tensor([5, 12])", "tensor([ 5, 12])"),
    ],
)
def test_the_truth_of_a_prediction(value, what, source, expected):
    assert truth(what, value(source), []) == expected


def test_a_number_has_no_shape_to_predict(value):
    with pytest.raises(UnpredictableError, match="there is no shape in 3"):
        truth("shape", value("3"), [])
