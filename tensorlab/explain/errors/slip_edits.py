"""Edits of slips: a call that is missing, bounds of masks, text beside numbers, sizes that grew."""

import ast
import copy
import math
import re
from collections.abc import Iterator
from typing import Any

from tensorlab import nn
from tensorlab.explain.errors.edit import Ways, repair, repair_of, repair_of_call, repair_of_operand
from tensorlab.explain.errors.scene import Candidate, Scene, Spot, integers
from tensorlab.frozen import replace
from tensorlab.language.values.functions import BoundMethod, Function

HIGHEST_CLASS = 1000  # a table for more is no slip


@repair
def called(scene: Scene) -> Iterator[Candidate]:
    """Call what is a function."""
    for operand in scene.operands:
        if isinstance(operand.value, BoundMethod | Function):
            tree = exchanged(scene.tree, operand.name, f"{operand.name}()")
            yield Candidate(tree, f"{operand.name} is a function: the brackets call it.")


def exchanged(tree: ast.expr, old: str, new: str) -> ast.expr:
    """Return a copy of a tree with another expression in place of those that read like one."""

    class Exchanger(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            if isinstance(node, ast.expr) and ast.unparse(node) == old:
                return ast.parse(new, mode="eval").body
            return self.generic_visit(node)

    made: ast.expr = Exchanger().visit(copy.deepcopy(tree))
    return made


@repair
def bracketed_masks(scene: Scene) -> Iterator[Candidate]:
    """Compare first, and join the masks then: & and | bind more than > does."""
    tree = scene.tree
    if not isinstance(tree, ast.Compare):
        return
    parts: list[ast.expr] = [tree.left]
    joints: list[ast.operator] = []
    comparisons: list[ast.Compare] = []
    waiting: list[Any] = list(zip(tree.ops, tree.comparators, strict=True))
    for sign, right in waiting:
        inner = right if isinstance(right, ast.BinOp) else None
        if inner is not None and isinstance(inner.op, ast.BitAnd | ast.BitOr):
            comparisons.append(ast.Compare(parts.pop(), [sign], [inner.left]))
            joints.append(inner.op)
            parts.append(inner.right)
        elif parts:
            comparisons.append(ast.Compare(parts.pop(), [sign], [right]))
        else:
            return
    if joints and len(comparisons) == len(joints) + 1:
        found: ast.expr = comparisons[0]
        for joint, comparison in zip(joints, comparisons[1:], strict=True):
            found = ast.BinOp(found, joint, comparison)
        yield Candidate(found, "& and | come before > and <: each comparison in brackets.")


@repair_of(ast.BinOp)
def as_text(scene: Scene, sum_: ast.BinOp) -> Iterator[Candidate]:
    """Make text of what is added to text."""
    for side in ("left", "right"):
        tree = copy.deepcopy(sum_)
        text = f"str({ast.unparse(getattr(tree, side))})"
        setattr(tree, side, ast.parse(text, mode="eval").body)
        yield Candidate(tree, "str makes text of any value.")


@repair_of_operand
def rows_counted(scene: Scene, spot: Spot) -> Ways:
    """Count the rows of a tensor."""
    if scene.called("range"):
        yield "len({})", f"As many rounds as {spot.name} has rows."


@repair
def first_of_pair(scene: Scene) -> Iterator[Candidate]:
    """Take the values of a result that has indices, too."""
    for node in ast.walk(scene.tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and scene.spots:
            first = ast.unparse(node.elts[0])
            tree = exchanged(scene.tree, ast.unparse(node), first)
            yield Candidate(tree, "The values; the indices are the second part.")


@repair_of_call
def enough_classes(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Count as many classes as there are."""
    if scene.called("one_hot") and scene.spots:
        count = int(scene.spots[0].value.max()) + 1
        call.args, call.keywords = call.args[:1], [ast.keyword("num_classes", ast.Constant(count))]
        yield Candidate(call, f"Classes 0 to {count - 1}: {count} of them.")


@repair_of_call
def enough_rows(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Make a table with a row for each index."""
    if isinstance(call.func, ast.Call) and scene.spots:
        count = int(scene.spots[-1].value.max()) + 1
        if call.func.args and count <= HIGHEST_CLASS:
            call.func.args[0] = ast.Constant(count)
            yield Candidate(call, f"Rows 0 to {count - 1}: as many as the indices need.")


@repair_of_call
def inner_layer(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Make the layer that is meant, somewhere among others, for as many columns as arrive."""
    sizes = re.search(r"\((\d+)x(\d+) and (\d+)x(\d+)\)", scene.message)
    arrived, taken = (int(sizes[2]), int(sizes[3])) if sizes else (0, None)
    for place, node in enumerate(ast.walk(call)):
        if isinstance(node, ast.Call) and list(integers(node.args[:1])) == [taken]:
            tree = copy.deepcopy(call)
            inner: Any = list(ast.walk(tree))[place]
            inner.args[0] = ast.Constant(arrived)
            yield Candidate(tree, f"The layer is made for {arrived}, which is what arrives there.")


@repair_of_call
def made_then_called(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Make a layer first, then call it with what it was given."""
    if isinstance(getattr(nn, scene.call_name, None), type):
        call.func = ast.Call(call.func, [], [])
        yield Candidate(call, "The first brackets make it with its settings, the second call it.")


@repair_of_call
def not_strict(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Load what there is."""
    call.keywords.append(ast.keyword("strict", ast.Constant(value=False)))
    yield Candidate(call, "Missing parameters keep their numbers, extra ones are left out.")


@repair_of_call
def unused_allowed(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Take None for the gradient of what was not used."""
    call.keywords.append(ast.keyword("allow_unused", ast.Constant(value=True)))
    yield Candidate(call, "None stands for a gradient that does not exist.")


@repair_of_call
def fewer_elements(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Ask for no more elements than there are."""
    size = (scene.spots[0].shape or (1,))[-1] if scene.spots else math.inf
    large = [at for at, part in enumerate(call.args) if next(integers([part]), 0) > size]
    for at in large[:1]:
        call.args[at] = ast.Constant(size)
        yield Candidate(call, f"All {size} elements.")


@repair_of(ast.Tuple, ast.List)
def as_many_names(scene: Scene, targets: ast.Tuple | ast.List) -> Iterator[Candidate]:
    """Write as many names as there are values."""
    count, names = re.search(r"expected (\d+), got (\d+)", scene.message), targets.elts
    if count is not None and int(count[2]) < len(names):
        kept = ast.Tuple(names[: int(count[2])], ast.Load())
        yield Candidate(kept, "As many names as there are values.")
    elif "too many" in scene.message:
        last = ast.Starred(names[-1], ast.Load())
        kept = ast.Tuple([*names[:-1], last], ast.Load())
        yield Candidate(kept, f"{ast.unparse(last.value)} is the list of the remaining values.")


@repair
def as_parameter(scene: Scene) -> Iterator[Candidate]:
    """Make a parameter of what a layer is given."""
    if isinstance(scene.around, ast.Assign):
        text = f"{ast.unparse(scene.tree)} = nn.Parameter({ast.unparse(scene.around.value)})"
        yield Candidate(scene.tree, "A parameter with these numbers.", statement=text)


@repair
def between_rows(scene: Scene) -> Iterator[Candidate]:
    """Put a comma between two lists."""
    text = re.sub(r"\]\s+\[", "], [", scene.statement_text)
    if text != scene.statement_text:
        yield Candidate(scene.tree, "A comma between the rows.", statement=text)


@repair_of(ast.Subscript)
def other_key(scene: Scene, index: ast.Subscript) -> Iterator[Candidate]:
    """Use a key that the dict has."""
    from tensorlab.language.failing.hints import nearest  # noqa: PLC0415  seldom needed

    keys = next((each.value for each in scene.operands if isinstance(each.value, dict)), {})
    asked = index.slice.value if isinstance(index.slice, ast.Constant) else None
    for key in nearest(str(asked), map(str, keys)) if asked is not None else ():
        yield Candidate(ast.Subscript(index.value, ast.Constant(key)), f"Spelled {key}.")


@repair
def one_unknown(scene: Scene) -> Iterator[Candidate]:
    """Leave one size to be worked out, and say the others."""
    given = list(integers(scene.arguments))
    for kept in [place for place, size in enumerate(given) if size == -1][::-1]:
        shape = scene.spots[0].shape if scene.spots else ()
        sizes = [
            size if size != -1 or place == kept else (*shape, *[1] * len(given))[place]
            for place, size in enumerate(given)
        ]
        text = ", ".join(map(str, sizes))
        made = scene.recalled(text if scene.is_method else f"({text})", "Only one can be -1.")
        yield replace(made, keeps=True)
