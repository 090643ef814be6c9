"""The `typing` module as programs see it: names for annotations, which nobody checks."""

from tensorlab.language.types import no_instances
from tensorlab.language.values import Namespace, Table, TypeValue

NAMES = (
    "Any", "Callable", "Dict", "Final", "FrozenSet", "Iterable", "Iterator", "List", "Literal",
    "Mapping", "Optional", "Sequence", "Set", "Tuple", "Type", "Union",
)  # fmt: skip


def namespace() -> Namespace:
    """Return the namespace that `import typing` binds."""
    members = {}
    for name in NAMES:
        full = f"typing.{name}"
        members[name] = TypeValue(full, (), no_instances(full))
    return Namespace("typing", Table(members))
