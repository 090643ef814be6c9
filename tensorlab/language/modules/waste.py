"""The `gc` module: memory is given back by itself."""

from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.namespaces import Namespace


def nothing() -> int:
    """Do nothing, and say that nothing was found."""
    return 0


def namespace() -> Namespace:
    """Return the table of `gc`."""
    return namespace_of("gc", {"collect": nothing, "enable": nothing, "disable": nothing})
