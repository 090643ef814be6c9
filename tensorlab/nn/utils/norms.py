"""weight_norm and spectral_norm before there were parametrizations: hooks on their layers."""

from typing import Any

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full, warn
from tensorlab.nn.applied import functional
from tensorlab.nn.module import Module
from tensorlab.nn.parameter import Parameter
from tensorlab.ops.loading import find


def weight_of(direction: Tensor, length: Tensor, dim: int) -> Any:
    """Return weights of given lengths, in the directions of others."""
    found = direction * (length / find("torch", "norm_except_dim")(direction, 2, dim))
    at_an_end = dim in (0, direction.ndim - 1)  # of which PyTorch has a kernel
    return under_name(found, "WeightNormInterfaceBackward0") if at_an_end else found


class Recomputed:
    """Weights that are computed from others before each call of their layer."""

    kind: str
    extra: tuple[str, ...]

    def __init__(self, name: str) -> None:
        self.name = name

    def compute(self, module: Any) -> Any:
        """Return the weights."""
        raise NotImplementedError

    def __call__(self, module: Module, inputs: object) -> None:
        """Put the weights in their place, before the layer is called."""
        setattr(module, self.name, self.compute(module))

    @classmethod
    def of(cls, module: Module, name: str) -> tuple[int, Any] | None:
        """Return the hook of this kind on a parameter, with its key."""
        for key, hook in module._forward_pre_hooks.items():
            if isinstance(hook, cls) and hook.name == name:
                return key, hook
        return None

    def begin(self, module: Module) -> None:
        """Have the weights computed before each call.

        Raises:
            RuntimeError: they are already.
        """
        if self.of(module, self.name) is not None:
            raise RuntimeError(
                f"Cannot register two {self.kind} hooks on the same parameter {self.name}"
            )
        module.register_forward_pre_hook(self)

    @classmethod
    def end(cls, module: Module, name: str) -> Any:
        """Let the weights be what they are now; return the module.

        Raises:
            ValueError: they are not computed.
        """
        found = cls.of(module, name)
        if found is None:
            raise ValueError(f"{cls.kind} of '{name}' not found in {module}")
        key, hook = found
        with no_grad():
            weight = hook.last(module)
        delattr(module, name)
        for ending in cls.extra:
            delattr(module, name + ending)
        module.register_parameter(name, Parameter(weight.detach()))
        del module._forward_pre_hooks[key]
        return module

    def last(self, module: Module) -> Any:
        """Return the weights as they stay when they are no longer computed."""
        return self.compute(module)


class WeightNorm(Recomputed):
    """Weights of a length and a direction."""

    kind = "weight_norm"
    extra = ("_g", "_v")

    def __init__(self, name: str, dim: int | None) -> None:
        super().__init__(name)
        self.dim = -1 if dim is None else dim

    def compute(self, module: Module) -> Any:
        """Return the weights."""
        direction = getattr(module, f"{self.name}_v")
        return weight_of(direction, getattr(module, f"{self.name}_g"), self.dim)


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Any:
    """Let a layer learn the length and the direction of its weights apart; return the layer.

    >>> layer = torch.nn.utils.weight_norm(torch.nn.Linear(2, 1))
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight_g', 'weight_v']
    """
    warn(in_full("`torch.nn.utils.weight_norm`"), FutureWarning)
    hook = WeightNorm(name, dim)
    hook.begin(module)
    weight = getattr(module, name)
    del module._parameters[name]
    length = find("torch", "norm_except_dim")(weight, 2, hook.dim)
    module.register_parameter(f"{name}_g", Parameter(length.detach()))
    module.register_parameter(f"{name}_v", Parameter(weight.detach()))
    setattr(module, name, hook.compute(module))
    return module


def remove_weight_norm(module: Module, name: str = "weight") -> Any:
    """Let the weights of a layer be one parameter again; return the layer.

    >>> layer = torch.nn.utils.weight_norm(torch.nn.Linear(2, 1))
    >>> [name for name, _ in torch.nn.utils.remove_weight_norm(layer).named_parameters()]
    ['bias', 'weight']
    """
    return WeightNorm.end(module, name)


class SpectralNorm(Recomputed):
    """Weights over their largest singular value."""

    kind = "spectral_norm"
    extra = ("_u", "_v", "_orig")

    def __init__(self, name: str, times: int, dim: int, eps: float) -> None:
        super().__init__(name)
        if times <= 0:
            raise ValueError(in_full("Expected n_power_iterations", times))
        self.times, self.dim, self.eps = times, dim, eps

    def matrix(self, weight: Tensor) -> Any:
        """Return the weights as a matrix, a row for each place along the dimension."""
        return weight.movedim(self.dim, 0).reshape(weight.size(self.dim), -1)

    def unit(self, vector: Tensor) -> Any:
        """Return a vector of length 1."""
        return functional("normalize")(vector, dim=0, eps=self.eps)

    def compute(self, module: Module) -> Any:
        """Return the weights, in training after a step towards the singular vectors."""
        return self.computed(module, training=module.training)

    def last(self, module: Module) -> Any:
        """Return the weights as they are: no further step is made."""
        return self.computed(module, training=False)

    def computed(self, module: Module, *, training: bool) -> Any:
        """Return the weights over their largest singular value."""
        weight, u, v = (getattr(module, self.name + end) for end in ("_orig", "_u", "_v"))
        matrix = self.matrix(weight)
        if training:
            with no_grad():
                for _ in range(self.times):
                    v.copy_(self.unit(matrix.t().mv(u)))
                    u.copy_(self.unit(matrix.mv(v)))
            u, v = u.clone(), v.clone()
        return weight / find("torch", "dot")(u, matrix.mv(v))


def spectral_norm(
    module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
    dim: int | None = None,
) -> Any:  # fmt: skip
    """Let the largest singular value of a layer's weights come close to 1; return the layer.

    >>> layer = torch.nn.utils.spectral_norm(torch.nn.Linear(3, 2))
    >>> list(layer.state_dict())
    ['bias', 'weight_orig', 'weight_u', 'weight_v']
    """
    if dim is None:
        dim = int(type(module).__name__.startswith("ConvTranspose"))
    hook = SpectralNorm(name, n_power_iterations, dim, eps)
    hook.begin(module)
    weight = module._parameters[name]
    with no_grad():
        matrix = hook.matrix(weight)
        u = hook.unit(weight.new_empty(matrix.size(0)).normal_(0, 1))
        v = hook.unit(weight.new_empty(matrix.size(1)).normal_(0, 1))
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.data)
    module.register_buffer(f"{name}_u", u)
    module.register_buffer(f"{name}_v", v)
    return module


def remove_spectral_norm(module: Module, name: str = "weight") -> Any:
    """Let the weights of a layer be one parameter again; return the layer.

    >>> layer = torch.nn.utils.spectral_norm(torch.nn.Linear(3, 2))
    >>> list(torch.nn.utils.remove_spectral_norm(layer).state_dict())
    ['bias', 'weight']
    """
    return SpectralNorm.end(module, name)
