"""From an error to one diagnosis: where it failed, on what values, and what to do."""

import ast
import re
import traceback
from collections.abc import Iterable, Sequence
from itertools import chain
from math import prod

from tensorlab.engine.memory import in_words
from tensorlab.engine.tensor import Tensor
from tensorlab.errors import LimitReached
from tensorlab.language.compiling.place import (
    Passing,
    Unsupported,
    calls_to,
    operands_of,
    place_of,
    variables_around,
)
from tensorlab.language.failing.hints import USUAL, hints_for
from tensorlab.language.limits.meter import meter
from tensorlab.language.outcome import Failure, Operand
from tensorlab.language.reading.source import Source
from tensorlab.language.reading.syntax import syntax_failure
from tensorlab.language.values.display import describe
from tensorlab.language.values.functions import BoundMethod, Builtin, Function
from tensorlab.language.values.values import Namespace

LITERAL = (ast.Constant, ast.List, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
LONGEST_OPERAND = 60
MOST_STEPS_TO_SHOW = 20_000


def operands(error: BaseException, source: Source) -> tuple[Operand, ...]:
    """Return the values that took part, under the names that the source has for them."""
    found = operands_of(error)
    made = []
    for node, value in chain.from_iterable(map(parts, found.nodes, found.values)):
        if isinstance(value, Namespace | Builtin | slice):
            continue
        name = shortened(" ".join(source.excerpt(source.span(node)).split()))
        tells_itself = all(isinstance(part, LITERAL) for part in ast.walk(node))
        if not tells_itself or isinstance(value, Tensor):
            made.append(operand(name, value))
    return tuple(made)


def parts(node: ast.AST, value: object) -> Iterable[tuple[ast.AST, object]]:
    """Return a node and its value; of a list of tensors and of an index, those of each part."""
    written = getattr(node, "elts", ())
    if not isinstance(value, list | tuple) or len(written) != len(value):
        return [(node, value)]
    told = any(isinstance(each, Tensor | slice) for each in value)
    return zip(written, value, strict=True) if told else [(node, value)]


def operand(name: str, value: object) -> Operand:
    """Return the description of one value."""
    if isinstance(value, Tensor):
        return Operand(name, "", tuple(value.shape), repr(value.dtype), value)
    meter.start(MOST_STEPS_TO_SHOW, None, None)
    try:
        text = describe(value)
    except (Exception, LimitReached):  # noqa: BLE001  a value too large to show needs no text
        text = "..."
    return Operand(name, shortened(text), value=value)


def shortened(text: str) -> str:
    """Return a text cut to what fits on a line."""
    return text if len(text) <= LONGEST_OPERAND else f"{text[: LONGEST_OPERAND - 3]}..."


def out_of_memory(error: MemoryError) -> LimitReached:
    """Return the limit behind an allocation that the system refused."""
    words = "there is no memory left"
    if len(error.args) == 2:  # numpy's have the shape and the type of the array
        shape, dtype = error.args
        words = f"this needs {in_words(prod(shape) * dtype.itemsize)} more, and less is left"
    found = LimitReached("memory", words)
    found.__dict__.update(error.__dict__)
    return found


def limit_failure(error: LimitReached, source: Source) -> Failure:
    """Return the diagnosis of a program that asked for too much."""
    span = source.span(place_of(error))
    excerpt = " ".join(source.excerpt(span).split())
    doing = f" in `{shortened(excerpt)}`" if excerpt else ""
    return Failure(
        "LimitError",
        f"The limit on {error.limit} was reached{doing}: {error}.",
        span,
        source.text,
        explanation=USUAL.get(f"limit.{error.limit}", ""),
        operands=operands(error, source),
        code="limit",
        limit=error.limit,
    )


Programs = Sequence[tuple[Source, ast.Module]]
LONGEST_MESSAGE = 20_000
EDGE = 60  # characters of a very long word that stay at each end
LONG_WORD = re.compile(r"\S{500,}")
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
INNER = re.compile(r"\b[\w.]+\.<locals>\.")
NO_TENSOR = "An argument is not a tensor: torch.tensor(...) makes one from a number or a list."
# Raised by the engine and by Python's own operations for what a program did.
EXPECTED = (
    ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError,
    RuntimeError, StopIteration, TypeError, ValueError, re.error,
)  # fmt: skip
# Where PyTorch's ordinary classes are: they ask what they are given for its attributes.
CLASSES = ("tensorlab.nn.", "tensorlab.optim.", "tensorlab.utils.", "tensorlab.distributions.",
           "tensorlab.testing.", "tensorlab.amp.")  # fmt: skip


def failure_of(
    error: BaseException,
    source: Source,
    known_names: Iterable[str],
    earlier: Programs = (),
    tree: ast.Module | None = None,
) -> Failure:
    """Return the diagnosis of an error that ended a program.

    `earlier` are programs that made functions: an error may have arisen in one of these. That is
    asked only of what is not in the program's own tree.
    """
    programs = [*earlier, *([(source, tree)] if tree is not None else ())]
    failure = failure_in(error, source_with(place_of(error), source, programs), known_names)
    calls = [called(node, source_with(node, source, programs)) for node in calls_to(error)]
    return failure._replace(
        led_by=tuple(dict.fromkeys(filter(None, calls))), around=variables_around(error)
    )


def source_with(node: object, source: Source, earlier: Programs) -> Source:
    """Return the program that a node is of: an earlier one, or the one that ran."""
    for text, tree in reversed(earlier):
        if node is not None and any(each is node for each in ast.walk(tree)):
            return text
    return source


def called(node: ast.Call, source: Source) -> str:
    """Return a call as it was written, on one line, with that line's number if there are more."""
    span = source.span(node)
    short = shortened(" ".join(source.excerpt(span).split()))
    return f"{short}, line {span.line}" if span and len(source.lines) > 1 else short


def failure_in(error: BaseException, source: Source, known_names: Iterable[str]) -> Failure:
    """Return the diagnosis of an error that arose in a program."""
    if isinstance(error, SyntaxError):
        return syntax_failure(error, source)
    if isinstance(error, LimitReached):
        return limit_failure(error, source)
    if isinstance(error, MemoryError):
        return limit_failure(out_of_memory(error), source)
    node = place_of(error)
    if isinstance(error, Unsupported) and not isinstance(error, Passing):
        return Failure(
            "Unsupported",
            str(error),
            source.span(node),
            source.text,
            hints=(error.instead,),
            code="unsupported",
        )
    if node is None or not is_expected(error):
        return internal_failure(error, source)
    words = words_of(error)
    explanation, code = meaning_of(error, words, source)
    return Failure(
        "re.error" if isinstance(error, re.error) else type(error).__name__,
        words,
        source.span(node),
        source.text,
        explanation,
        (
            *getattr(error, "__notes__", ()),
            *uncalled(error, source),
            *hints_for(error, known_names),
        ),
        () if isinstance(error, RecursionError) else operands(error, source),
        code=code,
        limit="depth" if isinstance(error, RecursionError) else None,
    )


def meaning_of(error: BaseException, words: str, source: Source) -> tuple[str, str | None]:
    """Return what an error means, nothing where its own words say it all, and its code."""
    from tensorlab.language.rules.catalogue import rule_for  # noqa: PLC0415  only failures ask

    node = place_of(error)
    known = missing_comma(node, source) if node else ""
    asked = re.search(r"no attribute '(\w+)'", words)
    if known or (asked and hasattr(Tensor, asked[1]) and is_wrong_argument(error)):
        return known or NO_TENSOR, None
    if isinstance(node, ast.Raise):  # these are the program's own words
        return "", None
    rule = rule_for(type(error).__name__, words)
    if rule is None:
        return "", None
    name = name_called(node)
    words = rule.rule if name else rule.rule.replace(": tensorlab help NAME", "")
    return words.replace("NAME", name), rule.code or None


def name_called(node: ast.AST | None) -> str:
    """Return the name of the function, or of the layer, that a call is of; of else nothing."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Call):  # nn.Linear(2, 3)(x)
        function = function.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def is_expected(error: BaseException) -> bool:
    """Tell whether an error is the program's, rather than a mistake of ours."""
    if isinstance(error, AttributeError | NameError):
        return "meant" in error.__dict__ or is_wrong_argument(error) or is_raised_by_classes(error)
    return isinstance(error, EXPECTED) or type(error) is Exception or "meant" in error.__dict__


def is_raised_by_classes(error: BaseException) -> bool:
    """Tell whether a class refused something, as Python's do: what it was given lacks a name."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    raised_in = "" if step is None else str(step.tb_frame.f_globals.get("__name__", ""))
    return raised_in.startswith(CLASSES)


def is_wrong_argument(error: BaseException) -> bool:
    """Tell whether a function met a value of Python's, which it was given for a tensor."""
    named = re.match(r"(?:'([\w.]+)'|(type)) object .*has no attribute", str(error))
    if not isinstance(error, AttributeError) or named is None:
        return False
    if not isinstance(place_of(error), ast.Call):  # the program itself asked for an attribute
        return False
    given = operands_of(error).values
    inside = [part for each in given if isinstance(each, list | tuple | range) for part in each[:9]]
    others = (value for value in (*given, *inside) if not isinstance(value, Tensor))
    return any(type(value).__name__ == (named[1] or named[2]) for value in others)


def missing_comma(node: ast.AST, source: Source) -> str:
    """Return words for `[[1, 2] [3, 4]]`, which Python reads as an index."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.List)):
        return ""
    apart = re.search(r"\]\s+\[[^\[\]]*\]$", source.excerpt(source.span(node)))
    if apart or isinstance(node.slice, ast.Tuple):
        return (
            "Two lists stand side by side, and Python takes the second as an index into the "
            "first: put a comma between them."
        )
    return ""


def uncalled(error: BaseException, source: Source) -> tuple[str, ...]:
    """Return help for a function that was used as if it had been called."""
    if not isinstance(error, TypeError | AttributeError):
        return ()
    place = place_of(error)
    if str(error).endswith("is not callable") and isinstance(place, ast.Call):
        called = source.excerpt(source.span(place.func))
        return (f"Leave out the parentheses: {called}",) if "." in called else ()
    found = operands_of(error)
    return tuple(
        f"{name} is a function; to call it, write {name}(...)."
        if len(name) > 1
        else f"No line has given {name} a value: the name stands for torch.{name}, a function."
        for node, value in zip(found.nodes, found.values, strict=False)
        if isinstance(value, BoundMethod | Builtin | Function)
        and isinstance(node, ast.Name | ast.Attribute)
        and (name := source.excerpt(source.span(node)))
    )[:1]


def words_of(error: BaseException) -> str:
    """Return what an error says, in Python's and PyTorch's own words."""
    if isinstance(error, RecursionError):
        return "maximum recursion depth exceeded"
    return presentable(str(error))


def presentable(text: str) -> str:
    """Return a message without addresses and inner names, very long words cut in the middle."""
    text = ADDRESS.sub("", INNER.sub("", text))
    text = LONG_WORD.sub(lambda found: f"{found[0][:EDGE]}...{found[0][-EDGE:]}", text)
    return text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 3]}..."


def internal_failure(error: BaseException, source: Source) -> Failure:
    """Return the diagnosis of a mistake that is not the program's."""
    return Failure(
        "InternalError",
        f"tensorlab made a mistake of its own ({type(error).__name__}: {error})",
        source.span(place_of(error)),
        source.text,
        code="internal",
        report="".join(traceback.format_exception(error)),
    )
