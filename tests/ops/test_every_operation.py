"""What every declaration must hold, walked over all of them."""

import ast
import contextlib
import doctest
import io
import re
from typing import Any

import numpy as np
import pytest

import tensorlab
from tensorlab.engine.calling.public_functions import function_of
from tensorlab.engine.calling.resolving import answer
from tensorlab.engine.declaring.creating_any import composed
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.declaring.filling import no_influence
from tensorlab.engine.facts import Kind
from tensorlab.engine.kinds import SparseTensor
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.binding import bind
from tensorlab.engine.signatures.signature import Array, Arrays, Operand
from tensorlab.engine.tensor import Tensor
from tensorlab.nn import functional
from tensorlab.ops.namespace import NAMESPACES


def own_name(operation: Operation) -> str:
    """The name that it was declared under, not an alias."""
    name = operation.qualified_name
    return name if name in OPERATIONS else f"torch.Tensor.{operation.name}"


DECLARED = sorted({own_name(operation) for operation in OPERATIONS.values()})
PUBLIC = [name for name in DECLARED if OPERATIONS[name].doc]
NAMES = {"torch": tensorlab, "F": functional}
STEP = 1e-6
# They read a matrix as symmetric: none of its elements can move alone.
SYMMETRIC = {"cholesky", "cholesky_ex", "eigh", "eigvalsh", "cholesky_inverse"}


def examples(operation: Operation) -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(operation.doc)


@pytest.mark.parametrize("name", DECLARED)
def test_documentation_begins_with_a_sentence(name: str) -> None:
    first = OPERATIONS[name].doc.strip().split("\n\n")[0].replace("\n", " ")
    assert first.endswith((".", ":")), f"{name} needs a first sentence: {first!r}"


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")  # deprecated, as in PyTorch
@pytest.mark.filterwarnings("ignore:torch.triangular_solve")  # likewise
@pytest.mark.parametrize("name", PUBLIC)
def test_examples_print_what_they_say(name: str) -> None:
    operation = OPERATIONS[name]
    test = doctest.DocTest(examples(operation), dict(NAMES), name, None, None, None)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
    assert result.failed == 0, said.getvalue()


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_finds_the_function(name: str) -> None:
    operation = OPERATIONS[name]
    namespace, _, short = name.rpartition(".")
    if namespace == "torch.Tensor":
        assert hasattr(Tensor, short)
    else:
        assert NAMESPACES[namespace][short] is function_of(operation)


def sample_calls() -> list[Any]:
    """The calls in the examples of operations that declare a gradient."""
    found = []
    for name in PUBLIC:
        operation = OPERATIONS[name]
        if not operation.rules or operation.node_name == "NotImplemented":
            continue  # PyTorch has no gradient for it either
        if set(operation.rules.values()) == {no_influence} or operation.name in SYMMETRIC:
            continue  # what is a mere chance moves with nothing
        for number, example in enumerate(examples(operation)):
            tree = ast.parse(example.source.strip())
            call = tree.body[-1].value if isinstance(tree.body[-1], ast.Expr) else None
            if isinstance(call, ast.Call) and calls(call, operation):
                found.append(pytest.param(name, number, id=f"{name}-{number}"))
    return found


def calls(call: ast.Call, operation: Operation) -> bool:
    names = {operation.name, *operation.aliases}
    return isinstance(call.func, ast.Attribute) and call.func.attr in names


@pytest.mark.parametrize(("name", "number"), sample_calls())
def test_gradient_equals_finite_differences(name: str, number: int) -> None:
    operation = OPERATIONS[name]
    scope = dict(NAMES)
    for example in examples(operation)[:number]:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(example.source, name, "single"), scope)  # noqa: S102
    call = ast.parse(examples(operation)[number].source.strip()).body[-1].value
    args = [value_of(part, scope) for part in call.args]
    if not re.fullmatch(r"(torch|F)(\.\w+)*", ast.unparse(call.func.value)):
        args.insert(0, value_of(call.func.value, scope))
    settings = {part.arg: value_of(part.value, scope) for part in call.keywords}
    settings.pop("out", None)
    settings.pop("dtype", None)
    bound = doubled(operation, bind(operation.signature, operation.name, tuple(args), settings))
    try:
        compare_gradients(operation, bound)
    except NotImplementedError as error:
        pytest.skip(str(error))  # as PyTorch has it


def value_of(node: ast.expr, scope: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "example", "eval"), scope)  # noqa: S307


def doubled(operation: Operation, bound: dict[str, Any]) -> dict[str, Any]:
    """The arguments with every differentiable operand as a float64 leaf."""
    parameters = operation.signature.parameters
    result = dict(bound)
    for name, value in bound.items():
        role = parameters[name].annotation
        if name not in operation.rules or isinstance(value, SparseTensor):
            continue
        if role in (Array, Operand) and isinstance(value, Tensor):
            result[name] = leaf(value)
        elif role is Arrays:
            result[name] = [leaf(part) for part in value]
    return result


def leaf(value: Tensor) -> Tensor:
    if value.dtype.is_complex:
        pytest.skip("the check moves real elements")
    moved = value.detach().to(tensorlab.float64).clone()
    # Off the kinks and ties that examples like to show.
    moved._array[...] = moved._array * 0.97 + 0.013
    moved._array += np.arange(moved._array.size).reshape(moved._array.shape) * 1e-3
    return moved.requires_grad_()


def leaves(bound: dict[str, Any]) -> list[Tensor]:
    flat = []
    for value in bound.values():
        parts = value if isinstance(value, list) else [value]
        flat += [part for part in parts if isinstance(part, Tensor) and part.requires_grad]
    return flat


def applied(operation: Operation, bound: dict[str, Any]) -> Any:
    """The result for arguments that are known by name."""
    return (composed if operation.kind is Kind.COMPOSITE else answer)(operation, bound)


def weighted_sum(operation: Operation, bound: dict[str, Any]) -> Any:
    """One number of the result, each element with a weight of its own."""
    result = applied(operation, dict(bound))
    parts = result if isinstance(result, tuple) else (result,)
    total = None
    for part in parts:
        if isinstance(part, Tensor) and part.dtype.is_floating_point:
            weights = tensorlab.arange(1.0, part.numel() + 1).to(part.dtype).reshape(part.shape)
            term = (part * weights).sum()
            total = term if total is None else total + term
    if total is None:
        pytest.skip("the result is not real")
    return total


def compare_gradients(operation: Operation, bound: dict[str, Any]) -> None:
    moving = leaves(bound)
    if not moving:
        pytest.skip("the example has no operand that could move")
    total = weighted_sum(operation, bound)
    found = tensorlab.autograd.grad(total, moving, allow_unused=True, materialize_grads=True)
    for tensor, gradient in zip(moving, found, strict=True):
        expected = np.zeros(tensor.shape)
        with tensorlab.no_grad():
            for element in np.ndindex(*tensor.shape):
                before = tensor._array[element]
                tensor._array[element] = before + STEP
                above = weighted_sum(operation, bound).item()
                tensor._array[element] = before - STEP
                below = weighted_sum(operation, bound).item()
                tensor._array[element] = before
                expected[element] = (above - below) / (2 * STEP)
        np.testing.assert_allclose(gradient._array, expected, rtol=1e-5, atol=1e-6)
