"""The `math` and `cmath` modules: functions of plain numbers, the costly ones paid for."""

import cmath
import math

from tensorlab.language.modules.tables import namespace_of, paid, taken_from
from tensorlab.language.modules.written import written
from tensorlab.language.values.functions import under_names
from tensorlab.language.values.guards import as_int, charge_digits, check_bits
from tensorlab.language.values.iteration import items_of
from tensorlab.language.values.values import Namespace


def check_choices(n: object = None, k: object = None, /, *more: object) -> None:
    """Refuse a product of k numbers up to n that has too many digits: all n without a k."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int):
        count = k if isinstance(k, int) else n
        bits = max(count, 0) * max(n, 2).bit_length()
        check_bits(bits)
        charge_digits(bits * bits)


def check_combinations(n: object = None, k: object = None, /, *more: object) -> None:
    """Refuse a number of choices that has too many digits."""
    n, k = as_int(n), as_int(k)
    if isinstance(n, int) and isinstance(k, int):
        check_choices(n, min(k, n - k))


def math_module() -> Namespace:
    """Return the table of `math`."""
    functions = {
        **taken_from(math, "math"),
        "factorial": paid(math.factorial, check_choices),
        "isqrt": paid(math.isqrt, lambda n=None, /, *more: check_choices(n, 1)),
        "comb": paid(math.comb, check_combinations), "perm": paid(math.perm, check_choices),
        "fsum": lambda items, /: math.fsum(items_of(items)),
    }  # fmt: skip
    own = written("math", under_names({"_dist": math.dist, "_hypot": math.hypot}))
    return namespace_of("math", functions, {**taken_from(math, "math constants"), **own})


def cmath_module() -> Namespace:
    """Return the table of `cmath`."""
    return namespace_of("cmath", taken_from(cmath, "cmath"), taken_from(cmath, "cmath constants"))


MODULES = {"math": math_module, "cmath": cmath_module}
