"""Edits of the call itself: another function, other operands, other settings."""

import ast
import copy
from collections.abc import Iterator
from itertools import permutations

from tensorlab.explain.errors.edit import pair, repair, repair_of_call, repair_of_pair
from tensorlab.explain.errors.scene import Candidate, Scene, integers, replaced

# The methods whose arguments this edit puts in order: it belongs to the edit.
REORDERING = {"permute", "transpose", "swapaxes", "swapdims"}

repair_of_pair("matmul", ("{} @ {}", "@ takes vectors, matrices and batches alike."), is_bare=True)
repair_of_pair(
    "elementwise", ("{} * {}", "* multiplies element by element, and adds nothing up."),
    is_bare=True,
)  # fmt: skip
repair_of_pair(
    "xor", ("{} ^ {}", "True where the two differ."), ("{} & ~{}", "True where only the first is.")
)


@repair
def swap(scene: Scene) -> Iterator[Candidate]:
    """Exchange the operands."""
    if found := pair(scene):
        first, second = (spot.name for spot in scene.spots[:2])
        meaning = f"{second} times {first}: the order of a matrix product matters."
        tree = replaced(scene.tree, found[0], ast.Name("between_", ast.Load()))
        tree = replaced(tree, found[1], ast.Name(found[0], ast.Load()))
        yield Candidate(replaced(tree, "between_", ast.Name(found[1], ast.Load())), meaning)
    elif isinstance(scene.tree, ast.Call) and len(scene.tree.args) == 2:
        tree = copy.deepcopy(scene.tree)
        tree.args.reverse()
        yield Candidate(tree, "The two bounds swapped.")


@repair_of_call
def dim(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Use another dimension."""
    top = max((len(spot.shape) for spot in scene.spots), default=0)
    if scene.spots and scene.call_name.rstrip("_") == "unsqueeze":
        yield Candidate(with_dim(call, top), f"The new dimension is the last one, {top}.")
        return
    for place in range(top - 1, -1, -1):
        sizes = scene.spots[0].shape[place : place + 1]
        size = f", of size {sizes[0]}" if sizes else ""
        yield Candidate(with_dim(call, place), f"Along dimension {place}{size}.")


def with_dim(call: ast.Call, place: int) -> ast.expr:
    """Return a call with its last number, or its dim=, replaced; cat without one gets it."""
    tree = copy.deepcopy(call)
    constant = ast.Constant(place)
    for keyword in tree.keywords:
        if keyword.arg in {"dim", "axis"}:
            keyword.value = constant
            return tree
    numbers = [at for at, part in enumerate(tree.args) if list(integers([part]))]
    if numbers:
        tree.args[numbers[-1]] = constant
    else:
        tree.keywords.append(ast.keyword("dim", constant))
    return tree


@repair
def dims(scene: Scene) -> Iterator[Candidate]:
    """Name every dimension once, beginning with what was meant."""
    if not scene.spots or scene.call_name not in REORDERING:
        return
    count = len(scene.spots[0].shape)
    given = [number for number in integers(scene.arguments) if -count <= number < count]
    orders = list(permutations(range(count))) if count <= 4 else []
    wanted = list(dict.fromkeys(number % count for number in given)) if count else []
    orders.sort(
        key=lambda order: (list(order[: len(wanted)]) != wanted, order == tuple(range(count)))
    )
    if scene.call_name in {"transpose", "swapaxes"} and count >= 2:
        yield scene.recalled(f"{count - 2}, {count - 1}", "The last two dimensions swapped.")
        return
    for order in orders[:3]:
        text = ", ".join(map(str, order))
        shape = tuple(scene.spots[0].shape[place] for place in order)
        yield scene.recalled(
            text if scene.is_method else f"({text},)", f"Dimensions in this order: {shape}."
        )


@repair
def dims_tuple(scene: Scene) -> Iterator[Candidate]:
    """Put several dimensions into one tuple."""
    numbers = list(integers(scene.arguments))
    if len(numbers) > 1:
        text = ", ".join(map(str, numbers))
        yield scene.recalled(f"dim=({text})", f"Along the dimensions {text} at once.")


@repair_of_call
def bool_keepdim(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Say keepdim with True or False."""
    for keyword in call.keywords:
        given = next(integers([keyword.value]), None)
        if keyword.arg == "keepdim" and given is not None:
            keyword.value = ast.Constant(value=bool(given))
            yield Candidate(call, "keepdim is True or False.")


@repair
def matrix_transpose(scene: Scene) -> Iterator[Candidate]:
    """Swap the last two dimensions of a batch, where it is transposed and nothing more."""
    if len(scene.spots) > 1:
        return
    spot = scene.spots[0]
    yield scene.made(f"{spot.placeholder}.mT", "Rows and columns of each matrix swapped.")
    yield scene.made(f"{spot.placeholder}.transpose(0, 1)", "The first two dimensions swapped.")


@repair
def out_of_place(scene: Scene) -> Iterator[Candidate]:
    """Make a new tensor instead of writing over one."""
    if scene.call_name.endswith("_") and isinstance(scene.tree, ast.Call):
        tree = copy.deepcopy(scene.tree)
        assert isinstance(tree.func, ast.Attribute)  # noqa: S101  only methods end so
        tree.func.attr = tree.func.attr.rstrip("_")
        yield Candidate(tree, "A new tensor; the old one stays as it is.")
    elif isinstance(scene.tree, ast.BinOp):
        yield Candidate(scene.tree, "A new tensor gets the name; the old one stays.", renews=True)


@repair
def tolist(scene: Scene) -> Iterator[Candidate]:
    """Take all numbers instead of one."""
    for spot in scene.spots[: scene.called("item")]:
        yield scene.made(f"{spot.placeholder}.tolist()", "All numbers, as a nested list.")


@repair
def invert(scene: Scene) -> Iterator[Candidate]:
    """Invert a mask."""
    if len(scene.spots) == 1:
        yield scene.made(f"~{scene.spots[0].placeholder}", "True and False swapped.")


@repair_of_call
def add_dim(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Say along which dimension."""
    for spot in scene.spots[:1]:
        for place in range(len(spot.shape)):
            tree = copy.deepcopy(call)
            tree.keywords.append(ast.keyword("dim", ast.Constant(place)))
            yield Candidate(tree, f"Along dimension {place}.")


@repair_of_call
def made_tensor(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Make a tensor of a number or a list."""
    for place, part in enumerate(call.args):
        named = isinstance(part, ast.Name) and isinstance(
            scene.values.get(part.id), int | float | list | tuple
        )
        if named or isinstance(part, ast.Constant | ast.List | ast.Tuple | ast.UnaryOp):
            tree = copy.deepcopy(call)
            tree.args[place] = ast.parse(f"torch.tensor({ast.unparse(part)})", mode="eval").body
            yield Candidate(tree, "torch.tensor makes a tensor from it.")


@repair_of_call
def float_dtype(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Compute in, or make, floats."""
    if all(each.arg != "dtype" for each in call.keywords):
        value = ast.parse("torch.float32", mode="eval").body
        call.keywords.append(ast.keyword("dtype", value))
        yield Candidate(call, "In float32.")


@repair
def on_cpu(scene: Scene) -> Iterator[Candidate]:
    """Use the main memory where a GPU was asked for."""
    tree = copy.deepcopy(scene.tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and str(node.value).startswith(("cuda", "gpu")):
            node.value = "cpu"
        elif isinstance(node, ast.Attribute) and node.attr == "cuda":
            node.attr = "cpu"
    yield Candidate(tree, "The same in main memory.", keeps=True)


@repair_of_call
def add_argument(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Give one more argument, as small as it can be: a number, or a size."""
    for value, what in (("(1,)", "a size"), ("5", "a number")):
        tree = copy.deepcopy(call)
        tree.args.append(ast.parse(value, mode="eval").body)
        yield Candidate(tree, f"{value} stands for what is missing: {what}.")


@repair_of_call
def type_of_name(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Write a data type where its name stands."""
    for node in [*call.args, *(word.value for word in call.keywords if word.arg == "dtype")]:
        name = str(getattr(node, "value", "")).removeprefix("torch.")
        if isinstance(node, ast.Constant) and name.isidentifier():
            text = ast.unparse(call).replace(repr(node.value), f"torch.{name}", 1)
            yield scene.made(text, f"torch.{name} is the data type.")
