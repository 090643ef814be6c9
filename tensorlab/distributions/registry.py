"""biject_to and transform_to: which transform makes any numbers satisfy a condition."""

from collections.abc import Callable
from typing import Any

from tensorlab.distributions import constraints, transforms
from tensorlab.distributions.constraints import Constraint
from tensorlab.engine.warning import in_full


class ConstraintRegistry:
    """Transforms, by the kind of condition that their results satisfy.

    >>> D = torch.distributions
    >>> D.transform_to(D.constraints.real)(torch.tensor(2.))
    tensor(2.)
    """

    def __init__(self) -> None:
        self._registry: dict[str, Callable[[Any], Any]] = {}

    def register(self, constraint: Any, factory: Any = None) -> Any:
        """Enter what makes the transform for a kind of condition; without it, as a decorator."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        if not isinstance(constraint, Constraint):
            raise TypeError(in_full("Expected constraint", constraint))
        self._registry[constraint.name] = factory
        return factory

    def __call__(self, constraint: Any) -> Any:
        """Return the transform for a condition."""
        factory = self._registry.get(getattr(constraint, "name", ""))
        if factory is None:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")
        return factory(constraint)


biject_to, transform_to = ConstraintRegistry(), ConstraintRegistry()


def to_interval(constraint: Any) -> Any:
    """Return the transform into an interval."""
    lower, upper = constraint.lower_bound, constraint.upper_bound
    if [lower, upper] == [0, 1] and isinstance(lower, int | float):
        return transforms.SigmoidTransform()
    moved = transforms.AffineTransform(lower, upper - lower)
    return transforms.ComposeTransform([transforms.SigmoidTransform(), moved])


def beyond(bound: str, scale: int) -> Callable[[Any], Any]:
    """Return what makes the transform to one side of a bound."""

    def make(constraint: object) -> Any:
        moved = transforms.AffineTransform(getattr(constraint, bound), scale)
        return transforms.ComposeTransform([transforms.ExpTransform(), moved])

    return make


def enter_common(registry: ConstraintRegistry) -> None:
    """Enter what both registries have."""
    c = constraints

    def of_parts(kind: Any, *settings: str) -> Callable[[Any], Any]:
        return lambda constraint: kind(
            [registry(each) for each in constraint.cseq],
            *(getattr(constraint, name) for name in settings),
        )

    makers = {
        c.real: lambda _: transforms.identity_transform,
        c.real_vector: lambda constraint: transforms.IndependentTransform(
            registry(constraint.base_constraint), constraint.reinterpreted_batch_ndims
        ),
        c.positive: beyond("lower_bound", 1),
        c.nonnegative: beyond("lower_bound", 1),
        c.less_than(0): beyond("upper_bound", -1),
        c.unit_interval: to_interval,
        c.half_open_interval(0, 1): to_interval,
        c.corr_cholesky: lambda _: transforms.CorrCholeskyTransform(),
        c.cat([c.real]): of_parts(transforms.CatTransform, "dim", "lengths"),
        c.stack([c.real]): of_parts(transforms.StackTransform, "dim"),
    }
    for constraint, factory in makers.items():
        registry.register(constraint, factory)


for each in (biject_to, transform_to):
    enter_common(each)
biject_to.register(constraints.simplex, lambda _: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda _: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda _: transforms.LowerCholeskyTransform())
for matrices in (constraints.positive_definite, constraints.positive_semidefinite):
    transform_to.register(matrices, lambda _: transforms.PositiveDefiniteTransform())
