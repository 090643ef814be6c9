"""Schemas of operators: what a function's annotations say, and what is read of one."""

import ast
import inspect
import re
import types
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Union, get_args, get_origin

from tensorlab.engine.device import Device
from tensorlab.engine.dtypes import DType
from tensorlab.engine.tensor import Tensor
from tensorlab.ops.loading import find

# operators by a library's name and their own: mylib::sin
DEFINED: dict[str, Any] = {}
UNKNOWN = "?unknown"
# What schemas call the types of Python's annotations.
TYPES: dict[Any, str] = {
    Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str",
    DType: "ScalarType", Device: "Device", None: "()",
}  # fmt: skip
SCHEMA = re.compile(r"[\w.]*\((.*)\)\s*->.*", re.DOTALL)


def type_text(annotation: Any) -> str:
    """Return what a schema calls a type; of one that it has no name for, the text says so."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        left = [part for part in parts if part is not types.NoneType]
        inner = "Scalar" if set(left) == {int, float, bool} else UNKNOWN
        return (type_text(left[0]) if len(left) == 1 else inner) + "?" * (len(left) < len(parts))
    if origin in (list, Sequence):
        return f"{type_text(parts[0])}[]"
    if origin is tuple:
        return f"({', '.join(map(type_text, parts))})"
    return TYPES.get(annotation, UNKNOWN)


def problems(signature: inspect.Signature, changed: Collection[str]) -> Iterator[str]:
    """Yield what keeps a function's annotations from being a schema."""
    if unknown := {*changed} - {*signature.parameters}:
        yield (
            f"{unknown} in mutates_args were not found in the custom op's signature. mutates_args "
            "should contain the names of all args that the custom op mutates, or just the string "
            "'unknown' if you don't know"
        )
    for one in signature.parameters.values():
        if one.kind not in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY):
            yield "We do not support positional-only args, varargs, or varkwargs"
        if one.annotation is one.empty:
            yield f"Parameter {one.name} must have a type annotation"
        if UNKNOWN in type_text(one.annotation):
            yield f"Parameter {one.name} has unsupported type {one.annotation}"
    if signature.return_annotation is signature.empty:
        yield "No return type annotation was provided. Please add one"
    if UNKNOWN in type_text(signature.return_annotation):
        yield f"Return has unsupported type {signature.return_annotation}"


def infer_schema(
    prototype_function: Callable[..., Any], /, *, mutates_args: Any, op_name: str | None = None,
    tags: object = (),
) -> str:  # fmt: skip
    """Return the schema that a function's annotations say.

    `mutates_args` names the arguments that the function writes to; "unknown" stands for all.

    Raises:
        ValueError: an annotation is missing, or has no place in a schema.
    """
    signature = inspect.signature(prototype_function, eval_str=True)
    changed = signature.parameters if mutates_args == "unknown" else mutates_args
    for problem in problems(signature, changed):
        raise ValueError(f"infer_schema(func): {problem}. Got func with signature {signature})")
    written: list[str] = []
    for place, one in enumerate(signature.parameters.values()):
        text = f"{type_text(one.annotation)} {one.name}"
        if one.name in changed:
            text = text.replace("Tensor", f"Tensor(a{place}!)")
        if one.kind is one.KEYWORD_ONLY and "*" not in written:
            written.append("*")
        written.append(text if one.default is one.empty else f"{text}={default_text(one.default)}")
    return f"{op_name or ''}({', '.join(written)}) -> {type_text(signature.return_annotation)}"


def default_text(value: object) -> str:
    """Return how a schema writes a default, behind a sign of equality."""
    if isinstance(value, str | Device):
        return f'"{value}"'
    return str(value).removeprefix("torch.")


def parameters_of(schema: str) -> Iterator[inspect.Parameter]:
    """Return the parameters that a schema declares, annotated with its names for their types.

    Raises:
        RuntimeError: it is no schema.
    """
    found = SCHEMA.fullmatch(schema.strip())
    if found is None:
        raise RuntimeError(f"this is no schema such as '(Tensor x) -> Tensor': {schema}")
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    for part in filter(None, re.split(r",\s*(?![^(\[]*[)\]])", found[1].strip())):
        if part == "*":
            kind = inspect.Parameter.KEYWORD_ONLY
            continue
        declared, _, default = part.partition("=")
        text, _, name = declared.rpartition(" ")
        value = default_of(default) if default else inspect.Parameter.empty
        yield inspect.Parameter(name, kind, default=value, annotation=text)


def default_of(text: str) -> Any:
    """Return the value that a schema writes as a default: a number, a text or a data type."""
    try:
        return ast.literal_eval(text)
    except ValueError:
        return find("torch", text)
