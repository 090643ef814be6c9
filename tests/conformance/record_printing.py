"""Record how real PyTorch prints: `python -m tests.conformance.record_printing`.

Needs `pip install torch==2.13.0 numpy` in an environment of its own; run it from the repository.
"""

import base64
import json
import math
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

TRUTH = Path(__file__).parent.parent / "engine" / "printing_truth.json"
SEED = 20
CASES_PER_KIND = 12

FLOATING = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex32", "complex64", "complex128")
INTEGER = ("uint8", "int8", "int16", "int32", "int64")

EDGES = [
    0.0, -0.0, math.nan, math.inf, -math.inf, 5e-324, 1e-45, 6e-8, 9.9e-5, 1e-4, 0.5, 0.99995,
    2.5, 3.0, -1.0, 999.99995, 1000.0, 1001.0, 65504.0, 123456.789, 1e8, 1e8 + 8, 1e30, 1e300,
]  # fmt: skip

# What one case is filled with: each answers with a function that makes one number.
FILLINGS: dict[str, Callable[[random.Random], Callable[[], float]]] = {
    "normal": lambda chance: lambda: chance.gauss(0, 1),
    "whole": lambda chance: lambda: float(chance.randint(-50, 50)),
    "halves": lambda chance: lambda: chance.randint(-3, 3) / 2,
    "small": lambda chance: lambda: chance.uniform(1e-4, 0.1),
    "wide": lambda chance: lambda: chance.gauss(0, 1) * 10 ** chance.uniform(-6, 6),
    "far": lambda chance: scaled(chance, 10.0 ** chance.randint(-300, 300)),
    "huge whole": lambda chance: lambda: float(chance.randint(0, 2**62)),
    "edges": lambda chance: lambda: chance.choice(EDGES),
    "not numbers": lambda chance: lambda: chance.choice([0.0, -0.0, math.nan, math.inf]),
    "normal and edges": lambda chance: (
        lambda: chance.choice(EDGES) if chance.random() < 0.2 else chance.gauss(0, 1)
    ),
    "whole and edges": lambda chance: (
        lambda: (
            chance.choice([0.0, -0.0, math.nan, -math.inf])
            if chance.random() < 0.3
            else float(chance.randint(-9, 9))
        )
    ),
}


def scaled(chance: random.Random, scale: float) -> Callable[[], float]:
    """Return a maker of numbers of about one magnitude."""
    return lambda: chance.gauss(0, 1) * scale


def values(chance: random.Random, dtype: str, count: int) -> list[Any]:
    """Return random numbers that suit the type."""
    if dtype == "bool":
        return [chance.random() < 0.5 for _ in range(count)]
    if dtype in INTEGER:
        limits = torch.iinfo(getattr(torch, dtype))
        reach = chance.choice([5, 100, 1000, limits.max])
        low, high = max(limits.min, -reach), min(limits.max, reach)
        return [chance.randint(low, high) for _ in range(count)]
    make = FILLINGS[chance.choice(list(FILLINGS))](chance)
    if dtype in FLOATING:
        return [make() for _ in range(count)]
    make_imaginary = FILLINGS[chance.choice(list(FILLINGS))](chance)
    return [complex(make(), make_imaginary()) for _ in range(count)]


def shape(chance: random.Random) -> list[int]:
    """Return a random shape, sometimes empty, sometimes of one long row."""
    form = chance.randrange(6)
    if form == 0:
        return []
    if form == 1:
        return [chance.randint(0, 40)]
    if form == 2:
        return [chance.randint(0, 3) for _ in range(chance.randint(1, 4))]
    return [chance.randint(1, 5) for _ in range(chance.randint(1, 4))]


def options(chance: random.Random) -> dict[str, Any]:
    """Return options of printing: the default ones half of the time."""
    if chance.random() < 0.5:
        return {}
    choices: dict[str, list[Any]] = {
        "precision": [0, 1, 2, 8],
        "threshold": [0, 3, 10, 20],
        "edgeitems": [0, 1, 2, 4],
        "linewidth": [10, 30, 60, 120],
        "sci_mode": [True, False],
        "profile": ["default", "short", "full"],
    }
    return {name: chance.choice(choices[name]) for name in choices if chance.random() < 0.4}


def case(chance: random.Random, dtype: str) -> dict[str, Any]:
    """Return one case: what is printed, how, and the text."""
    size = shape(chance)
    tensor = filled(chance, dtype, size)
    record = {
        "dtype": dtype,
        "shape": size,
        "elements": stored(tensor),
        "options": options(chance),
        "default_dtype": chance.choice(["float32", "float32", "float32", "float64", "bfloat16"]),
        "requires_grad": dtype in FLOATING and chance.random() < 0.2,
    }
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**record["options"])
    torch.set_default_dtype(getattr(torch, record["default_dtype"]))
    return record | {"text": repr(tensor.requires_grad_(record["requires_grad"]))}


def filled(chance: random.Random, dtype: str, size: list[int]) -> torch.Tensor:
    """Return a tensor of random numbers, rounded by PyTorch to its type."""
    wide = torch.complex128 if dtype in COMPLEX else torch.float64
    wide = wide if dtype in FLOATING + COMPLEX else torch.int64
    numbers = values(chance, dtype, math.prod(size))
    return torch.tensor(numbers, dtype=wide).to(getattr(torch, dtype)).reshape(size)


def stored(tensor: torch.Tensor) -> str:
    """Return the bytes of a tensor's elements."""
    elements = tensor.flatten().contiguous()
    content = bytes(elements.view(torch.uint8).tolist()) if elements.numel() else b""
    return base64.b64encode(content).decode()


def main() -> None:
    """Write the truth anew."""
    warnings.simplefilter("ignore")  # complex32 is experimental
    chance = random.Random(SEED)  # noqa: S311
    dtypes = [dtype for dtype in (*FLOATING, *COMPLEX) for _ in range(4 * CASES_PER_KIND)]
    dtypes += [dtype for dtype in ("bool", *INTEGER) for _ in range(CASES_PER_KIND)]
    cases = [case(chance, dtype) for dtype in dtypes]
    TRUTH.write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n")
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    main()
