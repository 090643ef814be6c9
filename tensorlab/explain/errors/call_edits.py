"""Edits of the call itself: another function, other operands, other settings."""

import ast
import copy
from collections.abc import Iterator
from itertools import permutations

from tensorlab.explain.errors.edit import repair
from tensorlab.explain.errors.scene import Candidate, Scene, integers, replaced

# The methods whose arguments this edit puts in order: it belongs to the edit.
REORDERING = {"permute", "transpose", "swapaxes", "swapdims"}


def pair(scene: Scene) -> tuple[str, str] | None:
    """Return the placeholders of two operands, None where there are not two."""
    if len(scene.spots) < 2:
        return None
    return scene.spots[0].placeholder, scene.spots[1].placeholder


@repair
def matmul(scene: Scene) -> Iterator[Candidate]:
    """Multiply with @, which takes vectors, matrices and batches."""
    if (found := pair(scene)) and scene.is_bare:
        yield scene.made(f"{found[0]} @ {found[1]}", "@ takes vectors, matrices and batches alike.")


@repair
def transposed_matmul(scene: Scene) -> Iterator[Candidate]:
    """Multiply the first operand's transpose with @."""
    if (found := pair(scene)) and scene.is_bare:
        name = scene.spots[0].name
        yield scene.made(f"{found[0]}.mT @ {found[1]}", f"The columns of {name} times the other.")


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
        yield Candidate(tree, "The two bounds exchanged.")


@repair
def elementwise(scene: Scene) -> Iterator[Candidate]:
    """Multiply cell by cell."""
    if (found := pair(scene)) and scene.is_bare:
        yield scene.made(
            f"{found[0]} * {found[1]}", "* multiplies cell by cell, and adds nothing up."
        )


@repair
def dim(scene: Scene) -> Iterator[Candidate]:
    """Use another dimension."""
    if not isinstance(scene.tree, ast.Call) or not scene.spots:
        return
    top = max(len(spot.shape) for spot in scene.spots)
    if scene.call_name.rstrip("_") == "unsqueeze":
        yield Candidate(with_dim(scene, top), f"The new dimension is the last one, {top}.")
        return
    for place in range(top - 1, -1, -1):
        sizes = scene.spots[0].shape[place : place + 1]
        size = f", of size {sizes[0]}" if sizes else ""
        yield Candidate(with_dim(scene, place), f"Along dimension {place}{size}.")


def with_dim(scene: Scene, place: int) -> ast.expr:
    """Return the call with its last number, or its dim=, replaced; cat without one gets it."""
    tree = copy.deepcopy(scene.tree)
    assert isinstance(tree, ast.Call)  # noqa: S101  the caller looked
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


@repair
def bool_keepdim(scene: Scene) -> Iterator[Candidate]:
    """Say keepdim with True or False."""
    if not isinstance(scene.tree, ast.Call):
        return
    tree = copy.deepcopy(scene.tree)
    for keyword in tree.keywords:
        if keyword.arg == "keepdim":
            given = next(integers([keyword.value]), None)
            if given is not None:
                keyword.value = ast.Constant(value=bool(given))
                yield Candidate(tree, "keepdim is True or False.")


@repair
def matrix_transpose(scene: Scene) -> Iterator[Candidate]:
    """Swap the last two dimensions of a batch."""
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
def scalar_loss(scene: Scene) -> Iterator[Candidate]:
    """Sum what backward starts from."""
    if not scene.spots:
        return
    for word in ("sum", "mean"):
        yield scene.with_operand(
            scene.spots[0], f"{{}}.{word}()", f"The {word} is one number to start from."
        )


@repair
def invert(scene: Scene) -> Iterator[Candidate]:
    """Invert a mask."""
    if len(scene.spots) == 1:
        yield scene.made(f"~{scene.spots[0].placeholder}", "True and False exchanged.")


@repair
def xor(scene: Scene) -> Iterator[Candidate]:
    """Tell where two masks differ."""
    if found := pair(scene):
        yield scene.made(f"{found[0]} ^ {found[1]}", "True where the two differ.")
        yield scene.made(f"{found[0]} & ~{found[1]}", "True where only the first is.")


@repair
def add_dim(scene: Scene) -> Iterator[Candidate]:
    """Say along which dimension."""
    if isinstance(scene.tree, ast.Call) and scene.spots:
        for place in range(len(scene.spots[0].shape)):
            tree = copy.deepcopy(scene.tree)
            tree.keywords.append(ast.keyword("dim", ast.Constant(place)))
            yield Candidate(tree, f"Along dimension {place}.")


@repair
def made_tensor(scene: Scene) -> Iterator[Candidate]:
    """Make a tensor of a number or a list."""
    if not isinstance(scene.tree, ast.Call):
        return
    for place, part in enumerate(scene.tree.args):
        if isinstance(part, ast.Constant | ast.List | ast.Tuple | ast.UnaryOp):
            tree = copy.deepcopy(scene.tree)
            tree.args[place] = ast.parse(f"torch.tensor({ast.unparse(part)})", mode="eval").body
            yield Candidate(tree, "torch.tensor makes a tensor of it.")


@repair
def float_dtype(scene: Scene) -> Iterator[Candidate]:
    """Compute in, or make, floats."""
    if isinstance(scene.tree, ast.Call):
        for keyword in ("dtype",):
            tree = copy.deepcopy(scene.tree)
            if all(each.arg != keyword for each in tree.keywords):
                value = ast.parse("torch.float32", mode="eval").body
                tree.keywords.append(ast.keyword(keyword, value))
                yield Candidate(tree, "In float32.")


@repair
def last_index(scene: Scene) -> Iterator[Candidate]:
    """Use the last place, or the other dimension."""
    if not isinstance(scene.tree, ast.Subscript) or not scene.spots:
        return
    shape = scene.spots[0].shape
    keys: list[ast.expr] = (
        scene.tree.slice.elts if isinstance(scene.tree.slice, ast.Tuple) else [scene.tree.slice]
    )
    numbers = [next(integers([key]), None) for key in keys]
    if len(keys) > len(shape) or not all(map(takes_one, keys, numbers)):
        return
    fixed = [
        str(size - 1) if number is not None and not -size <= number < size else ast.unparse(key)
        for key, number, size in zip(keys, numbers, shape, strict=False)
    ]
    name = scene.spots[0].placeholder
    yield scene.made(f"{name}[{', '.join(fixed)}]", "The last place there is.")
    if len(shape) > 1 and len(keys) == 1:
        yield scene.made(f"{name}[:, {ast.unparse(keys[0])}]", "Along dimension 1: a column.")


def takes_one(key: ast.expr, number: int | None) -> bool:
    """Return whether a key is for one dimension: a whole number or a slice."""
    return number is not None or isinstance(key, ast.Slice)


@repair
def flip(scene: Scene) -> Iterator[Candidate]:
    """Turn a dimension round instead of walking backwards."""
    if not isinstance(scene.tree, ast.Subscript) or not scene.spots:
        return
    keys = scene.tree.slice.elts if isinstance(scene.tree.slice, ast.Tuple) else [scene.tree.slice]
    steps = [step_of(key) for key in keys]
    turned = [place for place, step in enumerate(steps) if step is not None and step < 0]
    for place in turned:
        whole = isinstance(keys[place], ast.Slice) and is_unbounded(keys[place])
        if not whole or not all(isinstance(key, ast.Slice) for key in keys[:place]):
            return  # where it begins and ends would have to be counted from the other side
    left = [
        ":" if step == -1 else f"::{-step}" if place in turned and step else ast.unparse(key)
        for place, (key, step) in enumerate(zip(keys, steps, strict=True))
    ]
    dims = ", ".join(map(str, turned))
    rest = f"[{', '.join(left)}]" if set(left) != {":"} else ""
    name = scene.spots[0].placeholder
    yield scene.made(f"{name}.flip({dims}){rest}", f"flip turns dimension {dims} round, in a copy.")


def step_of(key: ast.expr) -> int | None:
    """Return the step of a slice, None where it is not written as a number."""
    if not isinstance(key, ast.Slice) or key.step is None:
        return None
    return next(integers([key.step]), None)


def is_unbounded(key: ast.expr) -> bool:
    """Return whether a slice has neither a begin nor an end."""
    return isinstance(key, ast.Slice) and key.lower is None and key.upper is None


@repair
def mask_dim(scene: Scene) -> Iterator[Candidate]:
    """Let a mask select along the dimension that has its size."""
    if found := pair(scene):
        mask = scene.spots[1]
        for place, size in enumerate(scene.spots[0].shape):
            if mask.shape == (size,):
                front = ":, " * place
                yield scene.made(
                    f"{found[0]}[{front}{found[1]}]", f"The mask selects along dimension {place}."
                )


@repair
def fewer_indices(scene: Scene) -> Iterator[Candidate]:
    """Leave out the indices that are too many."""
    if isinstance(scene.tree, ast.Subscript) and isinstance(scene.tree.slice, ast.Tuple):
        if not all(next(integers([key]), None) is not None for key in scene.tree.slice.elts):
            return
        keys = scene.tree.slice.elts[: len(scene.spots[0].shape)]
        text = ", ".join(map(ast.unparse, keys))
        yield scene.made(f"{scene.spots[0].placeholder}[{text}]", "One index for each dimension.")


@repair
def on_cpu(scene: Scene) -> Iterator[Candidate]:
    """Use the main memory where a GPU was asked for."""
    tree = copy.deepcopy(scene.tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and str(node.value).startswith("cuda"):
            node.value = "cpu"
        elif isinstance(node, ast.Attribute) and node.attr == "cuda":
            node.attr = "cpu"
    yield Candidate(tree, "The same in the main memory.")
