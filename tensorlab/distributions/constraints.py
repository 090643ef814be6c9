"""torch.distributions.constraints: what parameters and values have to satisfy."""

from collections.abc import Callable
from functools import cache
from typing import Any

from tensorlab.engine.naming import printed_under
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full
from tensorlab.ops.loading import find
from tensorlab.ops.modules import file_of

DIMS = "reinterpreted_batch_ndims"
__all__ = list(file_of("torch.distributions.constraints"))


def of(**constraints: "Constraint") -> Any:
    """Return the conditions on parameters, by name."""
    return constraints


class Constraint:
    """A condition on tensors, under the name that messages give it."""

    event_dim = 0
    is_discrete = False

    def __init__(
        self, name: str = "", check: Callable[[Any], Any] | None = None, *,
        event_dim: int | None = None, is_discrete: bool | None = None, **bounds: object,
    ) -> None:  # fmt: skip
        """Keep what is known; a class of one's own has its name, and the rest as attributes."""
        kind: Any = type(self)
        self.name = name or kind.__name__[1:]
        if not kind.__name__.endswith(self.name):
            self.__class__ = kind_of(kind, f"_{name}")
        self.bounds = bounds
        if check is not None:
            check.__qualname__ = f"{type(self).__name__}.check"
        given = {"check": check, "event_dim": event_dim, "is_discrete": is_discrete}
        self.__dict__.update(bounds, **{k: v for k, v in given.items() if v is not None})

    def check(self, value: Any) -> Any:
        """Return where a tensor's elements satisfy it."""
        raise NotImplementedError

    def __repr__(self) -> str:
        bounds = ", ".join(f"{name}={value}" for name, value in self.bounds.items())
        return f"{self.name}({bounds})"


@cache
def kind_of(base: Any, name: str) -> Any:
    """Return the class of the conditions of a name."""
    return type(name, (base,), {"__module__": "torch.distributions.constraints"})


def greater_than(lower_bound: object) -> Constraint:
    """Return what larger numbers satisfy."""
    return Constraint("GreaterThan", lambda value: lower_bound < value, lower_bound=lower_bound)


def greater_than_eq(lower_bound: object) -> Constraint:
    """Return what numbers satisfy that are not smaller."""
    return Constraint("GreaterThanEq", lambda value: lower_bound <= value, lower_bound=lower_bound)


def less_than(upper_bound: object) -> Constraint:
    """Return what smaller numbers satisfy."""
    return Constraint("LessThan", lambda value: value < upper_bound, upper_bound=upper_bound)


def between(name: str, low: Any, high: object, below: Callable[..., Any]) -> Constraint:
    """Return what numbers from one to another satisfy, or to below it."""
    bounds = {"lower_bound": low, "upper_bound": high}
    return Constraint(name, lambda value: (low <= value) & below(value), **bounds)


def interval(lower_bound: object, upper_bound: object) -> Constraint:
    """Return what numbers between two others satisfy."""
    return between("Interval", lower_bound, upper_bound, lambda value: value <= upper_bound)


def integer_interval(lower_bound: object, upper_bound: object) -> Constraint:
    """Return what whole numbers between two others satisfy."""
    return Constraint(
        "IntegerInterval",
        lambda value: (value % 1 == 0) & (lower_bound <= value) & (value <= upper_bound),
        is_discrete=True,
        lower_bound=lower_bound,
        upper_bound=upper_bound,
    )


def integer_greater_than(lower_bound: object) -> Constraint:
    """Return what whole numbers satisfy that are not smaller."""
    return Constraint(
        "IntegerGreaterThan",
        lambda value: (value % 1 == 0) & (value >= lower_bound),
        is_discrete=True,
        lower_bound=lower_bound,
    )


class OfAnother(Constraint):
    """A condition on tensors by another one, of which all elements along some dimensions count."""

    def __init__(self, name: str, base: Any, dims: int = 0) -> None:
        if not isinstance(base, Constraint):
            raise AssertionError(in_full("base_constraint must", type(base).__name__))
        self.base_constraint = base
        size = base.event_dim + dims
        super().__init__(name, event_dim=size, is_discrete=base.is_discrete)

    def joined(self, value: Tensor, found: Any, kept: int) -> Any:
        """Return whether all is well, by the dimensions that are kept.

        Raises:
            ValueError: the value has too few.
        """
        if kept < 0:
            raise ValueError(in_full("Expected value.dim()", self.event_dim, value.dim()))
        return found.reshape((*found.shape[:kept], -1)).all(-1)

    def __repr__(self) -> str:
        return f"{self.name}({self.base_constraint!r})"


class _IndependentConstraint(OfAnother):
    """A condition that all elements along the last dimensions have to satisfy."""

    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        super().__init__("IndependentConstraint", base_constraint, reinterpreted_batch_ndims)
        if reinterpreted_batch_ndims < 0:
            raise AssertionError(f"{DIMS} must be >= 0, got {reinterpreted_batch_ndims}")
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def check(self, value: Any) -> Any:
        """Return where all elements satisfy the condition."""
        found = self.base_constraint.check(value)
        return self.joined(value, found, found.dim() - self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"{self.name}({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


def is_simplex(value: Tensor) -> Any:
    """Return where numbers along the last dimension are not negative and add up to 1."""
    return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


def is_lower(value: Tensor) -> Any:
    """Return where matrices are lower triangles with a positive diagonal."""
    lower = (value.tril() == value).flatten(-2).all(-1)
    return lower & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


def is_positive_definite(value: Tensor) -> Any:
    """Return where matrices are symmetric and positive definite."""
    symmetric = is_symmetric(value)
    if not symmetric.all():
        return symmetric
    return find("torch.linalg", "cholesky_ex")(value).info.eq(0)


def is_one_hot(value: Tensor) -> Any:
    """Return where there is one 1 along the last dimension, and zeros."""
    return ((value == 0) | (value == 1)).all(-1) & value.sum(-1).eq(1)


def multinomial(upper_bound: int) -> Constraint:
    """Return what whole numbers satisfy that add up to a number of trials."""
    return Constraint(
        "Multinomial",
        lambda x: (x >= 0).all(dim=-1) & (x.sum(dim=-1) <= upper_bound),
        event_dim=1,
        is_discrete=True,
    )


def half_open_interval(lower_bound: object, upper_bound: object) -> Constraint:
    """Return what numbers between two others satisfy, but the upper one."""
    return between("HalfOpenInterval", lower_bound, upper_bound, lambda value: value < upper_bound)


def is_corr_cholesky(value: Tensor) -> Any:
    """Return where matrices are lower triangles whose rows have norm 1."""
    near = find("torch", "finfo")(value.dtype).eps * value.size(-1) * 10
    norms = find("torch.linalg", "norm")(value.detach(), dim=-1)
    return is_lower(value) & ((norms - 1.0).abs() <= near).all(dim=-1)


def is_square(value: Tensor) -> Any:
    """Return where matrices have as many rows as columns."""
    same = value.shape[-2] == value.shape[-1]
    return find("torch", "full")(value.shape[:-2], same, device=value.device)


def is_symmetric(value: Tensor) -> Any:
    """Return where matrices equal their transposes."""
    square = is_square(value)
    return value.isclose(value.mT, atol=1e-6).all(-2).all(-1) if square.all() else square


def is_semidefinite(value: Tensor) -> Any:
    """Return where matrices are symmetric and have no negative eigenvalue."""
    symmetric = is_symmetric(value)
    if not symmetric.all():
        return symmetric
    return (find("torch.linalg", "eigvalsh")(value) >= 0).all(-1)


class OfParts(Constraint):
    """Conditions, each for its part of the values along a dimension."""

    def __init__(self, name: str, cseq: Any, dim: int, lengths: Any = None) -> None:
        if not all(isinstance(each, Constraint) for each in cseq):
            raise AssertionError("All elements of cseq must be Constraint instances")
        self.cseq, self.dim = list(cseq), dim
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        dims = max(each.event_dim for each in self.cseq)
        dims += name == "Stack" and dim + dims < 0
        discrete = any(each.is_discrete for each in self.cseq)
        super().__init__(name, event_dim=dims, is_discrete=discrete)

    def check(self, value: Tensor) -> Any:
        """Return where each part satisfies its condition."""
        joined = self.name == "Cat"
        parts = value.split(self.lengths, self.dim) if joined else value.unbind(self.dim)
        found = [each.check(part) for each, part in zip(self.cseq, parts, strict=False)]
        return find("torch", "cat" if joined else "stack")(found, self.dim)

    def __repr__(self) -> str:
        return f"{self.name}()"


def cat(cseq: object, dim: int = 0, lengths: object = None) -> Constraint:
    """Return conditions, each for some of the places along a dimension."""
    return OfParts("Cat", cseq, dim, lengths)


def stack(cseq: object, dim: int = 0) -> Constraint:
    """Return conditions, each for one place along a dimension."""
    return OfParts("Stack", cseq, dim)


class MixtureSameFamilyConstraint(OfAnother):
    """The condition of all parts of a mixture."""

    def __init__(self, base_constraint: Constraint) -> None:
        super().__init__("MixtureSameFamilyConstraint", base_constraint)

    def check(self, value: Any) -> Any:
        """Return where values satisfy the condition of every part."""
        found = self.base_constraint.check(value.unsqueeze(-1 - self.event_dim))
        return self.joined(value, found, value.dim() - self.event_dim)


class dependent_property(property):  # noqa: N801  PyTorch's name
    """A condition that follows from other parameters, as a property."""

    def __init__(self, fn: Any = None, *, is_discrete: Any = None, event_dim: Any = None) -> None:
        super().__init__(fn)
        self.is_discrete, self.event_dim = is_discrete, event_dim

    def __call__(self, fn: Any) -> "dependent_property":
        """Return the property of a function, where it decorates with settings."""
        return dependent_property(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


def is_dependent(constraint: object) -> bool:
    """Return whether a condition follows from others."""
    return constraint is dependent


def undetermined(value: object) -> Any:
    """Refuse to say where a condition is satisfied that others decide.

    Raises:
        ValueError: always.
    """
    raise ValueError("Cannot determine validity of dependent constraint")


boolean = Constraint("Boolean", lambda value: (value == 0) | (value == 1), is_discrete=True)
real = Constraint("Real", lambda value: value == value)  # noqa: PLR0124  nan is not
independent = _IndependentConstraint
real_vector = independent(real, 1)
positive = greater_than(0.0)
nonnegative = greater_than_eq(0.0)
nonnegative_integer = integer_greater_than(0)
positive_integer = integer_greater_than(1)
unit_interval = interval(0.0, 1.0)
simplex = Constraint("Simplex", is_simplex, event_dim=1)
one_hot = Constraint("OneHot", is_one_hot, event_dim=1, is_discrete=True)
lower_cholesky = Constraint("LowerCholesky", is_lower, event_dim=2)
lower_triangular = Constraint(
    "LowerTriangular", lambda value: (value.tril() == value).flatten(-2).all(-1), event_dim=2
)
corr_cholesky = Constraint("CorrCholesky", is_corr_cholesky, event_dim=2)
square = Constraint("Square", is_square, event_dim=2)
symmetric = Constraint("Symmetric", is_symmetric, event_dim=2)
positive_semidefinite = Constraint("PositiveSemidefinite", is_semidefinite, event_dim=2)
positive_definite = Constraint("PositiveDefinite", is_positive_definite, event_dim=2)
dependent = Constraint("Dependent", undetermined)
# what parameters satisfy that several distributions have
OF_PLACE = of(loc=real, scale=positive)
OF_PROBS = of(probs=unit_interval, logits=real)
OF_CLASSES = of(probs=simplex, logits=real_vector)
# the classes that libraries ask for
_Real, _CorrCholesky = type(real), type(corr_cholesky)


printed_under("torch.distributions.constraints", globals())
