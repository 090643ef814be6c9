"""Autograd's walk back: gradients worked out step by step, the latest step first."""

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import count, repeat
from math import prod
from typing import Any, ClassVar

import numpy as np

from tensorlab.engine.autograd.gradmode import Recording, Retention, Walks
from tensorlab.engine.autograd.graph import Node
from tensorlab.engine.autograd.packing import HOOKS, Hooks, after_step, before_step
from tensorlab.engine.autograd.running_hooks import run_hooks, tap
from tensorlab.engine.autograd.second_steps import as_one_step
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.shapes import count_elements
from tensorlab.engine.signatures.refusal import require_fit
from tensorlab.engine.tensor import Tensor, wrap, wrap_beside
from tensorlab.engine.warning import in_full
from tensorlab.engine.work import Work, nothing

Gradients = list[Tensor | None]
STEPS_BACK, ELEMENTS_PER_STEP = 16, 64  # what a step back costs a limited program


class Walk:
    """One walk back: gradients waiting at the steps still to be taken, latest step first."""

    current: ClassVar["Walk | None"] = None  # the innermost that is under way

    def __init__(
        self, wanted: set[tuple[int, int]] | None = None, leading: set[Node] | None = None, *,
        keep: bool,
    ) -> None:  # fmt: skip
        self.keep = keep
        # the steps that lead to what is wanted: None means all
        self.leading = leading
        self.waiting: dict[Node, list[Tensor | None]] = {}
        self.queue: list[tuple[int, Node]] = []
        self.leaves: dict[int, tuple[Tensor, Tensor]] = {}
        # by node and output number
        self.captured: dict[tuple[int, int], Tensor] = {}
        self.wanted = wanted or set()
        self.outputs: Sequence[Tensor] = ()
        # the leaves whose gradients are: None means all
        self.asked: set[int] | None = None

    def reaches(self, tensors: Sequence[Tensor]) -> list[bool]:
        """Return for each tensor whether the walk comes by it."""
        met = {(id(one.grad_fn or one), one._output_nr) for one in self.outputs}
        ahead = [one.grad_fn for one in self.outputs if one.grad_fn is not None]
        seen = set(ahead)
        while ahead:
            for _, _, before, number, leaf, _, _ in ahead.pop().ways:
                met.add((id(before or leaf), number))
                if before is not None and before not in seen:
                    seen.add(before)
                    ahead.append(before)
        return [
            (id(one.grad_fn or one), one._output_nr) in met
            and (one.grad_fn is not None or self.asked is None or id(one) in self.asked)
            for one in tensors
        ]

    def arrive(self, node: Node | None, leaf: Tensor | None, number: int, grad: Tensor) -> None:
        """Add a gradient to what has arrived at a step or a leaf."""
        if node is not None:
            slots = self.waiting.get(node)
            if slots is None:
                slots = self.waiting[node] = [None] * len(node.outputs) if node.outputs else [None]
                heappush(self.queue, (-node.number, node))
            before = slots[number]
            slots[number] = grad if before is None else before + grad
        elif leaf is not None:
            key = id(leaf)
            if key in self.leaves:
                grad = self.leaves[key][1] + grad
            self.leaves[key] = (leaf, grad)

    def run(self) -> None:
        """Take every step, the latest first: its gradients are complete by then.

        Where nobody looks on, it does itself what `step` and `arrive` do: calls took half as long.
        """
        queue, waiting, leading, keep = self.queue, self.waiting, self.leading, self.keep
        recorded, spend = Recording.enabled, Work.spend
        alone = not (self.wanted or Retention.witness or MACHINE.watching_for_anomalies)
        while queue:
            node = heappop(queue)[1]
            incoming = waiting.pop(node)
            if spend is not nothing:
                spend(STEPS_BACK + sum(prod(way[5]) for way in node.ways) // ELEMENTS_PER_STEP)
            if not alone or node.taps or Hooks.met:
                self.step(node, incoming)
                continue
            if leading is not None and node not in leading:
                continue
            grads = node.gradients(incoming)
            if recorded:
                grads = as_one_step(node, grads, incoming)
            for (_, _, before, number, leaf, _, _), grad in zip(node.ways, grads):  # noqa: B905  strict= costs 0.2 us
                if grad is None:
                    continue
                if before is None:
                    self.arrive(None, leaf, number, grad)
                elif leading is None or before in leading:
                    slots = waiting.get(before)
                    if slots is None:
                        slots = [None] * len(before.outputs) if before.outputs else [None]
                        waiting[before] = slots
                        heappush(queue, (-before.number, before))
                    there = slots[number]
                    slots[number] = grad if there is None else there + grad
            if not keep:
                node.release()

    def step(self, node: Node, incoming: "list[Tensor | None]") -> None:
        """Hand a step's gradients on to the steps before it."""
        if node.taps:
            for number, tensor in node.taps.items():
                incoming[number] = tap(tensor, incoming[number])
        if self.wanted:
            self.capture(node, incoming)
        if self.leading is not None and node not in self.leading:
            return
        hooked = Hooks.met and node in HOOKS
        if hooked:
            incoming = before_step(node, incoming)
        grads = node.gradients(incoming)
        if Recording.enabled:
            grads = as_one_step(node, grads, incoming)
        if hooked:
            grads = after_step(node, grads, incoming)
        if MACHINE.watching_for_anomalies and MACHINE.checking_for_nan:
            require_numbers(node, grads)
        witness = Retention.witness
        if witness is not None:
            witness(self, node, incoming, grads)
        every = self.leading is None
        for (_, _, before, number, leaf, _, _), grad in zip(node.ways, grads):  # noqa: B905  strict= costs 0.2 us
            if grad is not None and (every or self.is_asked(before, number)):
                self.arrive(before, leaf, number, grad)
        if not (self.keep or witness is not None):
            node.release()

    def is_asked(self, node: Node | None, number: int) -> bool:
        """Return whether a gradient of a step's result, or of a leaf, is of use."""
        if self.leading is None or node is None:
            return True
        return node in self.leading or (id(node), number) in self.wanted

    def capture(self, node: Node, incoming: "list[Tensor | None]") -> None:
        """Keep the gradients that were asked for."""
        for number, grad in enumerate(incoming):
            if grad is not None and (id(node), number) in self.wanted:
                self.captured[id(node), number] = grad


def leading_to(
    outputs: Sequence[Tensor], leaves: set[int], wanted: set[tuple[int, int]]
) -> set[Node]:
    """Return the steps on a way from the outputs to leaves or to results that are wanted."""
    met: set[Node] = {one.grad_fn for one in outputs if one.grad_fn is not None}
    ahead = list(met)
    while ahead:
        for way in ahead.pop().ways:
            before = way[2]
            if before is not None and before not in met:
                met.add(before)
                ahead.append(before)
    leading: set[Node] = set()
    # what was recorded first is at the end
    for node in sorted(met, key=lambda node: node.number):
        for way in node.ways:
            before = way[2]
            if before in leading or id(way[4]) in leaves or (id(before), way[3]) in wanted:
                leading.add(node)
                break
    return leading


def watch(mode: bool, check_nan: bool) -> None:
    """Choose whether steps back are watched, and whether for nan.

    Raises:
        TypeError: one of them is no truth value.
    """
    require_fit("set_anomaly_enabled", "(bool enabled, bool check_nan)", mode, check_nan)
    MACHINE.watching_for_anomalies, MACHINE.checking_for_nan = mode, check_nan


def require_numbers(node: Node, grads: Sequence[Tensor | None]) -> None:
    """Refuse gradients that are nan.

    Raises:
        RuntimeError: one is.
    """
    for place, grad in enumerate(grads):
        if grad is not None and np.isnan(grad.dtype.decode(grad._array)).any():
            raise RuntimeError(in_full("Function '{}' returned", node.name(), place))


def walk_back(
    outputs: Sequence[Tensor],
    grads: Sequence[Tensor],
    inputs: Sequence[Tensor],
    *,
    keep: bool,
    record: bool,
) -> Walk:
    """Walk from the outputs, with a gradient for each, back to the leaves; return what arrived."""
    wanted, leaves, leading = set(), None, None
    if inputs:
        wanted = {(id(x.grad_fn), x._output_nr) for x in inputs if x.grad_fn is not None}
        leaves = {id(x) for x in inputs if x.grad_fn is None}
        leading = leading_to(outputs, leaves, wanted)
    walk = Walk(wanted, leading, keep=keep or Retention.kept)
    walk.outputs, walk.asked = outputs, leaves
    before, Recording.enabled = Recording.enabled, record
    outer, Walk.current, Walks.going = Walk.current, walk, True
    try:
        for output, grad in zip(outputs, grads, strict=False):
            walk.arrive(output.grad_fn, output, output._output_nr, grad)
        walk.run()
        Recording.enabled = before
        for key, (leaf, grad) in walk.leaves.items():
            if leaf._backward_hooks and (leaves is None or key in leaves):
                walk.leaves[key] = (leaf, run_hooks(leaf, grad))
    finally:
        Recording.enabled, Walk.current, Walks.going = before, outer, outer is not None
    return walk


def require_recorded(outputs: Sequence[Tensor]) -> None:
    """Refuse to walk back from what was not recorded.

    Raises:
        RuntimeError: nothing recorded leads to one of the tensors.
    """
    for index, output in enumerate(outputs):
        if not output._tracked:
            raise RuntimeError(in_full("element {} of", index))


def first_gradients(outputs: Sequence[Tensor], grads: Any) -> list[Tensor]:
    """Return the gradients that a walk starts with, of which some may be given.

    Raises:
        RuntimeError: an output has no gradient function, or its first gradient can't be implied.
    """
    return [first_gradient(*each) for each in zip(outputs, grads or repeat(None), count())]


def first_gradient(output: Tensor, grad: Tensor | None, index: int) -> Tensor:
    """Return the gradient that the walk starts with: 1 for a single number.

    Raises:
        RuntimeError: the output has more than one element or nothing was recorded for it.
    """
    if grad is not None and grad.shape != output.shape:
        raise RuntimeError(in_full("Mismatch in shape:", index, grad.shape, output.shape))
    if grad is not None and grad.dtype.is_complex is not output.dtype.is_complex:
        raise RuntimeError(in_full("For complex Tensors,", index, grad.dtype, output.dtype))
    plain = output.__class__ is Tensor and output.dtype.native and not output.dtype.is_complex
    if grad is None and plain and not output._array.ndim:  # as most walks begin
        return wrap(np.array(1, output.dtype.compute), output.dtype)
    if grad is not None or not output._tracked:
        return output if grad is None else grad  # which refuses to be walked back from
    shape, dtype = output.shape, output.dtype
    if count_elements(shape) != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if dtype.is_complex:
        raise RuntimeError(in_full("grad can be implicitly", dtype))
    one = np.array(1, dtype.compute)
    if shape or not dtype.native:
        one = dtype.encode(one).reshape(shape)
    return wrap_beside(one, dtype, output)
