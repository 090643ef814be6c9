"""torch.nn.utils.parametrize: parameters that are computed from others whenever they are read."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.tensor import Tensor
from tensorlab.nn.containers import ModuleDict, ModuleList
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter


class _Cache:
    """What has been computed inside `with cached()`."""

    depth: ClassVar[int] = 0
    values: ClassVar[dict[tuple[int, str], Any]] = {}


@contextmanager
def cached() -> Iterator[None]:
    """Compute each parametrized tensor once inside a block.

    >>> layer = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(2, 2))
    >>> with torch.nn.utils.parametrize.cached():
    ...     layer.weight is layer.weight
    True
    """
    _Cache.depth += 1
    try:
        yield
    finally:
        _Cache.depth -= 1
        if not _Cache.depth:
            _Cache.values.clear()


class ParametrizationList(ModuleList):
    """The functions that a tensor passes before it is read, and what it begins from.

    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(1, 1))
    >>> len(layer.parametrizations.weight)
    1
    """

    def __init__(self, modules: Sequence[Module], original: Tensor, unsafe: bool = False) -> None:
        super().__init__(modules)
        self.unsafe = unsafe
        with no_grad():
            first = self.backwards(original)
        self.is_tensor = isinstance(first, Tensor)
        self.ntensors = 1 if self.is_tensor else len(first)
        trained = isinstance(original, Parameter)
        for name, value in zip(self.names, (first,) if self.is_tensor else first, strict=True):
            if trained and self.is_tensor:
                original.data = value.data
                self.register_parameter(name, original)
            elif trained:
                self.register_parameter(name, Parameter(value, original.requires_grad))
            else:
                self.register_buffer(name, value)

    @property
    def names(self) -> list[str]:
        """The names of the tensors that it begins from."""
        if self.is_tensor:
            return ["original"]
        return [f"original{place}" for place in range(self.ntensors)]

    def backwards(self, value: Tensor) -> Any:
        """Return what has to be kept for a value to come out; as it is where no module says so."""
        for module in reversed(list(self)):
            # What has no inverse, or says so, begins from the value as it is.
            with suppress(NotImplementedError):
                if hasattr(module, "right_inverse"):
                    value = module.right_inverse(value)
        return value

    def right_inverse(self, value: Tensor) -> None:
        """Keep what has to be kept for a value to come out.

        Raises:
            RuntimeError: a function has no inverse.
        """
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(
                        f"parametrization {type(module).__name__} does not implement right_inverse."
                    )
                value = module.right_inverse(value)
            for name, part in zip(self.names, (value,) if self.is_tensor else value, strict=True):
                getattr(self, name).data = part.data

    def forward(self) -> Any:
        """Return the tensor that comes out."""
        first, *others = list(self)
        value = first(*(getattr(self, name) for name in self.names))
        for module in others:
            value = module(value)
        return value


def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """Let a parameter be what a module makes of it, whenever it is read; return the module.

    >>> class Positive(torch.nn.Module):
    ...     def forward(self, x):
    ...         return x.abs()
    >>> layer = torch.nn.Linear(2, 1)
    >>> _ = torch.nn.utils.parametrize.register_parametrization(layer, "weight", Positive())
    >>> (layer.weight >= 0).all()
    tensor(True)
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        before = getattr(module, tensor_name)
        kept = module.parametrizations[tensor_name]
        if not unsafe:
            require_same(before, parametrization(before), parametrization)
        kept.append(parametrization)
        kept.unsafe = kept.unsafe or unsafe
        return module
    if tensor_name not in module._parameters and tensor_name not in module._buffers:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    original = getattr(module, tensor_name)
    before = original.detach().clone()
    kept = ParametrizationList([parametrization], original, unsafe)
    if not unsafe:
        with no_grad():
            require_same(before, kept(), parametrization)
    begin(module)
    delattr(module, tensor_name)
    module.parametrizations[tensor_name] = kept
    setattr(type(module), tensor_name, computed(tensor_name))
    return module


def require_same(before: Tensor, after: object, parametrization: Module) -> None:
    """Refuse a function that changes the shape or the type of its tensor.

    Raises:
        ValueError: the shape or the type changes.
    """
    head = "Registering a parametrization may not change the {} of the tensor, unless "
    if not isinstance(after, Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
    if before.dtype is not after.dtype:
        raise ValueError(
            f"{head.format('dtype')}`unsafe` flag is enabled.\nunparametrized dtype: "
            f"{before.dtype}\nparametrized dtype: {after.dtype}"
        )
    if before.shape != after.shape:
        raise ValueError(
            f"{head.format('shape')}`unsafe` flag is enabled.\nunparametrized shape: "
            f"{before.shape}\nparametrized shape: {after.shape}"
        )


def begin(module: Module) -> None:
    """Give a module a class of its own, which can have computed attributes."""
    if hasattr(module, "parametrizations"):
        return
    plain = type(module)
    own = type(f"Parametrized{plain.__name__}", (plain,), {"parametrized": plain})
    own.__module__ = "torch.nn.utils.parametrize"
    module.__class__ = own
    module.parametrizations = ModuleDict()


def computed(name: str) -> property:
    """Return the attribute that computes a tensor when it is read."""

    def read(module: Any) -> Any:
        if not _Cache.depth:
            return module.parametrizations[name]()
        key = (id(module), name)
        if key not in _Cache.values:
            _Cache.values[key] = module.parametrizations[name]()
        return _Cache.values[key]

    def write(module: Any, value: Tensor) -> None:
        module.parametrizations[name].right_inverse(value)

    return property(read, write)


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Return whether a parameter, or any parameter of a module, is computed when it is read.

    >>> torch.nn.utils.parametrize.is_parametrized(torch.nn.Linear(1, 1))
    False
    """
    kept = getattr(module, "parametrizations", None)
    if not isinstance(kept, ModuleDict):
        return False
    return len(kept) > 0 if tensor_name is None else tensor_name in kept


def remove_parametrizations(
    module: Module, tensor_name: str, leave_parametrized: bool = True
) -> Module:
    """Let a parameter be what it is now, or what it began from; return the module.

    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(1, 1))
    >>> torch.nn.utils.parametrize.remove_parametrizations(layer, "weight")
    Linear(in_features=1, out_features=1, bias=True)
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    value, trained = left_over(module, tensor_name, leave_parametrized)
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    if not len(module.parametrizations):
        plain = type_before_parametrizations(module)
        del module.parametrizations
        module.__class__ = plain
    if trained:
        module.register_parameter(tensor_name, value)
    else:
        module.register_buffer(tensor_name, value)
    return module


def left_over(module: Module, tensor_name: str, leave_parametrized: bool) -> tuple[Any, bool]:
    """Return what a tensor is once nothing makes it any more, and whether it is a parameter.

    Raises:
        ValueError: it is to be what it began from, and that is several tensors.
    """
    kept = module.parametrizations[tensor_name]
    if leave_parametrized:
        with no_grad():
            value = getattr(module, tensor_name).detach()
    elif kept.is_tensor:
        value = kept.original
    else:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    first: Any = getattr(kept, kept.names[0])
    trained = isinstance(first, Parameter)
    if not trained or isinstance(value, Parameter):
        return value, trained
    if not kept.is_tensor:
        return Parameter(value, first.requires_grad), trained
    first.data = value
    return first, trained


def type_before_parametrizations(module: Module) -> type:
    """Return the class that a module had before any of its parameters were computed.

    >>> torch.nn.utils.parametrize.type_before_parametrizations(torch.nn.ReLU())
    <class 'torch.nn.modules.activation.ReLU'>
    """
    return getattr(type(module), "parametrized", type(module))


def transfer_parametrizations_and_params(
    from_module: Any, to_module: Any, tensor_name: str | None = None
) -> Any:
    """Give a module the parametrizations of another one, with their parameters; return it.

    >>> parametrize = torch.nn.utils.parametrize
    >>> layer = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(2, 2))
    >>> made = parametrize.transfer_parametrizations_and_params(layer, torch.nn.Linear(2, 2))
    >>> parametrize.is_parametrized(made, "weight")
    True
    """
    if not is_parametrized(from_module):
        return to_module
    for name in list(from_module.parametrizations) if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        given = from_module.parametrizations[name]
        for parametrization in given:
            register_parametrization(to_module, name, parametrization)
        for original in [key for key in given._parameters if key.startswith("original")]:
            setattr(to_module.parametrizations[name], original, getattr(given, original))
    return to_module
