"""What there is to say about a function, read from its declaration."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.operation import Operation
from tensorlab.engine.signatures.overloads import Call
from tensorlab.engine.signatures.signature import MISSING, Parameter
from tensorlab.frozen import Frozen, lines_beside

PROMPT, CONTINUATION = ">>> ", "... "
IN_WORDS = "in words: "  # begins a derivative that is no formula
# Where a bare name is looked for, in this order.
NAMESPACES = ("", "torch.", "torch.Tensor.", "torch.nn.functional.", "torch.linalg.", "torch.nn.")
SPELLINGS = {"F.": "torch.nn.functional.", "nn.": "torch.nn.", "Tensor.": "torch.Tensor."}


class Reference(Frozen):
    """A function's card: nothing here is written a second time, nothing is computed yet.

    `gradient` has, for each input, its derivative as it is stated, or what backward hands on,
    where `g` is the gradient of the result. `examples` are programs: their results are found
    by running them.
    """

    name: str
    signature: str
    summary: str
    details: str
    spellings: tuple[str, ...]
    shapes: str | None
    examples: tuple[str, ...]
    gradient: tuple[tuple[str, str], ...]
    related: tuple[str, ...]


def reference(name: str) -> Reference | None:
    """Return the card of a function by any of its names, None where there is no such function."""
    operation = declared(name)
    if operation is None:
        return None
    prose, examples = split_examples(inspect.cleandoc(operation.doc))
    summary, _, details = prose.partition("\n\n")
    related = operation.facts.get("related", ())
    return Reference(
        name=operation.qualified_name,
        signature=signature_text(operation),
        summary=" ".join(summary.split()),
        details=reflowed(details),
        spellings=spellings_of(operation),
        shapes=operation.facts.get("shapes"),
        examples=examples,
        gradient=tuple(derivatives(operation)),
        related=tuple(one for one in related if f"torch.{one}" != operation.qualified_name),
    )


def reflowed(prose: str) -> str:
    """Return paragraphs without the breaks of their lines, but for those with lines set in."""
    paragraphs = prose.strip().split("\n\n")
    return "\n\n".join(each if "\n " in each else " ".join(each.split("\n")) for each in paragraphs)


def declared(name: str) -> Operation | None:
    """Return the operation with a name such as mm, torch.mm, Tensor.mm, F.pad, mm() or @."""
    name = counterpart(name.strip().removesuffix("()"))
    for short, full in SPELLINGS.items():
        if name.startswith(short):
            name = full + name.removeprefix(short)
    for namespace in NAMESPACES:
        if (found := OPERATIONS.known(namespace + name)) is not None:
            return found
    if name.replace(".", "").isidentifier() or not name:  # no operator
        return None
    return next((each for each in every_operation().values() if each.symbol == name), None)


def every_operation() -> dict[str, Operation]:
    """Return all operations by name, every family loaded: it takes as long as numpy's import."""
    import tensorlab.ops.namespace  # noqa: F401, PLC0415  declares every function

    return OPERATIONS


def last_named(name: str) -> Operation | None:
    """Return an operation whose name ends so: `fft2` is that of `torch.fft.fft2`."""
    last = name.strip().removesuffix("()").rpartition(".")[2]
    found = (each for full, each in every_operation().items() if full.rpartition(".")[2] == last)
    return next(found, None)


def function_names() -> list[str]:
    """Return the names that help is there for, without their namespaces."""
    return sorted({name.rpartition(".")[2] for name in every_operation()})


def spellings_of(operation: Operation) -> tuple[str, ...]:
    """Return the ways to write a call: as a function, as a method, as an operator, in place."""
    names = (operation.name, *operation.aliases)
    found = [f"{operation.namespace}.{name}" for name in names if operation.is_function]
    if operation.is_method:
        names = (*names, *[f"{operation.name}_"] * operation.has_inplace)
        parameters = [*operation.signature.parameters.values()][1:]
        asked = operation.facts.get("asked")
        needed = ", ".join(
            f"{'*' * each.variadic}{each.name}"
            for each in parameters
            if each.default is MISSING or each.variadic or each.name == asked
        )
        found += [f"x.{name}({needed})" for name in names if "." not in name]
    if operation.symbol:
        found.append(operator_text(operation.symbol))
    return tuple(found)


def operator_text(symbol: str) -> str:
    """Return an operator between its operands."""
    odd = {"abs": "abs(x)", "~": "~x", "unary -": "-x", "unary +": "+x", "reflected -": "y - x"}
    return odd.get(symbol, f"x {symbol} y")


def signature_text(operation: Operation) -> str:
    """Return the signature as it would be written in Python, of what is no function as a method."""
    is_method = operation.is_method and not operation.is_function
    call = Call(operation.signature, operation.name, (), {}, int(not is_method))
    taken = {wanted.name for one in call.overloads() for wanted in one.parameters}
    parameters = [
        each
        for each in [*operation.signature.parameters.values()][is_method:]
        if not each.keyword_only or each.default is MISSING or each.name in taken
    ]
    parts: list[str] = []
    for parameter in sorted(parameters, key=lambda each: each.keyword_only and not each.variadic):
        if parameter.keyword_only and not any("*" in part for part in parts):
            parts.append("*")
        parts.append(parameter_text(parameter))
    name = f"torch.Tensor.{operation.name}" if is_method else operation.qualified_name
    return f"{name}({', '.join(parts)})"


def parameter_text(parameter: Parameter) -> str:
    """Return a parameter with its default."""
    if parameter.variadic:
        return f"*{parameter.name}"
    if parameter.default is MISSING:
        return parameter.name
    return f"{parameter.name}={parameter.default!r}"


def split_examples(doc: str) -> tuple[str, tuple[str, ...]]:
    """Return the prose of a docstring and the programs of its examples, without their results."""
    prose: list[str] = []
    examples: list[list[str]] = []
    in_example = False
    for line in doc.split("\n"):
        if line.startswith(PROMPT):
            examples.append([line.removeprefix(PROMPT)])
            in_example = True
        elif in_example and line.startswith(CONTINUATION.rstrip()):
            examples[-1].append(line.removeprefix(CONTINUATION))
        elif not line.strip():
            in_example = False
            prose.append("")
        elif not in_example:
            prose.append(line)
    return "\n".join(prose).strip(), tuple("\n".join(lines) for lines in examples)


def derivatives(operation: Operation) -> Iterator[tuple[str, str]]:
    """Yield each input with its derivative, of those that can be read without our source."""
    for name, rule in operation.rules.items():
        stated = operation.derivatives.get(name, ())
        formulas = (stated,) if isinstance(stated, str) else stated
        text = ", or ".join(one.removeprefix(IN_WORDS) for one in formulas).replace("[]", "")
        text = text or formula(rule)
        if formulas or is_readable(text, operation):
            yield name, text


def is_readable(text: str, operation: Operation) -> bool:
    """Return whether a rule's expression is made of its parameters and of public functions."""
    try:
        nodes = list(ast.walk(ast.parse(text, mode="eval")))
    except SyntaxError:
        return False
    known = {"g", "out", *operation.signature.parameters}
    names = {node.id for node in nodes if isinstance(node, ast.Name)} - known
    return all(OPERATIONS.known(f"torch.{name}") for name in names)


def formula(rule: Callable[..., Any]) -> str:
    """Return the expression that a gradient rule computes, as it stands; "" if it is longer."""
    try:
        functions = functions_in(inspect.getmodule(rule) or rule)
    except (OSError, TypeError):
        return ""
    return next(texts(functions, rule), "")


@cache
def functions_in(owner: Any) -> list[ast.Lambda]:
    """Return the functions that are one expression in the source of a module."""
    lines, _ = inspect.getsourcelines(owner)
    body = ast.parse(textwrap.dedent("".join(lines))).body
    rules = (each for each in body if "lambda" in "".join(lines[each.lineno - 1 : each.end_lineno]))
    return [node for each in rules for node in ast.walk(each) if isinstance(node, ast.Lambda)]


def texts(functions: Iterable[ast.Lambda], rule: Callable[..., Any]) -> Iterator[str]:
    """Yield the expression of each function at the line of a rule that has its parameters."""
    for node in functions:
        given = tuple(argument.arg for argument in node.args.args)
        if (node.lineno, given) == (rule.__code__.co_firstlineno, rule.__code__.co_varnames):
            yield ast.unparse(node.body)


@cache
def otherwise() -> dict[str, str]:
    """Return PyTorch's names for numpy's, where they differ."""
    return dict(line.split() for line in lines_beside(__file__, "numpy_names.txt"))


def counterpart(name: str) -> str:
    """Return PyTorch's name for one of numpy's, such as np.concatenate; any other as it is."""
    for start in ("np.", "numpy."):
        if name.startswith(start):
            name = name.removeprefix(start)
            return f"torch.{otherwise().get(name, name)}"
    return name
