"""Optimizer: parameters in groups, what is remembered of each, and one step after the other."""

from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from itertools import chain
from typing import Any, ClassVar

from tensorlab.engine.autograd.gradmode import Moving, enable_grad, set_grad_enabled
from tensorlab.engine.naming import class_text, keep_own, reduced_by_name
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.type_names import tensor_type_name, typename
from tensorlab.engine.warning import in_full, warn
from tensorlab.engine.work import Work
from tensorlab.ops.loading import find
from tensorlab.optim.hooks import Watched, call_hooks
from tensorlab.optim.together import STEP, Moved, are_moved_at_once, move, remember

Table = dict[str, Any]  # what is remembered of a parameter, or a group's settings, by name

WORDS = {"lr": "learning rate", "eps": "epsilon value"}  # in PyTorch's errors


class Required:
    """The default that an optimizer of another library gives a setting that has none."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<required parameter>"


required = Required()


class Optimizer(Watched):
    """Makes parameters follow their gradients: subclass it and say `step`.

    `_checks` name the settings that may not be negative; `_ranges` says what is good where that is
    something else.
    """

    _checks: ClassVar[tuple[str, ...]] = ()
    _ranges: ClassVar[dict[str, Callable[[Any], bool]]] = {}
    _takes_sparse = False
    _takes_complex = True
    # what is remembered of every parameter that was moved, as a tensor of one element
    _numbers: ClassVar[tuple[str, ...]] = (STEP,)
    # whether each element is moved by itself, by what is remembered of it and a step
    _elementwise = False

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        if self._checks:  # a program's own algorithm refuses what it likes
            self._require_settings(defaults)
        self.defaults = defaults
        if isinstance(params, Tensor):
            raise TypeError(in_full("params argument given", tensor_type_name(params)))
        self.state: defaultdict[Any, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(dict(group))
        if self._checks and defaults.get("fused"):
            if defaults.get("differentiable"):
                raise RuntimeError("`fused` does not support `differentiable`")
            if defaults.get("foreach"):
                raise RuntimeError("`fused` and `foreach` cannot be `True` together.")

    def _begin_with(self, names: Table, first: str = "") -> None:
        """Begin with the parameters and the settings among the local names of an `__init__`.

        Groups show them in PyTorch's order: those in `first` stand before the others.
        """
        early = first.split()
        later = [name for name in names if name not in ("self", "params", *early)]
        Optimizer.__init__(self, names["params"], {name: names[name] for name in early + later})

    def _patch_step_function(self) -> None:
        """Do nothing: hooks are called where a step is asked for."""

    __reduce_ex__ = reduced_by_name

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy is made of; who looks on, or counts its steps, is no part of it."""
        return {name: self.__dict__[name] for name in ("defaults", "state", "param_groups")}

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        if cls.__module__.startswith("tensorlab.optim."):  # programs see PyTorch's names
            cls.__module__ = PLACES.get(cls.__name__, f"torch.optim.{cls.__name__.lower()}")
            if Optimizer in cls.__bases__:
                keep_own(cls, "step")
        if "_update_one" in cls.__dict__ and "_elementwise" not in cls.__dict__:
            cls._elementwise = False

    def _require_settings(self, settings: dict[str, Any]) -> None:
        """Refuse settings that no algorithm can use.

        Raises:
            ValueError: a setting lies outside of its range.
        """
        lr = settings.get("lr")
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for name in self._checks:
            is_good = self._ranges.get(name, not_negative)
            if name in settings and not is_good(settings[name]):
                word = WORDS.get(name, f"{name} value")
                raise ValueError(f"Invalid {word}: {settings[name]}")
        for place in (0, 1) if "betas" in settings else ():
            beta = settings["betas"][place]
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {place}: {beta}")

    def add_param_group(self, param_group: Table) -> None:
        """Add parameters with settings of their own; what they leave open is the defaults'."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {class_text(param_group)}")
        params = param_group["params"]
        if isinstance(params, Tensor):
            params = [params]
        elif isinstance(params, set):
            raise TypeError(in_full("optimizer parameters need"))
        params = list(params)
        if names := [each[0] for each in params if isinstance(each, tuple)]:
            if len(names) < len(params):
                raise ValueError(in_full("all optimizer params"))
            param_group["param_names"] = names
            params = [each[1] for each in params]
        param_group["params"] = params
        for parameter in params:
            require_parameter(parameter, bool(self.defaults.get("differentiable")))
        for name, default in self.defaults.items():
            if param_group.setdefault(name, default) is required:
                raise ValueError(in_full("parameter group didn't", name))
        if len(params) != len({id(parameter) for parameter in params}):
            warn(in_full("optimizer contains a parameter"))
        named = "param_names" in param_group
        if any(("param_names" in group) != named for group in self.param_groups):
            raise ValueError(in_full("all optimizer param groups", "with" + "out" * (not named)))
        known = {id(each) for group in self.param_groups for each in group["params"]}
        if not known.isdisjoint(map(id, params)):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or make them zeros."""
        for group in self.param_groups:
            for parameter in group["params"]:
                if set_to_none:
                    parameter._grad = None
                elif parameter._grad is not None:
                    parameter.grad = parameter.grad.detach().zero_()

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Move all parameters that have a gradient; return what the closure gave."""
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        followed = self.defaults.get("differentiable", False)
        with set_grad_enabled(followed):
            for group in self.param_groups:
                if lacking := [name for name in self.defaults if name not in group]:
                    raise KeyError(lacking[0])  # the group of an optimizer of another kind
                given = [self._paid_for(parameter, group) for parameter in group["params"]]
                moved = [each for each in given if each is not None]
                if moved and group.get("capturable"):
                    raise AssertionError(in_full("If capturable=True"))
                if Moving.latest is not None:
                    remember(self, group, moved)
                if self._elementwise and not followed and are_moved_at_once(moved):
                    move(self._update_one, moved, group)
                else:
                    for each in moved:
                        self._update(*each, group)
                for parameter, _, state in moved:
                    if not state:  # plain descent remembers nothing
                        self.state.pop(parameter, None)
        return loss

    def _paid_for(self, parameter: Tensor, group: Table) -> Moved | None:
        """Return a parameter with its gradient and what is remembered of it; None without one.

        Raises:
            RuntimeError: the gradient is sparse, and the algorithm goes over whole parameters.
        """
        grad = parameter._grad
        if grad is None:
            return None
        Work.spend(16)
        if Work.guard is not None:
            Work.guard("stack", (parameter, parameter))
        if grad.__class__ is not Tensor and grad.is_sparse and not self._takes_sparse:
            name = next(kind.__name__ for kind in type(self).__mro__ if Optimizer in kind.__bases__)
            hint = ", please consider SparseAdam instead" if name == "Adam" else ""
            raise RuntimeError(in_full("{} does not support sparse", name, hint))
        return parameter, -grad if group.get("maximize") else grad, self.state[parameter]

    def _update(self, parameter: Tensor, grad: Tensor, state: Table, group: Table) -> None:
        """Move one parameter; a complex one by its real and imaginary parts, each by itself."""
        if not parameter.is_complex():
            self._update_one(parameter, grad, state, group)
            return
        if not self._takes_complex:
            raise RuntimeError(f"{type(self).__name__} does not support complex parameters")
        as_real, as_complex = find("torch", "view_as_real"), find("torch", "view_as_complex")
        real = {name: as_real(own) if own.is_complex() else own for name, own in state.items()}
        self._update_one(as_real(parameter), as_real(grad), real, group)
        state |= {name: as_complex(own) if own.ndim else own for name, own in real.items()}

    def _update_one(self, parameter: Any, grad: Any, state: Table, group: Table) -> None:
        """Move one parameter; each algorithm says how."""
        raise NotImplementedError

    # -- the state as a table -----------------------------------------------------------------

    def state_dict(self) -> dict[str, Any]:
        """Return what is remembered, and the groups, with parameters as numbers."""
        call_hooks(self, "state_dict_pre")
        parameters = chain.from_iterable(group["params"] for group in self.param_groups)
        # of one given twice the last
        numbers = {id(parameter): number for number, parameter in enumerate(parameters)}
        groups = []
        for group in self.param_groups:
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[id(parameter)] for parameter in group["params"]]
            groups.append(packed)
        remembered = {numbers.get(id(key), key): value for key, value in self.state.items()}
        packed = {"state": remembered, "param_groups": groups}
        return call_hooks(self, "state_dict_post", packed)  # type: ignore[no-any-return]  # hooks give what they like

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another optimizer of the same parameters remembered, not a copy of it.

        Raises:
            ValueError: the groups are others.
        """
        state_dict = call_hooks(self, "load_state_dict_pre", state_dict.copy())
        own, given = self.param_groups, deepcopy(state_dict["param_groups"])
        if len(own) != len(given):
            raise ValueError("loaded state dict has a different number of parameter groups")
        pairs = list(zip(own, given, strict=True))
        if any(len(mine["params"]) != len(other["params"]) for mine, other in pairs):
            raise ValueError(in_full("loaded state dict contains"))
        numbers = chain.from_iterable(group["params"] for group in given)
        parameters = chain.from_iterable(group["params"] for group in own)
        of_number = dict(zip(numbers, parameters, strict=True))
        state: defaultdict[Any, Table] = defaultdict(dict)
        for key, value in state_dict["state"].items():
            of = of_number.get(key, key)
            state[of] = as_parameter(value, of) if isinstance(of, Tensor) else value
        for mine, other in pairs:
            other["params"] = mine["params"]
            if "param_names" in mine:
                other.setdefault("param_names", mine["param_names"])
        self._take_over(state, given)
        call_hooks(self, "load_state_dict_post")

    def _take_over(self, state: Any, groups: list[Table]) -> None:
        """Take over what another optimizer remembered, with the switches that it did not know.

        Raises:
            KeyError: it was an optimizer of another kind.
        """
        self.state, self.param_groups = state, groups
        for group in groups if self._checks else ():
            for name, now in self.defaults.items():
                if isinstance(now, bool | None):
                    group.setdefault(name, None if name in ("foreach", "fused") else False)
            for own in filter(None, map(state.get, group["params"])):
                own |= {name: as_number(own[name]) for name in self._numbers}

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for number, group in enumerate(self.param_groups):
            names = sorted(group.keys() - {"params"})
            shown = "".join(f"    {name}: {group[name]}\n" for name in names)
            text += f"\nParameter Group {number}\n{shown}"
        return f"{text})"


def as_parameter(value: object, parameter: Tensor, name: str = "") -> Any:
    """Return what was remembered as its parameter is: its tensors in its type, but for the step."""
    if isinstance(value, Tensor):
        fits = name == STEP or not parameter.is_floating_point()
        return value if fits else value.to(parameter.dtype)
    if isinstance(value, dict):
        return {key: as_parameter(part, parameter, key) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(as_parameter(part, parameter, name) for part in value)
    return value


def require_parameter(value: object, followed: bool = False) -> None:
    """Refuse what cannot be moved along a gradient; what is followed may have been computed.

    Raises:
        TypeError: it is no tensor.
        ValueError: another tensor was computed into it.
    """
    if not isinstance(value, Tensor):
        raise TypeError(in_full("optimizer can only", typename(value)))
    if not (followed or value.is_leaf or value._keeps_grad):
        raise ValueError("can't optimize a non-leaf Tensor")


def not_negative(value: Any) -> bool:
    """Return whether a setting is 0 or more."""
    return bool(0.0 <= value)  # noqa: SIM300  in this order, as errors of other types tell


def not_below(value: Any) -> bool:
    """Return whether a setting is not below 0, as NaN is not."""
    return not value < 0.0


def decayed(grad: Tensor, parameter: Tensor, group: Table) -> Any:
    """Return a gradient that also pulls its parameter towards 0."""
    return grad.add(parameter, alpha=group["weight_decay"]) if group["weight_decay"] else grad


def as_number(value: Any) -> Any:
    """Return what is remembered as a number: a tensor, also where it was saved as a plain one."""
    return value if isinstance(value, Tensor) else find("torch", "tensor")(float(value))


def begin(state: Table, parameter: Tensor, *names: str) -> None:
    """Let a parameter's state begin: no steps, and zeros under the names."""
    from tensorlab.ops.creation.from_values import zeros_like  # noqa: PLC0415

    if not state:
        state[STEP] = as_number(0.0)
        for name in names:
            state[name] = zeros_like(parameter)


def counted(state: dict[str, Any]) -> float:
    """Return the number of the step that begins."""
    state["step"] += 1
    return float(state["step"].item())


PLACES = {
    "Adafactor": "torch.optim", "Muon": "torch.optim", "SparseAdam": "torch.optim.sparse_adam",
}  # fmt: skip
Optimizer.__module__ = "torch.optim.optimizer"  # as __init_subclass__ does for its heirs
