"""torch.nn.utils.stateless: a module called with other parameters than its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tensorlab.engine.naming import class_text
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find


def functional_call(
    module: Any, parameter_and_buffer_dicts: object, args: object = None, kwargs: Any = None, *,
    tie_weights: bool = True, strict: bool = False,
) -> Any:  # fmt: skip
    """Return what a module computes with other parameters and buffers, given by name.

    >>> layer = torch.nn.Linear(1, 1)
    >>> state = {"weight": torch.tensor([[2.]]), "bias": torch.tensor([1.])}
    >>> torch.func.functional_call(layer, state, torch.tensor([5.]))
    tensor([11.])
    """
    tables = parameter_and_buffer_dicts
    if isinstance(tables, list | tuple):
        named = {name: part for table in tables for name, part in table.items()}
        if twice := [name for name in named if sum(name in table for table in tables) > 1]:
            raise ValueError(in_full("{} appeared in multiple", twice))
    elif isinstance(tables, dict):
        named = dict(tables)
    else:
        raise ValueError(in_full("Expected parameter_and_buffer_dicts", class_text(tables)))
    given = () if args is None else args if isinstance(args, tuple) else (args,)
    with _reparametrize_module(module, named, tie_weights, strict):
        return module(*given, **(kwargs or {}))


def members(module: Any) -> dict[str, Any]:
    """Return all parameters and buffers, under each of their names."""
    return {
        **dict(module.named_parameters(remove_duplicate=False)),
        **dict(module.named_buffers(remove_duplicate=False)),
    }


def tied(module: object, named: dict[str, Any]) -> dict[str, Any]:
    """Return tensors by name, under the other names of the same parameters too."""
    own = members(module)
    by_identity = {id(own[name]): value for name, value in named.items() if name in own}
    more = {name: by_identity[id(value)] for name, value in own.items() if id(value) in by_identity}
    return {**more, **named}


def require_known(module: object, named: dict[str, Any], *, strict: bool) -> None:
    """Refuse names that a module does not have, and with strict those that are not given.

    Raises:
        RuntimeError: there are missing ones.
    """
    if not strict:
        return
    own = members(module)
    missing = [name for name in own if name not in named]
    unexpected = [name for name in named if name not in own]
    if missing or unexpected:
        text = f"Error(s) in reparametrizing for {type(module).__name__}:"
        for what, names in (("Unexpected", unexpected), ("Missing", missing)):
            if names:
                text += f"\n\t{what} key(s): " + ", ".join(map(repr, sorted(names))) + "."
        raise RuntimeError(text)


@contextmanager
def _reparametrize_module(
    module: Any, named: dict[str, Any], tie_weights: bool = False, strict: bool = False
) -> Iterator[None]:
    """Put tensors in the places of parameters and buffers for the length of a block."""
    if tie_weights:
        named = tied(module, named)
    require_known(module, named, strict=strict)
    own = members(module)
    before: list[tuple[dict[str, Any], str, Any]] = []
    try:
        for path, value in named.items():
            if path not in own:
                continue
            if not isinstance(value, Tensor | None):
                raise TypeError(f"{value} is not an instance of torch.Tensor")
            inner, _, name = path.rpartition(".")
            holder = module.get_submodule(inner)
            table = holder._parameters if name in holder._parameters else holder._buffers
            before.append((table, name, table[name]))
            table[name] = value
        yield
    finally:
        for table, name, value in reversed(before):
            table[name] = value


def stack_module_state(models: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the parameters and the buffers of several like modules, stacked by name.

    >>> layers = [torch.nn.Linear(2, 1) for _ in range(3)]
    >>> parameters, buffers = torch.func.stack_module_state(layers)
    >>> parameters["weight"].shape
    torch.Size([3, 1, 2])
    """
    models = list(models)
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({model.training for model in models}) > 1:
        raise RuntimeError(
            "stack_module_state: Expected all models to have the same training/eval mode."
        )
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    stack = find("torch", "stack")
    found: list[dict[str, Any]] = []
    for each in ("named_parameters", "named_buffers"):
        tables = [dict(getattr(model, each)()) for model in models]
        stacked = {name: stack([table[name] for table in tables]).detach() for name in tables[0]}
        for name, value in stacked.items():
            value.requires_grad_(tables[0][name].requires_grad)
        found.append(stacked)
    return found[0], found[1]


def replace_all_batch_norm_modules_(root: Any) -> Any:
    """Let the batch norms within a module keep no running statistics; return the module.

    >>> torch.func.replace_all_batch_norm_modules_(torch.nn.BatchNorm1d(2)).running_mean is None
    True
    """
    for module in root.modules():
        if hasattr(module, "track_running_stats") and hasattr(module, "num_batches_tracked"):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
