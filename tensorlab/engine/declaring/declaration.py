"""How a function is declared: once, with all that anybody wants to know; operators too."""

from collections.abc import Callable
from functools import partial
from typing import Any, Unpack

from tensorlab.engine.calling.closures import answer_other_kinds, named_like
from tensorlab.engine.calling.in_place import in_place, writer
from tensorlab.engine.calling.public_functions import Entrance, entrance, function_of, operator_of
from tensorlab.engine.calling.views import loose_view, packing
from tensorlab.engine.facts import Casts, Facts, Kind
from tensorlab.engine.numbers import number_of
from tensorlab.engine.operation import Declared, Operation
from tensorlab.engine.signatures.signature import MISSING, Signature
from tensorlab.engine.signatures.support import without_values
from tensorlab.engine.tensor import DENSE, MetaTensor, Tensor

# What PyTorch's own names of functions begin with, by the module that shows them.
BUILTINS = {"torch.linalg": "linalg_", "torch.fft": "fft_", "torch.special": "special_"}
OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
    "**": "pow", "@": "matmul", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
    "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne",
    "unary -": "neg", "~": "invert", "unary +": "pos", "abs": "abs",
    "reflected -": "rsub",
}  # fmt: skip
COMMUTATIVE = {"+", "*", "&", "|", "^"}
WRITING = {"+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"}  # `x += y` and so on
OPERANDS = (Tensor, int, float, complex)
SWAPPED = {"//", "%", "**", "<<", ">>", "@"}  # `2 ** x` is the function with its operands swapped


def publish_operator(operation: Operation, symbol: str) -> None:
    """Make an operation the meaning of an operator between tensors."""
    for method in operator_names(symbol, inplace=operation.has_inplace):
        kind = method.removesuffix(f"{OPERATORS[symbol]}__")
        writes, swapped = kind == "__i", kind == "__r" and symbol in SWAPPED
        operator = in_place_operator(operation) if writes else operator_of(operation, method)
        setattr(Tensor, method, with_swapped(operator) if swapped else operator)


def with_swapped(operator: Callable[..., Any]) -> Callable[..., Any]:
    """Return an operator that is given its operands in the other order."""
    return lambda self, other: operator(other, self)


def operator_names(symbol: str, *, inplace: bool) -> list[str]:
    """Return the names of the methods that Python calls for an operator."""
    name = OPERATORS[symbol]
    names = [f"__{name}__"]
    if symbol in COMMUTATIVE | SWAPPED:
        names.append(f"__r{name}__")
    return [*names, f"__i{name}__"] if inplace and symbol in WRITING else names


def in_place_operator(operation: Operation) -> Callable[..., Tensor]:
    """Return what `+=` does: as `add_`, but what is no operand gets its chance to answer."""
    write = in_place(operation, writer(operation, f"{operation.name}_"))

    def write_over(input: Tensor, other: object) -> Any:
        if other.__class__ not in DENSE:
            other = number_of(other)
            if not isinstance(other, OPERANDS):
                return NotImplemented
        return write(input, other)

    return write_over


class Registry(dict[str, Operation]):
    """The declared functions; one that is asked for before its family was loaded gets loaded."""

    find: Callable[[str], bool] | None = None  # set where families are loaded

    def __missing__(self, qualified: str) -> Operation:
        """Return an operation whose family was not loaded yet."""
        if self.find is not None and self.find(qualified):
            return self[qualified]
        raise KeyError(qualified)

    def known(self, qualified: str) -> Operation | None:
        """Return the operation of a name, its family loaded if need be; None if there is none."""
        try:
            return self[qualified]
        except KeyError:
            return None


# Every declared function, by the name that a program would import it with.
OPERATIONS = Registry()

# What each namespace holds, "torch", "torch.linalg" and so on: functions and other public names.
NAMESPACES: dict[str, dict[str, Any]] = {"torch": {}}

# The attributes of tensors that are no functions, with their documentation.
ATTRIBUTES: dict[str, str] = {}

# Turns a forward into an operation.
Declares = Callable[[Callable[..., Any]], Declared[Tensor]]


def declare(kind: Kind, facts: Facts) -> Declares:
    """Return the decorator that turns a forward into an operation of a kind."""

    def decorate(forward: Callable[..., Any]) -> Any:
        operation = Operation(forward, kind, facts)
        if (kernel := facts.get("needs_values")) is not None:
            operation.variants[MetaTensor] = without_values(kernel)
        answer_other_kinds(operation)
        publish(operation)
        function: Any = function_of(operation)
        # By inputs' names, how a gradient of the result becomes one of the input. A rule asks for
        # what it needs by the names of its parameters: first `g` (the gradient of the result), then
        # `out` (the result), any of the function's own parameters, and what says enough of the
        # input without its being saved: `sizes` (its shape), `shapes` (those of a list of tensors),
        # `geometry` (its shape, strides and offset).
        function.gradient = operation.rules.update
        function.derivative = operation.derivatives.update
        function.quantity = operation.quantities.update
        function.variants = operation.variants
        return function

    return decorate


def publish(operation: Operation) -> None:
    """Enter an operation under each of its names, as a function, a method and an operator."""
    names = (operation.name, *operation.aliases)
    if operation.is_function:
        publish_twins(operation)
        for name in names:
            qualified = f"{operation.namespace}.{name}"  # an alias can be "linalg.det"
            namespace, _, last = qualified.rpartition(".")
            OPERATIONS[qualified] = operation
            own = name == operation.name
            function = function_of(operation) if own else entrance(operation, name, 1)
            function.__module__ = namespace  # by which libraries and pickle ask for it
            function.__qualname__ = last
            function.__name__ = operation.facts.get("builtin", BUILTINS.get(namespace, "") + last)
            NAMESPACES.setdefault(namespace, {})[last] = function
    if operation.is_method:
        for name in (name for name in names if "." not in name):
            setattr(Tensor, name, method_closure(operation, name))
            OPERATIONS[f"torch.Tensor.{name}"] = operation
            if operation.has_inplace:
                publish_in_place(operation, f"{name}_")
    if operation.symbol:
        publish_operator(operation, operation.symbol)


def publish_in_place(operation: Operation, name: str) -> None:
    """Enter the method that writes over its tensor, and PyTorch's function of the same name."""
    method = in_place_closure(operation, name)
    setattr(Tensor, name, method)
    OPERATIONS[f"torch.Tensor.{name}"] = operation
    # there is no `torch.add_(x, y)`
    if operation.kind is Kind.UNARY and name not in operation.facts.get("methods_only", ()):
        enter_twin(operation, f"torch.{name}", name, method)


def publish_twins(operation: Operation) -> None:
    """Enter the functions in place that a declaration names beside the usual ones."""
    twice = f"nn.functional.{operation.name}"  # where the switch may be said
    own = entrance(operation, twice, 1) if twice in operation.aliases else function_of(operation)
    for twin in operation.facts.get("twins", ()):
        name = twin.rpartition(".")[2]
        if operation.has_inplace:
            method: Callable[..., Tensor] = in_place_closure(operation, name)
        else:
            method = partial(own, inplace=True)
        enter_twin(operation, f"torch.{twin}", name, method)


def enter_twin(
    operation: Operation, qualified: str, name: str, method: Callable[..., Tensor]
) -> None:
    """Enter PyTorch's function that writes over its first argument."""

    def call(*args: object, **settings: object) -> Tensor:
        from tensorlab.engine.signatures.binding import bind, refuse  # noqa: PLC0415  few programs
        from tensorlab.engine.signatures.overloads import Call  # noqa: PLC0415  likewise
        from tensorlab.engine.signatures.refusal import refusal  # noqa: PLC0415  likewise

        if "inplace" in settings:
            raise refusal(Call(operation.signature, name, args, settings))
        if not (args and isinstance(args[0], Tensor)):
            bound = bind(operation.signature, name, args, settings, 1)
            first = bound.pop(operation.operands[0])
            if isinstance(first, Tensor):
                return method(first, **bound)
            raise refusal(Call(operation.signature, name, args, settings))
        try:
            return method(*args, **settings)
        except TypeError:
            refuse(Call(operation.signature, name, args, settings))
            raise

    call.__name__ = call.__qualname__ = name
    call.__doc__ = operation.doc
    # Mypy knows no attributes of functions.
    call.operation = operation  # type: ignore[attr-defined]
    call.__wrapped__ = Entrance(operation, name, 1)  # type: ignore[attr-defined]  # which signs it
    NAMESPACES.setdefault(qualified.rpartition(".")[0], {})[name] = call
    OPERATIONS[qualified] = operation


def method_closure(operation: Operation, name: str) -> Callable[..., Any]:
    """Return the method of a name, one that takes loose sizes too where it takes some."""
    if operation.variadic and operation.kind is Kind.VIEW:
        refusing = Entrance(operation, name, 0)
        call = named_like(loose_view(operation, refusing), operation.forward, name)
        refusing.closure = call
        call.__wrapped__ = refusing  # type: ignore[attr-defined]  # likewise
        return call
    method = entrance(operation, name, 0)
    return packing(method) if operation.variadic else method


def in_place_closure(operation: Operation, name: str) -> Callable[..., Tensor]:
    """Return the method that writes its result over its tensor."""
    call = in_place(operation, writer(operation, name))
    call.__name__ = call.__qualname__ = name
    call.__doc__ = operation.doc
    call.__wrapped__ = Entrance(operation, name, 0)  # type: ignore[attr-defined]  # likewise
    return call


def elementwise(**facts: Unpack[Facts]) -> Declares:
    """Declare a function whose every result element comes from one element of each operand."""

    def decorate(forward: Callable[..., Any]) -> Declared[Tensor]:
        count = sum(1 for p in Signature(forward, {}).parameters.values() if p.is_operand)
        kind = {1: Kind.UNARY, 2: Kind.BINARY}.get(count, Kind.TERNARY)
        return declare(kind, {"casts": Casts.PROMOTE, "elementwise": True, **facts})(forward)

    return decorate


def operation(**facts: Unpack[Facts]) -> Declares:
    """Declare a function of one tensor first, and of settings."""
    return declare(Kind.UNARY, facts)


def pairwise(**facts: Unpack[Facts]) -> Declares:
    """Declare a function of two tensors that are not stretched to one shape."""
    return declare(Kind.PAIR, {"casts": Casts.PROMOTE, **facts})


def triplewise(**facts: Unpack[Facts]) -> Declares:
    """Declare a function of three tensors that have one type already."""
    return declare(Kind.TRIPLE, facts)


def selecting(**facts: Unpack[Facts]) -> Declares:
    """Declare a function of a tensor and of a mask or an index into it."""
    return declare(Kind.SELECTING, facts)


def joining(**facts: Unpack[Facts]) -> Declares:
    """Declare a function of a list of tensors."""
    return declare(Kind.LIST, {"casts": Casts.PROMOTE, **facts})


def view(**facts: Unpack[Facts]) -> Declares:
    """Declare a function whose result shares its input's storage."""
    return declare(Kind.VIEW, facts)


def attribute(forward: Callable[[Tensor], Any]) -> Callable[[Tensor], Any]:
    """Declare an attribute of tensors that is worked out when asked for."""
    setattr(Tensor, forward.__name__, property(forward, *refuse_writing(forward.__name__)))
    ATTRIBUTES[forward.__name__] = forward.__doc__ or ""
    return forward


def refuse_writing(name: str) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return what assigning to an attribute that is no variable does, and deleting it."""

    def refuse(input: Tensor, value: object = None) -> None:
        raise AttributeError(f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable")

    return refuse, refuse


for name, value in list(vars(Tensor).items()):
    if isinstance(value, property) and value.fset is None:
        setattr(Tensor, name, property(value.fget, *refuse_writing(name), doc=value.__doc__))


ATTRIBUTES.update(
    (name, value.__doc__ or "")
    for name, value in vars(Tensor).items()
    if isinstance(value, property)
)
ATTRIBUTES |= {"grad": "The gradient, once there is one."}


__all__ = ["MISSING", "OPERATIONS"]
