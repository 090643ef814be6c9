"""Constants, displays of containers, and f-strings."""

import ast
from typing import Any

from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, at
from tensorlab.language.expressions.calls import gathered, is_number
from tensorlab.language.limits.contents import weigh_key
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.container_methods import keys_of, own_keys, update
from tensorlab.language.values.formatting import CONVERSIONS, format_value
from tensorlab.language.values.guards import LEAST, SMALL, check_bits
from tensorlab.language.values.iteration import starred
from tensorlab.language.values.values import type_name


def constant(compiler: Compiler, node: ast.Constant) -> Evaluate:
    """Compile a number, a text, True, False, None or `...`."""
    value = node.value
    if isinstance(value, int):
        try:
            check_bits(value.bit_length())
        except FAULTS as error:
            raise at(error, node) from None
    return lambda frame: value


def list_display(compiler: Compiler, node: ast.List) -> Evaluate:
    """Compile `[a, b]`."""
    return gathered(compiler, node.elts, starred)


def tuple_display(compiler: Compiler, node: ast.Tuple) -> Evaluate:
    """Compile `(a, b)`."""
    parts = gathered(compiler, node.elts, starred)
    if compiler.trace is None and all(map(is_number, node.elts)):
        value = tuple(parts([]))  # nobody can change it: it is made once
        return lambda frame: value
    return lambda frame: tuple(parts(frame))


def set_display(compiler: Compiler, node: ast.Set) -> Evaluate:
    """Compile `{a, b}`."""
    parts = gathered(compiler, node.elts, starred)

    def evaluate(frame: Frame) -> set[Any]:
        found = parts(frame)
        try:
            return set(keys_of(found))
        except FAULTS as error:
            raise at(error, node) from None

    return evaluate


def dict_display(compiler: Compiler, node: ast.Dict) -> Evaluate:
    """Compile `{key: value, **table}`."""
    parts = [
        (None if key is None else compiler.expression(key), compiler.expression(value), value)
        for key, value in zip(node.keys, node.values, strict=True)
    ]

    def evaluate(frame: Frame) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key_of, value_of, value_node in parts:
            key = None if key_of is None else key_of(frame)
            value = value_of(frame)
            try:
                if key_of is not None:
                    weigh_key(key)
                    found[key] = value
                elif isinstance(value, dict) or own_keys(value) is not None:
                    update(found, value)
                else:
                    raise TypeError(f"'{type_name(value)}' object is not a mapping")
            except FAULTS as error:
                raise at(error, value_node if key_of is None else node) from None
        return found

    return evaluate


NARROW = 4  # letters in a specification, none of which can ask for long text
# characters: of what is less, a chunk of steps makes too little to matter
SHORTEST_CLAIMED = 128


def specification_written(node: ast.expr | None) -> str | None:
    """Return a short specification that is written down, as `.2f`; None for any other."""
    match node:
        case None:
            return ""
        case ast.JoinedStr([ast.Constant(value=str(text))]) if len(text) <= NARROW:
            return text if sum(map(str.isdecimal, text)) <= 2 else None
    return None


def hole(compiler: Compiler, node: ast.FormattedValue) -> Evaluate:
    """Compile `{value!r:>10}` inside an f-string; the specification is data, never read again."""
    value_of = compiler.expression(node.value)
    specification_of = compiler.expression(node.format_spec) if node.format_spec else None
    convert = None if node.conversion < 0 else CONVERSIONS[chr(node.conversion)]
    written = specification_written(node.format_spec) if convert is None else None

    def evaluate(frame: Frame) -> str:
        value = value_of(frame)
        kind = type(value)
        if written == "" and kind is str:
            return str(value)
        if written is not None and (kind is float or (kind is int and LEAST < value < SMALL)):
            try:
                return format(value, written)
            except FAULTS as error:
                raise at(error, node.value, (node.value,), (value,)) from None
        specification = "" if specification_of is None else specification_of(frame)
        try:
            if convert is not None:
                value = convert(value)
            return format_value(value, specification)
        except FAULTS as error:
            raise at(error, node.value, (node.value,), (value,)) from None

    return evaluate


def joined(compiler: Compiler, node: ast.JoinedStr) -> Evaluate:
    """Compile an f-string."""
    # Neither text nor hole is an expression that a learner would see in a trace.
    trace, compiler.trace = compiler.trace, None
    parts = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            compiler.trace = trace
            parts.append(hole(compiler, part))
            compiler.trace = None
        else:
            parts.append(compiler.expression(part))
    compiler.trace = trace

    def evaluate(frame: Frame) -> str:
        texts = [part(frame) for part in parts]
        length = sum(map(len, texts))
        if length > SHORTEST_CLAIMED:
            try:
                meter.grow(4 * length)
            except FAULTS as error:
                raise at(error, node) from None
        return "".join(texts)

    return evaluate


EXPRESSIONS.update(
    {
        ast.Constant: constant,
        ast.List: list_display,
        ast.Tuple: tuple_display,
        ast.Set: set_display,
        ast.Dict: dict_display,
        ast.JoinedStr: joined,
    }
)
