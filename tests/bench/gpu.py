"""Time tensorlab on a GPU against real PyTorch on the same one, turn by turn in one process.

    python tests/bench/gpu.py [--size 4096] [--rounds 15] [--record FILE]

Needs a GPU, tensorlab with CuPy, and a torch with CUDA. Each time ends with a synchronisation, and
each figure is a median. Prints time ratios, tensorlab over PyTorch, and the geometric mean;
--record appends them to a file with the date, the device and the versions.
"""

import argparse
import math
import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FUNCTIONS = {
    "add": "a + b",
    "mul": "a * 2.0",
    "exp": "a.exp()",
    "tanh": "a.tanh()",
    "sigmoid": "a.sigmoid()",
    "where": "torch.where(mask, a, b)",
    "sum": "a.sum()",
    "sum of rows": "a.sum(1)",
    "mean of columns": "a.mean(0)",
    "max of rows": "a.max(1)",
    "softmax": "a.softmax(1)",
    "cumsum": "a.cumsum(1)",
    "cumprod": "a.cumprod(1)",
    "matmul": "a @ b",
    "bmm": "torch.bmm(batch, batch)",
    "transpose": "a.t().contiguous()",
    "cat": "torch.cat([a, b])",
    "index": "a[rows]",
    "training step": "step()",
}


def operands(torch: Any, functional: Any, n: int) -> dict[str, Any]:
    """The names that the expressions use, made by one of the libraries."""
    torch.manual_seed(0)
    a, b = (torch.rand(n, n).cuda() for _ in range(2))
    weights = torch.rand(n, 10).cuda().requires_grad_()
    target = (torch.arange(n) % 10).cuda()

    def step() -> None:
        loss = functional.cross_entropy(functional.relu(a @ weights), target)
        loss.backward()
        with torch.no_grad():
            weights.sub_(weights.grad * 0.01)
        weights.grad = None

    return {
        "torch": torch, "a": a, "b": b, "mask": a > b, "step": step,
        "batch": torch.rand(64, n // 8, n // 8).cuda(),
        "rows": torch.arange(0, n, 3).cuda(),
    }  # fmt: skip


def seconds(code: Any, names: dict[str, Any]) -> float:
    """The time of one call and of what the GPU does for it."""
    wait = names["torch"].cuda.synchronize
    wait()
    begin = time.perf_counter()
    eval(code, names)  # noqa: S307
    wait()
    return time.perf_counter() - begin


def ratio(expression: str, ours: dict[str, Any], theirs: dict[str, Any], rounds: int) -> float:
    """Our median time over theirs, taken in turns after some calls to warm up."""
    code = compile(expression, "<bench>", "eval")
    for _ in range(3):
        seconds(code, ours), seconds(code, theirs)
    pairs = [(seconds(code, ours), seconds(code, theirs)) for _ in range(rounds)]
    return statistics.median(one for one, _ in pairs) / statistics.median(two for _, two in pairs)


def heading(torch: Any, size: int) -> str:
    """When, on what, and with which versions."""
    import cupy

    import tensorlab
    from tensorlab.version import VERSION

    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {tensorlab.cuda.get_device_name()}, tensorlab "
        f"{VERSION}, cupy {cupy.__version__}, torch {torch.__version__}, Python "
        f"{sys.version.split()[0]}, {size} x {size}"
    )


def main() -> None:
    """Print a line for each function and the geometric mean."""
    import torch
    import torch.nn.functional as theirs

    import tensorlab
    from tensorlab.nn import functional as ours

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=4096, help="rows and columns of the matrices")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--record", type=Path, help="a file to append the results to")
    options = parser.parse_args()
    mine = operands(tensorlab, ours, options.size)
    other = operands(torch, theirs, options.size)
    lines, logs = [heading(torch, options.size)], []
    for name, expression in FUNCTIONS.items():
        found = ratio(expression, mine, other, options.rounds)
        logs.append(math.log(found))
        lines.append(f"{name:18}{found:6.2f}   {expression}")
    lines.append(f"geometric mean    {math.exp(statistics.mean(logs)):6.2f}")
    print("\n".join(lines))
    if options.record is not None:
        with options.record.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n\n")


if __name__ == "__main__":
    main()
