"""`class`: its body runs once, and what it binds becomes the table of the class."""

import ast
from collections.abc import Callable
from typing import Any

from tensorlab.language.classes.errors import derives_from_errors, make_error_class
from tensorlab.language.classes.gate import register
from tensorlab.language.classes.lookup import KNOWN, is_special, lookup
from tensorlab.language.classes.members import ABSENT
from tensorlab.language.classes.values import MAKERS, make_class
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import STATEMENTS, Compiler, Execute, Frame
from tensorlab.language.compiling.place import FAULTS, NOT_THE_PROGRAMS, Passing, Unsupported, at
from tensorlab.language.compiling.scope import FIRST_SLOT, Scope, bound_in, declare, walked
from tensorlab.language.compiling.variables import store_name
from tensorlab.language.functions.functions import decorated, words_of
from tensorlab.language.statements.blocks import OF_CLASSES, value_of_error
from tensorlab.language.values.formatting import OWN_FORMATS
from tensorlab.language.values.functions import ANNOTATIONS
from tensorlab.language.values.invoking import call_value
from tensorlab.language.values.types import type_of
from tensorlab.language.values.values import MARK, Closed, type_name


class OwnContext(Closed):
    """A context whose class says what happens on entering and on leaving."""

    def __init__(self, value: object, enter: object, leave: object) -> None:
        self.value = value
        self.enter = enter
        self.leave = leave

    def __enter__(self) -> Any:
        """Return what the program's own method returns."""
        return call_value(self.enter, [self.value], {})

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        """Return whether the program takes care of the error; of a limit it is not told."""
        if error is None:
            call_value(self.leave, [self.value, None, None, None], {})
            return False
        refused = isinstance(error, Unsupported) and not isinstance(error, Passing)
        if refused or not isinstance(error, Exception):
            return False
        value = value_of_error(error)
        return bool(call_value(self.leave, [self.value, type_of(value), value, None], {}))


def own_context(value: object) -> OwnContext | None:
    """Return what `with` enters for an instance; None where its class does not say."""
    order = type(value).__mro__
    enter, leave = lookup(order, "__enter__"), lookup(order, "__exit__")
    return None if ABSENT in (enter, leave) else OwnContext(value, enter, leave)


def own_format(value: object, specification: str) -> str | None:
    """Return what the class of an instance makes of a specification; None where it does not say."""
    own = lookup(type(value).__mro__, "__format__")
    if own is ABSENT:
        return None
    text = call_value(own, [value, specification], {})
    if type(text) is not str:
        raise TypeError(f"__format__ must return a str, not {type_name(text)}")
    return text


def enter_own() -> None:
    """Let `with`, and formatting, know them."""
    OF_CLASSES[:] = [own_context]
    OWN_FORMATS[:] = [own_format]


register()
enter_own()


def class_definition(compiler: Compiler, node: ast.ClassDef) -> Execute:
    """Compile `class Name(bases): ...`, with its decorators."""
    require_plain(node)
    if hasattr(node, NOT_THE_PROGRAMS):  # one of Python's: what nobody here calls is left out
        node.body = [part for part in node.body if not is_unknown(getattr(part, "name", ""))]
    rename_private(node)
    scope = scope_of(compiler, node)
    bases_of = [compiler.expression(base) for base in node.bases]
    named_of = {str(part.arg): compiler.expression(part.value) for part in node.keywords}
    decorators = [(compiler.expression(part), part) for part in reversed(node.decorator_list)]
    with compiler.inside(scope):
        body = compiler.block(node.body)
    slots = {name: slot for name, slot in scope.slots.items() if name != MARK}
    blank = [UNBOUND] * len(scope.slots)
    store = store_name(compiler, ast.copy_location(ast.Name(node.name, ast.Store()), node))
    title = scope.title
    words = words_of(node.body)
    said = {} if words is None else {"__doc__": words}

    def execute(frame: Frame) -> None:
        wrappers = [(decorator(frame), part) for decorator, part in decorators]
        bases = [base(frame) for base in bases_of]
        named = {name: value(frame) for name, value in named_of.items()}
        require_usual_kind(named.get("metaclass"), node)
        inner = [frame, *blank]
        body(inner)
        table = {name: inner[slot] for name, slot in slots.items() if inner[slot] is not UNBOUND}
        table = {**said, **table}
        try:
            make = maker_for(bases)
            if make is not make_class or getattr(named.get("metaclass"), "name", "") == "type":
                named.pop("metaclass", None)
            made: Any = make(node.name, title, bases, table, *([named] if named else ()))
        except FAULTS as error:
            raise at(error, node, tuple(node.bases), tuple(bases)) from None
        inner[FIRST_SLOT] = made
        for wrapper, part in wrappers:
            made = decorated(wrapper, made, part)
        store(frame, made)

    return execute


def new_type(name: Any, bases: Any, table: Any) -> Any:
    """Return the class that `type(name, bases, table)` makes, under the rules of `class`.

    Raises:
        TypeError: the name is no text, the bases are no tuple, or the table is no dict of names.
    """
    given = zip((name, bases, table), (str, tuple, dict), strict=True)
    for place, (value, kind) in enumerate(given, 1):
        if type(value) is not kind:
            wanted = f"must be {kind.__name__}, not {type_name(value)}"
            raise TypeError(f"type.__new__() argument {place} {wanted}")
    for word in table:
        if type(word) is not str:
            raise TypeError("type() keywords must be strings")
        require_known(word, None)
    return maker_for([*bases])(name, name, [*bases], dict(table))


def maker_for(bases: list[Any]) -> Callable[..., Any]:
    """Return what makes a class that derives from others."""
    own = (maker for known, maker in MAKERS for base in bases if known(base))
    return next(own, make_error_class if derives_from_errors(bases) else make_class)


def scope_of(compiler: Compiler, node: ast.ClassDef) -> Scope:
    """Return the scope of a class: the class itself, then what its body binds."""
    scope = Scope(compiler.scope, "class")
    around = compiler.scope.title
    scope.title = f"{around}.{node.name}" if around else node.name
    scope.add(MARK)
    scope.add(ANNOTATIONS)
    declare(scope, node.body)
    for statement in node.body:
        for name in bound_in(statement):
            if name not in scope.shared and name not in scope.outer:
                require_known(name, statement)
                scope.add(name)
    return scope


def require_plain(node: ast.ClassDef) -> None:
    """Refuse what no class here has: stars, a metaclass of the program's, type parameters."""
    for keyword in node.keywords:
        if keyword.arg is None:
            raise Unsupported(
                "A class with ** is not part of tensorlab.", "Write the keywords.", keyword
            )
    if getattr(node, "type_params", None):
        raise Unsupported(
            "A class with type parameters is not part of tensorlab.",
            "Leave them out: types are not checked.",
            node,
        )


def require_usual_kind(kind: object, node: ast.ClassDef) -> None:
    """Refuse a class of classes: only those that change nothing here are named."""
    if kind is not None and getattr(kind, "name", "") not in {"abc.ABC", "type"}:
        raise Unsupported(
            "A class with metaclass= is not part of tensorlab.",
            "Leave it out: __init_subclass__ is called for each class that derives.",
            next(part for part in node.keywords if part.arg == "metaclass"),
        )


def is_unknown(name: str) -> bool:
    """Return whether a name is one of Python's own that no class here has."""
    return is_special(name) and name not in KNOWN


def require_known(name: str, node: ast.AST | None) -> None:
    """Refuse special methods that are not on the list."""
    if is_unknown(name):
        raise Unsupported(
            f"The special name {name} is not part of tensorlab.",
            "Classes have __init__, __call__, __len__, __getitem__, __repr__, __eq__, __add__ and "
            "the like.",
            node,
        )


def rename_private(node: ast.ClassDef) -> None:
    """Give names with two leading underscores that of their class, as Python does."""
    parts = walked(node)
    for part in parts[1:]:
        if part.__class__ is ast.ClassDef:
            rename_private(part)
    start = f"_{node.name.lstrip('_')}"
    for part in parts:
        field = NAMED.get(part.__class__)
        if field is not None and is_hidden(name := getattr(part, field)):
            setattr(part, field, start + name)


# In which field the name stands that a class may keep to itself.
NAMED: dict[type[ast.AST], str] = {ast.Attribute: "attr", ast.FunctionDef: "name", ast.Name: "id"}


def is_hidden(name: str) -> bool:
    """Return whether a name is one that only its class should use."""
    return name.startswith("__") and not name.endswith("__")


STATEMENTS[ast.ClassDef] = class_definition
