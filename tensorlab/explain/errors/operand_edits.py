"""Edits of one operand: another shape, another type, a part of it."""

import ast
import copy
from collections.abc import Iterator

from tensorlab.explain.errors.scene import Candidate, Scene, Spot

REDUCTIONS = {"sum", "mean", "max", "min", "amax", "amin", "prod", "std", "var", "norm", "any",
              "all", "argmax", "argmin", "median", "logsumexp"}  # fmt: skip


def keepdim(scene: Scene) -> Iterator[Candidate]:
    """Keep the dimension that a reduction among the operands took away."""
    for spot in scene.spots:
        call = spot.node
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if call.func.attr not in REDUCTIONS or not (call.args or call.keywords):
            continue
        kept = copy.deepcopy(call)
        kept.keywords.append(ast.keyword("keepdim", ast.Constant(value=True)))
        from tensorlab.explain.errors.scene import replaced  # noqa: PLC0415

        yield Candidate(
            replaced(scene.tree, spot.placeholder, kept),
            f"{spot.name} keeps its dimension with size 1, so each result meets its own row.",
        )


def unsqueeze(scene: Scene) -> Iterator[Candidate]:
    """Give an operand with fewer dimensions one more, of size 1."""
    most = max((len(spot.shape) for spot in scene.spots), default=0)
    for spot in sorted(scene.spots, key=lambda spot: len(spot.shape)):
        if len(spot.shape) == most > 1 and len(scene.spots) > 1:
            continue  # a result of more dimensions than any operand is seldom meant
        places = range(len(spot.shape), -1, -1)
        for place in places:
            yield scene.with_operand(
                spot, f"{{}}.unsqueeze({place})", unsqueezed_words(spot, place)
            )


def unsqueezed_words(spot: Spot, place: int) -> str:
    """Return what an operand with one more dimension is."""
    if len(spot.shape) == 1:
        shape = "column: one number for each row" if place else "row: one number for each column"
        return f"{spot.name} becomes a {shape}."
    return f"{spot.name} gets a new dimension {place} of size 1, which is stretched."


def transpose(scene: Scene) -> Iterator[Candidate]:
    """Swap the last two dimensions of an operand."""
    for spot in reversed(scene.spots):
        if len(spot.shape) == 2:
            yield scene.with_operand(spot, "{}.T", f"The rows of {spot.name} become its columns.")
        elif len(spot.shape) > 2:
            yield scene.with_operand(
                spot, "{}.mT", f"Each matrix of {spot.name} has rows and columns swapped."
            )


def squeeze(scene: Scene) -> Iterator[Candidate]:
    """Drop a dimension of size 1, or pick one entry along the first dimension."""
    for spot in scene.spots:
        for place, size in enumerate(spot.shape):
            if size == 1:
                yield scene.with_operand(
                    spot, f"{{}}.squeeze({place})",
                    f"{spot.name} loses dimension {place}, which has size 1.",
                )  # fmt: skip


def together(scene: Scene) -> Iterator[Candidate]:
    """Move an operand to the device of another one."""
    for spot in scene.spots:
        for other in scene.spots:
            device = other.value.device
            if device != spot.value.device:
                yield scene.with_operand(
                    spot, f"{{}}.to({str(device)!r})", f"{spot.name} goes to {other.name}'s device."
                )


def index(scene: Scene) -> Iterator[Candidate]:
    """Take the first entry of an operand with too many dimensions."""
    for spot in scene.spots:
        if len(spot.shape) > 2:
            yield scene.with_operand(spot, "{}[0]", f"Only the first matrix of {spot.name}.")


def reshape(scene: Scene) -> Iterator[Candidate]:
    """Give an operand the other one's shape, if it has as many elements."""
    for spot in scene.spots:
        other = scene.other(spot)
        if (
            other is not None
            and other.shape != spot.shape
            and (spot.value.array.size == other.value.array.size)
        ):
            sizes = ", ".join(map(str, other.shape))
            yield scene.with_operand(
                spot, f"{{}}.reshape({sizes})",
                f"The elements of {spot.name} in reading order, laid out as {other.name}.",
            )  # fmt: skip


def flatten(scene: Scene) -> Iterator[Candidate]:
    """Make an operand a vector."""
    for spot in scene.spots:
        if len(spot.shape) > 1:
            yield scene.with_operand(
                spot, "{}.flatten()", f"All elements of {spot.name} in one row."
            )


def crop(scene: Scene) -> Iterator[Candidate]:
    """Keep as much of an operand as the other one has."""
    for spot in reversed(scene.spots):
        other = scene.other(spot)
        if other is None:
            continue
        width = len(spot.shape)
        wanted = (1,) * (width - len(other.shape)) + other.shape[max(len(other.shape) - width, 0) :]
        if len(wanted) == width:
            yield from cropped(scene, spot, wanted)


def cropped(scene: Scene, spot: Spot, wanted: tuple[int, ...]) -> Iterator[Candidate]:
    """Cut an operand down to sizes; a size of 1 on either side is stretched and stays."""
    cuts = [
        f":{want}" if want < size and want != 1 else ":"
        for size, want in zip(spot.shape, wanted, strict=True)
    ]
    while cuts and cuts[-1] == ":":
        cuts.pop()
    if cuts:
        text = ", ".join(cuts)
        yield scene.with_operand(
            spot, f"{{}}[{text}]",
            f"Only the first part of {spot.name}: right only if the rest is not wanted.",
        )  # fmt: skip


def inner_crop(scene: Scene) -> Iterator[Candidate]:
    """Keep as many of the inner places as both operands have."""
    if len(scene.spots) < 2 or not all(spot.shape for spot in scene.spots[:2]):
        return
    left, right = scene.spots[:2]
    rows = right.shape[-2] if len(right.shape) > 1 else right.shape[-1]
    columns = left.shape[-1]
    if columns > rows:
        yield scene.with_operand(
            left, f"{{}}[..., :{rows}]", f"Only the first {rows} columns of {left.name}."
        )
    elif rows > columns:
        behind = ", :" if len(right.shape) > 1 else ""
        yield scene.with_operand(
            right,
            f"{{}}[..., :{columns}{behind}]",
            f"Only the first {columns} rows of {right.name}.",
        )


def batch_crop(scene: Scene) -> Iterator[Candidate]:
    """Keep as many matrices as the other batch has."""
    for spot in scene.spots:
        other = scene.other(spot)
        if (
            other is not None
            and len(spot.shape) == len(other.shape) == 3
            and (spot.shape[0] > other.shape[0])
        ):
            size = other.shape[0]
            yield scene.with_operand(
                spot, f"{{}}[:{size}]", f"Only the first {size} matrices of {spot.name}."
            )


def cast(scene: Scene) -> Iterator[Candidate]:
    """Convert an operand to the other one's data type, whole numbers to floats first."""
    for spot in sorted(scene.spots, key=lambda spot: spot.value.dtype.category):
        other = scene.other(spot)
        if other is not None and other.value.dtype is not spot.value.dtype:
            yield scene.with_operand(
                spot, f"{{}}.to({other.value.dtype!r})",
                f"{spot.name} as {other.value.dtype.name}, the type of {other.name}.",
            )  # fmt: skip
    yield from floating(scene)


def floating(scene: Scene) -> Iterator[Candidate]:
    """Convert an operand to floats."""
    for spot in scene.spots:
        if spot.value.dtype.category < 2:
            yield scene.with_operand(spot, "{}.float()", f"{spot.name} as float32.")


def integer(scene: Scene) -> Iterator[Candidate]:
    """Convert an operand to whole numbers."""
    for spot in scene.spots:
        if spot.value.dtype.category != 1:
            yield scene.with_operand(
                spot, "{}.long()", f"{spot.name} as int64: fractions are cut off."
            )


def boolean(scene: Scene) -> Iterator[Candidate]:
    """Convert an operand to truth values."""
    for spot in reversed(scene.spots):
        if spot.value.dtype.category:
            yield scene.with_operand(
                spot, "{}.bool()", f"Every number of {spot.name} but 0 counts as True."
            )


def positive(scene: Scene) -> Iterator[Candidate]:
    """Make a mask by a comparison."""
    for spot in reversed(scene.spots):
        if spot.value.dtype.category:
            yield scene.with_operand(spot, "({} > 0)", f"True where {spot.name} is positive.")


def square_crop(scene: Scene) -> Iterator[Candidate]:
    """Keep the square corner of a matrix."""
    for spot in scene.spots:
        if len(spot.shape) >= 2:
            side = min(spot.shape[-2:])
            yield scene.with_operand(
                spot, f"{{}}[..., :{side}, :{side}]", f"The {side} by {side} corner of {spot.name}."
            )


def square(scene: Scene) -> Iterator[Candidate]:
    """Multiply a matrix by its transpose, which is square."""
    for spot in scene.spots:
        if len(spot.shape) >= 2:
            yield scene.with_operand(
                spot, "({0} @ {0}.mT)",
                f"The products of the rows of {spot.name} with one another are a square matrix.",
            )  # fmt: skip


def reduce(scene: Scene) -> Iterator[Candidate]:
    """Combine all cells to one number."""
    for spot in scene.spots:
        if spot.value.dtype.category == 0:
            yield scene.with_operand(spot, "{}.all()", f"True if all of {spot.name} is True.")
            yield scene.with_operand(spot, "{}.any()", f"True if any of {spot.name} is True.")
        yield scene.with_operand(spot, "{}.sum()", f"The sum of all cells of {spot.name}.")


def first_cell(scene: Scene) -> Iterator[Candidate]:
    """Pick the first cell."""
    for spot in scene.spots:
        if spot.value.array.size:
            zeros = ", ".join("0" * len(spot.shape))
            yield scene.with_operand(spot, f"{{}}[{zeros}]", f"The first cell of {spot.name}.")


def contiguous(scene: Scene) -> Iterator[Candidate]:
    """Copy an operand so that it lies row after row."""
    for spot in scene.spots:
        yield scene.with_operand(
            spot, "{}.contiguous()", f"{spot.name} is copied into reading order first."
        )


def detach(scene: Scene) -> Iterator[Candidate]:
    """Work on a copy that autograd does not watch."""
    for spot in scene.spots[:1]:
        yield scene.with_operand(
            spot, "{}.detach().clone()", f"A copy of {spot.name} that is not recorded."
        )
