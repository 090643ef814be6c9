"""What operations answer for tensors of other kinds, as a fact says: made at the first call."""

from collections.abc import Callable
from typing import Any

from tensorlab.engine.facts import Quantized, Sparse
from tensorlab.engine.kinds import QuantizedTensor, SparseTensor
from tensorlab.engine.operation import Operation

Variant = Callable[..., Any]
# What makes the answer of an operation; entered where such tensors are made.
ANSWERS: dict[Sparse | Quantized, Callable[[Operation], Variant]] = {}


def answer_other_kinds(operation: Operation) -> None:
    """Enter what an operation answers for sparse and quantized tensors."""
    facts = operation.facts
    if (sparse := facts.get("sparse")) is not None:
        operation.variants[SparseTensor] = later(operation, SparseTensor, sparse)
    if (quantized := facts.get("quantized")) is not None:
        operation.variants[QuantizedTensor] = later(operation, QuantizedTensor, quantized)


def later(operation: Operation, kind: type, way: Sparse | Quantized) -> Variant:
    """Return what makes an operation's answer for a kind, takes its own place and gives it."""

    def answer(*args: object, **settings: object) -> Any:
        made = operation.variants[kind] = ANSWERS[way](operation)
        return made(*args, **settings)

    return answer
