"""The derivatives that declarations state are those that their gradient rules give."""

import pytest

import tensorlab.ops.namespace  # noqa: F401  declares every function
from tensorlab.engine.declaring.declaration import OPERATIONS
from tests.explain.telling import explained

DECLARED = {
    operation.qualified_name: operation
    for operation in OPERATIONS.values()
    if operation.derivatives and operation.elementwise and operation.is_function
    if operation.name != "mvlgamma"  # whose derivative is a sum, told in words
}
NUMBERS = ("[0.3, 0.6]", "[0.7, 0.4]", "[0.25, 0.9]")
ABOVE_ONE = ("[1.5, 2.5]",)  # where acosh has values
# What stands for an operand or a bound that has no derivative.
OTHERS = {
    "condition": "torch.tensor([True, False])",
    "threshold": "20.0",
    "value": "0.1",
    "min": "0.4",
    "max": "0.5",
    "other": "torch.tensor([0.7, 0.4])",
}


def program(operation):
    """Return a program that calls an operation on tensors, and asks for all gradients."""
    numbers = ABOVE_ONE if operation.name == "acosh" else NUMBERS
    names = [name for name in operation.operands if name in operation.derivatives]
    lines, given = [], []
    for name in operation.signature.parameters:
        if name in names:
            place = names.index(name)
            lines.append(f"{name} = torch.tensor({numbers[place]}, requires_grad=True)")
            given.append(f"{name}={name}")
        elif name in OTHERS:
            given.append(f"{name}={OTHERS[name]}")
    call = f"{operation.qualified_name}({', '.join(given)})"
    return "\n".join([*lines, f"out = {call}", "out.sum().backward()"]), names


@pytest.mark.parametrize("name", DECLARED)
def test_a_derivative_is_the_slope_that_the_rule_gives(name):
    text, inputs = program(DECLARED[name])
    told, _, _ = explained(text, "")
    for each in inputs:
        chapter = next(each_ for each_ in told.chapters if each_.source == f"grad of {each}")
        for frame in chapter.frames:
            assert f"/d{each} = " in frame.sentence, (frame.sentence, DECLARED[name].slopes)


def test_many_functions_state_their_derivatives():
    assert len(DECLARED) > 40


@pytest.mark.parametrize(("order", "is_stated"), [(2, True), (1, False), (3, False)])
def test_a_derivative_of_some_settings_is_stated_for_these_alone(order, is_stated):
    program = (
        f"x = torch.tensor([3., -4.], requires_grad=True)\ny = torch.linalg.vector_norm(x, {order})"
    )
    told, _, _ = explained(f"{program}\ny.backward()\nx.grad", "")
    assert ("/dx = x/y" in told.chapters[-1].frames[0].sentence) == is_stated


ROW = "x = torch.tensor([[1.5, -2., 0.25], [3., 0.5, -0.5]], requires_grad=True)\n"
KERNEL = "ker = torch.tensor([[[0.5, -1., 2.]]], requires_grad=True)\n"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("x.max(1).values", "d max(x)/dx = 1 at the winner, else 0: the 1.0"),
        ("x.max(1).values", "d max(x)/dx = 1 at the winner, else 0: x[0, 1] changes no element"),
        ("x.var()", "less the correction, here 2*(x - 0.4583)/5 = "),
        ("x.std(0)", "less the correction, here (x - 2.25)/x.std(0) = "),
        ("x.logsumexp(1)", "d logsumexp(x)/dx = exp(x - x.logsumexp(1)) = "),
        ("x.T", "d x.T/dx = 1 where it was moved to, else 0: the 1.0"),
        ("F.conv1d(x[:1, None], ker)", "[0, 0, 0] = ker[0, 0, 0] = 0.5, times the 1.0"),
        (
            "F.avg_pool1d(x[None], 3)",
            "1/elements[i], with elements those that its window counts, here 1/3",
        ),
        ("F.max_pool1d(x[None], 3)", "1 at the winner of its window, else 0"),
        (
            "F.smooth_l1_loss(x, x.detach() + 2)",
            "nor x > u, d smooth_l1_loss(x, u)/dx = -1/6, times the 1.0",
        ),
        (
            "F.layer_norm(x, (3,))",
            "((i == j) - 1/n - z[i]*z[j]/n)/spread, with z = (x - mean)/spre",
        ),
        ("F.layer_norm(x, (3,), x[0])", "x[0])[i] / d x[0][c] = z[i], with z ="),
        (
            "F.nll_loss(x, torch.tensor([1, 0]))",
            "= -1/rows, with rows those that count, here -0.5, times",
        ),
        ("torch.linalg.det(x[:, :2])", "= cofactor[i, j], with cofactor the determinant without"),
        ("torch.linalg.qr(x).R", "dx = dQ @ R + Q @ dR, with Q and R the results. Here d qr(x)"),
        (
            "F.interpolate(x[None], size=2, mode='linear')",
            "= columns[i, k], with columns the shares",
        ),
        (
            "F.gelu(x, approximate='tanh')",
            "(1 + tanh(u))/2 + x*(1 - tanh(u)**2)*(a + b*x**2)/2, with u",
        ),
        ("x.norm(p=3)", "d x.norm(p=3)/dx = x*abs(x)/x.norm(p=3)**2 = "),
        ("x.index_add(0, torch.tensor([1]), x[:1])", "1 where it was kept or put, else 0"),
        ("torch.linalg.cross(x, x.detach() + 1)", "= the element of u that meets it"),
        ("x.lgamma()", "d lgamma(x)/dx = "),
    ],
)
def test_a_derivative_is_stated_in_the_words_of_mathematics(result, words):
    program = f"import torch.nn.functional as F\n{ROW}{KERNEL}{result}.sum().backward()"
    told, _, _ = explained(program, "")
    said = [frame.sentence for chapter in told.chapters if chapter.operation.startswith("back")
            for frame in chapter.frames]  # fmt: skip
    assert any(words in sentence for sentence in said), said
