"""A question about one element: what goes in follows from the formula, and nothing else is told."""

import re

import pytest

from tensorlab.explain.story.explanation import NothingToExplainError, explanation_of
from tensorlab.language.running.session import Session
from tensorlab.render.explanations.plain import explanation_text

SETUP = """
import torch.nn.functional as F
image = torch.tensor([[[[1., 0., 2., 3.], [0., 5., 1., 0.], [4., 2., 0., 1.], [2., 1., 3., 0.]]]])
edges = torch.tensor([[[[1., 0., -1.], [2., 0., -2.], [1., 0., -1.]]]])
row = torch.tensor([1., 0., 2.])
weight = torch.tensor([[0., 1., 1.], [1., 0., -1.]])
bias = torch.tensor([0.5, 0.])
q = torch.tensor([[1., 0.], [0., 1.], [1., 1.]])
k = torch.tensor([[1., 2.], [0., 1.], [1., 0.]])
v = torch.tensor([[1., 0.], [0., 2.], [3., 0.]])
labels = torch.tensor([2, 0])
x = torch.tensor([[1.5, -2.0, 0.0], [3.0, 0.5, 2.0]])
zeros = torch.zeros(2, 3)
square = torch.tensor([[2., 0.], [0.5, 3.]])
grid = torch.arange(16.).view(4, 4) % 5
swapped = torch.eye(4)[[1, 0, 2, 3]]
spread = grid + 4 * torch.eye(4)
leaf = torch.tensor([2., -1., 0.], requires_grad=True)
taps = torch.ones(1, 1, 2, 2, requires_grad=True)
mask = torch.tensor([[True, False, True], [False, True, True]])
columns = torch.tensor([True, False, True])
many = torch.arange(6000.).view(60, 100) % 7
allowed = torch.tensor([[True, False, True], [True, True, False], [True, True, True]])
"""


def answer(expression, element):
    """Return the explanation of one element, and its text at 80 columns."""
    session = Session(record=True, write=lambda text: None)
    source = SETUP + expression
    outcome = session.run(source)
    assert outcome.failure is None, outcome.failure
    told = explanation_of(outcome, source, [element] if element is not None else ())
    return told, explanation_text(told, 80)


@pytest.mark.parametrize(
    ("expression", "element", "count"),
    [
        ("F.conv2d(image, edges)", (0, 0, 0, 1), 18),
        ("F.conv2d(image, edges, padding=1)", (0, 0, 0, 0), 13),
        ("F.cross_entropy(x, torch.tensor([2, -100]))", (), 3 + 2),
        ("F.linear(row, weight, bias)", (0,), 7),
        ("F.linear(row, weight, bias)", (1,), 7),
        ("F.scaled_dot_product_attention(q, k, v)", (1, 0), 2 + 6 + 3),
        ("F.scaled_dot_product_attention(q, k, v, is_causal=True)", (1, 1), 2 + 4 + 3),
        ("F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)", (1, 0), 2 + 4 + 3 + 3),
        ("x * zeros", (0, 1), 2),
        ("zeros.prod(1)", (0,), 3),
        ("torch.kron(square, square)", (1, 2), 2),
        ("torch.linalg.inv(square)", (0, 1), 4),
        ("x.softmax(1)", (0, 1), 3),
        ("x.logcumsumexp(1)", (0, 0), 1),
    ],
)
def test_what_goes_in_is_what_the_formula_has_whatever_the_numbers(expression, element, count):
    told, _ = answer(expression, element)
    (frame,) = told.chapters[-1].frames
    assert len(frame.inputs) == count


@pytest.mark.parametrize(
    ("expression", "element"),
    [
        ("grid.softmax(1)", (1, 2)),
        ("F.layer_norm(grid, (4,))", (1, 2)),
        ("F.scaled_dot_product_attention(grid, grid, grid)", (2, 3)),
        ("F.cross_entropy(x, labels)", ()),
        ("F.conv2d(image, edges, padding=1)", (0, 0, 1, 1)),
        ("F.cosine_similarity(x, x + 1)", (1,)),
        ("grid.std(1)", (3,)),
        ("torch.linalg.qr(spread)", (1, 2)),
        ("torch.linalg.cholesky(spread @ spread.T)", (3, 3)),
        ("torch.linalg.solve(spread, grid)", (2, 3)),
        ("torch.linalg.svdvals(spread)", (1,)),
        ("torch.linalg.lu_factor(spread)", (3, 2)),
        ("torch.linalg.eig(spread + x[0, 0])", (1,)),
        ("torch.linalg.ldl_factor(spread @ spread.T)[0]", (3, 2)),
        ("torch.linalg.matrix_exp(spread / 8)", (0, 2)),
        ("torch.nn.LSTM(4, 2)(grid)[0]", (2, 0)),
        ("torch.autograd.grad((leaf.exp()).prod(), leaf)[0]", (2,)),
        ("grid.max()", ()),
        ("torch.cdist(x, x + 1)", (0, 1)),
        ("(q @ k.T / 2).softmax(1) @ v", (0, 1)),
    ],
)
def test_an_answer_has_25_lines_in_the_words_of_the_reader(expression, element):
    _, text = answer(expression, element)
    lines = text.splitlines()
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 80
    inner = "\n".join(line for line in lines if expression not in line)
    assert not re.search(r"tensor\(|unsqueeze|keepdim|value \d|\w_ =|part 1|more elements?;", inner)


def test_an_index_behind_an_operation_asks_for_that_element_alone():
    by_index, _ = answer("x.softmax(1)[0, 1]", None)
    by_option, _ = answer("x.softmax(1)", (0, 1))
    assert by_index == by_option
    assert [frame.index for frame in by_index.chapters[-1].frames] == [(0, 1)]


def test_on_the_way_only_what_leads_to_the_element_is_told():
    told, _ = answer("(x + 1).sum(1)", (1,))
    assert [frame.index for frame in told.chapters[0].frames] == [(1, 0), (1, 1), (1, 2)]


def test_a_step_has_a_name_that_is_introduced():
    told, text = answer("x.softmax(1)", (0, 1))
    assert told.chapters[-1].idea.startswith("Each score's share")
    assert "weights: e to each score." in text
    assert [step.name for step in told.chapters[-1].frames[0].steps] == ["weights"] * 3


def test_digits_are_those_of_the_printed_tensor_unless_numbers_would_look_alike():
    assert "= 0.7979" in answer("x.softmax(1)", (0, 0))[1]
    assert "0.123441 - 0.123443" in answer("torch.tensor([0.123441]) - 0.123443", (0,))[1]
    assert "4.0000005 - 4.0" in answer("torch.tensor([4.0000005]) - 4.0", (0,))[1]


def test_of_parts_of_several_sizes_those_that_have_the_element_are_told():
    told, _ = answer("torch.arange(5).split(3)", (2,))
    assert [frame.part for frame in told.chapters[-1].frames] == [0]


def test_a_question_about_one_part_of_a_result_is_answered_for_that_part():
    told, _ = answer("x.max(1).values", (1,))
    assert [frame.part for frame in told.chapters[-1].frames] == [0]
    told, _ = answer("F.max_pool2d(image, 2, return_indices=True)[1][0, 0, 1, 0]", None)
    assert [frame.part for frame in told.chapters[-1].frames] == [1]
    told, _ = answer("torch.linalg.eigh(square @ square.T)", (0,))
    assert [frame.part for frame in told.chapters[-1].frames] == [0]


def test_places_are_told_like_the_elements_that_stand_there():
    told, _ = answer("F.max_pool2d(image, 2, return_indices=True)", (0, 0, 1, 0))
    value, position = told.chapters[-1].frames
    assert position.inputs == value.inputs
    assert position.text == "2*4 + 0"
    assert position.sentence.startswith("image[0, 0, 2, 0] = 4.0 is the element that was taken.")


@pytest.mark.parametrize(
    ("expression", "element", "words"),
    [
        (
            "x[mask]",
            (2,),
            "The third element of mask that is True is at [1, 1], so x[1, 1] is read.",
        ),
        ("x[:, columns]", (1, 1), "The second element of columns that is True is at 2, so"),
        ("F.max_unpool2d(*F.max_pool2d(image, 2, return_indices=True), 2)", (0, 0, 0, 1), "(image"),
        ("torch.where(mask)", (0,), "The indices of the elements that are True"),
        ("1 - labels", (0,), "1 minus labels, element by element."),
        ("-1 * labels", (0,), "-1 times labels"),
        ("torch.full((2, 2), 3) + square", (0, 0), "torch.full((2, 2), 3) plus square"),
        (
            "torch.topk(labels * 0, 2).indices",
            (1,),
            "stands at place 1 of 0 >= 0; 1 more is equal to it.",
        ),
        ("torch.det(swapped)", (), "pivots = 1.0*1.0*1.0*1.0 = 1.0"),
        ("torch.det(spread[[3, 1, 2, 0]])", (), "an odd number of swaps of rows turns its sign."),
        ("grid.std(0) * 2", (1,), "variance[1] = "),
        ("torch.ones(3).scatter_reduce(0, labels, row[:2], 'prod')", (2,), "multiplied with"),
        (
            "torch.ones(3).scatter_reduce(0, labels, row[:2], 'amax', include_self=False)",
            (0,),
            "not",
        ),
        ("x.index_put((labels // 2, labels), row[:2])", (1, 2), "(labels // 2)[0] = 1 and"),
        ("x.masked_scatter(mask, k.flatten())", (1, 0), "mask[1, 0] is False, so x[1, 0] stays."),
        ("torch.linalg.solve(spread, row[[0, 1, 2, 0]])", (0,), "the inverse of spread, as"),
        ("torch.linalg.cond(square)", (), "sizes: the singular values, the largest first."),
        ("x.softmax(1).argmax(1)", (1,), "0.6897 > 0.0566 and 0.6897 > 0.2537."),
        ("x.softmax(1).sort()[0]", (0, 0), "of 0.0241 <= 0.178 <= 0.7979."),
        ("torch.tensor([0.99996]) - 1", (0,), "[0] = 0.99996 - 1 = -3.999e-5"),
        ("labels % 2", (0,), "2 goes once into labels[0], rounded down; 0 remains."),
        ("grid[0, 1]", (), "What grid holds there."),
        ("labels << 1", (0,), "moved to the left by 1 place."),
        ("2 ** x", (0, 0), "2 to the power of x, element by element."),
        ("torch.round(zeros)", (0, 0), "is a whole number already."),
        ("torch.fft.fft(row)", (1,), "turns[1, 1] = exp((0.0-2.0944j)*(1*1)) = (-0.5-0.866j)"),
        ("image.amax((0, 1, 2))", (1,), "max(0.0, 5.0, 2.0, 1.0) = 5.0"),
        ("(image > 4).any((0, 1, 3))", (0,), "False or False or False or False = False"),
        ("torch.linalg.norm(x, ord=1)", (), "sums: the absolute values along each line, added up."),
        ("x.clamp(-1, 2)", (1, 0), "min(max(3.0, -1), 2) = 2"),
        ("x.cummax(1)", (0, 0), "x[0, 0] = 1.5 is the only element."),
        ("x.cummax(1)", (1, 2), "3.0 > 0.5 and 3.0 > 2.0. Its place is 0."),
        ("F.max_pool2d(image[:, :, :2], 2, return_indices=True)", (0, 0, 0, 0), "1*4 + 1"),
        ("many.softmax(1)", (59, 3), "weights[99] = exp(0.0)"),
        ("many.softmax(1)", (59, 3), "From row 59 of many."),
        (
            "F.instance_norm(many.view(6, 5, 200))",
            (1, 2, 5),
            "From row 2 of many.view(6, 5, 200)[1].",
        ),
        ("torch.complex(x, x)", (0, 1), "numbers, each from a real and an imaginary part."),
        ("torch.special.zeta(row + 2, torch.tensor(2.))", (0,), "1 / (k + 2.0) ** (row + 2)"),
        ("torch.tensor([1., float('nan')]).max()", (), "is not a number, so none of the 2"),
        ("x.max(1)", (1,), "Its place is 0."),
        ("torch.max(row, 0)[1]", None, "indices = 2"),
        ("torch.einsum('ii->i', square)", (1,), "i = 1: copied from square[1, 1]."),
        ("x.view(2, 3, 1).expand(2, 3, 2).sum(2)", (1, 0), "3.0 + 3.0 = 6.0 2 elements added"),
        ("torch.linalg.cond(square)", (), "It depends on all 4"),
        ("F.linear(row, weight)", (0,), "row @ weight.T, for all"),
        ("torch.addcdiv(x, x, x, value=2)", (0, 1), "x + 2 * x / x."),
        ("torch.addcdiv(x, x, x)", (0, 1), "-2.0 + (-2.0/(-2.0))"),
        ("torch.matrix_power(square, 3)", (0, 1), "multiplied by itself 3 times."),
        ("torch.histogram(x, 3)[1]", (1,), "-2.0 + 1.0*((3.0 - (-2.0))/3) = -0.3333"),
        ("torch.logaddexp2(row, row)", (1,), "log2(2**0.0 + 2**0.0)"),
        ("torch.renorm(x, 2, 0, 1.)", (0, 1), "lengths[0] = sqrt("),
        ("torch.logspace(0, 2, 3)", (1,), "10.0**(0 + 1*1.0) = 10.0"),
        ("torch.cumulative_trapezoid(row)", (1,), "[1] = (0.0 + 1.0)/2 + (2.0 + 0.0)/2"),
        ("F.scaled_dot_product_attention(q, k, v)", (0, 0), "/1.4142 = "),
        ("F.batch_norm(x, None, None, training=True)", (1, 2), "(2.0 - 1.0)/sqrt("),
        ("x.exp() / x.exp().sum(1, True)", (0, 1), "= exp(0.0) = 1.0 sum: x.exp().sum(1, True)"),
        ("torch.linalg.lstsq(x.T, row)[0]", (1,), "inverted: the inverse of x.T.T @ x.T."),
        ("row % 3", (1,), "3 goes 0 times into row[1]"),
        ("torch.tensor([float('nan'), 1.]).sort()[0]", (1,), "nan counts as the largest."),
        ("x.std(0)", (1,), "total[1] = (-2.0 - (-0.75))**2 + (0.5 - (-0.75))**2 = 3.125"),
        ("F.softplus(x)", (0, 0), "log(1 + exp(x)): relu"),
        ("x.nansum()", (), "result = 1.5 + (-2.0) + 0.0 + 3.0 + 0.5 + 2.0"),
        ("torch.fft.rfftfreq(6)", (2,), "[2] = 2/6.0 = 0.3333"),
        ("many.cumsum(0)", (2, 59), "[1, 59] = 3.0 + 5.0 = 8.0"),
        ("zeros.flatten().repeat(4).prod()", (), "The 18 factors in the middle make 0.0 together."),
    ],
)
def test_words_fit_what_was_asked(expression, element, words):
    _, text = answer(expression, element)
    assert words in " ".join(text.split())


@pytest.mark.parametrize(
    "expression",
    [
        "F.scaled_dot_product_attention(q, k, v, attn_mask=allowed)",
        "F.grid_sample(image, torch.zeros(1, 2, 2, 2), align_corners=False)",
    ],
)
def test_what_decides_is_named_once(expression):
    told, _ = answer(expression, None)
    for frame in told.chapters[-1].frames:
        named, _, deciding = frame.sentence.partition(" It also depends on ")
        assert deciding.rstrip(".") not in named or not deciding
    assert "k" not in told.chapters[-1].frames[0].sentence.partition("depends on")[2]


def test_a_number_in_the_middle_is_introduced_where_it_stands():
    told, _ = answer("grid.std()", ())
    (frame,) = told.chapters[-1].frames
    assert "in the middle" not in frame.sentence
    middle = {step.name: "in the middle" in step.sentence for step in frame.steps}
    assert middle == {"mean": True, "total": True, "variance": False}


def test_all_elements_stop_at_the_same_named_steps():
    told, _ = answer("F.layer_norm(grid, (4,))", None)
    assert all(f.text.count("+") == 1 for f in told.chapters[-1].frames)


def test_many_operations_before_an_answer_leave_room_for_it():
    _, text = answer("+".join(["grid.softmax(1)"] * 12), (1, 3))
    assert len(text.splitlines()) <= 25
    assert "more operations before these." in text


LSTM = ["from_input", "from_state", "input_gate", "forget_gate", "new", "output_gate", "cell"]
GRU = ["from_input", "from_state", "reset_gate", "update_gate", "new"]
ATTENTION = ["queries", "keys", "values", "scores", "weights", "met"]
ENCODER = ["gathered", "looked", "asked", "hidden", "made", "thought"]


@pytest.mark.parametrize(
    ("expression", "element", "names"),
    [
        ("torch.nn.LSTM(4, 2)(grid)[0]", (0, 1), LSTM),
        ("torch.nn.LSTM(4, 2)(grid)[0]", (3, 1), [*LSTM, "state"]),
        ("torch.nn.LSTM(4, 2, proj_size=1)(grid)[0]", (1, 0), [*LSTM, "state"]),
        ("torch.nn.GRU(4, 2, bidirectional=True)(grid)[0]", (1, 3), [*GRU, "state"]),
        ("torch.nn.RNN(4, 2, 2)(grid)[0]", (1, 0), ["from_input", "from_state", "state"]),
        ("torch.nn.LSTMCell(4, 3)(grid)[0]", (1, 1), LSTM),
        ("torch.nn.GRUCell(4, 3)(grid)", (1, 1), GRU),
        ("torch.nn.GRUCell(4, 3).half()(grid.half())", (1, 1), GRU),
        ("torch.nn.RNNCell(4, 3)(grid)", (1, 1), ["from_input", "from_state"]),
        ("torch.nn.MultiheadAttention(4, 2)(grid, grid, grid)[0]", (1, 3), ATTENTION),
        ("torch.nn.LSTM(4, 2, 2, dropout=0.5)(grid)[0]", (0, 1), [*LSTM, "state"]),
        ("torch.nn.TransformerEncoderLayer(4, 2, 8).eval()(grid)", (1, 3), ENCODER),
        ("torch.nn.TransformerEncoderLayer(4, 2, 8, 0.5)(grid)", (1, 3), ENCODER),
        (
            (
                "layer = torch.nn.TransformerEncoderLayer(4, 2, 4)\n"
                "rows = torch.nn.TransformerEncoder(layer, 2)\nrows(grid)"
            ),
            (1, 3),
            ENCODER,
        ),
        (
            "torch.nn.MultiheadAttention(4, 2, 0.5)(grid, grid, grid)[0]",
            (1, 3),
            [*ATTENTION, "kept"],
        ),
        (
            "torch.nn.TransformerEncoderLayer(4, 2, 8, 0., 'gelu', norm_first=True)(grid)",
            (1, 3),
            ENCODER[:-1],
        ),
        (
            "torch.nn.TransformerDecoderLayer(4, 2, 4).eval()(grid, grid)",
            (1, 3),
            ["gathered", "asked", "remembered", "met", "hidden", "made", "thought"],
        ),
    ],
)
def test_a_layer_begins_with_its_idea_and_tells_its_gates_by_name(expression, element, names):
    told, text = answer("torch.manual_seed(0)\n" + expression, element)
    chapter = told.chapters[-1]
    assert chapter.idea
    assert {step.name for step in chapter.frames[0].steps} == set(names)
    assert all(f"{name}[" in text and f"{name}: " in text for name in names)
    assert len(text.splitlines()) <= 25


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("torch.eye(3)[1, 2]", "A constant, 0.0: it lies off the diagonal."),
        ("torch.diag(row, 1)[1, 1]", "it lies off diagonal 1."),
        ("torch.fmod(-labels, 3)[0]", "3 goes 0 times into (-labels)[0], rounded towards 0; -2"),
        (
            "F.interpolate(image, scale_factor=0.5)[0, 0, 1, 1]",
            "for each new column the old one there, rounded down. columns[1] = floor(1*4/2)",
        ),
        (
            "F.nll_loss(x, labels, weight=row)",
            "minus the number at the target class, times the weight of that class.",
        ),
        ("F.cross_entropy(x, x.softmax(1))", "for each class, times the class's share in the"),
        (
            "F.grid_sample(image, torch.zeros(1, 1, 1, 2), align_corners=True)[0, 0, 0, 0]",
            "share: how far spots is on the way to the next column, whose weight it is.",
        ),
        (
            "torch.nn.utils.rnn.pad_sequence([row, row[:2]], True)[1, 2]",
            "the short ones filled up. [1, 2] = 0.0 A constant, 0.0: no element of the tensors",
        ),
        (
            "F.triplet_margin_loss(x[:1], x[:1] + 1, x[:1] - 2, margin=3.)",
            "away plus the margin, or 0. errors = max(1.732 - 3.4641 + 3.0, 0)",
        ),
        ("torch.nn.LayerNorm(3, elementwise_affine=False)(x)[0, 1]", "and standard deviation 1. ["),
        ("torch.nn.BatchNorm1d(3).eval()(x)[0, 1]", "Each channel less its running mean, divided"),
        ("(labels & 3)[0]", "2 & 3 = 2 In binary: 10 and 11 give 10."),
        ("made = torch.nn.Linear(3, 1)(x)\nmade[0]", "[0, 0] = 1.5*"),
        (
            "turned = grid.t()\nturned[0, 1] = 9\ngrid[1, 0]",
            "It is written through a view: grid[1, 0] is the same element. [0, 1] = 9.0",
        ),
        ("line = grid[1]\nline *= 2\ngrid[1, 3]", "[3] = 2.0: the same element as grid[1, 3]."),
        (
            (
                "slope, = torch.autograd.grad((leaf**3).sum(), leaf, create_graph=True)\n"
                "torch.autograd.grad(slope.sum(), leaf)[0][1]"
            ),
            "With u = (leaf**2) * 3: d(1.0 * u)/du = 1.0, times",
        ),
        (
            (
                "class Twice(torch.autograd.Function):\n    @staticmethod\n"
                "    def forward(ctx, x):\n        return x * 2\n    @staticmethod\n"
                "    def backward(ctx, g):\n        return g * 2\n"
                "Twice.apply(leaf).sum().backward()\nleaf.grad[1]"
            ),
            "/ d leaf[1] = 2.0, times the 1.0 that came from",
        ),
        (
            (
                "net = torch.nn.Linear(3, 1)\n"
                "torch.func.functional_call(net, dict(net.named_parameters()), (x,))[0, 0]"
            ),
            "holds there.",
        ),
        (
            (
                "given = torch.ones(1, 2, requires_grad=True)\n"
                "torch.nn.Linear(2, 1)(given).sum().backward()\ngiven.grad[0, 1]"
            ),
            "With u = torch.nn.Linear(2, 1).weight",
        ),
        ("torch.linalg.qr(square)[1][1, 1]", "R[1, 1] = sqrt("),
        ("row.clone().fill_(4)[0]", "Overwrite the tensor with one value everywhere."),
        ("row.index_fill(0, labels, -1)[0]", "[0] = -1.0 labels[1] = 0, so"),
        (
            "F.avg_pool2d(zeros[None, None], 2, padding=1, count_include_pad=False)[0, 0, 0, 0]",
            "[0, 0, 0, 0] = 0.0 Copied from zeros",
        ),
        (
            "torch.distributions.StudentT(row + 3).log_prob(row)[1]",
            "(0.0 - 0.0)/1.0 = 0.0 area: the logarithm of the area",
        ),
        (
            "torch.distributions.OneHotCategorical(row + 1).log_prob(torch.tensor([0., 1., 0.]))",
            "The logarithm of the probability of the class at which value has its 1.",
        ),
        ("torch.distributions.Pareto(row + 1, row + 1).log_prob(row + 3)[1]", "or of its density"),
        ("torch.distributions.Uniform(row, row + 2).stddev[1]", "the root of the variance. [1]"),
        (
            "torch.distributions.Laplace(row, 1.).log_prob(torch.tensor(2.))[1]",
            "[1] = -log(2*1.0) - abs(2.0 - 0.0)/1.0",
        ),
        (
            "torch.autograd.functional.hessian(lambda x: (x**3).sum(), row)[2, 2]",
            "back through mul: grad of (x**2) -> (3,) float32",
        ),
        ("(row / 0).nan_to_num()[1]", "As (row / 0)[1] is nan, 0.0 is taken."),
        ("F.cross_entropy(x, labels, weight=row)", ")/(2.0 + 1.0)"),
        (
            "F.cross_entropy(x, torch.tensor([-100, 0]), weight=row)",
            "counted[0] = 0.0",
        ),
        ("x.t()[1, 1]", "A view: nothing is copied. [1, 1] = 0.5 The same element as x[1, 1]."),
        (
            "F.kl_div(torch.tensor([[.5, .5]]).log(), torch.tensor([[.25, .75]]))",
            "input and target: the tensors that it is given, in this order.",
        ),
        (
            "torch.nn.LSTMCell(2, 2)(torch.tensor([[1., 0.]]))[1][0, 1]",
            "input: the tensor it is given.",
        ),
        (
            "torch.distributions.Normal(row, 2.).log_prob(torch.tensor(1.))[2]",
            "((1.0 - 2.0)/2.0) ** 2/2 - log(2.0) - log(6.2832)/2 = -1.7371",
        ),
        (
            "torch.distributions.Categorical(torch.tensor([0.2, 0.8])).log_prob(labels // 2)[1]",
            "= log(0.2) = -1.6094 Here probs[0] is 0.2 and (labels // 2)[1] is 0. It also",
        ),
        (
            "grid[labels, labels] = row[:2]\ngrid[2, 2]",
            "labels[0] = 2, so row[:2][0] is written here.",
        ),
        ("grid[labels] += 1\ngrid[0, 3]", "labels[1] = 0, so (grid[labels] + 1)[1, 3] is"),
        (
            "torch.distributions.Categorical(logits=x).log_prob(labels)[1]",
            "log(exp(3.0) + exp(0.5) + exp(2.0)) = -0.3715 From row 1 of x and labels[1] = 0.",
        ),
        (
            "torch.distributions.Normal(row, 2.).cdf(torch.tensor(1.))[2]",
            "apart[2] = (1.0 - 2.0)/2.0 = -0.5",
        ),
        ("torch.distributions.Categorical(logits=x).entropy()[0]", "chance[0, 2] = exp(0.0)/("),
        ("torch.distributions.Bernoulli(logits=row).probs[2]", "[2] = 1/(1 + exp(-2.0)) = 0.8808"),
        (
            "torch.distributions.Kumaraswamy(row + 1, 2.).entropy()[1]",
            "on (row + 1)[1] and concentration0[1].",
        ),
        (
            "torch.distributions.Gamma(row + 1, 2.).entropy()[1]",
            "= 1.0 - log(2.0) + lgamma(1.0) + (1 - 1.0)*digamma(1.0)",
        ),
        ("torch.distributions.Normal(row, 2.).sample()[1]", "Drawn from the random generator"),
        (
            "D = torch.distributions\nD.kl_divergence(D.Normal(row, 1.), D.Normal(0., 2.))[2]",
            "[2] = (0.25 + 1.0 ** 2 - 1 - log(0.25))/2 = 0.8181",
        ),
        (
            "torch.distributions.Bernoulli(logits=row).log_prob(columns.float())[0]",
            "chance: the sigmoid of logits: the probability of a 1.",
        ),
        (
            "F.max_pool2d(image, 3, padding=1)[0, 0, 0, 0]",
            "beyond the edges of image -inf stands, which is never the largest.",
        ),
        (
            "F.pixel_shuffle(row.view(3, 1, 1)[:1].expand(4, 1, 1) * 1, 2)[0, 1, 0]",
            ": number 1*2 + 0 = 2, counted row by row.",
        ),
        ("torch.cat([x, zeros])[3, 1]", "[3, 1] = 0.0 Copied from zeros[1, 1]."),
        ("grid.view(2, 8)[1, 3]", "as grid[2, 3]: number 1*8 + 3 = 2*4 + 3 = 11, counted row"),
        (
            "F.leaky_relu(x)[0, 1]",
            "= -2.0*0.01 = -0.02 Here x[0, 1] is -2.0. As -2.0 is below 0,",
        ),
        ("F.elu(x)[0, 2]", "As 0.0 is not above 0, 1.0*(exp(0.0) - 1) is taken."),
        ("F.softshrink(x)[0, 1]", "= -2.0 + 0.5 = -1.5"),
        ("F.one_hot(labels)[0, 2]", "As labels[0] is 2, 1 is taken."),
        ("F.smooth_l1_loss(x[0], row)", "As 2.0 is above 1.0: errors[1] = 2.0 - 0.5 = 1.5"),
        ("torch.where(mask, x, x * 2)[0, 1]", "[0, 1] = -4.0 mask[0, 1] is False, so (x * 2)"),
        ("x.masked_fill(mask, 9)[0, 0]", "[0, 0] = 9.0 mask[0, 0] is True, so the number 9 is"),
        ("x[x > 0].sum()", "[0, 2] = 0.0 > 0 = False 2 more elements [1, 2] = 2.0"),
        ("torch.kaiser_window(4)[3]", "= i0(12.0*sqrt(1 - ((3 - 2.0)/2.0)**2))/i0(12.0) = 0.2157"),
        ("torch.tril_indices(3, 3)[1, 2]", "place 2 on or below the diagonal is [1, 1]: column 1."),
        ("torch.fft.fftfreq(4)[3]", "As 3 is above 2: steps[3] = 3 - 4 = -1"),
        ("torch.nansum(row / 0)", "As (row / 0)[1] is nan, 0.0 is taken."),
        ("F.mse_loss(x, zeros, reduction='none')[0, 1]", "The squared error: (x - zeros) ** 2."),
        (
            "F.ctc_loss(x.log_softmax(1), torch.tensor([1]), (2,), (1,))",
            "the probability of all ways to be there.",
        ),
    ],
)
def test_what_decides_is_told_without_conditions_in_each_other(expression, words):
    _, text = answer(expression, None)
    assert words in " ".join(text.split())
    assert " if " not in text


def test_what_a_choice_did_not_take_neither_goes_in_nor_is_told():
    told, _ = answer("torch.where(mask, x, x * 2)[0, 0]", None)
    (chapter,) = told.chapters
    assert [each.name for each in chapter.frames[0].inputs] == ["mask", "x"]


def test_a_gradient_that_a_question_begins_with_is_not_told():
    told, _ = answer("leaf.exp().sum().backward()\n(leaf - 0.5 * leaf.grad)[0]", None)
    assert [each.operation for each in told.chapters] == ["mul", "sub"]
    assert told.chapters[-1].idea == "leaf minus (0.5 * leaf.grad), element by element."


def test_a_cell_without_a_state_begins_with_zeros():
    told, _ = answer("torch.nn.LSTMCell(4, 3)(grid)[0]", (1, 1))
    own = [step for step in told.chapters[0].frames[0].steps if step.name == "from_state"]
    assert own
    assert all(step.text.count("0.0*") == 3 for step in own)


def test_of_what_a_number_of_python_s_is_made_only_what_leads_to_it_is_told():
    told, _ = answer("torch.numel(x[mask])", None)
    assert [chapter.operation for chapter in told.chapters] == ["index", "numel"]
    assert told.chapters[0].idea == "4 of the 6 elements of mask are True: as many as are taken."


def test_a_question_about_an_element_of_a_gradient_does_not_offer_others():
    told, text = answer("torch.autograd.grad((leaf ** 2).sum(), leaf)[0]", (1,))
    assert all(chapter.is_asked for chapter in told.chapters[-2:])
    assert "more element" not in text


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("y = x.clone()\ny[0, 1] = 9.\ny[0, 1]", "Here the number 9.0 is written."),
        ("y = x.clone()\ny[0, 1] = 9.\ny[1, 1]", "Copied from x[1, 1]."),
        ("y = x.clone()\ny[0, 1] = 9.\ny[1, 1] = 3.\ny[0, 1]", "write: y[0, 1] = 9."),
        ("y = x.clone()\ny[:, 1:] = row[:2]\ny[1, 2]", "row[:2][1] is written here."),
        ("y = x.clone()\ny[1, 1:] += row[:2]\ny[1, 0]", "[1, 0] = 3.0"),
        ("y = x.clone()\ny[mask] = 0.\ny[0, 2]", "mask[0, 2] is True, so the number 0.0 is"),
        ("y = x.clone()\ny[mask] = 0.\ny[0, 1]", "mask[0, 1] is False, so y[0, 1] stays."),
        ("y = x.clone()\nz = y.view(-1)\nz[3] = 4\ny[1, 0]", "[3] = 4.0 Here the number 4.0"),
        ("y = x.clone()\nz = y[0]\nz[2] = 4\ny[1, 2]", "Copied from x[1, 2]."),
        ("y = torch.tanh(row + 1)\ny[1]", "[1] = tanh(1.0) = 0.7616"),
        ("torch.nn.RNN(4, 2)(grid)[0][1, 0]", "from_input[0, 1, 0] = "),
        ("x.gather(1, torch.tensor([[2], [0]]))[0, 0]", "index[0, 0] = 2, so x[0, 2] is read."),
        ("x[torch.tensor([1, 0]), torch.tensor([2, 1])][0]", "rows[0] = 1 and columns[0] = 2"),
        ("x.put(torch.tensor([1, 4]), row[:2])[1, 1]", "index[1] = 4, so row[:2][1] is written"),
        ("x.put(torch.tensor([1, 4]), row[:2])[0, 0]", "No indices name number 0: x[0, 0] stays."),
        ("torch.unique_consecutive(labels * 0)[0]", "The first run of equal elements:"),
        (
            "F.kl_div((leaf * 0 + 0.5).log(), leaf * 2)",
            "(leaf * 2) * (log(leaf * 2) - (leaf * 0 + 0.5).log())",
        ),
        (
            "torch.unique(torch.tensor([[1, 2], [1, 2], [0, 5]]), dim=0)[1, 0]",
            "[1, 0] = 1 The second different row in order: in input it stands at 0 and 1.",
        ),
        ("F.conv_transpose1d(x[None, :1], x[None, 1:], stride=2)[0, 0, 3]", "= -2.0*0.5 = -1.0"),
        ("F.dropout(x + 5, 0.5)[0, 0]", "Drawn: each element is dropped with a chance of 0.5."),
        ("torch.add(x, x, alpha=3)[0, 0]", "x plus 3 * x, element by element."),
        ("x[x > 1].numel()", "3 of the 6 elements of (x > 1) are True: as many as are taken."),
        (
            "torch.autograd.grad((leaf.exp()[:1] * 2).sum(), leaf)[0][0]",
            "derivatives times what arrived",
        ),
        (
            "F.conv2d(image[..., :3, :3], taps).sum().backward()\ntaps.grad[0, 0, 0, 0]",
            "= 1.0*1.0 + 0.0*1.0 + 0.0*1.0 + 5.0*1.0 = 6.0",
        ),
    ],
)
def test_an_element_of_a_variable_is_told_by_what_gave_it(program, words):
    _, text = answer(program, None)
    assert words in " ".join(text.split())


def test_an_element_that_something_untold_wrote_over_is_not_told_as_it_was():
    program = (
        "y = leaf.detach().clone().requires_grad_()\noptimizer = torch.optim.RAdam([y], 0.125)\n"
    )
    with pytest.raises(NothingToExplainError, match=r"it was 2.0 when .* and is 1.5 now"):
        answer(f"{program}(y ** 2).sum().backward()\noptimizer.step()\ny[0]", None)


def test_the_last_turn_of_a_loop_whose_values_no_longer_move_is_told_last():
    program = "y = leaf\nfor turn in range(60):\n    y = y * 0.5 + leaf.exp() * 0 + 1\ny[0]"
    told, text = answer(program, None)
    assert told.chapters[-1].source == "y = y * 0.5 + leaf.exp() * 0 + 1"
    assert "[0] = 1.0 + 1 = 2.0" in text


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("[each.max() for each in x][1]", "each is x[1] in the turn"),
        ("sum(a * b for a, b in zip([row[0], row[1]], q[0]))", "b is q[0][1] in the turn"),
        ("t = row\nfor n in range(3):\n    t = t * n\nt[2]", "n is 2 in the turn"),
        ("for at, each in enumerate(x):\n    t = each * at\nt[0]", "at is 1 and each is x[1] in"),
        ("def f(u):\n    top = u.max()\n    return u - top\nf(row)[0]", "top = u.max()"),
        ("y = row * 0\ny[1:] = 7.\ny[:2] += row[0]\ny[1]", "y[1:] = 7."),
    ],
)
def test_names_are_introduced_where_they_get_their_values(program, words):
    assert words in " ".join(answer(program, None)[1].split())


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("row[:0].sum()", "result = 0.0 There are no elements"),
        ("row.kthvalue(2).values", "is the second of 0.0 <= 1.0 <= 2.0"),
        ("row.quantile(0.25)", "spot = 0.25*2 = 0.5"),
        ("row.norm()", "The length of what is taken as one vector"),
        ("row.norm(p=1)", "its norm of another order"),
        ("torch.linalg.qr(square)[0][1, 0]", "length[0] = -sqrt(2.0*2.0 + 0.5*0.5) = -2.0616"),
        ("x.masked_select(x != 9)[5]", "2 more elements [1, 2] = 2.0 != 9 = True"),
        (
            "torch.addmm(square, square, square, beta=0.5)[0, 0]",
            "0.5 * square + (square @ square).",
        ),
        (
            "(leaf[0] * leaf[1]).backward()\nleaf.grad[1]",
            "= leaf[0] = 2.0, times the 1.0 that came",
        ),
        ("(leaf - leaf)[0].backward()\nleaf.grad[0]", "d(leaf - u)/dleaf = 1"),
    ],
)
def test_what_the_arithmetic_counts_with_is_said(program, words):
    assert words in " ".join(answer(program, None)[1].split())


TRAINED = """net = torch.nn.Linear(3, 1)
opt = torch.optim.Adam(net.parameters(), 0.1)
for turn in range(3):
    loss = F.mse_loss(net(x), row[:2, None])
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


def test_what_a_loop_s_last_turn_gave_is_told_on_the_weights_of_then():
    told, text = answer(f"{TRAINED}loss", None)
    assert [chapter.operation for chapter in told.chapters] == ["linear", "index", "mse_loss"]
    assert text.count("1.5*") == 1
    assert "could not be found" not in text


def test_an_element_of_a_layer_s_weight_is_told_by_the_latest_step():
    told, _ = answer(f"{TRAINED}net.weight[0, 1]", None)
    assert [chapter.operation for chapter in told.chapters] == ["Adam"]


@pytest.mark.parametrize(
    ("program", "operations", "words"),
    [
        (
            "y = row.clone()\ny[0], y[2] = y[2].clone(), y[0].clone()\ny[0]",
            "",
            "2.0",
        ),
        ("y = row.clone()\ny[0], y[2] = y[2], y[0]\ny[2]", "", "y[0] is written here"),
        ("y = torch.zeros(3)\nfor each in x:\n    y.add_(each)\ny[2]", "add", "[2] = 0.0 + 2.0"),
        (
            "y = torch.zeros(3)\nfor each in labels:\n    y[each] += 1\ny[2]",
            "add write",
            "(y[each] + 1) is written here.",
        ),
        (
            "torch.autograd.grad((row.requires_grad_() ** 2).sum(), row)[0][2]",
            "the back grad",
            "2*2.0*1.0 = 4.0",
        ),
    ],
)
def test_only_what_gave_an_element_is_told(program, operations, words):
    told, text = answer(program, None)
    begun = [chapter.operation.partition(" ")[0] for chapter in told.chapters]
    assert begun == operations.split() or not operations
    assert words in " ".join(text.split())


def test_of_runs_of_a_function_by_rows_only_the_row_that_was_asked_for_is_told():
    told, text = answer("torch.vmap(lambda r: (r * r).sum())(x)[1]", None)
    assert [each.operation for each in told.chapters] == ["mul", "sum", "vmap(f)"]
    assert "[0] = 3.0*3.0 = 9.0" in text
    told, _ = answer("torch.func.grad(lambda r: (r * r).sum())(row)[1]", None)
    assert [frame.index for frame in told.chapters[1].frames] == [(1,)]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (
            "sum(n * n for n in row)",
            ("mul: n * n", "result = 1.0*1.0 = 1.0", "result = 1.0 + 0.0 + 4.0 = 5.0"),
        ),
        ("max(r.sum() for r in x)", ("max(-0.5, 5.5) = 5.5", "[r.sum() for r in x][1] = 5.5")),
        ("torch.stack([r.softmax(0) for r in x])[1, 0]", ("softmax: r.softmax(0)", "[0] = exp(3")),
        ("total = 1 - sum(n * n for n in row)\ntotal", ("mul: n * n", "result = 1 - 5.0")),
    ],
)
def test_what_each_turn_of_a_comprehension_gave_is_told(program, words):
    _, text = answer(program, None)
    assert not [each for each in words if each not in text], text
    assert text.count("mul: n * n") < 2


def test_what_was_written_down_is_said_to_be_computed_by_nothing():
    told, _ = answer("torch.tensor([[1, 2], [3, 4]])[1, 0]", None)
    assert told.chapters[-1].idea.endswith("nothing was computed.")


LAYERS = """
from torch import nn
torch.manual_seed(0)
batch = torch.tensor([[1., 2.], [3., 8.], [5., 5.]])
norm = nn.BatchNorm1d(2)
net = nn.Sequential(nn.Linear(2, 3), nn.Dropout(0.5), nn.Linear(3, 1))
norm(batch)
normal = norm(batch + 1)
"""


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (
            "norm.running_mean[1]",
            ("= 0.9*0.5 + 0.1*((3.0 + 9.0 + 6.0)/3) = 1.05", "norm(batch + 1)"),
        ),
        (
            "nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))(batch)[0, 0]",
            ("linear: nn.Linear(2, 3)(batch)", "From row 0 of nn.ReLU()(nn.Linear(2, 3)(batch)),"),
        ),
        ("norm.running_var[0]", ("[0] = 0.9*1.3 + 0.1*4.0 = 1.57", "total: the squared distances")),
        ("kept = norm.eval()(batch); norm.train()(batch); kept[0, 1]", ("(2.0 - 1.05)/sqrt(",)),
        (
            "first = net(batch)[0, 0]; net(batch); torch.rand(9); first",
            ("/(1 - 0.5) = ", "net[1]("),
        ),
    ],
)
def test_a_layer_is_run_again_as_it_was_then(program, words):
    _, text = answer(f"{LAYERS}{program}", None)
    assert not [each for each in (*words, " = ") if each not in " ".join(text.split())], text


def test_a_running_mean_is_drawn_only_where_it_is_looked_at():
    program = "layer = torch.nn.BatchNorm1d(3)\n{}layer(x)[0, 0]"
    for between, count in (("", 0), ("layer.eval()\n", 2)):
        told, _ = answer(program.format(between), None)
        names = [operand.name for operand in told.chapters[-1].operands]
        assert sum("running" in name for name in names) == count


@pytest.mark.parametrize(
    ("optimizer", "words"),
    [
        ("SGD([y], 0.5, maximize=True)", "[0] = 8.0 - 0.5*(-16.0) = 16.0"),
        ("SGD([y], 0.1, momentum=0.9)", "velocity[0] = 0.9*6.8 + 1.84 = 7.96"),
        ("SGD([y], 0.1, momentum=0.5, dampening=0.5)", "+ 0.5*"),
        ("SGD([y], 0.1, momentum=0.5, nesterov=True, weight_decay=0.1)", "slope[0] = "),
        ("Adam([y], 0.1)", "mean[0] = (0.9*"),
        ("AdamW([y], 0.1)", "shrunk[0] = "),
        ("Adagrad([y], 0.1)", "squares[0] = "),
        ("RMSprop([y], 0.1)", "squares[0] = 0.99*"),
        ("RMSprop([y], 0.1, momentum=0.5)", "step[0] = 0.5*9.4901 + "),
        ("RMSprop([y], 0.1, centered=True)", "the variance. spread[0] = "),
        ("Adam([y], 0.1, amsgrad=True)", "largest[0] = max(0.999*"),
        ("Adamax([y], 0.1)", "largest[0] = max(0.999*3.996, abs("),
        ("NAdam([y], 0.1)", "the momentum gives. change[0] = "),
        ("Adadelta([y])", "squares[0] = 0.9*"),
        ("Rprop([y], 0.1)", "As 1.0 is above 0: length[0] = 0.12*1.2 = "),
    ],
)
def test_a_parameter_is_told_by_the_latest_step_of_its_optimizer(optimizer, words):
    lines = ["y = leaf.detach().clone().requires_grad_()", f"optimizer = torch.optim.{optimizer}"]
    lines += ["for turn in range(3):", "    optimizer.zero_grad()"]
    lines += ["    (y ** 2).sum().backward()", "    optimizer.step()", "y[0]"]
    told, text = answer("\n".join(lines), None)
    (chapter,) = told.chapters
    assert chapter.source == "optimizer.step()"
    assert words in " ".join(text.split())
    assert "before: y before the step; grad: y.grad" in " ".join(text.split())
    assert len(text.splitlines()) <= 25


def test_the_last_of_a_recipe_s_steps_shows_its_own_where_there_is_room():
    layer = "torch.manual_seed(4)\ntorch.nn.TransformerEncoderLayer(2, 1, 2).eval()"
    told, _ = answer(f"{layer}(grid[:1, :2] + 0)", (0, 0))
    names = [step.name for step in told.chapters[-1].frames[0].steps]
    assert names == [*ENCODER, "mean", "variance"]


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("torch.polar(row, row)[1]", "promoted"),
        ("torch.distributions.Gamma(torch.tensor(2.), 3.).mean", "It is"),
        (
            (
                "for _ in range(3):\n    (leaf**2).sum().backward()\n    with torch.no_grad():\n"
                "        leaf -= leaf.grad / 4\n        leaf.grad.zero_()\nleaf[0]"
            ),
            "zero_",
        ),
        (
            (
                "found = torch.zeros(5)\nfound[1] = 1\nfor at in range(2, 5):\n"
                "    found[at] = found[at - 1] + found[at - 2]\nfound[4]"
            ),
            "found[1] = 1",
        ),
        ("torch.linalg.matrix_rank(square)", "= 2\n       It"),
    ],
)
def test_nothing_is_told_of_what_did_not_lead_there(expression, words):
    assert words not in answer(expression, None)[1]
