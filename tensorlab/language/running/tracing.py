"""What writes down the steps of a traced program: each value, and each walk back of its graph."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tensorlab.engine.autograd.witness import witness
from tensorlab.engine.naming import STRIDED
from tensorlab.engine.random.generator import default_generator
from tensorlab.engine.tensor import Tensor
from tensorlab.language.outcome import Step
from tensorlab.language.reading.source import Source

MOST_STEPS = 10_000
MOST_BYTES = 1 << 16  # of a tensor that is kept as it was


def recorder_for(
    trace: list[Step], text: Source, tree: ast.Module
) -> Callable[[ast.expr, object], None]:
    """Return what writes down each value of a traced program, as it was at that time."""
    written = written_over(tree)

    def record(node: ast.expr, value: object) -> None:
        span = text.span(node)
        if span is None:
            return
        if len(trace) >= MOST_STEPS:
            del trace[: MOST_STEPS // 2]  # what comes last is what is asked about
        if not isinstance(value, Tensor):
            held = State(value) if hasattr(type(value), "named_buffers") else None  # a layer
            trace.append(Step(span, text.excerpt(span), value, node=node, kept=held))
            return
        kept = value.detach().clone() if is_small(value) else None
        seen = value.clone() if node in written else value
        shape, dtype = tuple(value.shape), repr(value.dtype)
        trace.append(Step(span, text.excerpt(span), seen, shape, dtype, node, kept, value))

    return record


class State:
    """What a layer goes by beside its input and its weights, as it is: buffers, mode and chance."""

    def __init__(self, layer: Any) -> None:
        self.layer = layer
        self.buffers = [(each, each.detach().clone()) for each in layer.buffers()]
        self.modes = [(each, each.training) for each in layer.modules()]
        draws = any(trains and drops(each) for each, trains in self.modes)
        self.chance = default_generator.get_state() if draws else None

    @contextmanager
    def put_back(self) -> Iterator[None]:
        """Let the layer be as it was then."""
        now = State(self.layer)
        now.chance = None if self.chance is None else default_generator.get_state()
        try:
            self.put()
            yield
        finally:
            now.put()

    def put(self) -> None:
        """Give the layer its buffers and its mode, and the random numbers their place."""
        for own, then in self.buffers:
            own._array[...] = then._array
        for inner, training in self.modes:
            inner.training = training
        if self.chance is not None:
            default_generator.set_state(self.chance)


def drops(layer: object) -> bool:
    """Return whether a layer drops elements at random."""
    chance = getattr(layer, "p", getattr(layer, "dropout", 0))
    return isinstance(chance, float) and chance > 0


def is_small(tensor: Tensor) -> bool:
    """Return whether a tensor is kept as it was: the program may write over it later."""
    if tensor.layout is not STRIDED or tensor.is_meta or tensor.is_quantized:
        return False
    return bool(tensor._array.nbytes <= MOST_BYTES)


def written_over(tree: ast.Module) -> set[ast.expr]:
    """Return the expressions whose tensors a call may write over: x and x[0] of x[0].add_(1)."""
    return {
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and writes(node)
        for operand in (node.func, *node.args)
        for part in ast.walk(operand)
        if isinstance(part, ast.expr)
    }


def writes(call: ast.Call) -> bool:
    """Return whether a call may write over its tensors: exp_(x), or relu(x, inplace=True)."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name.endswith("_") or any(word.arg in {"inplace", "out"} for word in call.keywords)


def looking_on(walks: list[Any]) -> Any:
    """Return what writes down each walk back of a traced program."""
    return witness(walks)
