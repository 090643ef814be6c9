"""`match`: each pattern becomes a test that says what it binds."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.compiling.compiler import STATEMENTS, Compiler, Execute, Frame, Signal
from tensorlab.language.compiling.place import FAULTS, Unsupported, at
from tensorlab.language.compiling.variables import store_name
from tensorlab.language.expressions.conditions import pay_to_compare, truth
from tensorlab.language.limits.contents import deque
from tensorlab.language.limits.meter import meter
from tensorlab.language.values.attributes import fields_of, get_attribute
from tensorlab.language.values.types import is_instance
from tensorlab.language.values.values import TypeValue

# What names a pattern binds: entered while it is tried, stored once the whole of it holds.
Bound = dict[str, Any]
Test = Callable[[Frame, Any, Bound], bool]
SELVES = {"bool", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"}


def match(compiler: Compiler, node: ast.Match) -> Execute:
    """Compile `match subject:` and its cases."""
    subject_of = compiler.expression(node.subject)
    cases = [one_case(compiler, case) for case in node.cases]

    def execute(frame: Frame) -> Signal:
        subject = subject_of(frame)
        for attempt, body in cases:
            meter.spend(1)
            if attempt(frame, subject):
                return body(frame)
        return None

    return execute


def one_case(compiler: Compiler, case: ast.match_case) -> tuple[Callable[..., bool], Execute]:
    """Compile `case pattern if guard:`."""
    test = pattern(compiler, case.pattern)
    names = [name for part in ast.walk(case.pattern) for name in names_of(part)]
    stores = {
        name: store_name(compiler, ast.copy_location(ast.Name(name, ast.Store()), case.pattern))
        for name in names
    }
    guard = compiler.expression(case.guard) if case.guard else None

    def attempt(frame: Frame, subject: object) -> bool:
        bound: Bound = {}
        try:
            holds = test(frame, subject, bound)
        except FAULTS as error:
            raise at(error, case.pattern) from None
        if not holds:
            return False
        for name, value in bound.items():
            stores[name](frame, value)
        return guard is None or truth(guard(frame), case.guard)  # type: ignore[arg-type]  # there

    return attempt, compiler.block(case.body)


def names_of(part: ast.AST) -> list[str]:
    """Return the name that a part of a pattern binds itself."""
    match part:
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.MatchMapping(rest=str(name)):
            return [name]
        case _:
            return []


def pattern(compiler: Compiler, node: ast.pattern) -> Test:
    """Compile a pattern."""
    match node:
        case ast.MatchValue(value=value):
            value_of = compiler.expression(value)
            return lambda frame, subject, bound: equal(subject, value_of(frame))
        case ast.MatchSingleton(value=value):
            return lambda frame, subject, bound: subject is value
        case ast.MatchAs(pattern=inner, name=name):
            return named(None if inner is None else pattern(compiler, inner), name)
        case ast.MatchOr(patterns=parts):
            tests = [pattern(compiler, part) for part in parts]
            return lambda frame, subject, bound: any(t(frame, subject, bound) for t in tests)
        case ast.MatchSequence(patterns=parts):
            return sequence(compiler, parts)
        case ast.MatchMapping():
            return mapping(compiler, node)
        case ast.MatchClass():
            return instance(compiler, node)
        case _:
            raise at(SyntaxError("a star stands inside a sequence"), node)


def equal(subject: object, value: object) -> bool:
    """Return whether a subject equals a value."""
    pay_to_compare(subject, value)
    return bool(subject == value)


def named(inner: Test | None, name: str | None) -> Test:
    """Return the test of `pattern as name`, of a name alone, and of `_`."""

    def test(frame: Frame, subject: object, bound: Bound) -> bool:
        if inner is not None and not inner(frame, subject, bound):
            return False
        if name is not None:
            bound[name] = subject
        return True

    return test


def sequence(compiler: Compiler, parts: list[ast.pattern]) -> Test:
    """Compile `[a, *rest, b]`."""
    star = next((i for i, part in enumerate(parts) if isinstance(part, ast.MatchStar)), None)
    rest = None if star is None else parts[star].name  # type: ignore[attr-defined]  # a star has
    tests = [pattern(compiler, p) for p in parts if not isinstance(p, ast.MatchStar)]

    def test(frame: Frame, subject: object, bound: Bound) -> bool:
        if not isinstance(subject, list | tuple | range | deque):
            return False
        if len(subject) < len(tests) or (star is None and len(subject) > len(tests)):
            return False
        meter.spend(len(subject))
        items = list(subject)
        before = len(tests) if star is None else star
        after = len(tests) - before
        middle = items[before : len(items) - after]
        chosen = [*items[:before], *items[len(items) - after :]] if after else items[:before]
        if rest is not None:
            bound[rest] = middle
        return all(t(frame, item, bound) for t, item in zip(tests, chosen, strict=True))

    return test


def mapping(compiler: Compiler, node: ast.MatchMapping) -> Test:
    """Compile `{'key': pattern, **rest}`."""
    parts = [
        (compiler.expression(key), pattern(compiler, part))
        for key, part in zip(node.keys, node.patterns, strict=True)
    ]

    def test(frame: Frame, subject: object, bound: Bound) -> bool:
        if not isinstance(subject, dict):
            return False
        seen = []
        for key_of, inner in parts:
            key = key_of(frame)
            if key not in subject or not inner(frame, subject[key], bound):
                return False
            seen.append(key)
        if node.rest is not None:
            meter.grow(64 * len(subject))
            bound[node.rest] = {key: part for key, part in subject.items() if key not in seen}
        return True

    return test


def instance(compiler: Compiler, node: ast.MatchClass) -> Test:
    """Compile `Point(0, y=pattern)`."""
    hidden = [name for name in node.kwd_attrs if name.startswith("__")]
    if hidden:
        raise Unsupported(
            f"{hidden[0]} in a pattern is not part of tensorlab.", "Leave it out.", node
        )
    kind_of = compiler.expression(node.cls)
    by_place = [pattern(compiler, part) for part in node.patterns]
    by_name = [
        (name, pattern(compiler, part))
        for name, part in zip(node.kwd_attrs, node.kwd_patterns, strict=True)
    ]

    def test(frame: Frame, subject: object, bound: Bound) -> bool:
        kind = kind_of(frame)
        if not isinstance(kind, TypeValue):
            raise TypeError("called match pattern must be a class")
        if not is_instance(subject, kind):
            return False
        if len(by_place) == 1 and kind.name in SELVES:
            return by_place[0](frame, subject, bound)
        names = places_of(kind, subject)
        if len(by_place) > len(names):
            name = kind.name.rpartition(".")[2]
            raise TypeError(
                f"{name}() accepts {len(names)} positional sub-patterns ({len(by_place)} given)"
            )
        for name, inner in [*zip(names, by_place, strict=False), *by_name]:
            try:
                part = get_attribute(subject, name)
            except AttributeError:
                return False
            if not inner(frame, part, bound):
                return False
        return True

    return test


def places_of(kind: object, subject: object) -> tuple[str, ...]:
    """Return the attributes that patterns without names mean, in order."""
    try:
        said: tuple[str, ...] = get_attribute(kind, "__match_args__")
    except AttributeError:
        return fields_of(subject)
    if not all(isinstance(word, str) for word in said):
        raise TypeError("__match_args__ elements must be strings")
    return said


STATEMENTS[ast.Match] = match
