"""The `numbers` module: what is a number, and of which kind."""

from typing import Final

import numpy as np

from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.namespaces import Namespace
from tensorlab.language.values.types import no_instances
from tensorlab.language.values.values import TypeValue

KINDS: Final[dict[str, tuple[type, ...]]] = {
    "Number": (int, float, complex, np.number),
    "Complex": (int, float, complex, np.number),
    "Real": (int, float, np.floating, np.integer),
    "Rational": (int, np.integer),
    "Integral": (int, np.integer),
}


def namespace() -> Namespace:
    """Return the table of `numbers`."""
    names = {
        name: TypeValue(f"numbers.{name}", kinds, no_instances(name))
        for name, kinds in KINDS.items()
    }
    return namespace_of("numbers", {}, names)
