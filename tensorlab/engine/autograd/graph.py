"""Autograd's record: the steps of the way back, and where their gradients go."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import cache
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from tensorlab.engine.addresses import object_text
from tensorlab.engine.autograd.packing import METADATA, hooks_of
from tensorlab.engine.autograd.saved import PLAIN, Saved, SavedResult, fit_gradient
from tensorlab.engine.dtypes import DType
from tensorlab.engine.operation import Operation
from tensorlab.engine.tensor import DENSE, Tensor, new_object, wrap_beside
from tensorlab.engine.warning import in_full

next_number = count(1).__next__
OF_CHANNELS = {"NativeBatchNormBackward0", "NativeGroupNormBackward0"}
# Steps that an operand has no edge in, as it is a number: how many others there are.
OF_A_NUMBER = {
    "LerpBackward0": 2,
    **dict.fromkeys(
        ("PowBackward0", "PowBackward2", "RsubBackward1", "RemainderBackward0", "FmodBackward0",
         "ClampBackward1", "ClampMinBackward0", "ClampMaxBackward0", "MaskedFillBackward0",
         "IndexFillBackward0", "ScatterBackward1", "CopysignBackward1", "XlogyBackward1",
         "XlogyBackward2", "NotImplemented"),
        1,
    ),
}  # fmt: skip

# Steps of PyTorch's engine itself, whose full name is that of their C++ class.
OF_THE_ENGINE = {"CopyBackwards", "CopySlices", "NotImplemented"}


class Edge(NamedTuple):
    """Where a gradient flows on to: one input of one recorded operation."""

    name: str
    position: int | None  # in a list of tensors
    node: "Node | None"
    output_number: int
    leaf: Tensor | None
    shape: tuple[int, ...]
    dtype: DType


Outputs = list[tuple[Any, Any]] | tuple[()]
# An edge as it is recorded: a plain tuple takes a sixth of the time of Edge(...).
Way = tuple[str, int | None, "Node | None", int, Tensor | None, tuple[int, ...], DType]


def way_to(name: str, position: int | None, tensor: Tensor) -> Way:
    """Return the edge to an operand; a leaf is held, what an operation made is not."""
    node = tensor.grad_fn
    shape = tensor._array.shape if tensor.__class__ in DENSE else tensor.shape
    leaf = None if node else tensor
    return name, position, node, tensor._output_nr, leaf, shape, tensor._element_type


def new_node(
    kind: type["Node"], operation: Operation, ways: list[Way], saved: dict[str, Any]
) -> "Node":
    """Return a step of a class without an `__init__` of its own, in half the time of a call."""
    node = new_object(kind)
    node.operation = operation
    node.ways = ways
    node.saved = saved
    node.number = next_number()
    node.outputs = ()
    node.taps = None
    return node


def gradients_of(node: "Node", incoming: list[Tensor | None]) -> list[Tensor | None]:
    """Return the gradient for each edge of a recorded call, in order."""
    g: Any = whole_gradient(node, incoming) if node.outputs else incoming[0]
    saved, rules = node.saved, node.operation.ways_back
    grads: list[Tensor | None] = []
    grad: Any = None
    of_lists: dict[str, Any] = {}  # one rule answers for all tensors of a list
    for name, position, _, _, _, shape, dtype in node.ways:
        if position is None or name not in of_lists:
            rule, asked = rules[name]
            given = [g]
            for part in asked:
                value = saved.get(part, shape)  # the one thing that is not saved: the sizes
                if value.__class__ is Saved and value.version == 0:
                    tensor = value.tensor  # as `unpack` does it where nobody ever wrote to it
                    if tensor is not None and tensor._writes is None:
                        given.append(tensor)
                        continue
                given.append(value.unpack(node) if isinstance(value, Saved) else value)
            grad = rule(*given)
        if position is not None:
            grad = of_lists.setdefault(name, grad)[position]
        if grad is not None:
            own = grad._array.shape if grad.__class__ is Tensor else grad.shape
            if grad._element_type is not dtype or own != shape:
                if not sums_to(own, shape):
                    raise invalid(node, node.places_of_ways()[len(grads)], own, shape)
                grad = fit_gradient(grad, shape, dtype)
        grads.append(grad)
    return grads


def sums_to(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Return whether what broadcasting stretched to a shape had the wanted one."""
    ends = zip(reversed(shape), reversed(wanted), strict=False)
    return len(shape) >= len(wanted) and all(own in (size, 1) for size, own in ends)


def invalid(node: "Node", place: int, shape: Any, wanted: Any) -> RuntimeError:
    """Return PyTorch's complaint about a gradient that can not be its input's."""
    text = in_full("Function {} returned", node.name(), place, list(shape), list(wanted))
    return RuntimeError(text)


def whole_gradient(node: "Node", incoming: list[Tensor | None]) -> Any:
    """Return the gradients of several results, zeros where none came."""
    near = next(grad for grad in incoming if grad is not None)
    return [
        wrap_beside(np.zeros(shape, dtype.carrier), dtype, near) if grad is None else grad
        for grad, (shape, dtype) in zip(incoming, node.outputs, strict=True)
    ]


class Node:
    """One recorded operation: its rule book, what it saved, and where its gradients go."""

    __slots__ = ("__weakref__", "number", "operation", "outputs", "saved", "taps", "ways")

    def __init__(self, operation: Operation, ways: list[Way], saved: dict[str, Any]) -> None:
        self.operation = operation
        self.ways = ways
        self.saved = saved
        self.number = next_number()
        self.outputs: Outputs = ()  # shapes and types, where there are several
        self.taps: dict[int, Tensor] | None = None  # results that keep their gradient

    gradients = gradients_of

    @property
    def edges(self) -> list[Edge]:
        """Where its gradients go, in order."""
        return list(map(Edge._make, self.ways))

    def name(self) -> str:
        """Return PyTorch's name of the backward step, as printed after grad_fn=."""
        name = type(self).__name__
        return f"torch::autograd::{name}" if name in OF_THE_ENGINE else name

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The steps that come after this one on the way back; None where no gradient goes."""
        return tuple(
            (None, 0) if end is None else (end.node or accumulation(end.leaf), end.output_number)
            for end in map(self.within, self.slots())
        )

    def within(self, edge: Edge | None) -> Edge | None:
        """Return where an edge leads behind what PyTorch's kernel does itself.

        That is to give the weight of each channel a shape that broadcasts.
        """
        part = type(self).__name__ in OF_CHANNELS and edge and edge.name != "input" and edge.node
        return part.edges[0] if part and type(part).__name__ == "ViewBackward0" else edge

    def slots(self) -> list[Edge | None]:
        """Return where each input's gradients go, None for an input that needs none."""
        edges = self.edges
        found: list[Edge | None] = []
        for name in self.operation.rules:
            found += [edge for edge in edges if edge.name == name] or [None]
        count = OF_A_NUMBER.get(type(self).__name__, len(found))
        return [edge for edge in found if edge] if count == 1 else found[:count]

    def places_of_ways(self) -> list[int]:
        """Return for each gradient that it hands on its place among the next functions."""
        return [place for place, edge in enumerate(self.slots()) if edge is not None]

    @property
    def metadata(self) -> dict[Any, Any]:
        """What a program wrote down about this step."""
        return METADATA.setdefault(self, {})

    def register_hook(self, fn: Callable[..., Any]) -> "RemovableHandle":
        """Call a function after this step, with the gradients it hands on and those it got."""
        return entered(hooks_of(self).after, fn)

    def register_prehook(self, fn: Callable[..., Any]) -> "RemovableHandle":
        """Call a function before this step, with the gradients that have arrived."""
        return entered(hooks_of(self).before, fn)

    def __call__(self, *grads: Tensor | None) -> Any:
        """Return what the step makes of gradients."""
        found = iter(self.gradients(list(grads)))
        row = tuple(None if edge is None else next(found) for edge in self.slots())
        return row if len(row) > 1 else row[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_saved_", "_raw_saved_")):
            from tensorlab.engine.autograd.looking import look  # noqa: PLC0415  few programs look

            return look(self, name)
        # one that is being copied has none of its own yet, and no name
        owner = "Node" if name.startswith("__") else self.name()
        raise AttributeError(f"'{owner}' object has no attribute '{name}'")

    def __repr__(self) -> str:
        return object_text(self.name().rpartition("::")[2], self)

    def release(self) -> None:
        """Forget what was saved: the way back has been walked."""
        for value in self.saved.values():
            kind = value.__class__
            if kind is Saved or kind is SavedResult:
                value.tensor = None
            elif kind not in PLAIN and isinstance(value, Saved):
                value.forget()


@cache
def node_class(name: str) -> type[Node]:
    """Return the class of a backward step: programs ask for its name."""
    return type(name, (Node,), {"__slots__": (), "__module__": "builtins"})


@cache
def unwritten_step(step: Any, function: str) -> type[Node]:
    """Return the class of a step of a function whose gradient in place PyTorch lacks."""
    lacking = f"the derivative for 'inplace version of {function}' is not implemented."

    def gradients(self: Node, incoming: list[Any]) -> list[Any]:
        raise NotImplementedError(lacking)

    return type(step.__name__, (step,), {**vars(step), "gradients": gradients})


class AccumulateGrad(Node):
    """The last step of every way back: the gradient is added to the leaf's own."""

    __slots__ = ("variable",)

    def __init__(self, variable: Tensor | None) -> None:
        self.variable = variable

    def name(self) -> str:
        """Return PyTorch's name of this step."""
        return "torch::autograd::AccumulateGrad"

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """Nothing: here the way ends."""
        return ()

    def register_hook(self, fn: Callable[..., Any]) -> Any:
        """Call a function once a gradient has been added, with nothing and that gradient."""
        leaf: Any = self.variable
        return leaf.register_post_accumulate_grad_hook(lambda leaf: fn((), (leaf.grad,)) and None)

    def register_prehook(self, fn: Callable[..., Any]) -> Any:
        """Call a function with a gradient before it is added; it may return another."""
        leaf: Any = self.variable

        def hook(grad: Tensor) -> Any:
            changed = fn((grad,))
            return changed[0] if isinstance(changed, tuple) else changed

        return leaf.register_hook(hook)


ACCUMULATIONS: WeakValueDictionary[int, AccumulateGrad] = WeakValueDictionary()


def accumulation(leaf: Tensor | None) -> AccumulateGrad:
    """Return the last step of the ways to a leaf: the same one, as long as anybody has it."""
    found = ACCUMULATIONS.get(id(leaf))
    if found is None or found.variable is not leaf:
        found = ACCUMULATIONS[id(leaf)] = AccumulateGrad(leaf)
    return found


def entered(table: Any, hook: object, *, prepend: bool = False) -> "RemovableHandle":
    """Enter a hook in a table, behind the others or before them; return what takes it out again."""
    handle = RemovableHandle(table)
    table[handle.id] = hook
    if prepend:
        table.move_to_end(handle.id, last=False)
    return handle


class RemovableHandle(AbstractContextManager["RemovableHandle"]):
    """Takes a hook away again, which its table has by a number that no other hook has.

    A `with` block takes it away at its end.
    """

    numbers = count()

    def __init__(self, hooks: dict[int, Any]) -> None:
        self.hooks = hooks
        self.id = next(self.numbers)

    def remove(self, *error: object) -> None:
        """Take the hook away."""
        self.hooks.pop(self.id, None)

    __exit__ = remove

    def __repr__(self) -> str:
        return object_text("torch.utils.hooks.RemovableHandle", self)
