"""How a parameter is pruned: its elements times a mask, which later masks are combined with."""

from collections.abc import Iterator
from typing import Any, ClassVar

from tensorlab.engine.naming import class_text, printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.nn.module import Module
from tensorlab.ops.loading import find


def require_amount(amount: object) -> None:
    """Refuse an amount that is neither a count nor a share.

    Raises:
        TypeError: it is no number.
        ValueError: it is negative, or a share of more than all.
    """
    if not isinstance(amount, int | float):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or (not isinstance(amount, int) and amount > 1):
        raise ValueError(
            f"amount={amount} should either be a float in the range [0, 1] or a non-negative "
            "integer"
        )


def chosen_count(amount: Any, size: int) -> int:
    """Return how many of so many are to be pruned.

    Raises:
        ValueError: more than there are.
    """
    if not isinstance(amount, int):
        return round(float(amount) * size)
    if amount > size:
        raise ValueError(
            f"amount={amount} should be smaller than the number of parameters to prune={size}"
        )
    return amount


def hooks_of(module: Module) -> "Iterator[tuple[int, BasePruningMethod]]":
    """Yield what prunes parameters of a module, with the keys of the hooks."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod):
            yield key, hook


class BasePruningMethod:
    """A way to choose what is pruned, as a mask that is 0 there."""

    PRUNING_TYPE: ClassVar[str] = "unstructured"
    _tensor_name: str | None = None

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        if cls.__module__.startswith("tensorlab."):  # programs see PyTorch's names
            cls.__module__ = "torch.nn.utils.prune"

    def __call__(self, module: Module, inputs: object) -> None:
        """Put the pruned parameter in its place, before the layer is called."""
        setattr(module, str(self._tensor_name), self.apply_mask(module))

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """Return the mask for a tensor, given the one so far."""
        raise NotImplementedError

    def apply_mask(self, module: Module) -> Any:
        """Return the parameter with zeros where its mask has them."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        mask, original = getattr(module, f"{name}_mask"), getattr(module, f"{name}_orig")
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(
        cls,
        module: Module,
        name: str,
        *args: object,
        importance_scores: object = None,
        **kwargs: object,
    ) -> Any:
        """Prune a parameter of a module, on top of what has been pruned of it; return the way."""
        method: BasePruningMethod = cls(*args, **kwargs)
        method._tensor_name = name
        found = [(key, hook) for key, hook in hooks_of(module) if hook._tensor_name == name]
        if len(found) > 1:
            raise AssertionError(
                f"Avoid adding multiple pruning hooks to the same tensor {name} of module "
                f"{module}. Use a PruningContainer."
            )
        for key, old in found:
            del module._forward_pre_hooks[key]
            container = old if isinstance(old, PruningContainer) else PruningContainer(old)
            container.add_pruning_method(method)
            method = container
        method.begin(module, name, importance_scores)
        return method

    def begin(self, module: Module, name: str, scores: Any) -> None:
        """Put a mask and the parameter times the mask in place of the parameter."""
        value = getattr(module, name)
        if scores is not None and scores.shape != value.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, "
                f"got {scores.shape} vs {value.shape}"
            )
        if isinstance(self, PruningContainer):
            before = getattr(module, f"{name}_mask").detach().clone()
        else:
            before = find("torch", "ones_like")(value)
        try:
            mask = self.compute_mask(value if scores is None else scores, default_mask=before)
        except Exception:
            # PyTorch has moved the parameter by then, and puts it back
            own = module._parameters
            own |= {name: own.pop(name)} if name in own else {}
            raise
        if not isinstance(self, PruningContainer):
            module.register_parameter(f"{name}_orig", value)
            del module._parameters[name]
        module.register_buffer(f"{name}_mask", mask)
        setattr(module, name, self.apply_mask(module))
        module.register_forward_pre_hook(self)

    def prune(self, t: Any, default_mask: object = None, importance_scores: Any = None) -> Any:
        """Return a tensor with zeros at the elements chosen.

        Raises:
            AssertionError: the scores are of another shape.
        """
        if importance_scores is None:
            importance_scores = t
        elif importance_scores.shape != t.shape:
            raise AssertionError(
                "importance_scores should have the same shape as tensor t, got "
                f"{importance_scores.shape} vs {t.shape}"
            )
        before = find("torch", "ones_like")(t) if default_mask is None else default_mask
        return t * self.compute_mask(importance_scores, default_mask=before)

    def remove(self, module: Module) -> None:
        """Make the pruned state the parameter's own."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned before pruning can be removed")
        original = module._parameters[f"{name}_orig"]
        original.data = self.apply_mask(module).data
        del module._parameters[f"{name}_orig"]
        del module._buffers[f"{name}_mask"]
        module.__dict__.pop(name, None)
        setattr(module, name, original)


class PruningContainer(BasePruningMethod):
    """Several ways to prune one parameter, one after the other.

    >>> len(torch.nn.utils.prune.PruningContainer())
    0
    """

    def __init__(self, *args: Any) -> None:
        self._pruning_methods: tuple[Any, ...] = ()
        if args:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: object) -> None:
        """Add a way.

        Raises:
            TypeError: it is none.
            ValueError: it is for another parameter.
        """
        if not isinstance(method, BasePruningMethod):
            raise TypeError(f"{class_text(method)} is not a BasePruningMethod subclass")
        if self._tensor_name != method._tensor_name:
            raise ValueError(
                "Can only add pruning methods acting on the parameter named "
                f"'{self._tensor_name}' to PruningContainer {self}. Found '{method._tensor_name}'"
            )
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._pruning_methods)

    def __getitem__(self, idx: int) -> Any:
        return self._pruning_methods[idx]

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Any:
        """Return the mask so far with what the last way chooses of the rest."""
        method = self._pruning_methods[-1]
        mask = default_mask.to(dtype=t.dtype)
        if method.PRUNING_TYPE == "unstructured":
            where: Any = default_mask == 1
        elif method.PRUNING_TYPE == "structured":
            where = left_slices(method, t, default_mask)
        elif method.PRUNING_TYPE == "global":
            where = (slice(None),) * t.dim()
        else:
            raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
        part = method.compute_mask(t[where], default_mask=default_mask[where])
        mask[where] = part.to(dtype=mask.dtype)
        return mask


def left_slices(method: object, t: Tensor, mask: Tensor) -> Any:
    """Return the index of the slices that are not pruned altogether."""
    if not hasattr(method, "dim"):
        raise AttributeError(
            'Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` defined.'
        )
    dim = method.dim + t.dim() if method.dim < 0 else method.dim
    if not 0 <= dim < t.dim():
        raise IndexError(f"Index is out of bounds for tensor with dimensions {t.dim()}")
    others = [other for other in range(t.dim()) if other != dim]
    left = mask.sum(dim=others) != 0
    return tuple(left if axis == dim else slice(None) for axis in range(t.dim()))


printed_under("torch.nn.utils.prune", globals())
