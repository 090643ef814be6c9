"""Time the documented functions against real PyTorch, turn by turn in one process.

    python tests/bench/functions.py [--size 2|100|1000] [--rounds 7]

Needs tensorlab and torch in one environment. Prints each function's time ratio, tensorlab over
PyTorch (below 1 is faster than PyTorch), and the geometric mean.
"""

import argparse
import math
import statistics
import timeit
from typing import Any

FUNCTIONS = {
    "add": "torch.add(a, b)",
    "sub": "torch.sub(a, b)",
    "mul": "torch.mul(a, b)",
    "mm": "torch.mm(a, b)",
    "transpose": "torch.transpose(a, 0, 1)",
    "div": "torch.div(a, b)",
    "arange": "torch.arange(n)",
    "sparse_coo_tensor": "torch.sparse_coo_tensor(ij, v, [2, 4])",
    "numel": "torch.numel(a)",
    "exp": "torch.exp(a)",
    "cat": "torch.cat((a, b), dim=0)",
    "view": "a.view(-1)",
    "gt": "torch.gt(a, b)",
    "lt": "torch.lt(a, b)",
    "det": "torch.det(a)",
    "full": "torch.full((n, n), 5)",
    "masked_select": "torch.masked_select(a, mask)",
    "bmm": "torch.bmm(batch, batch)",
    "vsplit": "torch.vsplit(a, 2)",
    "repeat": "a.repeat(2, 3)",
    "cumprod": "torch.cumprod(a, dim=1)",
    "permute": "torch.permute(batch, (2, 0, 1))",
    "where": "torch.where(mask, a, b)",
    "pad": "F.pad(a, (1, 2))",
    "argmax": "torch.argmax(a)",
    "grad": "torch.autograd.grad((x * x + 3).sum(), x)",
}


def operands(torch: Any, functional: Any, n: int) -> dict[str, Any]:
    """The names that the expressions use, made by one of the libraries."""
    torch.manual_seed(0)
    a, b = torch.rand(n, n), torch.rand(n, n)
    m = max(2, round(n ** (2 / 3)))
    return {
        "torch": torch, "F": functional, "n": n, "a": a, "b": b, "mask": a > b,
        "batch": torch.rand(m, m, m), "x": torch.rand(n, n, requires_grad=True),
        "ij": torch.tensor([[0, 1, 1], [2, 0, 2]]), "v": torch.tensor([3.0, 4.0, 5.0]),
    }  # fmt: skip


def ratio(expression: str, ours: dict[str, Any], theirs: dict[str, Any], rounds: int) -> float:
    """The shortest of our times over the shortest of theirs: neither holds a busy moment."""
    mine = timeit.Timer(expression, globals=ours)
    other = timeit.Timer(expression, globals=theirs)
    number = max(1, int(0.02 / max(other.timeit(3) / 3, 1e-7)))
    times = [(mine.timeit(number), other.timeit(number)) for _ in range(rounds)]
    return min(ours for ours, _ in times) / min(theirs for _, theirs in times)


def main() -> None:
    """Print a line for each function and the geometric mean."""
    import torch
    import torch.nn.functional as theirs

    import tensorlab
    from tensorlab.nn import functional as ours

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=2, help="rows and columns of the matrices")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    mine = operands(tensorlab, ours, options.size)
    other = operands(torch, theirs, options.size)
    logs = []
    for name, expression in FUNCTIONS.items():
        found = ratio(expression, mine, other, options.rounds)
        logs.append(math.log(found))
        print(f"{name:18}{found:6.2f}   {expression}", flush=True)
    print(f"geometric mean    {math.exp(statistics.mean(logs)):6.2f}")


if __name__ == "__main__":
    main()
