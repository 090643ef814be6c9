"""Operation: everything known of one function, and the calls that its closures leave to it."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any

from tensorlab.engine.autograd.recording import parameter_names, recorder
from tensorlab.engine.calling.closures import FACTORIES, gpu_too, named_like
from tensorlab.engine.calling.halves import rounding
from tensorlab.engine.calling.resolving import answer
from tensorlab.engine.calling.writing import (
    write_in_place,
)
from tensorlab.engine.dtypes import BOOLEAN, DTYPES, DType
from tensorlab.engine.promotion import floating_of
from tensorlab.engine.signatures.accepting import is_whole
from tensorlab.engine.signatures.signature import Arrays, Operand, Parameter, Signature
from tensorlab.engine.signatures.support import EVERY, without_values
from tensorlab.engine.tensor import (
    Array,
    MetaTensor,
    Tensor,
    as_array,
    type_of,
    wrap,
)

Rule = Callable[..., Any]
Casts = str | Callable[..., str] | None


class Entrance:
    """A name under which programs call an operation, and by which its refusals go.

    `first` is 0 for a method, whose tensor is not counted among its arguments, and 1 otherwise.
    """

    __slots__ = ("first", "name", "operation")

    def __init__(self, operation: "Operation", name: str, first: int) -> None:
        self.operation = operation
        self.name = name
        self.first = first

    def __call__(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer a call, or refuse it by the name."""
        resolve = self.operation.resolve if self.first else self.operation.resolve_method
        return resolve(args, settings, self.name)


class Operation:
    """One function: what it is called, what it computes, its gradient, and its documentation.

    `forward` computes on arrays. `casts` says in which type: "promote" the operands' common type,
    "floating" likewise but at least floating, "sum" at least int64 ("whole" for truth
    values alone), "first" the first operand's, None each operand's own. A fact may be a function
    that asks for arguments by name. `inplace` is True for methods that end in an underscore, or
    "argument" for a setting of that name.
    `plain`, a ufunc at best, computes the same in the plain case, a call sooner: with no settings,
    of a view with none by name.
    `stored` marks a function that only moves elements, and so works on any of them as stored.
    `takes` names the types that PyTorch's `kernel` knows; `check` is asked, with the arguments that
    it names, before any call that is not a plain one. `elementwise` marks a function whose
    every cell comes from one cell of each operand, `stepwise` one whose 16-bit
    floats are rounded after every step, and not once: its forward gets them as stored. `constants`
    numbers the results that have no gradient. `needs_values` is PyTorch's name of a kernel that
    tells nothing of a tensor without elements.
    """

    def __init__(self, forward: Callable[..., Any], kind: str, facts: dict[str, Any]) -> None:
        self.forward = forward
        self.kind = kind
        self.name: str = facts.pop("name", None) or forward.__name__
        self.casts: Casts = facts.pop("casts", None)
        self.takes: frozenset[DType] | Callable[..., frozenset[DType]] = facts.pop("takes", EVERY)
        self.kernel: str | Callable[..., str] = facts.pop("kernel", self.name)
        self.stored: bool = facts.pop("stored", kind == "view")
        self.plain: Callable[..., Any] = facts.pop("plain", forward)
        self.symbol: str | None = facts.pop("symbol", None)
        self.shapes: str | None = facts.pop("shapes", None)
        self.aliases: tuple[str, ...] = facts.pop("aliases", ())
        self.namespace: str = facts.pop("namespace", "torch")
        self.is_function: bool = facts.pop("function", True)
        self.is_method: bool = facts.pop("method", self.namespace == "torch")
        inplace = facts.pop("inplace", False)
        self.has_inplace: bool = inplace is True
        self.node: str | Callable[..., str] | None = facts.pop("node", None)
        self.variadic: str | None = facts.pop("variadic", None)
        self.elementwise: bool = facts.pop("elementwise", False)
        self.stepwise: bool = facts.pop("stepwise", False)
        self.rounds_numbers: bool = facts.pop("rounds_numbers", True)
        self.related: tuple[str, ...] = facts.pop("related", ())
        self.constants: tuple[int, ...] = facts.pop("constants", ())
        self.check: Rule | None = facts.pop("check", None)
        extra: dict[str, Any] = {"dtype": DType} if facts.pop("dtype", False) else {}
        if inplace == "argument":
            extra["inplace"] = bool
        if facts.pop("out", kind != "view" and inplace != "argument"):
            extra["out"] = Tensor | tuple | None
        values: str | None = facts.pop("needs_values", None)
        if facts:
            raise TypeError(f"{self.name} declares unknown facts: {', '.join(facts)}")
        self.signature = Signature(forward, extra, self.namespace)
        self.rules: dict[str, Rule] = {}
        self.variants: dict[type, Callable[..., Any]] = {}
        if values is not None:
            self.variants[MetaTensor] = without_values(values)
        self.direct = direct_types(
            self.given(self.casts, {}), self.given(self.takes, {}), self.stored
        )
        self.record = recorder(self)
        self.function: Callable[..., Any] = self.entrance(self.name, 1)

    def cast(self, dtype: DType, bound: dict[str, Any]) -> DType:
        """Return the type in which operands of a common type are computed."""
        return cast_type(self.given(self.casts, bound), dtype)

    def given(self, fact: Any, bound: dict[str, Any]) -> Any:
        """Return a fact, worked out from the arguments if it depends on them."""
        return fact(*self.asked(fact, bound)) if callable(fact) else fact

    @property
    def keeps_type(self) -> bool:
        """Whether the one operand's type is the result's, so that `out` must have it too."""
        return self.elementwise and self.kind == "unary" and self.casts == "promote"

    def entrance(self, name: str, first: int) -> Callable[..., Any]:
        """Return the function of a name, or the method."""
        call = self.make_closure(Entrance(self, name, first), name)
        call.operation = self  # type: ignore[attr-defined]
        return call

    def make_closure(self, resolve: Callable[..., Any], name: str) -> Callable[..., Any]:
        """Return the function that a program calls, specialised for this operation's operands."""
        kind, count = self.kind, self.forward.__code__.co_argcount
        if kind == "unary" and count > 1:
            kind = "unary with"
        elif kind == "binary" and count > 2:
            kind = "pair"  # its template passes more arguments on
        factory = FACTORIES[kind]
        closure = factory(self, gpu_too(factory, self, rounding(self, resolve)))
        return named_like(closure, self.forward, name)

    @property
    def doc(self) -> str:
        """The documentation that stands in the declaration."""
        return self.forward.__doc__ or ""

    @property
    def qualified_name(self) -> str:
        """The name that a program would import it with."""
        return f"{self.namespace}.{self.name}"

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The names of the parameters that take tensors."""
        parameters: Iterable[Parameter] = self.signature.parameters.values()
        return tuple(p.name for p in parameters if p.is_operand or p.annotation is Arrays)

    # -- gradients ---------------------------------------------------------------------------

    def gradient(self, **rules: Rule) -> None:
        """Declare, for inputs by name, how a gradient of the result becomes one of the input.

        A rule asks for what it needs by the names of its parameters: first `g` (the gradient of the
        result), then `out` (the result), `sizes` (the input's shape, for which nothing is saved)
        and any of the function's own parameters.
        """
        self.rules.update(rules)

    @cached_property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """The names that each rule asks for, beside the gradient that comes first."""
        return {name: parameter_names(rule)[1:] for name, rule in self.rules.items()}

    @cached_property
    def ways_back(self) -> dict[str, tuple[Rule, tuple[str, ...]]]:
        """For each input its rule and the names that it asks for."""
        return {name: (rule, self.needs[name]) for name, rule in self.rules.items()}

    @property
    def node_name(self) -> str | Callable[..., str]:
        """PyTorch's name of the backward step, or what tells it from arguments that it names."""
        return self.node or "".join(part.title() for part in self.name.split("_")) + "Backward0"

    def record_bound(self, result: Any, bound: dict[str, Any]) -> None:
        """Remember a call whose arguments are known by name."""
        self.record(result, self.in_order((), bound), {})

    def in_order(self, values: Sequence[Any], settings: dict[str, Any]) -> list[Any]:
        """Return all arguments in the parameters' order: some given by name, some by default."""
        names = tuple(self.signature.parameters)[len(values) :]
        defaults = self.signature.defaults
        return [
            *values,
            *[settings[name] if name in settings else defaults.get(name) for name in names],
        ]

    def asked(self, question: Rule, bound: dict[str, Any]) -> list[Any]:
        """Return the arguments that a fact given as a function asks for by name."""
        defaults = self.signature.defaults
        return [bound.get(name, defaults.get(name)) for name in parameter_names(question)]

    # -- calls that the specialised closures leave to the engine ------------------------------

    def resolve(
        self, args: tuple[Any, ...], settings: dict[str, Any], name: str | None = None
    ) -> Any:
        """Answer any call of the function, or say in PyTorch's words what is wrong with it."""
        try:
            return self.apply(self.signature.bind(name or self.name, args, settings, 1))
        except (TypeError, AttributeError):
            self.signature.refuse(name or self.name, args, settings, 1)
            raise

    def resolve_method(
        self, args: tuple[Any, ...], settings: dict[str, Any], name: str | None = None
    ) -> Any:
        """Answer any call of the method, under the name that the program calls it."""
        if self.variadic:
            args, settings = self.pack(args, settings)
        try:
            return self.apply(self.signature.bind(name or self.name, args, settings, 0))
        except (TypeError, AttributeError):
            self.signature.refuse(name or self.name, args, settings, 0)
            raise

    def resolve_operator(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer any use of the operator; what is no operand gets its chance to answer."""
        parameters = self.signature.parameters.values()
        numbers = any(parameter.annotation is Operand for parameter in parameters)
        accepted = Tensor | int | float | complex if numbers else Tensor
        if all(isinstance(operand, accepted) for operand in args):
            return self.resolve(args, settings)
        return NotImplemented

    def pack(
        self, args: tuple[Any, ...], settings: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of `x.permute(2, 0, 1)` as those of `x.permute((2, 0, 1))`."""
        place = self.signature.positional.index(self.variadic)
        loose = args[place:]
        if loose and is_whole(loose[0]):
            return (*args[:place], loose), settings
        return args, settings

    def apply(self, bound: dict[str, Any]) -> Any:
        """Return the result for arguments that are known by name."""
        return answer(self, bound)

    def finish(self, computed: Any, common: DType) -> Any:
        """Return tensors for what the forward computed."""
        if isinstance(computed, tuple):
            parts = tuple(self.finish(part, common) for part in computed)
            return computed.__class__(*parts) if hasattr(computed, "_fields") else parts
        array: Array = as_array(computed)
        if self.stored:
            if array.dtype == common.carrier:
                return wrap(array, common)
            return wrap(array, type_of(array, common))
        dtype = type_of(array, common)
        return wrap(dtype.encode(array), dtype)

    def write(
        self,
        input: Tensor,
        args: tuple[Any, ...],
        settings: dict[str, Any],
        name: str | None = None,
    ) -> Tensor:
        """Compute, and write the result over the input: what `add_` and `+=` do."""
        return write_in_place(self, input, args, settings, name or f"{self.name}_")


def cast_type(casts: str | None, dtype: DType) -> DType:
    """Return the type in which operands of a common type are computed."""
    if casts == "floating":
        return floating_of(dtype)
    if casts == "whole" and dtype.category == BOOLEAN:
        return DTYPES["int64"]
    if casts == "sum" and not (dtype.is_floating_point or dtype.is_complex):
        return DTYPES["int64"]
    return dtype


@cache
def direct_types(casts: str | None, takes: frozenset[DType], stored: bool) -> frozenset[DType]:
    """Return the types whose stored elements a forward may compute with as they are."""
    if stored:
        return takes
    return frozenset(dtype for dtype in takes if dtype.native and cast_type(casts, dtype) is dtype)
