"""The place of a failure as something that can be edited: its expression and its operands."""

import ast
import copy
from collections.abc import Iterator
from typing import Any

from tensorlab.engine.tensor import Tensor
from tensorlab.explain.errors.surroundings import FAILING, mended, one_line
from tensorlab.frozen import Frozen
from tensorlab.language.outcome import Operand, Span
from tensorlab.language.reading.source import Source

PLACEHOLDER = "operand_"


class Candidate(Frozen):
    """An edited expression, not tried yet, and what it would mean."""

    tree: ast.expr
    meaning: str
    # of `x += value`: x gets a new tensor rather than new elements
    renews: bool = False
    statement: str = ""  # in the place of the whole statement
    keeps: bool = False  # it may give an operand as it is


class Spot(Frozen):
    """A tensor operand: its name in the source, its node there, its value."""

    placeholder: str
    name: str
    node: ast.expr
    value: Any

    @property
    def shape(self) -> tuple[int, ...]:
        """The operand's shape."""
        return tuple(self.value.shape)


class Scene:
    """A failing expression in which each tensor operand is a placeholder of its own."""

    def __init__(self, tree: ast.expr, source: str, operands: tuple[Operand, ...]) -> None:
        # the statement, with a name in the expression's place
        self.around: ast.stmt | None = None
        self.updates = False  # the expression stands for `x += value`
        self.known: tuple[str, ...] = ()  # the program's names
        self.writes = False  # it is a place that is written into
        self.decides = False  # a truth value is asked of it
        self.can_run = True  # the statement around it, on the program's variables
        self.message = ""  # what was said of the failure
        self.program = ""  # all that ran
        self.span: Span | None = None  # of the expression in it
        self.stands: Span | None = None  # of the statement
        self.spots: list[Spot] = []
        self.values: dict[str, object] = {}
        self.source = source
        self.operands = operands
        self.tree: ast.expr = self.marked(copy.deepcopy(tree))

    def marked(self, tree: ast.expr) -> Any:
        """Return the tree with placeholders; lists of tensors are gone through."""
        scene = self

        class Marker(ast.NodeTransformer):
            def generic_visit(self, node: ast.AST) -> ast.AST:
                if isinstance(node, ast.expr):
                    found = scene.value_of(node)
                    if isinstance(found, Tensor):
                        return scene.placeholder(node, found)
                    if isinstance(found, list | tuple):
                        return scene.listed(node, found) or super().generic_visit(node)
                    if found is not None and isinstance(node, ast.Name):
                        scene.values[node.id] = found
                        return node
                return super().generic_visit(node)

        return Marker().visit(tree)

    def value_of(self, node: ast.expr) -> object:
        """Return the value of an operand, None for other parts of the expression."""
        text = " ".join((ast.get_source_segment(self.source, node) or "").split())
        for operand in self.operands:
            name = operand.name
            if name == text or (name.endswith("...") and text.startswith(name[:-3])):
                return operand.value
        return None

    def placeholder(self, node: ast.expr, value: Tensor) -> ast.Name:
        """Return the placeholder of one tensor."""
        name = f"{PLACEHOLDER}{len(self.spots)}"
        self.spots.append(Spot(name, ast.unparse(node), node, value))
        self.values[name] = value
        return ast.Name(name, ast.Load())

    def listed(self, node: ast.expr, values: Any) -> ast.expr | None:
        """Return a list of tensors with a placeholder for each."""
        if not values or not all(isinstance(value, Tensor) for value in values):
            return None
        named = isinstance(node, ast.List | ast.Tuple) and len(node.elts) == len(values)
        parts: list[ast.expr] = []
        for place, value in enumerate(values):
            part = (
                node.elts[place]  # type: ignore[attr-defined]  # a list or tuple, as `named` says
                if named
                else ast.parse(f"{ast.unparse(node)}[{place}]", mode="eval").body
            )
            parts.append(self.placeholder(part, value))
        return (
            ast.List(parts, ast.Load())
            if isinstance(node, ast.List)
            else (ast.Tuple(parts, ast.Load()))
        )

    def other(self, spot: Spot) -> Spot | None:
        """Return the operand beside an operand."""
        return next((each for each in self.spots if each is not spot), None)

    def with_operand(self, spot: Spot, template: str, meaning: str) -> Candidate:
        """Return the expression with something done to one operand; {} stands for it."""
        new = ast.parse(template.format(spot.placeholder), mode="eval").body
        return Candidate(replaced(self.tree, spot.placeholder, new), meaning)

    def words(self, part: Any) -> str:
        """Return a part of the tree in the learner's own words."""
        for spot in self.spots:
            part = replaced(part, spot.placeholder, spot.node)
        return ast.unparse(part)

    def made(self, text: str, meaning: str) -> Candidate:
        """Return a candidate that is written anew, operands under their placeholders."""
        return Candidate(ast.parse(text, mode="eval").body, meaning)

    @property
    def arguments(self) -> list[ast.expr]:
        """The arguments of the call behind its tensors, a list of numbers gone through."""
        if not isinstance(self.tree, ast.Call):
            return []
        found = self.tree.args if self.is_method else self.tree.args[1:]
        if len(found) == 1 and isinstance(found[0], ast.Tuple | ast.List):
            return list(found[0].elts)
        return list(found)

    def recalled(self, arguments: str, meaning: str, name: str = "") -> Candidate:
        """Return the call of the first operand with other arguments, or of another method.

        What was given by name stays, unless it is among the new arguments.
        """
        assert isinstance(self.tree, ast.Call)  # noqa: S101  only calls are recalled
        first = self.spots[0].placeholder
        method = self.is_method or bool(name)
        function = f"{first}.{name or self.call_name}" if method else ast.unparse(self.tree.func)
        made = ast.parse(
            f"{function}({'' if method else first + ', '}{arguments})", mode="eval"
        ).body
        assert isinstance(made, ast.Call)  # noqa: S101  it was written as one
        new = {word.arg for word in made.keywords}
        made.keywords += [word for word in self.tree.keywords if word.arg not in new]
        return Candidate(made, meaning)

    @property
    def statement_text(self) -> str:
        """The statement as it was written, empty where that is not known."""
        return Source(self.program).excerpt(self.stands)

    @property
    def is_bare(self) -> bool:
        """Whether the expression consists of its tensors: nothing else is lost with the call."""
        if not isinstance(self.tree, ast.Call):
            return True
        given = len(self.tree.args) + self.is_method
        return given == len(self.spots) and not self.tree.keywords

    def called(self, name: str) -> bool:
        """Return whether the failing expression calls a function or a method of that name."""
        return self.call_name == name

    @property
    def call_name(self) -> str:
        """The last word of the called function's name, empty where nothing is called."""
        if not isinstance(self.tree, ast.Call):
            return ""
        function = self.tree.func
        if isinstance(function, ast.Attribute):
            return function.attr
        return function.id if isinstance(function, ast.Name) else ""

    @property
    def is_method(self) -> bool:
        """Whether the call is a method of the first operand."""
        return (
            isinstance(self.tree, ast.Call)
            and isinstance(self.tree.func, ast.Attribute)
            and isinstance(self.tree.func.value, ast.Name)
            and self.tree.func.value.id.startswith(PLACEHOLDER)
        )

    def programs(self, candidate: Candidate) -> list[str]:
        """Return what has to run for a candidate to be a repair: the expression, the statement.

        There is none for a candidate that would make `x += value` into something else.
        """
        if candidate.statement:
            return [candidate.statement]
        if self.updates and not candidate.renews:
            update = self.update(candidate.tree)
            return [] if update is None else [f"{ast.unparse(update)}\n{self.target}"]
        text = ast.unparse(candidate.tree)
        tree = f"bool({text})" if self.decides else text
        whole = self.statement(candidate)
        if isinstance(whole, ast.Return) and whole.value is not None:
            whole = whole.value  # of a function, whose variables are known
        if whole is candidate.tree or self.decides or not self.can_run:
            return [tree]
        return [ast.unparse(whole)] if self.writes else [tree, ast.unparse(whole)]

    @property
    def shows_more(self) -> bool:
        """Whether what the statement gives is more than what the failing expression would give."""
        value = getattr(self.around, "value", None) if self.can_run else None
        return value is not None and not (isinstance(value, ast.Name) and value.id == FAILING)

    def statement(self, candidate: Candidate) -> ast.AST:
        """Return the whole statement with a candidate in it."""
        if self.updates:
            renewed = ast.Assign([ast.Name(self.target, ast.Store())], candidate.tree, lineno=1)
            return renewed if candidate.renews else self.update(candidate.tree) or renewed
        if self.around is None:
            return candidate.tree
        whole: ast.AST = replaced(self.around, FAILING, candidate.tree)
        return whole

    @property
    def target(self) -> str:
        """The name of what `x += value` writes into."""
        assert isinstance(self.tree, ast.BinOp)  # noqa: S101  an update is read as one
        return ast.unparse(self.tree.left)

    def update(self, tree: ast.expr) -> ast.AugAssign | None:
        """Return `x + value` as `x += value`, None for what is not of that form any more."""
        if not isinstance(tree, ast.BinOp) or not isinstance(self.tree, ast.BinOp):
            return None
        if type(tree.op) is not type(self.tree.op) or ast.unparse(tree.left) != self.target:
            return None
        return ast.AugAssign(ast.Name(self.target, ast.Store()), tree.op, tree.right)

    def display(self, candidate: Candidate) -> str:
        """Return the statement with a candidate in it, in the learner's own words."""
        whole = ast.parse(candidate.statement) if candidate.statement else self.statement(candidate)
        for spot in self.spots:
            whole = replaced(whole, spot.placeholder, spot.node)
        return one_line(whole)

    def mended(self, candidate: Candidate) -> str:
        """Return all that ran with a candidate in it: the rest as it was written."""
        part: Any = candidate.tree
        whole = candidate.statement or self.updates
        if whole:
            made = ast.parse(candidate.statement) if candidate.statement else None
            part = made or self.statement(candidate)
        for spot in self.spots:
            part = replaced(part, spot.placeholder, spot.node)
        return mended(self.program, self.stands if whole else self.span, part)


def replaced(tree: Any, name: str, new: ast.expr) -> Any:
    """Return a copy of a tree with something else in a name's place."""
    if isinstance(tree, list):
        return [replaced(each, name, new) for each in tree]
    if isinstance(tree, ast.Name) and tree.id == name:
        return copy.deepcopy(new)
    made = copy.copy(tree)
    if isinstance(tree, ast.AST):
        vars(made).update((part, replaced(each, name, new)) for part, each in vars(tree).items())
    return made


def integers(nodes: list[ast.expr]) -> Iterator[int]:
    """Yield the whole numbers that literals stand for."""
    for node in nodes:
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError):
            continue
        if type(value) is int:
            yield value
