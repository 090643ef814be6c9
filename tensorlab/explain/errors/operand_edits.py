"""Edits of one operand or of both: another shape, another type, a part of it."""

import ast
import copy
from collections.abc import Iterator
from math import prod

from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.explain.errors.edit import Ways, repair, repair_of_operand, repair_of_operands
from tensorlab.explain.errors.scene import Candidate, Scene, Spot, replaced


def has_numbers(spot: Spot) -> bool:
    """Return whether an operand holds something else than truth values."""
    return bool(spot.value.dtype.category)


floating = repair_of_operands(
    "floating",
    ("{}.float()", "{name} as float32."),
    where=lambda spot: spot.value.dtype.category < 2,
)
repair_of_operands(
    "integer",
    ("{}.long()", "{name} as int64: fractions are cut off."),
    where=lambda spot: spot.value.dtype.category != 1 and not spot.value.requires_grad,
)
repair_of_operands(
    "boolean", ("{}.bool()", "Every number of {name} but 0 counts as True."),
    where=has_numbers, last_first=True,
)  # fmt: skip
repair_of_operands(
    "positive", ("({} > 0)", "True where {name} is positive."),
    where=has_numbers, last_first=True,
)  # fmt: skip
repair_of_operands(
    "inner_reduce", ("{}.flatten()[0]", "The first element of {name}."),
    ("{}.sum()", "The sum of all elements of {name}."),
)  # fmt: skip
repair_of_operands("sigmoid", ("{}.sigmoid()", "sigmoid gives numbers between 0 and 1."),
                   only_first=True)  # fmt: skip
repair_of_operands("contiguous", ("{}.contiguous()", "{name} is first copied into reading order."))
repair_of_operands(
    "unrecorded", ("{}.detach()", "The elements of {name}, without their record for gradients.")
)
repair_of_operands(
    "new_leaf", ("{}.detach().requires_grad_()", "The elements of {name}, as a new leaf.")
)
repair_of_operands(
    "scalar_loss", ("{}.sum()", "The sum is one number to start from."),
    ("{}.mean()", "The mean is one number to start from."), only_first=True,
)  # fmt: skip
repair_of_operands(
    "flatten", ("{}.flatten()", "All elements of {name} in one row."),
    where=lambda spot: len(spot.shape) > 1,
)  # fmt: skip
repair_of_operands(
    "squeeze_part", ("{}.squeeze()", "{name} without its dimensions of size 1."),
    where=lambda spot: 1 in spot.shape,
)  # fmt: skip
AS_BATCH = ("{}[None]", "{name} as a batch of one.")
repair_of_operands("add_dimension", AS_BATCH)
repair_of_operands(
    "batch_dim", AS_BATCH, ("{}[None, None]", "{name} as a batch of one channel."), only_first=True
)


def keeps_dimensions(name: str) -> bool:
    """Return whether a method of tensors can keep the dimension that it reduces."""
    operation = OPERATIONS.known(f"torch.Tensor.{name}")
    return operation is not None and "keepdim" in operation.signature.parameters


@repair
def keepdim(scene: Scene) -> Iterator[Candidate]:
    """Keep the dimension that a reduction among the operands took away."""
    for spot in scene.spots:
        call = spot.node
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if not keeps_dimensions(call.func.attr) or not (call.args or call.keywords):
            continue
        kept = copy.deepcopy(call)
        kept.keywords.append(ast.keyword("keepdim", ast.Constant(value=True)))
        yield Candidate(
            replaced(scene.tree, spot.placeholder, kept),
            f"{spot.name} keeps its dimension with size 1, so each result meets its own row.",
        )


@repair
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


@repair
def transpose(scene: Scene) -> Iterator[Candidate]:
    """Swap the last two dimensions of an operand."""
    for spot in reversed(scene.spots):
        if len(spot.shape) == 2:
            yield scene.with_operand(spot, "{}.T", f"The rows of {spot.name} become its columns.")
        elif len(spot.shape) > 2:
            yield scene.with_operand(
                spot, "{}.mT", f"Each matrix of {spot.name} has rows and columns swapped."
            )


@repair_of_operand
def squeeze(scene: Scene, spot: Spot) -> Ways:
    """Drop a dimension of size 1, or pick one entry along the first dimension."""
    for place, size in enumerate(spot.shape):
        if size == 1:
            words = f"{spot.name} loses dimension {place}, which has size 1."
            yield f"{{}}.squeeze({place})", words


@repair_of_operand
def together(scene: Scene, spot: Spot) -> Ways:
    """Move an operand to the device of another one."""
    for other in scene.spots:
        device = other.value.device
        if device != spot.value.device:
            yield f"{{}}.to({str(device)!r})", f"{spot.name} goes to {other.name}'s device."


@repair_of_operand
def reshape(scene: Scene, spot: Spot) -> Ways:
    """Give an operand the other one's shape, if it has as many elements."""
    other = scene.other(spot)
    if other and other.shape != spot.shape and prod(other.shape) == prod(spot.shape):
        words = f"The elements of {spot.name} in reading order, laid out as {other.name}."
        yield f"{{}}.reshape({', '.join(map(str, other.shape))})", words


@repair
def cast(scene: Scene) -> Iterator[Candidate]:
    """Convert an operand to the other one's data type, whole numbers to floats first."""
    for spot in sorted(scene.spots, key=lambda spot: spot.value.dtype.category):
        other = scene.other(spot)
        if other is not None and other.value.dtype is not spot.value.dtype:
            yield scene.with_operand(
                spot,
                f"{{}}.to({other.value.dtype!r})",
                f"{spot.name} as {other.value.dtype.name}, the type of {other.name}.",
            )
    yield from floating(scene)


@repair_of_operand
def reduce(scene: Scene, spot: Spot) -> Ways:
    """Combine all elements to one number."""
    chained = isinstance(scene.tree, ast.Compare) and len(scene.tree.ops) > 1
    makes = scene.call_name[:1].isupper()  # a layer: its truth values are settings
    if scene.called("item"):
        yield "{}.sum()", f"The sum of all elements of {spot.name}."
    elif not (chained or makes or isinstance(scene.tree, ast.BoolOp)):
        holds = "other than 0" if has_numbers(spot) else "True"
        yield "{}.all()", f"True if all of {spot.name} are {holds}."
        yield "{}.any()", f"True if any of {spot.name} is {holds}."


@repair_of_operand
def first_element(scene: Scene, spot: Spot) -> Ways:
    """Pick the first element."""
    if spot.value._array.size and scene.called("item"):
        zeros = ", ".join("0" * len(spot.shape))
        yield f"{{}}[{zeros}]", f"The first element of {spot.name}."


@repair
def detach(scene: Scene) -> Iterator[Candidate]:
    """Work on a copy that autograd does not watch."""
    for spot in scene.spots[: not scene.writes]:
        yield scene.with_operand(
            spot, "{}.detach().clone()", f"A copy of {spot.name} that is not recorded."
        )


# The methods after which an edit offers contiguous(): it belongs to the edit.
SWAPPING = {"transpose", "swapaxes", "swapdims", "t", "permute", "movedim", "moveaxis"}


@repair
def both_batched(scene: Scene) -> Iterator[Candidate]:
    """Give both operands a dimension of size 1 in front."""
    tree = scene.tree
    for spot in scene.spots:
        new = ast.parse(f"{spot.placeholder}[None]", mode="eval").body
        tree = replaced(tree, spot.placeholder, new)
    yield Candidate(tree, "Each operand as a batch of one.")


@repair
def as_column(scene: Scene) -> Iterator[Candidate]:
    """Make a vector a column instead of swapping dimensions that it does not have."""
    swaps = isinstance(scene.tree, ast.Call) and (
        isinstance(scene.tree.func, ast.Attribute) and scene.tree.func.attr in SWAPPING
    )
    if swaps and scene.spots and len(scene.spots[0].shape) == 1:
        spot = scene.spots[0]
        yield scene.made(
            f"{spot.placeholder}.unsqueeze(1)",
            f"A vector has one dimension: {spot.name} as a column.",
        )
