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


def element(random: Random, *, real: bool) -> str:
    """Return a number's text: mostly quarters, so that a last bit does not tip a printed digit."""
    kinds = [str(random.randint(-3, 5))]
    if real:
        kinds += [str(random.randint(-40, 40) / 4)] * 2 + random.sample(UNUSUAL, 1)
    return random.choice(kinds)


def tensor(random: Random, sizes: list[int]) -> str:
    """Return the expression of a tensor of any type and elements, contiguous or not."""
    kind = random.choice(KINDS)
    count = 1
    for size in sizes:
        count *= size
    elements = ", ".join(element(random, real="float" in kind) for _ in range(count))
    layout = random.choice(LAYOUTS) if sizes else ""
    return f"torch.tensor([{elements}]).to(torch.{kind}).reshape({tuple(sizes)}){layout}"


def second_sizes(random: Random, sizes: list[int]) -> list[int]:
    """Return sizes that mostly broadcast with the given ones."""
    kept = sizes[random.randint(0, len(sizes)) :] if random.random() < 0.4 else sizes
    return [random.choice([size, size, size, size, 1, 2]) for size in kept]


def calls(name: str) -> list[list[str]]:
    """Return the calls of a file in groups, one for each line that is not indented."""
    text = (HERE / name).read_text(encoding="utf-8")
    blocks = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    return [list(expressions(block)) for block in blocks if block]


CALLS = calls("random_calls.txt")
STEPS = calls("random_steps.txt")
SHOW = """\
result = {call}
print(result)
if isinstance(result, torch.Tensor) and not result.is_sparse:
    print(result.dtype, result.shape)
    if result.numel():
        print(result.stride(), result.storage_offset())
print(x)
"""


def program(random: Random) -> str:
    """Return a program: two tensors and one call on them."""
    sizes = [random.choice([0, 1, 1, 2, 2, 2, 2, 3, 3, 3]) for _ in range(random.randint(0, 3))]
    left, right = tensor(random, sizes), tensor(random, second_sizes(random, sizes))
    call = random.choice(random.choice(CALLS))
    return f"x = {left}\ny = {right}\n" + SHOW.format(call=call)


GRADIENTS = """\
print(result)
grads = torch.autograd.grad((result * result).sum(), (a, b), create_graph=True, allow_unused=True)
print([g if g is None else g.detach() for g in grads])
first = sum((g * g).sum() for g in grads if g is not None)
print(torch.autograd.grad(first, (a, b), allow_unused=True))
"""


def gradient_program(random: Random) -> str:
    """Return a program: two matrices, a few steps, gradients of the first and second order."""
    elements = random.sample(range(1, 16), 8)
    first, second = [[n / 4 for n in part] for part in (elements[:4], elements[4:])]
    steps = [random.choice(random.choice(STEPS)) for _ in range(random.randint(1, 2))]
    lines = [
        f"a = torch.tensor({first}).reshape(2, 2).requires_grad_()",
        f"b = torch.tensor({second}).reshape(2, 2).requires_grad_()",
        "x, y = a, b",
        *(f"x, y = {step}, x" for step in steps),
        "result = x",
    ]
    return "\n".join([*lines, GRADIENTS])
