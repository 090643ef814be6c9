"""The derivatives that declarations state are those that their gradient rules give."""

import pytest

import tensorlab.ops.namespace  # noqa: F401  declares every function
from tensorlab.engine.declaring.declaration import OPERATIONS
from tests.explain.telling import explained

DECLARED = {
    operation.qualified_name: operation
    for operation in OPERATIONS.values()
    if operation.slopes and operation.elementwise and operation.is_function
}
NUMBERS = ("[0.3, 0.6]", "[0.7, 0.4]", "[0.25, 0.9]")
ABOVE_ONE = ("[1.5, 2.5]",)  # where acosh has values
# What stands for an operand or a bound that has no derivative.
OTHERS = {
    "condition": "torch.tensor([True, False])",
    "min": "0.4",
    "max": "0.5",
    "other": "torch.tensor([0.7, 0.4])",
}


def program(operation):
    """Return a program that calls an operation on tensors, and asks for all gradients."""
    numbers = ABOVE_ONE if operation.name == "acosh" else NUMBERS
    names = [name for name in operation.operands if name in operation.slopes]
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
