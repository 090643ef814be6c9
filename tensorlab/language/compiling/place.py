"""Where an error came from: the innermost node that failed, and the values it was given."""

import ast
from types import FrameType
from typing import Any, NoReturn

from tensorlab.errors import LimitReached
from tensorlab.frozen import pattern, texts_beside
from tensorlab.language.compiling.code import UNBOUND, Code

# What an operation may raise on the program's account.
FAULTS = (Exception, LimitReached)
LAST_CODE = 255  # that a process can end with
MOST_CALLS = 50  # in one another, that are remembered of an error
# Marks the nodes of what is not the program's own text: an error arises where that is called.
NOT_THE_PROGRAMS = "not_the_programs"


class Unsupported(Exception):
    """Python has it, tensorlab does not: what it is, and what to do instead."""

    def __init__(self, what: str, instead: str, node: ast.AST | None = None) -> None:
        super().__init__(what)
        self.instead = instead
        if node is not None:
            at(self, node)


class Passing(Unsupported):
    """What passes by `except Exception`: it is caught by its own name, or as a BaseException."""

    def __init__(self, *arguments: object) -> None:
        Exception.__init__(self, *arguments)
        self.instead = ""


class Interrupted(Passing):
    """A program stops itself as Ctrl-C would; a real Ctrl-C it does not see."""


class Closing(Passing):
    """Ends a generator early, at the `yield` at which it stands."""


class Ended(Passing):
    """A program says that it is over, by `sys.exit`."""

    @property
    def said(self) -> Any:
        """What it says: a status, None or anything else, which is to be shown."""
        return self.args[0] if len(self.args) == 1 else self.args or None

    @property
    def status(self) -> int:
        """The exit code that it means: that of a failure where it says something else."""
        if not isinstance(self.said, int):
            return int(self.said is not None)
        return self.said & LAST_CODE if -(1 << 63) <= self.said < 1 << 63 else LAST_CODE


for own, name in (
    (Passing, "BaseException"), (Interrupted, "KeyboardInterrupt"), (Closing, "GeneratorExit"),
    (Ended, "SystemExit"),
):  # fmt: skip
    own.__name__ = name


def is_kind_of(own: type[BaseException], kind: type[BaseException]) -> bool:
    """Return whether errors of one class are caught by the name of another; a limit never is."""
    if kind is Passing:
        return True
    return issubclass(own, kind) and (issubclass(kind, Passing) or not issubclass(own, Passing))


class Operands:
    """Values under the names by which the source has them."""

    __slots__ = ("nodes", "values")

    def __init__(self, nodes: tuple[ast.AST, ...], values: tuple[object, ...]) -> None:
        self.nodes = nodes
        self.values = values


def at(
    error: BaseException,
    node: ast.AST,
    nodes: tuple[ast.AST, ...] = (),
    values: tuple[object, ...] = (),
) -> BaseException:
    """Return the error, marked with its place unless it has one further in."""
    known = error.__dict__
    if getattr(node, NOT_THE_PROGRAMS, False):
        return error
    if "place" in known:
        led = known.setdefault("led_here", [])
        if isinstance(node, ast.Call) and node is not known["place"] and len(led) < MOST_CALLS:
            led.append(node)
    else:
        if isinstance(error, TypeError):
            tell_of_call(error, node)
        known["place"] = node
        known["operands"] = Operands(nodes, values)
    return error


# Python's words on a call that fits no function of ours, whose own name nobody knows.
INNER = pattern(r"(?:[\w.]+\.)?<locals>\.[\w.<>]+\(\) ")


def tell_of_call(error: TypeError, node: ast.AST) -> None:
    """Let Python's words on wrong arguments have the name that the program called."""
    if "worded" in error.__dict__ or not (
        error.args and "<locals>" in str(error.args[0]) and isinstance(node, ast.Call)
    ):
        return
    called = node.func
    name = getattr(called, "attr", None) or getattr(called, "id", None) or "function"
    error.args = (INNER.sub(f"{name}() ", str(error.args[0])),)


def fail(error: BaseException, node: ast.AST) -> NoReturn:
    """Raise an error at a node."""
    raise at(error, node)


STARS = (
    "can't use starred expression here",
    "starred assignment target must be in a list or tuple",
)


def refuse(node: ast.AST) -> NoReturn:
    """Raise for a node that is outside the subset."""
    kind = type(node).__name__
    if isinstance(node, ast.Yield | ast.YieldFrom):
        fail(SyntaxError("'yield' outside function"), node)
    if isinstance(node, ast.Starred):
        fail(SyntaxError(STARS[isinstance(node.ctx, ast.Store)]), node)
    usual = f"This form of Python ({kind}): Write it another way."
    words = texts_beside(__file__, "refused.txt").get(kind, usual)
    what, instead = words.split(": ", 1)
    # `try` itself is fine: the first of its clauses is what is not.
    place = node.handlers[0] if isinstance(node, ast.TryStar) else node
    raise Unsupported(f"{what} is not part of tensorlab.", instead, place)


def place_of(error: BaseException) -> Any:
    """Return the node at which an error arose, if it was marked."""
    return error.__dict__.get("place")


def calls_to(error: BaseException) -> list[ast.Call]:
    """Return the calls that led to where an error arose, the nearest first."""
    found: list[ast.Call] = error.__dict__.get("led_here", [])
    return found


def operands_of(error: BaseException) -> Operands:
    """Return the values that the failing operation was given."""
    found = error.__dict__.get("operands")
    return found if isinstance(found, Operands) else Operands((), ())


def variables_around(error: BaseException) -> dict[str, Any] | None:
    """Return the variables of the innermost function of the program that an error came through.

    They are looked for on the way that the error took, so that calls that work write nothing down.
    """
    found = None
    entered = None  # the caller's frame, and the function that it entered
    step = error.__traceback__
    while step is not None:
        if entered is not None and step.tb_frame is not entered[0]:
            frame = variable(step.tb_frame, "frame")
            # A default is worked out around the function: the frame there has not its places.
            far = max(entered[1].slots.values(), default=0)
            if isinstance(frame, list) and len(frame) > far:
                found = entered[1], frame
            entered = None
        if isinstance(code := variable(step.tb_frame, "code"), Code):
            entered = step.tb_frame, code
        step = step.tb_next
    if found is None:
        return None
    code, frame = found
    return {name: frame[slot] for name, slot in code.slots.items() if frame[slot] is not UNBOUND}


def variable(frame: FrameType, name: str) -> Any:
    """Return a variable of a function of ours; None where it has none of this name.

    Only where there is one all of them are asked for: Python keeps what it answered, and so the
    function that is looking on would keep the error, and all that its program had.
    """
    code = frame.f_code
    known = name in code.co_varnames or name in code.co_freevars or name in code.co_cellvars
    return frame.f_locals.get(name) if known else None
