"""torch.autograd.graph: what is saved for the way back, and the steps of the way."""

from abc import ABC
from collections.abc import Callable, Sequence
from contextlib import ContextDecorator, nullcontext
from typing import Any, ClassVar, NamedTuple

from tensorlab.engine.addresses import object_text
from tensorlab.engine.autograd.graph import AccumulateGrad, accumulation
from tensorlab.engine.autograd.graph import Node as Step
from tensorlab.engine.autograd.packing import Packing
from tensorlab.engine.autograd.walking import Walk
from tensorlab.engine.naming import printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full

__all__ = [
    "Node", "allow_mutation_on_saved_tensors", "disable_saved_tensors_hooks",
    "get_gradient_edge", "increment_version", "register_multi_grad_hook", "save_on_cpu",
    "saved_tensors_hooks",
]  # fmt: skip


class saved_tensors_hooks:  # noqa: N801  PyTorch's name
    """A block in which one function packs each tensor saved for backward and another unpacks it.

    >>> x = torch.tensor([1., 2.], requires_grad=True)
    >>> with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 2, lambda t: t):
    ...     y = (x * x.detach()).sum()
    >>> y.backward()
    >>> x.grad
    tensor([2., 4.])
    """

    def __init__(
        self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]
    ) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> Any:
        if Packing.forbidden:
            raise RuntimeError(Packing.forbidden[-1])
        Packing.pairs.append((self.pack_hook, self.unpack_hook))

    def __exit__(self, *error: object) -> None:
        Packing.pairs.pop()


class save_on_cpu(saved_tensors_hooks):  # noqa: N801
    """A block whose saved tensors wait in the main memory: here all are there already.

    >>> x = torch.tensor(3., requires_grad=True)
    >>> with torch.autograd.graph.save_on_cpu():
    ...     y = x * x
    >>> y.backward()
    >>> x.grad
    tensor(6.)
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        super().__init__(lambda tensor: (tensor.device, tensor.detach().cpu()), moved_back)


def moved_back(packed: tuple[Any, Tensor]) -> Tensor:
    """Return a tensor on the device that it came from."""
    device, tensor = packed
    found: Tensor = tensor.to(device)
    return found


class disable_saved_tensors_hooks(ContextDecorator):  # noqa: N801
    """A block in which nothing may pack what is saved: trying raises this message.

    >>> with torch.autograd.graph.disable_saved_tensors_hooks("not here"):
    ...     y = torch.ones(2, requires_grad=True) * 2
    """

    def __init__(self, error_message: str) -> None:
        self.error_message = error_message

    def __enter__(self) -> None:
        if Packing.pairs:
            raise RuntimeError(self.error_message)
        Packing.forbidden.append(self.error_message)

    def __exit__(self, *error: object) -> None:
        Packing.forbidden.pop()


class allow_mutation_on_saved_tensors:  # noqa: N801
    """A block in which saved tensors may be written to: the backward pass has them as they were.

    >>> x = torch.ones(2, requires_grad=True)
    >>> with torch.autograd.graph.allow_mutation_on_saved_tensors():
    ...     y = x.clone()
    ...     total = (y ** 2).sum()
    ...     y = y.sin_()
    ...     total.backward()
    >>> x.grad
    tensor([2., 2.])
    """

    inside: ClassVar[list[object]] = []

    def __enter__(self) -> Any:
        if self.inside:
            raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
        self.inside.append(self)
        keep: Any = lambda tensor: tensor.detach().clone()  # noqa: E731
        Packing.pairs.append((keep, lambda tensor: tensor))
        return self

    def __exit__(self, *error: object) -> None:
        self.inside.pop()
        Packing.pairs.pop()

    def clear(self) -> None:
        """Forget nothing: what was saved belongs to its step."""


class Node(ABC):  # noqa: B024  nothing is derived from it
    """What every step of the backward pass is an instance of: `y.grad_fn`.

    >>> y = torch.ones(2, requires_grad=True) * 2
    >>> isinstance(y.grad_fn, torch.autograd.graph.Node)
    True
    """


for kind in (Step, AccumulateGrad):
    Node.register(kind)


class GradientEdge(NamedTuple):
    """One result's place in the graph: the step that made it, and which of its results it is."""

    node: Any
    output_nr: int
    ownership_token: Any = None


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Return where the gradient of a tensor arrives.

    >>> x = torch.ones(2, requires_grad=True)
    >>> torch.autograd.graph.get_gradient_edge(x * 2).node.name()
    'MulBackward0'

    Raises:
        RuntimeError: the tensor has no gradient.
    """
    if not tensor.requires_grad:
        raise RuntimeError(in_full("It is not possible"))
    return GradientEdge(tensor.grad_fn or accumulation(tensor), tensor._output_nr)


def increment_version(tensor: Any) -> None:
    """Count a tensor, or several, as written to.

    >>> x = torch.ones(2)
    >>> torch.autograd.graph.increment_version(x)
    >>> x._version
    1
    """
    for one in (tensor,) if isinstance(tensor, Tensor) else tensor:
        if one._writes is None:
            one._writes = [0]
        one._writes[0] += 1


class MultiHandle:
    """Takes several hooks away again."""

    def __init__(self, handles: list[Any]) -> None:
        self.handles = handles

    def remove(self) -> None:
        """Take the hooks away."""
        for handle in self.handles:
            handle.remove()

    def __repr__(self) -> str:
        return object_text("torch.autograd.graph._MultiHandle", self)


class set_multithreading_enabled(nullcontext[None], ContextDecorator):  # noqa: N801
    """A block whose backward passes may use several threads: here each uses one.

    >>> with torch.autograd.set_multithreading_enabled(False):
    ...     print("in turn")
    in turn
    """

    def __init__(self, mode: bool) -> None:
        super().__init__()


class enforce_grad_layout_policy(set_multithreading_enabled):  # noqa: N801
    """A block after which the gradients of leaves lie in memory as they come, here as ever.

    >>> with torch.autograd.enforce_grad_layout_policy(False):
    ...     print("as it comes")
    as it comes
    """

    def __init__(self, enable: bool = True) -> None:
        super().__init__(enable)


def region_activation_memory_budget(budget: float) -> None:
    """Refuse: nothing is compiled here.

    Raises:
        RuntimeError: always.
    """
    raise RuntimeError(in_full("torch.autograd.graph.region_activation"))


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[..., Any], *, mode: str = "all"
) -> MultiHandle:
    """Call a function with the gradients of several tensors once all, or any, have arrived.

    >>> a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    >>> handle = torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print(grads))
    >>> (a * b * 2).sum().backward()
    [tensor([2., 2.]), tensor([2., 2.])]

    Raises:
        ValueError: mode is neither "all" nor "any".
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    arrived: dict[int, Any] = {}
    walks: list[Any] = [None]  # the one that they arrived in
    awaited = len(tensors)

    def entry(place: int) -> Callable[[Tensor], None]:
        def hook(grad: Tensor) -> None:
            nonlocal awaited
            if walks[0] is not Walk.current:
                walks[0] = Walk.current
                arrived.clear()
                awaited = sum(walks[0].reaches(tensors))
            arrived[place] = grad
            if mode == "any":
                if len(arrived) == 1:
                    fn(grad)
            elif len(arrived) == awaited:
                fn([arrived.get(number) for number in range(len(tensors))])

        return hook

    hooks: Any = [(tensor, entry(place)) for place, tensor in enumerate(tensors)]
    return MultiHandle([tensor.register_hook(hook) for tensor, hook in hooks])


printed_under("torch.autograd.graph", globals())
