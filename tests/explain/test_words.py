"""The words of explanations, held against what they are about by rules of their own."""

import operator

import pytest

from tensorlab.explain.story.pictures import panels
from tensorlab.language.running.session import Session
from tests.explain.telling import explained

COMPARED = {
    "==": ("equal to", operator.eq), "!=": ("different from", operator.ne),
    ">": ("greater than", operator.gt), ">=": ("greater than or equal to", operator.ge),
    "<": ("less than", operator.lt), "<=": ("less than or equal to", operator.le),
}  # fmt: skip


@pytest.mark.parametrize("symbol", COMPARED)
def test_a_comparison_is_told_as_it_came_out(symbol):
    words, compare = COMPARED[symbol]
    told, session, _ = explained(f"a {symbol} b", "a = torch.tensor([1, 2, 3]); b = a.flip(0)")
    for frame in told.chapters[-1].frames:
        first, second = f"a[{frame.index[0]}]", f"b[{frame.index[0]}]"
        holds = compare(*(session.run(element).value.item() for element in (first, second)))
        assert frame.sentence == f"{first} is {'' if holds else 'not '}{words} {second}."


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("circular", "taken from the other end"),
        ("reflect", "mirrored at the edge, the edge itself not repeated"),
        ("replicate", "the edge repeated"),
    ],
)
def test_padding_is_told_by_its_mode(mode, words):
    told, _, _ = explained(f"F.pad(x, (2, 1), mode='{mode}')", PADDED)
    frames = told.chapters[-1].frames
    padding = [frame for frame in frames if not 2 <= frame.index[-1] < 5]
    assert all(frame.sentence.endswith(f", {words}.") for frame in padding)
    assert all(frame.sentence.startswith("Copied") for frame in frames if frame not in padding)
    places = {"circular": [1, 2, 0], "reflect": [2, 1, 1], "replicate": [0, 0, 2]}[mode]
    assert [frame.inputs[0].index[-1] for frame in padding] == places


PADDED = "import torch.nn.functional as F; x = torch.tensor([[1., 2., 3.]])"
WHOLE = "w = torch.arange(24).view(4, 6)"


@pytest.mark.parametrize(
    "view",
    ["w.view(3, 8)", "w.view(-1)", "w.view(24)[5:].view(19, 1)", "w.flatten()[:20].view(4, 5)",
     "w.T.reshape(3, 8)", "w.view(24).unfold(0, 4, 3)", "w.view(24).as_strided((2, 2), (3, 2), 1)"],
)  # fmt: skip
def test_the_place_in_a_new_shape_is_worked_out_truly(view):
    told, _, _ = explained(view, WHOLE)
    for frame in told.chapters[-1].frames:
        words = frame.sentence.partition(": number ")[2].partition(", ")[0].removesuffix(".")
        *sums, last = words.split(" = ") if words else ["0"]
        assert {eval(text) for text in sums} <= {int(last)}  # noqa: S307


def test_a_method_with_an_order_of_its_own_is_told_by_it():
    told, _, _ = explained("x.where(m, y)", WHERE)
    assert [frame.sentence for frame in told.chapters[-1].frames] == [
        "m[0] is True, so x[0] is taken.", "m[1] is False, so y[1] is taken."
    ]  # fmt: skip


WHERE = "x = torch.tensor([1, 2]); y = torch.tensor([3, 4]); m = torch.tensor([True, False])"


@pytest.mark.parametrize(
    "call",
    ["torch.exp_(t)", "t.exp_()", "e = t.exp; e()", "e = torch.exp; e(t)", "torch.exp(t)",
     "from torch import exp; exp(t)", "torch.exp(t, out=torch.zeros(2))", "torch.exp(input=t)"],
)  # fmt: skip
def test_a_call_is_told_alike_in_whatever_way_it_is_written(call):
    told, _, _ = explained(call, "t = torch.tensor([1.0, 2.0])")
    frames = told.chapters[-1].frames
    assert [frame.text for frame in frames] == ["exp(1.0)", "exp(2.0)"]
    assert [element.name for frame in frames for element in frame.inputs] == ["t", "t"]


@pytest.mark.parametrize("key", ["j", "[1, 0]", "m", "(j, j)", "j > 0"])
def test_what_an_index_takes_is_read_and_the_index_named(key):
    told, _, _ = explained(f"x[{key}]", INDEXED)
    for frame in told.chapters[-1].frames:
        taken, *deciding = frame.inputs
        assert taken.name == "x"
        assert bool(deciding) == (key != "[1, 0]")
        if deciding:
            name, at = deciding[0].name.strip("()"), deciding[0].index[0]
            assert (
                frame.sentence.startswith(f"{name}[{at}]")
                or f"of {name} that is True is at {at}" in frame.sentence
            )
            assert f"so x{list(taken.index)} is read." in frame.sentence
        else:
            assert frame.sentence == f"Copied from x{list(taken.index)}."


INDEXED = (
    "x = torch.tensor([[1, 2], [3, 4]]); j = torch.tensor([1, 0]); m = torch.tensor([False, True])"
)


@pytest.mark.parametrize(
    "expression",
    ["t.shape", "t.size()", "t.stride()", "t.tolist()", "t.dtype", "(1, 2)", "{'a': 1}", "len(t)"],
)
def test_what_has_no_elements_is_not_explained(expression):
    from tensorlab.explain.story.explanation import NothingToExplainError

    with pytest.raises(NothingToExplainError, match="no operation on tensors"):
        explained(expression, "t = torch.tensor([1.0, 2.0])")


@pytest.mark.parametrize(
    "expression",
    ["bool(t.any())", "(t.sum(), t)", "{'a': t.sum()}", "[t.sum(), 1]", "t.sum().item()"],
)
def test_in_a_container_the_operations_are_told(expression):
    told, _, _ = explained(expression, "t = torch.tensor([1.0, 2.0])")
    chapter = told.chapters[0]
    assert chapter.operation in {"any", "sum"}
    assert {element.index for element in chapter.frames[0].inputs} == {(0,), (1,)}


def test_explaining_draws_no_random_numbers_and_changes_no_tensor():
    setup = "import torch.nn.functional as F; torch.manual_seed(0); t = torch.ones(3)"
    told, session, _ = explained("F.dropout(t).add_(t)", setup)
    assert told.chapters
    after = session.run("torch.rand(1).item(), t.tolist()").value
    plain = Session(write=lambda text: None)
    plain.run(f"{setup}; F.dropout(t).add_(t)")
    assert after == plain.run("torch.rand(1).item(), t.tolist()").value


def test_matrices_with_active_elements_lie_side_by_side():
    told, _, _ = explained("x.sum(0)", "x = torch.arange(12).view(3, 2, 2)")
    *facets, result = panels(told.chapters[-1], 1)
    assert [facet.title for facet in facets] == ["x[0]", "x[1]", "x[2]"]
    assert [facet.facts for facet in facets] == ["(3, 2, 2) int64", "", ""]
    assert [sum(slot.mark == "active" for row in facet.rows for slot in row) for facet in facets]
    assert result.facts == "(2, 2) int64"


def test_a_picture_says_what_lies_in_matrices_that_it_does_not_draw():
    told, _, _ = explained("x.sum(0)", "x = torch.arange(24).view(6, 2, 2)")
    *facets, _ = panels(told.chapters[-1], 1)
    assert facets[-1].facts == "and 2 such elements in other matrices"


def test_elements_that_are_combined_share_a_term_and_the_winner_is_marked():
    told, _, _ = explained("x @ y", "x = torch.tensor([[1, 2]]); y = torch.tensor([[3], [4]])")
    first, second, _ = panels(told.chapters[-1], 0)
    assert [slot.term for slot in first.rows[0]] == [0, 1]
    assert [row[0].term for row in second.rows] == [0, 1]
    told, _, _ = explained("x.amax(0)", "x = torch.tensor([5, 9, 7])")
    assert [slot.wins for slot in panels(told.chapters[-1], 0)[0].rows[0]] == [False, True, False]


@pytest.mark.parametrize("expression", ["x.flip(0)", "x[::2]", "x.view(1000, 300).T", "x.roll(1)"])
def test_what_is_large_is_still_told_as_copied(expression):
    told, session, _ = explained(expression, "x = torch.arange(300000)")
    for frame in told.chapters[-1].frames:
        (element,) = frame.inputs
        assert frame.sentence.startswith(("Copied from ", "The same element as "))
        assert (
            session.run(f"({element.name})[{', '.join(map(str, element.index))}]").value
            == frame.value
        )


@pytest.mark.slow
@pytest.mark.parametrize("expression", ["x.sort()", "x.argsort()", "x.unique()"])
def test_what_is_too_large_to_try_is_said_not_to_be_told(expression):
    told, _, _ = explained(expression, "x = torch.arange(300000.) % 7")
    assert all("could not be found" in frame.sentence for frame in told.chapters[-1].frames)


@pytest.mark.slow
@pytest.mark.parametrize("expression", ["x.softmax(0)", "x.logsumexp(0)", "x.std()"])
def test_a_sum_of_very_many_says_what_its_middle_makes(expression):
    told, _, _ = explained(expression, "x = torch.arange(300000.) % 7")
    for frame in told.chapters[-1].frames:
        told_of = [frame.sentence, *(step.sentence for step in frame.steps)]
        assert any("The 299994 terms in the middle make " in sentence for sentence in told_of)
