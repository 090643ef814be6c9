"""What parameters and values of distributions have to satisfy: read by programs, never set."""

from typing import Any, Final

from tensorlab.distributions.constraints import Constraint
from tensorlab.language.limits.tensor_guards import guard_values
from tensorlab.language.values.attributes import METHODS, PROPERTIES, reading
from tensorlab.language.values.display import FORMS

FACTS: Final = ("event_dim", "is_discrete", "lower_bound", "upper_bound", "base_constraint",
                "reinterpreted_batch_ndims")  # fmt: skip


def check(constraint: Any, /, value: Any) -> Any:
    """Return where a tensor's elements satisfy a constraint, paid for as the dearest of them."""
    guard_values("add", (value, *constraint.bounds.values()))
    if constraint.event_dim > 1:  # matrices
        guard_values("eigvalsh", (value,))
    return constraint.check(value)


def enter(kind: Any) -> None:
    """Let programs read conditions of a class, and of those derived from it."""
    METHODS[kind] = {"check": check}
    PROPERTIES[kind] = reading(FACTS)
    FORMS[kind] = lambda constraint, around: repr(constraint)
    for heir in kind.__subclasses__():
        enter(heir)


Constraint.__init_subclass__ = classmethod(enter)  # type: ignore[assignment]  # of heirs yet to come
enter(Constraint)
