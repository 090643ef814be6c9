"""Distribution: what all distributions have in common."""

from typing import TYPE_CHECKING, Any, ClassVar, Self

from tensorlab.distributions import constraints
from tensorlab.distributions.constraints import Constraint, dependent
from tensorlab.distributions.parameters import broadcast_all
from tensorlab.engine.autograd.gradmode import no_grad
from tensorlab.engine.naming import class_text, keep_own, named, printed_under, reduced_by_name
from tensorlab.engine.settings import MACHINE
from tensorlab.engine.signatures.signature import MISSING, Parameter, function_with
from tensorlab.engine.size import Size
from tensorlab.engine.tensor import Tensor
from tensorlab.engine.warning import in_full

# PyTorch's files that are not called after their one class.
OF_ONE_FILE = {
    "LKJCholesky": "lkj_cholesky",
    "RelaxedOneHotCategorical ExpRelaxedCategorical": "relaxed_categorical",
    "LogitRelaxedBernoulli": "relaxed_bernoulli",
    "OneHotCategoricalStraightThrough": "one_hot_categorical",
    "ExponentialFamily": "exp_family",
    "FisherSnedecor": "fishersnedecor",
    "LowRankMultivariateNormal": "lowrank_multivariate_normal",
}


class Checks(property):
    """Whether an instance checks values, and of a class what holds where nothing else is said."""

    def __get__(self, instance: object, owner: Any = None) -> Any:
        return MACHINE.checking_distributions if instance is None else super().__get__(instance)


# the methods that classes have by ways of their own, by the names of these
MADE_OF = {"_log_density": "log_prob", "_drawn": "rsample"}


class Distribution:
    """A distribution over tensors of `event_shape`, one for each place of `batch_shape`.

    >>> torch.distributions.Normal(torch.zeros(3), 1.).batch_shape
    torch.Size([3])
    """

    _validate_args: Any = Checks(
        lambda self: self.__dict__.get("_validate_args", MACHINE.checking_distributions),
        lambda self, checks: self.__dict__.update(_validate_args=checks),
    )
    has_rsample = False
    has_enumerate_support = False
    arg_constraints: Any = constraints.of()
    support: Any = dependent
    # parameters that are worked out
    _derived: ClassVar[tuple[str, ...]] = ()
    # what expand stretches, if not the parameters
    _shared: ClassVar[tuple[str, ...]] = ()

    __reduce_ex__ = reduced_by_name

    if TYPE_CHECKING:  # parameters are attributes

        def __getattr__(self, name: str) -> Any: ...

    def __init_subclass__(cls, **settings: object) -> None:
        super().__init_subclass__(**settings)
        # programs see PyTorch's names
        if cls.__module__.startswith("tensorlab.distributions"):
            file = "studentT" if cls.__name__ == "StudentT" else snake(cls.__name__)
            cls.__module__ = f"torch.distributions.{file}"
            if isinstance(cls.arg_constraints, dict) and begins_with_parameters(cls):
                names = [Parameter(name, None, MISSING) for name in ("self", *cls.arg_constraints)]
                parts = [*names, Parameter("validate_args", None, None)]
                begins: Any = function_with(parts, take_parameters, "__init__", f"{cls.__name__}.")
                cls.__init__ = begins  # type: ignore[method-assign]  # it is one
            if Distribution in cls.__bases__:
                cls.expand = named(cls._widened, f"{cls.__name__}.expand")  # type: ignore[method-assign]  # it is one
            own = [name for way, name in MADE_OF.items() if way in vars(cls)]
            keep_own(cls, "expand", *own)
            if "rsample" in vars(cls) and "has_rsample" not in vars(cls):
                cls.has_rsample = True

    def __init__(
        self, batch_shape: Any = (), event_shape: Any = (), validate_args: bool | None = None
    ) -> None:
        self._batch_shape = Size(batch_shape)
        self._event_shape = Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._require_parameters()
        super().__init__()  # of what else a class is derived from

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Choose whether parameters and values are checked where nothing else is said."""
        if value not in (True, False):
            raise ValueError
        MACHINE.checking_distributions = value

    def _require_parameters(self) -> None:
        """Refuse parameters that do not satisfy their conditions.

        Raises:
            ValueError: there is one.
        """
        held = {**vars(vars(self).get("base_dist", self)), **vars(self)}
        held |= {name: getattr(self, name) for name in self._derived}
        for name, constraint in self.arg_constraints.items():
            value = held.get(name)
            if value is None or constraint is dependent:
                continue
            if not constraint.check(value).all():
                sort, shape = kind(value), tuple(value.shape)
                raise ValueError(
                    in_full("Expected parameter {", name, sort, shape, self, constraint, value)
                )

    @property
    def batch_shape(self) -> Size:
        """For how many places there is a distribution."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of one value."""
        return self._event_shape

    @property
    def mean(self) -> Any:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> Any:
        """The most likely value."""
        raise NotImplementedError(f"{class_text(self)} does not implement mode")

    @property
    def variance(self) -> Any:
        """The mean square distance from the mean."""
        raise NotImplementedError

    @property
    def stddev(self) -> Any:
        """The square root of the variance."""
        return self.variance.sqrt()

    def sample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients do not pass."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: object = ()) -> Any:
        """Return values drawn at random, which gradients pass to the parameters."""
        return self._drawn(self._extended_shape(sample_shape))

    def _drawn(self, shape: Any) -> Any:
        """Return values of a shape drawn at random, which gradients pass to the parameters."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Any:
        """Return n values drawn at random."""
        return self.sample((n,))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability, or of its density, at values."""
        self._require(value)
        return self._log_density(value)

    def _log_density(self, value: Any) -> Any:
        """Return what log_prob returns, of values that can come out."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Any:
        """Return the probability of smaller values."""
        raise NotImplementedError

    def icdf(self, value: Tensor) -> Any:
        """Return the values below which a probability lies."""
        raise NotImplementedError

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        raise NotImplementedError

    def perplexity(self) -> Any:
        """Return e to the entropy."""
        return self.entropy().exp()

    def enumerate_support(self, expand: bool = True) -> Any:
        """Return all values that there are."""
        raise NotImplementedError

    def _at_each_place(self, values: Tensor, expand: bool) -> Any:
        """Return values in a row, with the batch's dimensions behind it or stretched over them."""
        values = values.view(-1, *(1,) * len(self._batch_shape))
        return values.expand(-1, *self._batch_shape) if expand else values

    def expand(self, batch_shape: Any, _instance: Any = None) -> Self:
        """Return the same distribution for more places; a program's class says how."""
        raise NotImplementedError

    def _widened(self, batch_shape: Any, _instance: Any = None) -> Self:
        """Return the same distribution for more places, made of parts for as many."""
        made: Self = self._get_checked_instance(type(self), _instance)
        made.__dict__.update(self.__dict__)
        made._batch_shape = Size(batch_shape)
        names = self._shared or tuple(self.arg_constraints)
        for name, part in self.__dict__.items():
            is_distribution = isinstance(part, Distribution)
            if part is not None and (is_distribution or name in names):
                shape = part.batch_shape if is_distribution else part.shape
                wanted = Size((*batch_shape, *shape[len(self._batch_shape) :]))
                made.__dict__[name] = part.expand(wanted)
        return made

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        return type(self).__new__(type(self)) if _instance is None else _instance

    def _extended_shape(self, sample_shape: Any = ()) -> Size:
        return Size((*tuple(sample_shape), *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value: object) -> None:
        """Refuse values of other shapes, and such as never come out.

        Raises:
            ValueError: so they are.
        """
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        start = value.dim() - len(self._event_shape)
        if value.shape[max(start, 0) :] != self._event_shape:
            raise ValueError(in_full("The right-most size", value.shape, self._event_shape))
        expected = Size((*self._batch_shape, *self._event_shape))
        for own, wanted in zip(reversed(value.shape), reversed(expected), strict=False):
            if own not in (1, wanted) and wanted != 1:
                raise ValueError(in_full("Value is not broadcastable", value.shape, expected))
        support: Constraint = self.support
        if support is not dependent and not support.check(value).all():
            sort, shape = kind(value), tuple(value.shape)
            raise ValueError(in_full("Expected value argument", sort, shape, support, self, value))

    def _require(self, value: object) -> None:
        """Refuse values that never come out, where values are checked."""
        if self._validate_args:
            self._validate_sample(value)

    def __repr__(self) -> str:
        own = self.__dict__
        parts = [
            f"{name}: {own[name] if own[name].numel() == 1 else own[name].size()}"
            for name in self.arg_constraints
            if name in own
        ]
        return f"{type(self).__name__}({', '.join(parts)})"


def begins_with_parameters(kind: type[Distribution]) -> bool:
    """Return whether a distribution says what its parameters are, and no more of how it begins."""
    begins = next(vars(each)["__init__"] for each in kind.__mro__ if "__init__" in vars(each))
    made = begins is Distribution.__init__ or begins.__module__ == function_with.__module__
    return made and bool(kind.arg_constraints)


def take_parameters(given: dict[str, Any]) -> None:
    """Begin with parameters, stretched to one shape."""
    made, checked = given.pop("self"), given.pop("validate_args")
    values = broadcast_all(*given.values())
    made.__dict__.update(zip(given, values, strict=True))
    Distribution.__init__(made, values[0].shape, validate_args=checked)


def kind(value: Tensor) -> str:
    """Return the name of a tensor's class, as messages give it."""
    return "Parameter" if value._is_param else type(value).__name__


def snake(name: str) -> str:
    """Return the name of the file that PyTorch has a class in."""
    for several, file in OF_ONE_FILE.items():
        if name in several.split():
            return file
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")


class ExponentialFamily(Distribution):
    """A distribution whose density is e to a sum of parameters times functions of the value.

    >>> D = torch.distributions
    >>> isinstance(D.Normal(0., 1.), D.ExponentialFamily)
    True
    """


printed_under("torch.distributions.distribution", globals())
