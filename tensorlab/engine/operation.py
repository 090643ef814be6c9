"""Operation: the record of one function as it was declared, and its type for type checkers."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Protocol, TypeVar

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.facts import Casts, Facts, Kind, Rule, parameter_names
from tensorlab.engine.naming import Layout, MemoryFormat
from tensorlab.engine.signatures.signature import Arrays, Index, Signature, Truth
from tensorlab.engine.signatures.support import ANY
from tensorlab.engine.tensor import Tensor

# What making a tensor has beside its forward's parameters.
PLACEMENT: dict[str, Any] = {
    "device": Device | None,
    "requires_grad": bool,
    "layout": Layout | None,
    "pin_memory": bool,
    "memory_format": MemoryFormat | None,
}
# How backward steps of a namespace begin, in PyTorch's names of them.
NODES_BEGIN = {"torch.linalg": "Linalg", "torch.special": "Special"}


class Operation:
    """One function: what it is called, what it computes, its facts and its gradient.

    `forward` computes on arrays. `facts` holds what was declared; what most callers ask for, or
    what has a default, is an attribute. Only what is declared after the function is entered later:
    in `rules` how a gradient of the result becomes one of an input, in `slopes` the derivatives as
    formulas to read, in `quantities` what these ask for beside operands and settings, in `variants`
    what answers for tensors of another class.
    """

    def __init__(self, forward: Callable[..., Any], kind: Kind, facts: Facts) -> None:
        self.forward: Final = forward
        self.kind: Final = kind
        self.facts: Final = facts
        self.name: Final[str] = facts.get("name") or forward.__name__
        self.namespace: Final = facts.get("namespace", "torch")
        self.aliases: Final = facts.get("aliases", ())
        shown = not facts.get("inner")
        self.is_function: Final = facts.get("function", shown)
        self.is_method: Final = facts.get("method", shown and self.namespace == "torch")
        self.has_inplace: Final = facts.get("inplace") is True
        self.symbol: Final = facts.get("symbol")
        self.variadic: Final = facts.get("variadic")
        self.casts: Final = facts.get("casts")
        self.takes: Final = facts.get("takes", ANY)
        self.stored: Final = facts.get("stored", kind is Kind.VIEW)
        self.rounds_intermediates: Final = facts.get("rounds_intermediates", False)
        self.autocast: Final = facts.get("autocast")
        self.elementwise: Final = facts.get("elementwise", False)
        self.plain: Final[Callable[..., Any]] = facts.get("plain", forward)
        self.passes: Final = facts.get("passes", False)
        self.check: Final = facts.get("check")
        self.constants: Final = facts.get("constants", ())
        self.signature: Final = Signature(
            forward,
            added(kind, facts),
            self.namespace,
            takes_numbers=facts.get("numbers_alone", False),
        )
        self.rules: Final[dict[str, Rule]] = {}
        self.derivatives: Final[dict[str, str | tuple[str, ...]]] = {}
        self.quantities: Final[dict[str, Callable[..., Any]]] = {}
        self.variants: Final[dict[type, Callable[..., Any]]] = {}

    @property
    def kernel(self) -> str | Callable[..., str]:
        """PyTorch's name of the kernel, or what tells it from arguments that it names."""
        return self.facts.get("kernel", f"{self.name}_cpu" if self.elementwise else self.name)

    @property
    def keeps_type(self) -> bool:
        """Whether the one operand's type is the result's, so that `out` must have it too."""
        return self.elementwise and self.kind is Kind.UNARY and self.casts == Casts.PROMOTE

    @property
    def doc(self) -> str:
        """The documentation that stands in the declaration."""
        return self.forward.__doc__ or ""

    @property
    def qualified_name(self) -> str:
        """The name that a program would import it with."""
        return f"{self.namespace}.{self.name}"

    @property
    def node_name(self) -> str | Callable[..., str]:
        """PyTorch's name of the backward step, or what tells it from arguments that it names."""
        own = "".join(part.title() for part in self.name.split("_")) + "Backward0"
        return self.facts.get("node", NODES_BEGIN.get(self.namespace, "") + own)

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The names of the parameters that take tensors."""
        parameters = self.signature.parameters.values()
        return tuple(p.name for p in parameters if p.is_operand or p.annotation is Arrays)

    @cached_property
    def takes_index(self) -> bool:
        """Whether one of its operands says which elements are meant."""
        return any(p.annotation is Index for p in self.signature.parameters.values())

    @cached_property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """The names that each rule asks for, beside the gradient that comes first."""
        return {name: parameter_names(rule)[1:] for name, rule in self.rules.items()}

    @cached_property
    def ways_back(self) -> dict[str, tuple[Rule, tuple[str, ...]]]:
        """For each input its rule and the names that it asks for."""
        once = self.facts.get("gradient_once")
        return {
            name: (rounded_once(rule, once) if once else rule, self.needs[name])
            for name, rule in self.rules.items()
        }


def rounded_once(rule: Rule, once: bool | str) -> Rule:
    """Return a rule that works gradients of 16-bit floats, or of one type, out in float32."""

    def widened(g: Any, *given: Any) -> Any:
        if g.dtype.native or once not in (True, g.dtype.name):
            return rule(g, *given)
        kind = g.dtype
        wide = (part.float() if getattr(part, "dtype", None) is kind else part for part in given)
        return rule(g.float(), *wide)

    return widened


def added(kind: Kind, facts: Facts) -> dict[str, Any]:
    """Return the parameters that a function has beside its forward's, with what they take."""
    extra: dict[str, Any] = {"dtype": DType} if facts.get("dtype") else {}
    argument = facts.get("inplace") == "argument"
    if argument:
        extra["inplace"] = Truth
    if facts.get("out", not (kind is Kind.VIEW or argument or facts.get("inner"))):
        extra["out"] = Tensor | None if facts.get("out") == "argument" else Tensor | tuple | None
    if kind is Kind.CREATION or "unplaced" in facts:
        left_out = facts.get("unplaced", ())
        extra |= {name: taken for name, taken in PLACEMENT.items() if name not in left_out}
    return extra


Result_co = TypeVar("Result_co", covariant=True)


class Declared(Protocol[Result_co]):
    """A public function made from a declaration."""

    operation: Operation
    variants: dict[type, Callable[..., Any]]

    def __call__(self, *args: object, **settings: object) -> Result_co:
        """Answer a call."""

    def gradient(self, **rules: Callable[..., Any]) -> None:
        """Declare how gradients flow back, for inputs by name."""

    def derivative(self, **formulas: str | tuple[str, ...]) -> None:
        """Declare derivatives as formulas to read, for inputs by name.

        Of a function that works element by element a formula asks for elements by the names of
        parameters, and for `out`; others say in indices which element is the slope of which. Of
        several formulas for one input the first holds that gives the slopes that there are.
        """

    def quantity(self, **rules: Callable[..., Any]) -> None:
        """Declare what formulas ask for beside operands: how it is made, from names that rules ask.

        It is a number, or a tensor that a formula reads by its indices.
        """


# what a decorator is that declares
Declaration = Callable[[Callable[..., Any]], Declared[Any]]
