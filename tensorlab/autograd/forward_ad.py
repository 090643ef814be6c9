"""torch.autograd.forward_ad: tensors that carry a direction along, which results move in."""

from typing import Any, ClassVar, NamedTuple, Self

from tensorlab.engine.naming import printed_under
from tensorlab.engine.printing.tensor_text import Along
from tensorlab.engine.signatures.refusal import require_fit
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find

__all__ = [
    "UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual",
    "unpack_dual",
]  # fmt: skip


class Levels:
    """For each level that is open, the points and the directions that were paired in it."""

    open: ClassVar[list[list[tuple[Tensor, Tensor]]]] = []
    # points that require a gradient for our sake only
    still: ClassVar[set[int]] = set()


class UnpackedDualTensor(NamedTuple):
    """A tensor, and the direction it moves in: None where it stands still."""

    primal: Any
    tangent: Any


def enter_dual_level() -> int:
    """Open a level and return its number: one at a time.

    Raises:
        RuntimeError: one is open.
    """
    if Levels.open:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    Levels.open.append([])
    Along.told = told
    return 0


def exit_dual_level(*, level: int | None = None) -> None:
    """Close the level: what was paired in it is paired no more.

    Raises:
        RuntimeError: none is open.
    """
    if not Levels.open:
        raise RuntimeError("Trying to exit a forward AD level when no level is open")
    Levels.open.pop()
    Levels.still.clear()
    Along.told = None


class dual_level:  # noqa: N801  PyTorch's name
    """A block in which tensors can carry directions along.

    >>> from torch.autograd import forward_ad
    >>> with forward_ad.dual_level():
    ...     dual = forward_ad.make_dual(torch.tensor(3.), torch.tensor(1.))
    ...     forward_ad.unpack_dual(dual * dual)
    UnpackedDualTensor(primal=tensor(9.), tangent=tensor(6.))
    """

    def __enter__(self) -> Self:
        enter_dual_level()
        return self

    def __exit__(self, *error: object) -> None:
        exit_dual_level()


def make_dual(tensor: Tensor, tangent: Tensor, *, level: int | None = None) -> Any:
    """Return a tensor that carries a direction along.

    Raises:
        RuntimeError: no level is open, or the direction has another shape.
        ValueError: one of them is no tensor of floating-point numbers.
    """
    if not Levels.open:
        raise RuntimeError(in_full("Trying to create a dual"))
    for part, name in ((tensor, "primal"), (tangent, "tangent")):
        if not (part.is_floating_point() or part.is_complex()):
            raise ValueError(in_full("Expected {} to be floating", name, part.dtype))
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            in_full("Trying to set a forward", list(tensor.shape), list(tangent.shape))
        )
    point = tensor.view_as(tensor) if tensor.requires_grad else tensor.detach().requires_grad_()
    if not tensor.requires_grad:
        Levels.still.add(id(point))
    Levels.open[-1].append((point, tangent))
    return point


def unpack_dual(tensor: Tensor, *, level: int | None = None) -> UnpackedDualTensor:
    """Return a tensor and the direction that it moves in.

    It is found backwards twice: a gradient is linear in its weights, and its own gradient by them
    is the product with the directions.
    """
    require_fit("_unpack_dual", "(Tensor dual, int level)", tensor, 0)
    pairs = Levels.open[-1] if Levels.open else []
    for point, tangent in pairs:
        if point is tensor:
            return UnpackedDualTensor(tensor.detach(), tangent)
    if not (pairs and tensor.requires_grad):
        return UnpackedDualTensor(tensor, None)
    grad: Any = find("torch.autograd", "grad")
    weight = find("torch", "zeros_like")(tensor).requires_grad_()
    points = [point for point, _ in pairs]
    slopes = grad(tensor, points, weight, create_graph=True, retain_graph=True, allow_unused=True)
    steps = zip(slopes, pairs, strict=True)
    moved = [(slope, way) for slope, (_, way) in steps if getattr(slope, "requires_grad", False)]
    if not moved:
        return UnpackedDualTensor(tensor.detach(), None)
    found = grad([slope for slope, _ in moved], weight, [way for _, way in moved])
    return UnpackedDualTensor(tensor.detach(), found[0])


def told(tensor: Tensor) -> list[str] | None:
    """Return what is told behind the numbers of a tensor that carries a direction, or None."""
    if not tensor.requires_grad:
        return None
    tangent = unpack_dual(tensor).tangent
    if tangent is None:
        return None
    name = f"grad_fn=<{type(tensor.grad_fn).__name__}>" if needs_gradient(tensor) else ""
    return [*([name] if name else []), f"tangent={tangent}"]


def needs_gradient(tensor: Tensor) -> bool:
    """Return whether a tensor comes from one that the program wants a gradient of."""
    if tensor.grad_fn is None:
        return tensor.requires_grad and id(tensor) not in Levels.still
    waiting, seen = [tensor.grad_fn], set()
    while waiting:
        node = waiting.pop()
        for step, _ in node.next_functions:
            if step is None or step in seen:
                continue
            seen.add(step)
            leaf = getattr(step, "variable", None)
            if leaf is not None and id(leaf) not in Levels.still:
                return True
            waiting.append(step)
    return False


printed_under("torch.autograd.forward_ad", globals(), "dual_level", "UnpackedDualTensor")
