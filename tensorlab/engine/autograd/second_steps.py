"""Steps back through steps back, where PyTorch's kernel for a gradient has one of its own."""

import re
from functools import cache
from typing import Any

import numpy as np

from tensorlab.engine.autograd.graph import Node, new_node, node_class
from tensorlab.engine.dtypes import INTEGER
from tensorlab.engine.tensor import CudaTensor, Tensor, wrap_beside

# Those whose second step is called as they are, with one more Backward.
OWN = re.compile(
    "(Convolution|Native(?:Batch|Layer)Norm|MaxPool[23]DWithIndices|"
    "(?:Avg|Adaptive(?:Avg|Max)|FractionalMax)Pool[23]D|(?:Reflection|Replication)Pad[123]D|"
    "GridSampler[23]D|NllLoss(?:2D)?|MseLoss|"
    "HuberLoss|SmoothL1Loss|SoftMarginLoss|BinaryCrossEntropy|PreluKernel|RreluWithNoise|Elu|Gelu|Glu|LeakyRelu|Sigmoid|LogSigmoid|Tanh|"
    "Hardtanh|Hardswish|Hardshrink|Softshrink|Softplus)Backward0"
)
OTHERS = {
    "CeluBackward0": "EluBackwardBackward0",
    "LogSoftmaxBackward0": "LogSoftmaxBackwardDataBackward0",
    "SoftmaxBackward0": "SoftmaxBackwardDataBackward0",
}
# Those whose gradient leads nowhere but where a gradient came from, and ends in a step of another.
ENDING = {
    "AsStridedBackward0": "AsStridedBackward0",
    "DiagonalBackward0": "DiagonalBackwardBackward0",
    "EmbeddingBackward0": "EmbeddingDenseBackwardBackward0",
    "Exp2Backward0": "MulBackward1",
    "IndexBackward0": "IndexPutImplBackward0",
    "MaxBackward1": "MaskedFillBackward1",
    "MeanBackward0": "DivBackward1",
    "MedianBackward0": "MaskedFillBackward1",
    "MinBackward1": "MaskedFillBackward1",
    "MishBackward0": "MulBackward0",
    "NanToNumBackward0": "MulBackward0",
    "NativeGroupNormBackward0": "ViewBackward0",
    "SelectBackward0": "SelectBackwardBackward0",
    "SiluBackward0": "MulBackward0",
    "SliceBackward0": "SliceBackwardBackward0",
    "TakeBackward0": "PutBackward0",
    "TraceBackward0": "ViewBackward0",
}


@cache
def second_step(name: str) -> str | None:
    """Return what PyTorch calls the step back through a step; None where it takes many."""
    own = OWN.fullmatch(name)
    return f"{own[1]}BackwardBackward0" if own else OTHERS.get(name) or ENDING.get(name)


def as_one_step(node: Node, grads: list[Any], incoming: list[Any]) -> list[Any]:
    """Return recorded gradients as PyTorch's kernel hands them on, which is one step.

    It leads to all inputs that have gradients, also where these have nothing to do with it.
    """
    name = second_step(type(node).__name__)
    if name is None:
        return grads
    if "Softmax" in name and (g := incoming[0]) is not None and g.dtype is not node.ways[0][-1]:
        # to the type of an input that was computed with in another
        name = "ToCopyBackward0"
    if name == "SliceBackwardBackward0" and len(node.outputs) > 1:
        name = "AddBackward0"
    steps = [part._grad_fn for part in incoming if part is not None and part._grad_fn is not None]
    newest = max(step.number for step in (node, *steps))
    return [
        grad if is_apart(way[0], name) else named(node, name, grad, newest)
        for way, grad in zip(node.ways, grads, strict=True)
    ]


def is_apart(operand: str, name: str) -> bool:
    """Return whether an operand's gradient is a step of another kernel; distances have one."""
    alone = {"bias": name == "ViewBackward0", "target": "Loss" not in name}
    return alone.get(operand, False)


def named(node: Node, name: str, grad: object, newest: int) -> Any:
    """Return a gradient that ends in a step of a name; those up to the newest are others'."""
    if grad.__class__ not in (Tensor, CudaTensor):
        return grad
    if grad._grad_fn is not None:
        if grad._grad_fn.number > newest:
            grad._grad_fn.__class__ = node_class(name)
        return grad
    if grad._tracked or grad.dtype.category <= INTEGER or type(node).__name__ in ENDING:
        return grad
    if all(way[0] == "bias" for way in node.ways):
        return grad
    found = wrap_beside(grad._array, grad._element_type, grad)
    found._grad_fn = new_node(reaching(name), node.operation, node.ways, {})
    found._output_nr, found._tracked = 0, True
    return found


@cache
def reaching(name: str) -> type[Node]:
    """Return the class of a step that leads to inputs from which nothing comes."""

    def gradients(self: Node, incoming: list[Any]) -> list[Any]:
        # which hands on nothing, where others hand on zeros
        if name.startswith("Convolution"):
            return [None for _ in self.ways]
        return [
            None
            if operand == "bias"
            else wrap_beside(np.zeros(shape, dtype.carrier), dtype, incoming[0])
            for operand, _, _, _, _, shape, dtype in self.ways
        ]

    return type(name, (Node,), {"__slots__": (), "__module__": "builtins", "gradients": gradients})
