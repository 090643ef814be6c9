"""Edits of sizes, counts and amounts: view, expand, repeat, splits, ranges, padding."""

import ast
from collections.abc import Iterator

from tensorlab.explain.errors.edit import repair, repair_of_call
from tensorlab.explain.errors.scene import Candidate, Scene, integers
from tensorlab.wording import counted


@repair
def sizes(scene: Scene) -> Iterator[Candidate]:
    """Use sizes whose product is the number of elements, near those that were asked for."""
    if not scene.spots:
        return
    count = int(scene.spots[0].value._array.size)
    whole = f"{'All ' * (count > 1)}{counted(count, 'element')} in one row."
    if scene.call_name in {"view_as", "reshape_as"}:
        yield scene.recalled("-1", whole, "view")
        return
    given = list(integers(scene.arguments))
    for place, size in enumerate(given):
        if size > 0 and count % size == 0 and len(given) > 1:
            kept = [
                str(size) if at == place else "-1" if at == (not place) else "1"
                for at in range(len(given))
            ]
            yield with_sizes(scene, kept, f"{size} stays, -1 is worked out: {count // size}.")
    for place, size in enumerate(given):
        others = [each for at, each in enumerate(given) if at != place]
        product = 1
        for each in others:
            product *= abs(each)
        if product and count % product == 0 and size != -1:
            kept = ["-1" if at == place else str(each) for at, each in enumerate(given)]
            yield with_sizes(scene, kept, f"-1 is worked out: {count // product}.")
    if len(given) == 1:
        yield with_sizes(scene, ["-1"], whole)


def with_sizes(scene: Scene, texts: list[str], meaning: str) -> Candidate:
    """Return the call with other sizes."""
    joined = ", ".join(texts)
    return scene.recalled(joined if scene.is_method else f"({joined},)", meaning)


@repair
def reshape_call(scene: Scene) -> Iterator[Candidate]:
    """Use reshape, which copies where it has to."""
    texts = ", ".join(map(ast.unparse, scene.arguments))
    yield scene.recalled(texts, "reshape copies where a view is not possible.", "reshape")


@repair
def expand_sizes(scene: Scene) -> Iterator[Candidate]:
    """Keep the sizes that cannot be stretched."""
    if scene.call_name not in {"expand", "broadcast_to"} or not scene.spots:
        return
    shape = scene.spots[0].shape
    wanted = list(integers(scene.arguments))
    front = wanted[: max(len(wanted) - len(shape), 0)]
    rest = wanted[len(front) :]
    if len(rest) == len(shape):
        kept = [str(want if size == 1 else size) for size, want in zip(shape, rest, strict=True)]
        yield with_sizes(
            scene, [*map(str, front), *kept], "Only a size of 1 is stretched; the others stay."
        )


@repair
def repeat(scene: Scene) -> Iterator[Candidate]:
    """Copy the tensor as often as needed."""
    if scene.call_name != "expand" or not scene.spots:
        return
    shape = scene.spots[0].shape
    wanted = list(integers(scene.arguments))
    if len(wanted) == len(shape) and all(
        size and want % size == 0 for size, want in zip(shape, wanted, strict=True)
    ):
        counts = ", ".join(str(want // size) for size, want in zip(shape, wanted, strict=True))
        yield scene.recalled(counts, "repeat copies the whole tensor that many times.", "repeat")


@repair
def counts(scene: Scene) -> Iterator[Candidate]:
    """Give one count for each dimension."""
    given = list(integers(scene.arguments))
    missing = len(scene.spots[0].shape) - len(given) if scene.spots else 0
    if missing > 0:
        behind = [*map(str, given), *["1"] * missing]
        before = [*["1"] * missing, *map(str, given)]
        yield with_sizes(scene, behind, "Repeated downwards: along the first dimension.")
        yield with_sizes(scene, before, "Repeated sideways: along the last dimension.")


@repair
def tile(scene: Scene) -> Iterator[Candidate]:
    """Use tile, which counts from the last dimension."""
    texts = ", ".join(map(ast.unparse, scene.arguments))
    yield scene.recalled(texts, "tile counts from the last dimension.", "tile")


@repair
def parts(scene: Scene) -> Iterator[Candidate]:
    """Split into a number of parts that divides the size."""
    if not scene.spots or not scene.spots[0].shape:
        return
    size = scene.spots[0].shape[0]
    asked = next(integers(scene.arguments), 2)
    for count in sorted(range(1, size + 1), key=lambda count: (abs(count - asked), -count)):
        if size % count == 0 and count > 1:
            yield scene.recalled(
                str(count), f"{count} parts of {counted(size // count, 'row')} each."
            )


@repair
def tensor_split(scene: Scene) -> Iterator[Candidate]:
    """Split into parts of unequal size."""
    asked = next(integers(scene.arguments), None)
    if asked:
        cut = {"hsplit": ", dim=1", "dsplit": ", dim=2"}.get(scene.call_name, "")
        meaning = "Parts as equal as possible; the first ones are larger."
        yield scene.recalled(f"{asked}{cut}", meaning, "tensor_split")


@repair_of_call
def downwards(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Walk a range backwards."""
    if len(call.args) in {2, 3}:
        step = -next(integers(call.args[2:]), 1)
        call.args = [*call.args[:2], ast.Constant(step)]
        way = "Downwards" if step < 0 else "Upwards"
        yield Candidate(call, f"{way}, in steps of {step}.")


@repair
def pairs(scene: Scene) -> Iterator[Candidate]:
    """Give two amounts for each dimension, and no more dimensions than there are."""
    amounts = list(integers(amount_nodes(scene)))
    if not amounts or not scene.spots:
        return
    if len(amounts) % 2:
        doubled = [*amounts, amounts[-1]]
        yield padded(scene, doubled, "As many after as before.")
        yield padded(scene, [*amounts, 0], "None after.")


def amount_nodes(scene: Scene) -> list[ast.expr]:
    """Return the numbers of the pad argument."""
    if not isinstance(scene.tree, ast.Call):
        return []
    found = [each.value for each in scene.tree.keywords if each.arg == "pad"]
    found += scene.tree.args[1:2]
    if found and isinstance(found[0], ast.Tuple | ast.List):
        return list(found[0].elts)
    return found[:1]


def padded(scene: Scene, amounts: list[int], meaning: str) -> Candidate:
    """Return the call with other amounts."""
    assert isinstance(scene.tree, ast.Call)  # noqa: S101  amounts were found in it
    function = ast.unparse(scene.tree.func)
    rest = [ast.unparse(part) for part in scene.tree.args[2:]]
    rest += [ast.unparse(each) for each in scene.tree.keywords if each.arg != "pad"]
    text = ", ".join([scene.spots[0].placeholder, str(tuple(amounts)), *rest])
    return scene.made(f"{function}({text})", meaning)


@repair_of_call
def full_rows(scene: Scene, call: ast.Call) -> Iterator[Candidate]:
    """Fill short rows with zeros, or cut long ones."""
    try:
        rows = ast.literal_eval(call.args[0])
    except (ValueError, TypeError, IndexError):
        return
    if not all(isinstance(row, list | tuple) for row in rows):
        return
    width = max(map(len, rows))
    filled = [[*row, *[0] * (width - len(row))] for row in rows]
    call.args[0] = ast.parse(str(filled), mode="eval").body
    yield Candidate(call, "Short rows filled with zeros.")
