"""A module's state as a table of tensors: written, read back, moved to another type or device."""

from collections import OrderedDict
from collections.abc import Mapping
from itertools import chain
from typing import Any, NamedTuple

from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.device import Device
from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.engine.work import Work
from tensorlab.nn.parameter import Parameter, is_lazy
from tensorlab.ops.loading import find
from tensorlab.ops.tensor.conversion import asked_for

EXTRA = "_extra_state"
FOUND = ("missing_keys", "unexpected_keys", "error_msgs")
ASSIGNS = "assign_to_params_buffers"


class _IncompatibleKeys(NamedTuple):
    """Which names a table lacked, and which it had that no module knows."""

    missing_keys: list[str]
    unexpected_keys: list[str]

    def __repr__(self) -> str:
        if not (self.missing_keys or self.unexpected_keys):
            return "<All keys matched successfully>"
        return (
            f"_IncompatibleKeys(missing_keys={self.missing_keys}, "
            f"unexpected_keys={self.unexpected_keys})"
        )


def kept(module: Any) -> dict[str, Any]:
    """Return the tensors of one module that belong to its state, by name."""
    passing = module._non_persistent_buffers_set
    named = chain(module._parameters.items(), module._buffers.items())
    return {name: value for name, value in named if value is not None and name not in passing}


def save(module: Any, table: dict[str, Any], prefix: str, *, keep_vars: bool) -> None:
    """Write a module's state, and that of its parts, into a table."""
    Work.spend(8 + len(prefix))
    own = {"version": module._version}
    if hasattr(table, "_metadata"):
        table._metadata[prefix[:-1]] = own
    for hook in module._state_dict_pre_hooks.values():
        hook(module, prefix, keep_vars)
    module._save_to_state_dict(table, prefix, keep_vars)
    for name, part in module._modules.items():
        if part is not None:
            part.state_dict(destination=table, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
    for hook in module._state_dict_hooks.values():
        hook(module, table, prefix, own)


def save_own(self: Any, destination: Any, prefix: str, keep_vars: bool) -> None:
    """Write the state of a module alone into a table: what an heir may do in a way of its own."""
    for name, value in kept(self).items():
        waits = is_lazy(value)
        destination[prefix + name] = value if keep_vars or waits else value.detach()
    if self._overrides("get_extra_state"):
        destination[prefix + EXTRA] = self.get_extra_state()


def load(module: object, table: object, *, strict: bool, assign: bool) -> _IncompatibleKeys:
    """Copy a table's tensors into a module; return the names that did not match.

    Raises:
        TypeError: it is no table.
        RuntimeError: sizes differ, or names do and `strict` is set.
    """
    if not isinstance(table, Mapping):
        raise TypeError(f"Expected state_dict to be dict-like, got {class_text(table)}.")
    found: tuple[list[str], ...] = ([], [], [])
    missing, unexpected, errors = found
    assigned = {ASSIGNS: True} if assign else {}
    read(module, "", OrderedDict(table), getattr(table, "_metadata", {}), assigned, found)
    if strict:
        named = (("Missing", missing), ("Unexpected", unexpected))
        errors[:0] = [
            f"{which} key(s) in state_dict: {listed(names)}. " for which, names in named if names
        ]
    if errors:
        lines = "\n\t".join(errors)
        raise RuntimeError(
            f"Error(s) in loading state_dict for {type(module).__name__}:\n\t{lines}"
        )
    return _IncompatibleKeys(missing, unexpected)


def listed(names: list[str]) -> str:
    """Return names in quotes, with commas between them."""
    return ", ".join(f'"{name}"' for name in names)


def read(
    module: Any, prefix: str, table: Any, written: Any, assigned: dict[str, Any], found: Any
) -> None:
    """Copy what belongs to a module and its parts; each is given its own part of the table."""
    Work.spend(8 + len(prefix))
    of_module = written.get(prefix[:-1], {}) | assigned
    module._load_from_state_dict(table, prefix, of_module, True, *found)
    for name, part in module._modules.items():
        if part is not None:
            first = f"{prefix}{name}."
            own = {key: value for key, value in table.items() if key.startswith(first)}
            read(part, first, own, written, assigned, found)
    for hook in module._load_state_dict_post_hooks.values():
        hook(module, _IncompatibleKeys(*found[:2]))


def load_own(
    self: Any, state_dict: Any, prefix: str, local_metadata: Any, strict: bool, *row: Any, **by: Any
) -> None:
    """Copy what of a table is a module's own, not its parts': as heirs may do in their own way.

    Three lists take the names that are missing, those that nobody knows, and what does not fit.
    """
    found = (*row, *(by[name] for name in FOUND[len(row) :]))
    missing, unexpected, errors = found
    for hook, with_module in self._load_state_dict_pre_hooks.values():
        own = (self,) if with_module else ()
        hook(*own, state_dict, prefix, local_metadata, strict, *found)
    for name, value in kept(self).items():
        full = prefix + name
        if full not in state_dict:
            missing.append(full)
            continue
        given = state_dict[full]
        if isinstance(given, Tensor) and not is_lazy(value) and not value.dim():
            # numbers were rows of one when the first states were written
            given = given[0] if given.shape == (1,) else given
        if problem := misfit(full, value, given):
            errors.append(problem)
        else:
            try:
                with no_grad():
                    if local_metadata.get(ASSIGNS):
                        put(self, name, value, given)
                    else:
                        value.copy_(given)
            except RuntimeError as failure:
                errors.append(uncopied(full, value.shape, given.shape, failure.args))
    known = set(kept(self))
    if self._overrides("set_extra_state"):
        known.add(EXTRA)
        if prefix + EXTRA in state_dict:
            self.set_extra_state(state_dict[prefix + EXTRA])
        else:
            missing.append(prefix + EXTRA)
    for key in [key for key in state_dict if key.startswith(prefix)] if strict else ():
        first, *rest = key.removeprefix(prefix).split(".", 1)
        if first not in (self._modules if rest else known):
            unexpected.append(key)


def uncopied(full: str, own: Any, given: Any, why: tuple[Any, ...]) -> str:
    """Return what is said of an entry that fits and can not be copied all the same."""
    return in_full('While copying the parameter named "{}", w', full, own, given, why)


def misfit(full: str, value: Any, given: Any) -> str:
    """Return why an entry of the table cannot be copied into a tensor, nothing where it can.

    Raises:
        RuntimeError: the sizes of the entry are not known yet.
    """
    if not isinstance(given, Tensor):
        return in_full('While copying the parameter named "{}", e', full, class_text(given))
    if is_lazy(value):
        value.materialize(given.shape)
    elif is_lazy(given):
        raise RuntimeError(in_full("Can't access the shape"))
    if given.shape != value.shape:
        return in_full("size mismatch for", full, given.shape, value.shape)
    return ""


def put(module: Any, name: str, value: Any, given: Any) -> None:
    """Put a tensor of the table itself in the place of a parameter or a buffer."""
    among = module._parameters if name in module._parameters else module._buffers
    fits = among is module._buffers or isinstance(given, Parameter)
    among[name] = given if fits else Parameter(given, value.requires_grad)


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Take a prefix off the names in a module's state, as "module." of a model run in parallel.

    >>> state = {"module.weight": 1, "bias": 2}
    >>> torch.nn.modules.utils.consume_prefix_in_state_dict_if_present(state, "module.")
    >>> state
    {'bias': 2, 'weight': 1}
    """
    versions = getattr(state_dict, "_metadata", {})
    for table, known in ((state_dict, prefix), (versions, prefix.removesuffix("."))):
        for name in [name for name in table if name and name.startswith(known)]:
            table[name.removeprefix(prefix) if name != known else ""] = table.pop(name)


def read_target(
    *targets: object, device: Any = None, dtype: Any = None, non_blocking: Any = False,
    copy: Any = False, memory_format: Any = None, tensor: Any = None,
) -> tuple[Any, Any, bool, Any]:  # fmt: skip
    """Return the device, type, haste and layout that the arguments of `Module.to` ask for."""
    targets = targets if tensor is None else (tensor, *targets)
    device, dtype, hasty, copies = asked_for(targets, device, dtype, non_blocking, copy)
    if copies:
        raise RuntimeError(".to() does not accept copy argument")
    return None if device is None else Device(device), dtype, hasty, memory_format


def moved(module: Any, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Return a module whose tensors are on another device, or its floating ones of another type."""
    try:
        device, dtype, _, memory_format = read_target(*args, **settings)
    except TypeError:
        find("torch", "empty")(0).to(*args, **settings)  # which says what is wrong
        raise
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise TypeError(in_full("nn.Module.to only accepts", dtype))

    def convert(tensor: Tensor) -> Any:
        kind = dtype if tensor.is_floating_point() or tensor.is_complex() else None
        layout = memory_format if tensor.dim() in {4, 5} else None
        if tensor.is_meta and str(device) in {"cpu", "cuda"}:
            raise NotImplementedError(in_full("Cannot copy out of meta"))
        return tensor.to(device, kind, memory_format=layout)

    return module._apply(convert)
