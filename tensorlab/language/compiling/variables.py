"""Variables: read, bound and deleted, in the slots of a frame or among the session's names."""

import ast
from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple, cast

from tensorlab.errors import meant
from tensorlab.language.compiling.code import UNBOUND
from tensorlab.language.compiling.compiler import EXPRESSIONS, Compiler, Evaluate, Frame
from tensorlab.language.compiling.place import FAULTS, Unsupported, at, fail
from tensorlab.language.values.values import Namespace

Store = Callable[[Frame, Any], None]
NOWHERE = object()
# What programs import modules as.
USUAL_NAMES = {"torch": "torch", "F": "torch.nn.functional", "nn": "torch.nn", "math": "math"}


class Place(NamedTuple):
    """Where a variable is kept: in a slot of the frame, or under its name among the session's."""

    names: dict[str, Any] | None
    slot: Any


def place_of(compiler: Compiler, node: ast.expr) -> Place | None:
    """Return where a variable of this function or of the session is kept; None for any other."""
    if not isinstance(node, ast.Name):
        return None
    found = compiler.scope.find(node.id)
    if found is None:
        return Place(compiler.names, node.id)
    return None if found[0] else Place(None, found[1])


def kept_together(compiler: Compiler, nodes: list[ast.expr]) -> tuple[Any, list[Any]] | None:
    """Return where the variables are kept that nodes name, and their slots; None if apart."""
    places = [place for node in nodes if (place := place_of(compiler, node)) is not None]
    if len(places) < len(nodes) or any(place.names is not places[0].names for place in places):
        return None
    return places[0].names, [place.slot for place in places]


def variable(compiler: Compiler, node: ast.expr) -> Place | None:
    """Return where the variable is kept that an expression reads; None for any other."""
    place = place_of(compiler, node)
    if place is None or compiler.trace is not None:
        return None
    # what the body of a class has not bound yet is looked for outside
    if place.names is None:
        return None if compiler.scope.kind == "class" else place
    return place if value_at_hand(compiler, cast("ast.Name", node)) is NOWHERE else None


def sure_slot(compiler: Compiler, node: ast.expr) -> Any:
    """Return where the frame has a variable that surely has a value; None if all is recorded."""
    scope, unsure = compiler.scope, compiler.unbinds or compiler.trace is not None
    if node.__class__ is not ast.Name or unsure or node.id not in scope.bound:
        return None
    return node.id if scope.kind == "program" else scope.slots.get(node.id)


class Sides(NamedTuple):
    """How two operands are found: each by its closure, or in a slot of the frame if it has one."""

    left: Evaluate
    left_slot: Any
    right: Evaluate
    right_slot: Any
    fixed: Any  # the right one, if it is written down


def sides_of(compiler: Compiler, left: ast.expr, right: ast.expr) -> Sides:
    """Compile two operands; variables and constants need no closure, unless all is recorded."""
    return Sides(*side_of(compiler, left), *side_of(compiler, right), compiler.fixed(right))


def side_of(compiler: Compiler, node: ast.expr) -> tuple[Evaluate, Any]:
    """Compile an operand, and return in which slot of the frame it is, if it needs no closure."""
    slot = sure_slot(compiler, node)
    return compiler.expression(node) if slot is None else itemgetter(slot), slot


def applied(
    compiler: Compiler, operation: Callable[..., Any], node: ast.AST, *parts: ast.expr
) -> Evaluate:
    """Compile an operation on what parts give; its errors are shown at the node."""
    found = [compiler.expression(part) for part in parts]

    def evaluate(frame: Frame) -> Any:
        values = [part(frame) for part in found]
        try:
            return operation(*values)
        except FAULTS as error:
            raise at(error, node, parts, tuple(values)) from None

    return evaluate


def unbound(node: Any) -> BaseException:
    """Return the error for a variable of a function that has no value yet."""
    text = f"cannot access local variable '{node.id}' where it is not associated with a value"
    return meant(at(UnboundLocalError(text, name=node.id), node))


def undefined(node: ast.Name) -> BaseException:
    """Return the error for a name that nobody knows."""
    return meant(at(NameError(f"name '{node.id}' is not defined", name=node.id), node))


def name(compiler: Compiler, node: ast.Name) -> Evaluate:
    """Compile the reading of a name: where it surely has a value, without a look at it."""
    if (sure := sure_slot(compiler, node)) is not None:
        return itemgetter(sure)
    found = compiler.scope.find(node.id)
    if found is None:
        return shared_name(compiler, node)
    depth, slot = found
    if depth == 0 and compiler.scope.kind == "class":
        return name_in_class(compiler, slot, node)
    return local_name(slot, node) if depth == 0 else outer_name(depth, slot, node)


def name_in_class(compiler: Compiler, slot: int, node: ast.Name) -> Evaluate:
    """Read a name that the body of a class binds, else what is outside under this name."""
    outside = shared_name(compiler, node)

    def evaluate(frame: Frame) -> Any:
        value = frame[slot]
        return outside(frame) if value is UNBOUND else value

    return evaluate


def local_name(slot: int, node: ast.Name) -> Evaluate:
    """Read a variable of the running function."""

    def evaluate(frame: Frame) -> Any:
        value = frame[slot]
        if value is UNBOUND:
            raise unbound(node)
        return value

    return evaluate


def outer_name(depth: int, slot: int, node: ast.Name) -> Evaluate:
    """Read a variable of an enclosing function."""
    further = range(depth - 1)

    def evaluate(frame: Frame) -> Any:
        frame = frame[0]
        for _ in further:
            frame = frame[0]
        value = frame[slot]
        if value is UNBOUND:
            text = (
                f"cannot access free variable '{node.id}' where it is not associated with a value "
                "in enclosing scope"
            )
            raise meant(at(NameError(text, name=node.id), node))
        return value

    return evaluate


def value_at_hand(compiler: Compiler, node: ast.Name) -> Any:
    """Return what stands at hand under a name that is no variable of a function."""
    if compiler.scope.find(node.id) is not None:
        return NOWHERE
    known = compiler.at_hand
    if node.id not in known:
        try:
            known[node.id] = compiler.surroundings.find(node.id)
        except KeyError:
            known[node.id] = NOWHERE
    return known[node.id]


def module_named(compiler: Compiler, node: ast.expr) -> str | None:
    """Return the module that an expression likely names, so that `torch.mm(a, b)` is no method."""
    if isinstance(node, ast.Attribute):
        whole = module_named(compiler, node.value)
        return whole and known_module(compiler, f"{whole}.{node.attr}")
    if not isinstance(node, ast.Name) or compiler.scope.find(node.id) is not None:
        return None
    value = compiler.names.get(node.id, value_at_hand(compiler, node))
    if isinstance(value, Namespace):
        return value.name
    if value is not NOWHERE:
        return None
    imported = compiler.imported.get(node.id)
    return USUAL_NAMES.get(node.id) if imported is None else known_module(compiler, imported)


def known_module(compiler: Compiler, name: str) -> str | None:
    """Return the name of a module if there is one of this name."""
    try:
        compiler.surroundings.import_module(name)
    except (KeyError, Unsupported):  # what is not here is told where it is reached
        return None
    return name


def shared_name(compiler: Compiler, node: ast.Name) -> Evaluate:
    """Read one of the session's names, else what stands at hand under it."""
    names = compiler.names
    key = node.id
    at_hand = value_at_hand(compiler, node)

    def own(frame: Frame) -> Any:
        try:
            return names[key]
        except KeyError:
            raise undefined(node) from None

    def given(frame: Frame) -> Any:
        return names.get(key, at_hand)

    return own if at_hand is NOWHERE else given


def store_name(compiler: Compiler, node: ast.Name) -> Store:
    """Compile the binding of a name."""
    if (place := place_of(compiler, node)) is not None:
        names, key = place

        def store_here(frame: Frame, value: object) -> None:
            variables: Any = frame if names is None else names
            variables[key] = value

        return store_here
    depth, slot = cast("tuple[int, int]", compiler.scope.find(node.id))

    def store(frame: Frame, value: object) -> None:
        for _ in range(depth):
            frame = frame[0]
        frame[slot] = value

    return store


def delete_name(compiler: Compiler, node: ast.Name) -> Callable[[Frame], None]:
    """Compile `del name`."""
    found = compiler.scope.find(node.id)
    if found is None:
        names = compiler.names

        def forget(frame: Frame) -> None:
            if node.id not in names:
                raise undefined(node)
            del names[node.id]

        return forget
    depth, slot = found

    def delete(frame: Frame) -> None:
        for _ in range(depth):
            frame = frame[0]
        if frame[slot] is UNBOUND:
            raise unbound(node)
        frame[slot] = UNBOUND

    return delete


def walrus(compiler: Compiler, node: ast.NamedExpr) -> Evaluate:
    """Compile `(name := value)`, which binds outside of comprehensions."""
    value_of = compiler.expression(node.value)
    depth = 0
    scope = compiler.scope
    while scope.kind == "comprehension" and scope.parent is not None:
        if node.target.id in scope.slots:
            text = "assignment expression cannot rebind comprehension iteration variable"
            fail(SyntaxError(f"{text} '{node.target.id}'"), node)
        scope = scope.parent
        depth += 1
    with compiler.inside(scope):
        store = store_name(compiler, node.target)

    def evaluate(frame: Frame) -> Any:
        value = value_of(frame)
        for _ in range(depth):
            frame = frame[0]
        store(frame, value)
        return value

    return evaluate


EXPRESSIONS[ast.Name] = name
EXPRESSIONS[ast.NamedExpr] = walrus
