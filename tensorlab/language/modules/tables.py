"""How the namespace of a module is made of functions and values."""

from collections.abc import Callable, Mapping
from typing import Any

from tensorlab.language.values.namespaces import Namespace, Table
from tensorlab.language.values.values import under_names


def namespace_of(
    name: str, functions: Mapping[str, Callable[..., Any]], values: Mapping[str, Any] | None = None
) -> Namespace:
    """Return a namespace of functions of ours, and of values that programs may have as they are."""
    return Namespace(name, Table({**under_names(functions), **(values or {})}))
