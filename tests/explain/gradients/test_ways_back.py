"""Gradients are told as arithmetic that gives the real gradient, whatever lies on the way back."""

import random

import pytest

from tensorlab.explain.arithmetic.numbers import number
from tensorlab.render.explanations.plain import explanation_text
from tests.explain.telling import close, explained, value_of

SETUP = """
def T(*sizes):
    return (torch.randn(*sizes) * 10).round().div(5).requires_grad_()
torch.manual_seed({seed})
"""
PROGRAMS = {
    "stretched": (
        "x = T({m}, {n}); b = T({n}); y = ((x + b) * b).sum()",
        "x = T({m}, 1); b = T({n}); y = (x * b).sum()",
        "x = T({m}, {n}); b = T({m}, 1); y = ((x - b) / (b * b + 2)).sum()",
    ),
    "used twice": (
        "x = T({n}); y = (x * x + 3 * x).sum()",
        "x = T({n}); h = torch.sin(x); y = (h * h + torch.exp(h)).sum()",
        "x = T({m}, {n}); y = (x @ x.T).sum()",
        "x = T({n}); y = ((x - x.mean()) ** 2).mean()",
    ),
    "views": (
        "x = T({m}, {n}); y = (x.T.reshape(-1) * T({m} * {n})).sum()",
        "x = T({m}, {n}); y = (x[0] * x[-1]).sum() + x[:, ::2].sum()",
        "x = T({n}); y = (x.expand({m}, {n}) ** 2).sum()",
        "x = T({n}); h = x * 2; h[0] = 5.; y = (h * h).sum()",
    ),
    "reductions": (
        "x = T({m}, {n}); y = (x.sum(0) * x.mean(0)).sum() + x.prod()",
        "x = T({m}, {n}); y = x.var(1).sum() + x.std() + x.norm()",
        "x = T({m}, {n}); y = torch.logsumexp(x, 1).sum() + x.cumsum(1).pow(2).sum()",
    ),
    "products": (
        "x = T({m}, {n}); b = T({n}, {k}); y = (x @ b).pow(2).sum()",
        "x = T({n}); b = T({n}, {k}); y = torch.tanh(x @ b).sum()",
        "x = T(2, {m}, {n}); b = T(2, {n}, {k}); y = (x @ b).sum()",
        "x = T({n}); b = T({n}); y = torch.dot(x, b) ** 2",
    ),
    "choices": (
        "x = T({m}, {n}); y = torch.where(x > 0, x * x, -x).sum() + x.clamp(-0.5, 0.5).sum()",
        "x = T({n}); y = torch.relu(x).sum() + x.abs().sum()",
        "x = T({m}, {n}); b = T({m}, {n}); y = torch.maximum(x, b).sum() + x[x > 0].sum()",
        "x = T({m}, {n}); y = x.max() + x.max(1).values.sum() + x.amin(0).sum()",
        "x = T({m}, {n}); y = torch.sort(x, 1).values[:, 0].sum() + x[0].topk(2).values.sum()",
    ),
    "losses": (
        "x = T({m}, {n}); y = F.mse_loss(x, torch.ones({m}, {n})) + F.l1_loss(x, x.detach() + 1)",
        "x = T({m}, {n}); y = F.cross_entropy(x, torch.tensor([1] * {m}))",
        "x = T({m}, {n}); y = F.binary_cross_entropy_with_logits(x, torch.ones({m}, {n}))",
        "x = T({m}, {n}); y = (F.softmax(x, 1) * T({m}, {n})).sum()",
        "x = T({m}, {n}); y = F.smooth_l1_loss(x, torch.zeros({m}, {n}))",
        "x = T({m}, {n}); y = F.layer_norm(x, ({n},)).pow(3).sum()",
    ),
    "networks": (
        "net = nn.Sequential(nn.Linear({n}, {k}), nn.ReLU(), nn.Linear({k}, 1)); x = T({m}, {n})\n\
y = F.mse_loss(net(x), torch.ones({m}, 1))",
        "x = T({m}, {n}); y = F.nll_loss(nn.Linear({n}, {k})(x).tanh(), torch.tensor([1] * {m}))",
        "x = T(1, 1, 4, 4); b = T(2, 1, 3, 3); y = F.conv2d(x, b).relu().sum()",
        "x = T(1, 1, 4, 4); y = F.max_pool2d(x, 2).sum() + F.avg_pool2d(x, 2).sum()",
        "x = T(5, {n}); y = F.embedding(torch.tensor([1, 3, 1]), x).pow(2).sum()",
    ),
    "element by element": (
        "x = T({n}); y = (torch.sigmoid(x) + torch.log(x * x + 1)).sum()",
        "x = T({n}); y = (torch.sqrt(x.abs() + 1) + torch.exp(x) / (1 + torch.exp(x))).sum()",
        "x = T({n}); y = (F.gelu(x) + F.softplus(x) + F.silu(x)).sum()",
        "x = T({n}); y = (x ** 3 - 2 ** x + 1 / (x + 9)).sum() + torch.atan2(x, x * 2 + 9).sum()",
    ),
}


def programs():
    """Yield each program at sizes of its own."""
    choice = random.Random(2)  # noqa: S311
    for kind, texts in PROGRAMS.items():
        for place, text in enumerate(texts):
            sizes = {
                "m": choice.randint(2, 3),
                "n": choice.randint(2, 4),
                "k": choice.randint(2, 3),
            }
            setup = SETUP.format(seed=choice.randint(0, 999))
            yield pytest.param(setup + text.format(**sizes), id=f"{kind} {place}")


@pytest.mark.parametrize("program", list(programs()))
def test_the_arithmetic_of_every_step_back_gives_the_real_gradient(program):
    told, session, value = explained("torch.autograd.grad(y, x)", program)
    steps = {}
    for chapter in told.chapters:
        for frame in chapter.frames:
            assert close(value_of(session, frame.text), frame.value), (chapter.source, frame.text)
            assert any(letter.isdigit() for letter in frame.sentence), frame.sentence
            for element in frame.inputs:
                if (element.name, element.index) in steps:
                    assert element.value == steps[element.name, element.index]
            steps[chapter.source, frame.index] = frame.value
    for frame in told.chapters[-1].frames:
        assert frame.value == number(value[0], frame.index)
        assert "came back to" not in frame.sentence, "no arithmetic"


@pytest.mark.parametrize("program", list(programs()))
def test_what_arrived_is_among_the_inputs_of_what_goes_on(program):
    told, _, _ = explained("torch.autograd.grad(y, x)", program)
    for frame in (frame for chapter in told.chapters[1:] for frame in chapter.frames):
        assert not frame.value or any(
            element.name.startswith("grad of ") for element in frame.inputs
        )


@pytest.mark.parametrize(
    ("layer", "asked", "last"),
    [
        ("nn.Linear(2, 2)", "layer.weight.grad[0, 1]", "5.0*1.0"),
        ("nn.Linear(2, 1)", "layer.bias.grad[0]", "1.0"),
        ("nn.MaxPool1d(2)", "x.grad[0, 1]", "1.0"),
        ("nn.AvgPool1d(2)", "x.grad[0, 0]", "0.5*1.0"),
        ("nn.Conv1d(1, 1, 2)", "layer.weight.grad[0, 0, 1]", "5.0*1.0"),
        ("nn.Sequential(nn.Linear(2, 1), nn.Tanh())", "layer[0].weight.grad[0, 0]", "1.0*"),
    ],
)
def test_no_inner_step_of_a_layer_has_a_place_on_the_way_back(layer, asked, last):
    setup = f"x = torch.tensor([[1., 5.]], requires_grad=True)\nlayer = {layer}\n"
    told, _, _ = explained(asked, f"{setup}y = layer(x).sum()\ny.backward()")
    said = explanation_text(told)
    for inner in ("addmm", "unsqueeze", "squeeze", ".t()", "with_indices", "convolution", "input"):
        assert inner not in said
    assert len(told.chapters) == (4 if "Seq" in layer else 3)  # where it begins, the layer, x
    assert told.chapters[-1].frames[0].text.startswith(last)


@pytest.mark.parametrize(
    ("layer", "call", "weight"),
    [
        ("nn.LSTM(2, 2)", "layer(x)[0]", "weight_hh_l0"),
        ("nn.GRU(2, 2)", "layer(x)[0]", "weight_ih_l0"),
        ("nn.MultiheadAttention(2, 1)", "layer(x, x, x)[0]", "in_proj_weight"),
    ],
)
def test_steps_within_a_layer_are_told_in_words_that_a_program_has(layer, call, weight):
    setup = f"x = torch.tensor([[[1., 5.]], [[2., 3.]]])\nlayer = {layer}\n"
    told, _, _ = explained(f"layer.{weight}.grad[0, 0]", f"{setup}{call}.sum().backward()")
    text = " ".join(explanation_text(told).split())
    assert f"linear(..., layer.{weight})" in text
    assert not any(inner in text for inner in ("addmm", "bmm", "cpu"))


def test_what_an_optimizer_moved_is_drawn_as_it_was_on_the_way_back():
    setup = "fc = nn.Linear(2, 1)\nx = torch.tensor([[1., 2.]], requires_grad=True)\n"
    step = "opt = torch.optim.SGD(fc.parameters(), 0.5)\nfc(x).sum().backward()\nopt.step()\n"
    told, _, _ = explained("x.grad[0, 1]", f"{setup}{step}")
    (weight,) = (each for each in told.chapters[-1].operands if each.name == "fc.weight")
    (frame,) = told.chapters[-1].frames
    assert weight.elements[0, 1] == pytest.approx(frame.inputs[0].value)
    assert "d fc(x)" in frame.sentence
