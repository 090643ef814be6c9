"""How a function is declared: once, with all that anybody will ever want to know of it."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np

from tensorlab.engine.arguments import arrays_of, common_type
from tensorlab.engine.calling import FACTORIES, named_like, packing
from tensorlab.engine.dtypes import DTYPES, INTEGER, DType
from tensorlab.engine.gradmode import Recording
from tensorlab.engine.graph import Edge, Node, Saved, unpacked
from tensorlab.engine.promotion import floating_of
from tensorlab.engine.reducing import fit_gradient
from tensorlab.engine.shapes import wrap_dim
from tensorlab.engine.signature import MISSING, Arrays, Parameter, Signature
from tensorlab.engine.support import EVERY, not_implemented
from tensorlab.engine.tensor import Array, Tensor, as_array, type_of, wrap
from tensorlab.engine.writing import write_in_place, write_out

Rule = Callable[..., Any]
# "promote", "floating", "sum" or None; or a function of settings that returns one of these.
Casts = str | Callable[..., str] | None

# Where a call's record keeps the name of its backward step, if that depends on the arguments.
NODE = "node"

# Every declared function, by the name that a program would import it with.
OPERATIONS: dict[str, "Operation"] = {}

# The attributes of tensors that are no functions, with their documentation.
ATTRIBUTES: dict[str, str] = {}

OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
    "**": "pow", "@": "matmul", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne",
    "unary -": "neg", "~": "invert", "unary +": "pos", "abs": "abs",
    "reflected -": "rsub", "reflected /": "rtruediv",
}  # fmt: skip
COMMUTATIVE = {"+", "*", "&", "|", "^"}
SWAPPED = {"//", "%", "**", "<<", ">>"}  # `2 ** x` is the function with its operands swapped


class Operation:
    """One function: what it is called, what it computes, its gradient, and its documentation.

    `forward` computes on arrays. `casts` says in which type: "promote" the operands' common type,
    "floating" likewise but at least floating, "sum" at least int64, None each operand's own.
    `stored` marks a function that only moves elements, and so works on any of them as stored.
    `takes` names the types that PyTorch's `kernel` knows; `check` is asked, with the arguments that
    it names, before any call that is not a plain one.
    """

    def __init__(self, forward: Callable[..., Any], kind: str, facts: dict[str, Any]) -> None:
        self.forward = forward
        self.kind = kind
        self.name: str = facts.pop("name", None) or forward.__name__
        self.casts: Casts = facts.pop("casts", None)
        self.takes: frozenset[DType] = facts.pop("takes", EVERY)
        self.kernel: str = facts.pop("kernel", self.name)
        self.stored: bool = facts.pop("stored", kind == "view")
        self.symbol: str | None = facts.pop("symbol", None)
        self.shapes: str | None = facts.pop("shapes", None)
        self.aliases: tuple[str, ...] = facts.pop("aliases", ())
        self.namespace: str = facts.pop("namespace", "torch")
        self.is_function: bool = facts.pop("function", True)
        self.is_method: bool = facts.pop("method", self.namespace == "torch")
        self.has_inplace: bool = facts.pop("inplace", False)
        self.node: str | Callable[..., str] | None = facts.pop("node", None)
        self.variadic: str | None = facts.pop("variadic", None)
        self.rounds_numbers: bool = facts.pop("rounds_numbers", True)
        self.related: tuple[str, ...] = facts.pop("related", ())
        self.check: Rule | None = facts.pop("check", None)
        extra: dict[str, Any] = {"dtype": DType} if facts.pop("dtype", False) else {}
        if facts.pop("out", kind != "view"):
            extra["out"] = Tensor | None
        if facts:
            raise TypeError(f"{self.name} declares unknown facts: {', '.join(facts)}")
        self.signature = Signature(forward, extra)
        self.rules: dict[str, Rule] = {}
        self.variants: dict[type, Callable[..., Any]] = {}
        self.direct = self.directly_computed()
        self.function: Callable[..., Any] = self.make_closure(self.resolve)

    def directly_computed(self) -> frozenset[DType]:
        """Return the types whose stored elements the forward may compute with as they are."""
        if self.stored:
            return frozenset(dtype for dtype in DTYPES.values() if not dtype.is_quantized)
        return frozenset(
            dtype
            for dtype in DTYPES.values()
            if dtype.native and dtype in self.takes and self.cast(dtype, {}) is dtype
        )

    def cast(self, dtype: DType, bound: dict[str, Any]) -> DType:
        """Return the type in which operands of a common type are computed."""
        casts = self.casts
        if callable(casts):
            casts = casts(*self.asked(casts, bound))
        if casts == "floating":
            return floating_of(dtype)
        if casts == "sum" and not (dtype.is_floating_point or dtype.is_complex):
            return DTYPES["int64"]
        return dtype

    def make_closure(self, resolve: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function that a program calls, specialised for this operation's operands."""
        return named_like(FACTORIES[self.kind](self, resolve), self.forward, self.name)

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

        A rule asks for what it needs by the names of its parameters: `g` (the gradient of the
        result), `out` (the result), `sizes` (the input's shape, for which nothing is saved) and any
        of the function's own parameters.
        """
        self.rules.update(rules)

    @cached_property
    def needs(self) -> dict[str, tuple[str, ...]]:
        """The names that each rule asks for."""
        return {name: parameter_names(rule) for name, rule in self.rules.items()}

    def node_name(self, saved: dict[str, Any]) -> str:
        """Return PyTorch's name of the backward step."""
        if callable(self.node):
            return str(saved[NODE])
        return self.node or "".join(part.title() for part in self.name.split("_")) + "Backward0"

    @cached_property
    def plan(self) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
        """For each rule the name and the place of its input, and the names that it asks for."""
        places = {name: place for place, name in enumerate(self.signature.parameters)}
        return tuple(
            (name, places[name], tuple(asked for asked in names if asked != "g"))
            for name, names in self.needs.items()
        )

    def record(self, result: Any, args: tuple[Any, ...], settings: dict[str, Any]) -> None:
        """Remember a call whose arguments stand in the order of the parameters."""
        if Recording.enabled and self.rules:
            bound = dict(zip(self.signature.positional, args, strict=False))
            if settings:
                bound.update(settings)
            self.record_bound(result, bound)

    def record_bound(self, result: Any, bound: dict[str, Any]) -> None:
        """Remember a call, if one of its tensors requires a gradient."""
        edges: list[Edge] = []
        saved: dict[str, Any] = {}
        for name, _, asked in self.plan:
            found = edges_to(name, bound.get(name))
            if found:
                edges += found
                for wanted in asked:
                    if wanted in bound and wanted not in saved:
                        saved[wanted] = kept(bound[wanted])
                    elif wanted == "out":
                        saved["out"] = kept(alias_of(result))
        if not edges:
            return
        if callable(self.node):
            saved[NODE] = self.node(*self.asked(self.node, bound))
        node = Node(self, edges, saved)
        if isinstance(result, Tensor):
            if result.dtype.category > INTEGER:
                result.grad_fn, result.output_number, result.tracked = node, 0, True
        else:
            tie_results(node, result)

    def backward(self, node: Node, incoming: list[Tensor | None]) -> list[Tensor | None]:
        """Return the gradient for each edge of a recorded call."""
        g = self.whole_gradient(node, incoming)
        computed: dict[str, Any] = {}
        grads: list[Tensor | None] = []
        for edge in node.edges:
            if edge.name not in computed:
                computed[edge.name] = self.rules[edge.name](
                    *(self.asked_for(name, node, edge, g) for name in self.needs[edge.name])
                )
            grad = computed[edge.name]
            if edge.position is not None:
                grad = grad[edge.position]
            grads.append(None if grad is None else fit_gradient(grad, edge.shape, edge.dtype))
        return grads

    def whole_gradient(self, node: Node, incoming: list[Tensor | None]) -> Any:
        """Return the gradient of the result; of several results a list, zeros where none came."""
        if not node.outputs:
            return incoming[0]
        zeros = OPERATIONS["torch.zeros"].function
        return [
            zeros(shape, dtype=dtype) if grad is None else grad
            for grad, (shape, dtype) in zip(incoming, node.outputs, strict=True)
        ]

    def asked(self, question: Rule, bound: dict[str, Any]) -> list[Any]:
        """Return the arguments that a fact given as a function asks for by name."""
        defaults = self.signature.defaults
        return [bound.get(name, defaults.get(name)) for name in parameter_names(question)]

    def asked_for(self, name: str, node: Node, edge: Edge, g: Any) -> Any:
        """Return what a rule means by one of its parameters."""
        if name == "g":
            return g
        if name == "sizes":
            return edge.shape
        if name in node.saved:
            return unpacked(node.saved[name], node)
        return self.signature.defaults[name]

    # -- calls that the specialised closures leave to the engine ------------------------------

    def resolve(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer any call of the function, or say in PyTorch's words what is wrong with it."""
        return self.apply(self.signature.bind(self.name, args, settings, 1))

    def resolve_method(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer any call of the method."""
        if self.variadic:
            args, settings = self.pack(args, settings)
        return self.apply(self.signature.bind(self.name, args, settings, 0))

    def resolve_operator(self, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
        """Answer any use of the operator; what is no operand gets its chance to answer."""
        if all(isinstance(operand, Tensor | int | float | complex) for operand in args):
            return self.resolve(args, settings)
        return NotImplemented

    def pack(
        self, args: tuple[Any, ...], settings: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments of `x.permute(2, 0, 1)` as those of `x.permute((2, 0, 1))`."""
        place = self.signature.positional.index(self.variadic)  # type: ignore[arg-type]
        loose = args[place:]
        if loose and loose[0].__class__ is int:
            return (*args[:place], loose), settings
        return args, settings

    def apply(self, bound: dict[str, Any]) -> Any:
        """Return the result for arguments that are known by name."""
        for name in self.operands:
            variant = self.variants.get(bound.get(name).__class__)
            if variant is not None:
                return variant(**bound)
        if self.check is not None:
            self.check(*self.asked(self.check, bound))
        out = bound.pop("out", None)
        common = common_type(self, bound, bound.pop("dtype", None))
        if common not in self.takes:
            raise not_implemented(self.kernel, common)
        result = self.finish(self.computed(arrays_of(self, bound, common)), common)
        if self.kind == "view":
            result = attach_views(result, bound[self.operands[0]])
        if out is not None:
            return write_out(self.name, result, out, bound)
        if Recording.enabled and self.rules:
            self.record_bound(result, bound)
        return result

    def computed(self, arguments: dict[str, Any]) -> Any:
        """Return what the forward computes, a wrong dimension told in PyTorch's words."""
        try:
            return self.forward(**arguments)
        except np.exceptions.AxisError as error:
            if error.axis is not None and error.ndim is not None:
                wrap_dim(error.axis, error.ndim)
            raise

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

    def write(self, input: Tensor, args: tuple[Any, ...], settings: dict[str, Any]) -> Tensor:
        """Compute, and write the result over the input: what `add_` and `+=` do."""
        return write_in_place(self, input, args, settings)


def parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of a rule's parameters."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def kept(value: Any) -> Any:
    """Return a value in the form in which it is saved for the way back."""
    if isinstance(value, Tensor):
        return Saved(value)
    if value.__class__ in (list, tuple):
        return [kept(part) for part in value]
    return value


def edges_to(name: str, value: Any) -> list[Edge]:
    """Return where the gradient of one input flows on to: nowhere, one place, or many."""
    if isinstance(value, Tensor):
        return [Edge(name, None, value)] if value.tracked else []
    if value.__class__ in (list, tuple):
        return [
            Edge(name, place, part)
            for place, part in enumerate(value)
            if isinstance(part, Tensor) and part.tracked
        ]
    return []


def tie_results(node: Node, results: Any) -> None:
    """Make several results know the step that they come from."""
    parts = [part for part in results if isinstance(part, Tensor)]
    node.outputs = [(part.shape, part.dtype) for part in parts]
    for number, part in enumerate(parts):
        if part.dtype.category > INTEGER:
            part.grad_fn, part.output_number, part.tracked = node, number, True


def alias_of(result: Any) -> Any:
    """Return what stands for a result in its own record."""
    return alias(result) if isinstance(result, Tensor) else tuple(map(alias, result))


def alias(tensor: Tensor) -> Tensor:
    """Return a tensor over the same elements that will not keep its own record alive."""
    if tensor.version is None:
        tensor.version = [0]
    other = wrap(tensor.array, tensor.dtype)
    other.version = tensor.version
    return other


def attach_views(result: Any, input: Tensor) -> Any:
    """Tie views to the tensor whose storage they share."""
    if isinstance(result, tuple):
        for part in result:
            attach_views(part, input)
        return result
    if input.version is None:
        input.version = [0]
    result.version = input.version
    result.base = input if input.base is None else input.base
    return result


# -- the decorators -----------------------------------------------------------------------------


def declare(kind: str, facts: dict[str, Any]) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator that turns a forward into an operation of a kind."""

    def decorate(forward: Callable[..., Any]) -> Any:
        operation = Operation(forward, kind, facts)
        publish(operation)
        operation.function.gradient = operation.gradient  # type: ignore[attr-defined]
        operation.function.variants = operation.variants  # type: ignore[attr-defined]
        operation.function.operation = operation  # type: ignore[attr-defined]
        return operation.function

    return decorate


def publish(operation: Operation) -> None:
    """Enter an operation under each of its names, as a function, a method and an operator."""
    for name in (operation.name, *operation.aliases):
        if operation.is_function:
            OPERATIONS[f"{operation.namespace}.{name}"] = operation
    if operation.is_method:
        method = operation.make_closure(operation.resolve_method)
        if operation.variadic:
            method = packing(method)
        inplace = in_place_closure(operation) if operation.has_inplace else None
        for name in (operation.name, *operation.aliases):
            setattr(Tensor, name, method)
            OPERATIONS[f"torch.Tensor.{name}"] = operation
            if inplace is not None:
                setattr(Tensor, f"{name}_", inplace)
                OPERATIONS[f"torch.Tensor.{name}_"] = operation
    if operation.symbol:
        publish_operator(operation, OPERATORS[operation.symbol])


def publish_operator(operation: Operation, name: str) -> None:
    """Make an operation the meaning of an operator between tensors."""
    operator = operation.make_closure(operation.resolve_operator)
    setattr(Tensor, f"__{name}__", operator)
    if operation.symbol in COMMUTATIVE:
        setattr(Tensor, f"__r{name}__", operator)
    if operation.symbol in SWAPPED:
        setattr(Tensor, f"__r{name}__", lambda self, other: operator(other, self))
    if operation.has_inplace:
        setattr(Tensor, f"__i{name}__", in_place_closure(operation))


def in_place_closure(operation: Operation) -> Callable[..., Tensor]:
    """Return the method that writes its result over its tensor."""

    def in_place(input: Tensor, *args: Any, **settings: Any) -> Tensor:
        return operation.write(input, args, settings)

    in_place.__name__ = in_place.__qualname__ = operation.name + "_"
    in_place.__doc__ = operation.doc
    return in_place


def elementwise(**facts: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function whose every result cell comes from one cell of each operand."""

    def decorate(forward: Callable[..., Any]) -> Any:
        count = sum(1 for p in Signature(forward, {}).parameters.values() if p.is_operand)
        kind = {1: "unary", 2: "binary"}.get(count, "ternary")
        return declare(kind, {"casts": "promote", **facts})(forward)

    return decorate


def operation(**facts: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function of one tensor first, and of settings."""
    return declare("unary", facts)


def pairwise(**facts: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function of two tensors that are not stretched to one shape."""
    return declare("pair", {"casts": "promote", **facts})


def selecting(**facts: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function of a tensor and of a mask or an index into it."""
    return declare("selecting", facts)


def joining(**facts: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function of a list of tensors."""
    return declare("list", {"casts": "promote", **facts})


def view(**facts: Any) -> Callable[[Callable[..., Any]], Any]:
    """Declare a function whose result shares its input's storage."""
    return declare("view", facts)


def attribute(forward: Callable[[Tensor], Any]) -> Callable[[Tensor], Any]:
    """Declare an attribute of tensors that is worked out when asked for."""
    setattr(Tensor, forward.__name__, property(forward))
    ATTRIBUTES[forward.__name__] = forward.__doc__ or ""
    return forward


ATTRIBUTES.update(
    (name, value.__doc__ or "")
    for name, value in vars(Tensor).items()
    if isinstance(value, property)
)
ATTRIBUTES |= {"dtype": "The data type of the elements.", "grad": "The gradient, once there is one.",
               "grad_fn": "The recorded operation that made the tensor.",
               "layout": "How the elements lie in memory.", "is_sparse": "", "is_quantized": ""}  # fmt: skip


__all__ = ["MISSING", "OPERATIONS", "Operation", "elementwise", "joining", "operation", "view"]
