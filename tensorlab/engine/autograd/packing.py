"""What programs do with the tensors saved for the way back, and with the steps themselves."""

from collections.abc import Callable
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from tensorlab.engine.autograd.gradmode import Recording, SetGrad
from tensorlab.engine.autograd.saved import Saved, SavedList, SavedNumber, Step, alias
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full

# PyTorch packs in the order of its own names
THEIRS = {"input": "self", "out": "result"}
Pair = tuple[Callable[[Any], Any], Callable[[Any], Any]]


class Packing:
    """The pairs of functions in force, and the reason why there may be none."""

    pairs: ClassVar[list[Pair]] = []
    forbidden: ClassVar[list[str]] = []


class Packed(Saved):
    """A saved tensor in the form that a program's function gave it."""

    __slots__ = ("grad_fn", "leaf", "number", "packed", "unpacking")

    def __init__(self, tensor: Tensor, pair: Pair) -> None:
        pack, self.unpacking = pair
        self.grad_fn, self.number = tensor.grad_fn, tensor._output_nr
        self.leaf = tensor if tensor._tracked and tensor.grad_fn is None else None
        with SetGrad(mode=False):
            self.packed = pack(tensor)
        self.tensor = self  # something is held

    def written_to(self) -> bool:
        """Return False: what was packed is the program's own."""
        return False

    def unpack(self, node: Step) -> Any:
        """Return the tensor as the program's other function brings it back.

        Raises:
            RuntimeError: the way back has been walked before.
            TypeError: what came back is no tensor.
        """
        if self.tensor is None:
            raise RuntimeError(in_full("Trying to backward"))
        found = self.unpacking(self.packed)
        if not isinstance(found, Tensor):
            raise TypeError(in_full("Output of saved tensor", type(found).__name__))
        if not Recording.enabled:
            return found
        if self.leaf is not None:
            return self.leaf
        if self.grad_fn is not None:
            found = alias(found)
            found._grad_fn, found._output_nr, found._tracked = self.grad_fn, self.number, True
        return found

    def forget(self) -> None:
        """Let go of what was packed."""
        self.tensor = self.packed = self.leaf = self.grad_fn = None


def packed(value: object, pair: Pair) -> Any:
    """Return what is saved with its tensors packed."""
    if isinstance(value, SavedList):
        return type(value)(type(value.parts)(packed(part, pair) for part in value.parts))
    if isinstance(value, Packed | SavedNumber) or not isinstance(value, Saved):
        return value
    return Packed(value.tensor, pair)


def pack_saved(saved: dict[str, Any]) -> None:
    """Pack all that a call saves, in the latest of the ways in force."""
    pair = Packing.pairs[-1]
    for name in sorted(saved, key=lambda name: THEIRS.get(name, name)):
        saved[name] = packed(saved[name], pair)


class Hooks:
    """What is called before a step back, and what after it."""

    # whether there ever were any: a weak table takes long to say so
    met: ClassVar[bool] = False

    def __init__(self) -> None:
        self.before: dict[int, Callable[..., Any]] = {}
        self.after: dict[int, Callable[..., Any]] = {}


HOOKS: WeakKeyDictionary[Any, Hooks] = WeakKeyDictionary()
METADATA: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def hooks_of(node: object) -> Hooks:
    """Return the table of a step's hooks."""
    Hooks.met = True
    return HOOKS.setdefault(node, Hooks())


def before_step(node: object, incoming: list[Tensor | None]) -> list[Tensor | None]:
    """Return the gradients that arrive as the hooks before a step leave them."""
    for hook in list(HOOKS[node].before.values()):
        changed = hook(tuple(incoming))
        if changed is not None:
            incoming = list(changed) if isinstance(changed, tuple) else [changed]
    return incoming


def after_step(
    node: Any, handed: list[Tensor | None], incoming: list[Tensor | None]
) -> list[Tensor | None]:
    """Return the gradients that a step hands on as the hooks after it leave them."""
    places = node.places_of_ways()
    for hook in list(HOOKS[node].after.values()):
        row: list[Tensor | None] = [None] * len(node.next_functions)
        for place, grad in zip(places, handed, strict=True):
            row[place] = grad
        changed = hook(tuple(row), tuple(incoming))
        if changed is not None:
            changed = changed if isinstance(changed, tuple) else (changed,)
            handed = [changed[place] for place in places]
    return handed
