"""Programs with random tensors and calls, for comparing live with PyTorch."""

import re
from random import Random

from tests.conformance.programs import HERE
from tests.conformance.sheets import SHARED, expressions

KINDS = SHARED["@kinds"].split("; ")
LAYOUTS = [
    "",
    "",
    "",
    ".transpose(0, -1)",
    ".flip(0)",
    "[..., None]",
    "[None]",
    "[::2]",
    "[..., :1]",
]
UNUSUAL = ("0.0", "-0.0", "100.25", "1e-3", "1e5", "float('nan')", "float('inf')", "-float('inf')")


def cell(random: Random, *, real: bool) -> str:
    """Return a number's text: mostly quarters, so that a last bit does not tip a printed digit."""
    kinds = [str(random.randint(-3, 5))]
    if real:
        kinds += [str(random.randint(-40, 40) / 4)] * 2 + random.sample(UNUSUAL, 1)
    return random.choice(kinds)


def tensor(random: Random, sizes: list[int]) -> str:
    """Return the expression of a tensor of any type and cells, contiguous or not."""
    kind = random.choice(KINDS)
    count = 1
    for size in sizes:
        count *= size
    cells = ", ".join(cell(random, real="float" in kind) for _ in range(count))
    layout = random.choice(LAYOUTS) if sizes else ""
    return f"torch.tensor([{cells}]).to(torch.{kind}).reshape({tuple(sizes)}){layout}"


def second_sizes(random: Random, sizes: list[int]) -> list[int]:
    """Return sizes that mostly broadcast with the given ones."""
    kept = sizes[random.randint(0, len(sizes)) :] if random.random() < 0.4 else sizes
    return [random.choice([size, size, size, size, 1, 2]) for size in kept]


# Each line of the file counts as much as another, however many calls it stands for.
CALLS = [
    list(expressions(block))
    for block in re.split(
        r"^(?=\S)", (HERE / "random_calls.txt").read_text("utf-8"), flags=re.MULTILINE
    )
    if block
]
SHOW = """\
result = {call}
print(result)
if isinstance(result, torch.Tensor) and not result.is_sparse:
    print(result.dtype, result.shape, result.stride(), result.storage_offset())
print(x)
"""


def program(random: Random) -> str:
    """Return a program: two tensors and one call on them."""
    sizes = [random.choice([0, 1, 2, 2, 2, 3, 3]) for _ in range(random.randint(0, 3))]
    left, right = tensor(random, sizes), tensor(random, second_sizes(random, sizes))
    call = random.choice(random.choice(CALLS))
    return f"x = {left}\ny = {right}\n" + SHOW.format(call=call)
