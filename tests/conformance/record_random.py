"""Record digests of what PyTorch prints of its draws: `python -m tests.conformance.record_random`.

Needs `pip install torch==2.13.0 numpy` in an environment of its own. Each program is a seed and
draws that follow one another, of kinds, types and sizes that nobody chose.
"""

import json
import random
import zlib
from pathlib import Path
from types import ModuleType
from typing import Any

TRUTH = Path(__file__).parent / "truth" / "random_draws.json"
PROGRAMS = 150
SIZES = (0, 1, 2, 3, 7, 14, 15, 16, 17, 31, 32, 33, 47, 48, 49, 100, 311, 312, 623, 624, 625, 2000)
FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
WHOLE = ("uint8", "int8", "int16", "int32", "int64")
DRAWS = (
    (FLOATS + COMPLEX, "rand({n}, dtype={t})"),
    (FLOATS + COMPLEX, "randn({n}, dtype={t})"),
    (FLOATS, "empty({n}, dtype={t}).uniform_({a}, {b})"),
    (FLOATS, "empty({n}, dtype={t}).normal_({a}, {c})"),
    (FLOATS, "empty({n}, dtype={t}).exponential_({c})"),
    (FLOATS, "empty({n}, dtype={t}).cauchy_({a}, {c})"),
    (FLOATS, "empty({n}, dtype={t}).log_normal_({p}, {c})"),
    (FLOATS + WHOLE, "empty({n}, dtype={t}).geometric_({p})"),
    (FLOATS + WHOLE, "empty({n}, dtype={t}).bernoulli_({p})"),
    ((*FLOATS, *WHOLE, "bool"), "empty({n}, dtype={t}).random_()"),
    (FLOATS + WHOLE, "empty({n}, dtype={t}).random_({i}, 120)"),
    (("int64", "int32", "float64"), "randint({i}, 1 << 30, ({n},), dtype={t})"),
    (("int64",), "randint(-(1 << 62), 1 << 62, ({n},), dtype={t})"),
    (WHOLE[2:], "randperm({n}, dtype={t})"),
    (FLOATS, "bernoulli(torch.rand({n}, dtype={t}))"),
    (("float32", "float64"), "normal(torch.rand({n}, dtype={t}), torch.rand({n}, dtype={t}))"),
    (("float32", "float64"), "multinomial(torch.rand(3, 17, dtype={t}), 5)"),
    (("float32", "float64"), "multinomial(torch.rand(3, 17, dtype={t}), {n} + 1, True)"),
)


def make_program(chance: random.Random) -> list[str]:
    """Return a seed's and some draws' expressions; the last draw shows where the stream stands."""
    lines = [f"manual_seed({chance.getrandbits(chance.choice((4, 31, 33, 63)))})"]
    for _ in range(12):
        types, form = chance.choice(DRAWS)
        low = round(chance.uniform(-5, 5), 3)
        lines.append(
            form.format(
                n=chance.choice(SIZES), t="torch." + chance.choice(types), a=low,
                b=low + round(chance.uniform(0, 9), 3), c=round(chance.uniform(0.1, 4), 3),
                p=round(chance.uniform(0.01, 0.99), 3), i=chance.randrange(100),
            )
        )  # fmt: skip
    return [*lines, "rand(3)"]


def digests(lines: list[str], torch: ModuleType | Any) -> list[str]:
    """Return a digest of the text that each expression prints."""
    results = [eval(f"torch.{line}", {"torch": torch}) for line in lines]  # noqa: S307
    return [f"{zlib.crc32(str(result).encode()):08x}" for result in results[1:]]


def main() -> None:
    """Write the programs and their digests, a program a line."""
    import torch

    chance = random.Random(2026)  # noqa: S311  the same programs each time, not a secret
    programs = [make_program(chance) for _ in range(PROGRAMS)]
    lines = [json.dumps([program, digests(program, torch)]) for program in programs]
    TRUTH.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
