"""The `cmath` module: functions of one complex number, whose size is fixed."""

import cmath

from tensorlab.language.modules.tables import namespace_of
from tensorlab.language.values.namespaces import Namespace


def namespace() -> Namespace:
    """Return the table of `cmath`: Python's has functions of numbers, and numbers."""
    public = {name: value for name, value in vars(cmath).items() if not name.startswith("_")}
    numbers = {name: value for name, value in public.items() if type(value) in {float, complex}}
    functions = {name: value for name, value in public.items() if name not in numbers}
    return namespace_of("cmath", functions, numbers)
