"""Runs expressions and holds their explanations against the values, through our own language."""

import ast
import math
from functools import lru_cache

import tensorlab
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.arithmetic.numbers import number, same
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.explain.story.frames import Chapter, Element, Explanation
from tensorlab.explain.strategies.explaining import parts_of
from tensorlab.language.running.session import Session

SETUP = """
import torch
import torch.nn.functional as F
torch.manual_seed(0)
a = torch.tensor([[1, 2, 3], [4, 5, 6]])
b = torch.tensor([[7, -8, 9], [-1, 0, 2]])
c = torch.tensor([[1, 2], [3, 4], [5, 6]])
v = torch.tensor([10, 20, 30])
x = torch.tensor([[1.5, -2.0, 0.25], [3.0, 4.5, -0.5]])
y = torch.tensor([[2.0, 1.0], [-1.0, 0.5], [4.0, 3.0]])
s = torch.tensor([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
q = torch.tensor([[2., 1., 0., 1.], [1., 3., 1., 0.], [0., 1., 4., 1.], [1., 0., 2., 5.]])
m = torch.tensor([[True, False, True], [False, False, True]])
u = torch.tensor([250, 3, 7], dtype=torch.uint8)
h = torch.tensor([0.1, 2.5, -3.0], dtype=torch.float16)
t = torch.arange(12).view(2, 2, 3)
w = torch.arange(12).view(2, 3, 2)
z = torch.tensor([1 + 2j, 3 - 1j])
"""


def explained(expression: str, setup: str = SETUP) -> tuple[Explanation, Session, object]:
    """Return the explanation of an expression, a session with its names, and the value."""
    told, session, value = explained_once(expression, setup)
    reader = Session(write=lambda text: None)  # it writes down no steps: half the time
    reader.settings = session.settings
    reader.names.update(session.names)
    return told, reader, value


@lru_cache(maxsize=4096)  # several tests ask about the same examples
def explained_once(expression: str, setup: str) -> tuple[Explanation, Session, object]:
    """Return the explanation of an expression, the session, and the value."""
    session = Session(record=True, write=lambda text: None)
    source = f"{setup}\n{expression}"
    outcome = session.run(source)
    assert outcome.failure is None, outcome.failure
    return explanation_of(outcome, source), session, outcome.value


class InTensors(ast.NodeTransformer):
    """Puts tensors in the place of numbers: arithmetic is written as it is in mathematics."""

    def visit_Constant(self, node):
        """Return a number as a call that makes a tensor of it."""
        if not isinstance(node.value, int | float | complex):
            return node
        kind = ", dtype=torch.float64" * isinstance(node.value, float)
        return ast.parse(f"torch.tensor({node.value!r}{kind})", mode="eval").body

    def visit_Name(self, node):
        """Return a number that has a name as a tensor."""
        return self.visit_Constant(ast.Constant(float(node.id))) if node.id in NAMED else node

    def visit_keyword(self, node):
        """Return a setting as it is, unless it is a mask, which is a tensor, too."""
        return self.generic_visit(node) if str(node.arg).endswith("mask") else node


NAMED = {"nan", "inf"}


def value_of(session: Session, text: str, *, is_real: bool = False):
    """Return what a text gives in a session, a tensor of one element as its number.

    Python leaves the real numbers for a root of a negative one; tensors do not.
    """
    outcome = session.run(text)
    if outcome.failure is not None or (is_real and isinstance(outcome.value, complex)):
        tree = ast.parse(text)
        program = [*functions_in(tree), ast.unparse(InTensors().visit(tree))]
        outcome = session.run("\n".join(program))
    assert outcome.failure is None, (text, outcome.failure)
    return outcome.value.item() if isinstance(outcome.value, Tensor) else outcome.value


def functions_in(tree):
    """Yield definitions of the functions that arithmetic names: of methods, and of types."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name = node.func.id
        is_own = callable(getattr(tensorlab, name, None))
        if hasattr(Tensor, name) and (not is_own or name == "round"):  # Python's takes no tensor
            yield f"def {name}(first, *rest, **named): return first.{name}(*rest, **named)"
        elif name in known_types():
            yield f"def {name}(number): return number.to(torch.{name})"


def check(expression: str, setup: str = SETUP) -> None:
    """Hold every frame of an expression against the values."""
    told, session, value = explained(expression, setup)
    dtypes = {f"torch.{name}": dtype for name, dtype in known_types().items()}
    for chapter in told.chapters:
        seen = [(frame.part, frame.index) for frame in chapter.frames]
        assert len(seen) == len(set(seen)), "an element is explained twice"
        is_whole = chapter is told.chapters[-1] and chapter.shape == getattr(value, "shape", ())
        results = dict(parts_of(value)) if is_whole or isinstance(value, tuple) else {}
        for frame in chapter.frames:
            part = results.get(frame.part)
            kinds = chapter.parts or (chapter,)
            dtype = dtypes.get(kinds[frame.part or 0].dtype)
            is_real = dtype is None or not dtype.is_complex
            given = value_of(session, frame.text, is_real=is_real)
            scale = max(
                [1.0, *(abs(element.value) for element in frame.inputs if finite(element.value))]
            )
            where = f"{chapter.source}{list(frame.index)}: {frame.text} is {given}"
            if dtype is None:
                assert given == frame.value, where
            else:
                assert same(given, frame.value, dtype, scale * scale), f"{where}, not {frame.value}"
            if part is not None and not part.is_sparse:
                assert same(number(part, frame.index), frame.value, part.dtype)
            for element in frame.inputs:
                if is_passed(chapter):
                    continue  # it has a name in the story alone: tests/explain/gradients
                named = named_value(session, chapter, element)
                assert named == element.value or close(named, element.value), (
                    f"{element} is {named}"
                )
            for step in frame.steps:
                given = value_of(session, step.text)
                assert close(given, step.value), f"{chapter.source}: step {step.text} is {given}"


def named_value(session: Session, chapter: Chapter, element: Element):
    """Return what an element's name stands for: of numbers in a call it is their parameter's."""
    drawn = {each.name: each for each in chapter.operands}
    name = element.name.partition("[")[0]
    if name.isidentifier() and name not in session.names and "torch.tensor(" in chapter.source:
        operand = drawn[element.name]
        if operand.elements:
            return operand.elements[element.index]
        name = written_out(session, operand, chapter.source)  # a sparse one is not drawn
        return value_of(session, f"({name}).to_dense(){list(element.index)}")
    return value_of(session, f"{element.name}{list(element.index) or ''}")


def written_out(session: Session, operand, source: str) -> str:
    """Return the part of a call that gives an operand which is not drawn."""
    for node in ast.walk(ast.parse(source, mode="eval")):
        if isinstance(node, ast.Call) and ast.unparse(node) != source:
            value = session.run(f"({ast.unparse(node)})").value
            if isinstance(value, Tensor) and value.is_sparse and value.shape == operand.shape:
                return ast.unparse(node)
    raise AssertionError(f"nothing in {source} gives {operand.name}")


def is_passed(chapter: Chapter) -> bool:
    """Return whether a chapter is about a gradient on its way, or what is within a function."""
    elements = [element for frame in chapter.frames for element in frame.inputs]
    named = (each.name.startswith("grad of ") for each in (*chapter.operands, *elements))
    return chapter.operation.endswith("(f)") or any(named)


def finite(value) -> bool:
    """Return whether a value is a finite number."""
    return not isinstance(value, complex) and math.isfinite(value)


def close(first, second) -> bool:
    """Return whether two numbers are one up to a rounding."""
    if first != first or second != second:  # noqa: PLR0124  nan is no number's equal
        return first != first and second != second  # noqa: PLR0124
    return first == second or abs(first - second) <= 1e-3 * max(1.0, abs(second))


def known_types():
    """Return the data types by name."""
    from tensorlab.engine.dtypes import DTYPES

    return DTYPES
