"""What a module is made of, by name: parameters, buffers and other modules."""

from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.engine.type_names import typename
from tensorlab.engine.warning import in_full
from tensorlab.nn.parameter import Buffer, Parameter

PLACES = ("_parameters", "_buffers", "_modules")


def is_module(value: object) -> bool:
    """Return whether a value is a module."""
    return getattr(type(value), "_is_module", False)


class Parts:
    """Parts by name: an attribute that is a parameter, a buffer or a module is kept apart."""

    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _modules: dict[str, Any]
    _non_persistent_buffers_set: set[str]

    _is_module = True  # as Module has it, whose class this one is not

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        for place in PLACES:
            found = own.get(place)
            if found is not None and name in found:
                return found[name]
        raise AttributeError(in_full("'{}' object has no", type(self).__name__, name))

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what a copy holds, before `__getattr__` has anything to look in."""
        self.__dict__.update(state)

    def _weight_and_bias(self) -> tuple[Any, Any]:
        """Return both, in half the time of asking for them by name, which comes here at last."""
        own = self._parameters
        try:
            return own["weight"], own["bias"]
        except KeyError:  # they are something else
            return self.weight, self.bias

    def __setattr__(self, name: str, value: object) -> None:
        own = self.__dict__
        if isinstance(value, Tensor) and getattr(value, "_is_param", False):
            require_begun(self, "parameters")
            forget_name(self, name, "_parameters")
            self.register_parameter(name, value)
        elif name in own.get("_parameters", ()):
            remove_part(self, "_parameters", name, value, "parameter", "torch.nn.Parameter")
        elif is_module(value):
            require_begun(self, "module")
            forget_name(self, name, "_modules")
            own["_modules"][name] = value
        elif name in own.get("_modules", ()):
            remove_part(self, "_modules", name, value, "child module", "torch.nn.Module")
        elif name in own.get("_buffers", ()) and isinstance(value, Tensor):
            own["_buffers"][name] = value
        elif name in own.get("_buffers", ()):
            remove_part(self, "_buffers", name, value, "buffer", "torch.nn.Buffer, torch.Tensor")
        elif isinstance(value, Buffer):
            buffer: Any = value
            self.register_buffer(name, buffer, buffer.persistent)
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        for place in PLACES:
            if name in getattr(self, place):
                del self.__dict__[place][name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        parts = (name for place in PLACES for name in getattr(self, place))
        names = {*object.__dir__(self), *parts}
        return sorted(name for name in names if not name[0].isdigit())

    def register_parameter(self, name: str, param: Tensor | None) -> None:
        """Add a parameter, or None in its place."""
        require_begun(self, "parameter")
        require_name(self, name, "parameter", "_parameters")
        if param is not None and not isinstance(param, Parameter):
            kind = typename(param)
            raise TypeError(in_full("cannot assign '{}' object to parameter", kind, name))
        if param is not None and param.grad_fn is not None:
            raise ValueError(in_full("Cannot assign non-leaf", name))
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that belongs to the state and is not trained, or None in its place."""
        require_begun(self, "buffer")
        require_name(self, name, "buffer", "_buffers")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(in_full("cannot assign '{}' object to buffer", typename(tensor), name))
        self._buffers[name] = tensor
        change = set.discard if persistent else set.add
        change(self._non_persistent_buffers_set, name)

    def add_module(self, name: str, module: "Parts | None") -> None:
        """Add a part, or None in its place."""
        if module is not None and not is_module(module):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        require_name(self, name, "module", "_modules")
        self._modules[name] = module

    register_module = add_module


def forget_name(module: Any, name: str, kept: str) -> None:
    """Take a name away from whatever else it was given to."""
    module.__dict__.pop(name, None)
    for place in PLACES:
        if place != kept:
            module.__dict__[place].pop(name, None)
    module._non_persistent_buffers_set.discard(name)


def remove_part(module: Any, place: str, name: str, value: object, what: str, wanted: str) -> None:
    """Put None in the place of a part; anything else is refused."""
    if value is not None:
        raise TypeError(in_full("cannot assign '{}' as", typename(value), what, name, wanted))
    module.__dict__[place][name] = None


def require_begun(module: Any, what: str) -> None:
    """Refuse parts before Module.__init__ has made room for them."""
    if "_parameters" not in module.__dict__:
        raise AttributeError(f"cannot assign {what} before Module.__init__() call")


def require_name(module: Any, name: object, what: str, place: str) -> None:
    """Refuse what is no name, or one that is something else's."""
    if not isinstance(name, str):
        raise TypeError(f"{what} name should be a string. Got {typename(name)}")
    if "." in name:
        got = f", got: {name}" if what == "module" else ""
        raise KeyError(f'{what} name can\'t contain "."{got}')
    if not name:
        raise KeyError(f'{what} name can\'t be empty string ""')
    if hasattr(module, name) and name not in module.__dict__[place]:
        raise KeyError(f"attribute '{name}' already exists")
