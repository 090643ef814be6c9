"""How many cells are PyTorch's to the last bit, by function and by group.

    python -m tests.conformance.digits.compare              # with the recorded bits
    python -m tests.conformance.digits.compare --seed 7     # live, with PyTorch beside tensorlab
    python -m tests.conformance.digits.compare --keep       # write shares.txt, which only improves

A cell is right if it equals what PyTorch gives with any one of its instruction sets.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np

from tests.conformance.digits.calls import Call, calls

RECORDED = Path(__file__).parent / "bits.npz"
SHARES = Path(__file__).parent / "shares.txt"
OWN = {"elementwise", "reductions", "softmax", "losses", "norms"}
SEED = 1
SETS = ("default", "avx2", "avx512")

Shares = dict[tuple[str, str], float]


def mine(call: Call) -> np.ndarray | None:
    """Return tensorlab's bits of a call, None where it refuses."""
    import tensorlab
    from tensorlab.nn import functional

    try:
        return call.bits(tensorlab, functional)
    except Exception as error:  # noqa: BLE001  a refusal is a difference like any other
        print(f"{call.dtype} {call.expression}: {error}", file=sys.stderr)
        return None


def shares(seed: int, recorded: Path) -> Shares:
    """Return the share of identical cells of each function, every call of it counting alike."""
    with np.load(recorded) as file:
        sets = [file[name] for name in SETS]
    sets[1:] = [difference ^ sets[0] for difference in sets[1:]]  # stored as what differs
    with np.load(recorded) as file:
        sizes = file["sizes"].tolist()
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    place = 0
    for call, size in zip(calls(seed), sizes, strict=True):
        truths = [bits[place : place + size] for bits in sets]
        place += size
        if size:
            found[call.group, call.name].append(identical(mine(call), truths))
    return {key: statistics.mean(each) for key, each in found.items()}


def identical(bits: np.ndarray | None, truths: list[np.ndarray]) -> float:
    """Return the share of cells whose bytes are those of one of the truths."""
    if bits is None or bits.size != truths[0].size:
        return 0.0
    right = [(bits == truth.reshape(bits.shape)).all(-1) for truth in truths]
    return float(np.logical_or.reduce(right).mean())


def groups(found: Shares) -> dict[str, float]:
    """Return the share of each group, every function of it counting alike."""
    members = defaultdict(list)
    for (group, _), share in found.items():
        members[group].append(share)
    return {group: statistics.mean(each) for group, each in members.items()}


def record(seed: int, path: Path) -> None:
    """Write PyTorch's bits of the calls under each instruction set."""
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for name in SETS:
            part = Path(folder) / f"{name}.npz"
            command = [
                sys.executable,
                "-m",
                "tests.conformance.digits.record",
                str(seed),
                str(part),
            ]
            setting = {"ATEN_CPU_CAPABILITY": name, "OMP_NUM_THREADS": "1"}
            subprocess.run(command, check=True, env=os.environ | setting)
            with np.load(part) as file:
                parts.append((file["sizes"], file["bits"]))
    sizes, first = parts[0]
    differences = {name: bits ^ first for name, (_, bits) in zip(SETS[1:], parts[1:], strict=True)}
    np.savez_compressed(path, sizes=sizes, default=first, **differences)


def listed(found: Shares) -> str:
    """Return a line for each function whose digits are this project's own to decide.

    Those of matrix products and of float64 come from the machine's libraries.
    """
    lines = [
        f"{np.floor(share * 1000) / 1000:.3f} {group} {name}"
        for (group, name), share in found.items()
        if group in OWN
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, help="compare live, with operands of this seed")
    parser.add_argument("--record", action="store_true", help="write the recorded bits anew")
    parser.add_argument("--keep", action="store_true", help="write the recorded shares anew")
    options = parser.parse_args()
    if options.record:
        record(SEED, RECORDED)
    if options.seed is None:
        found = shares(SEED, RECORDED)
    else:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bits.npz"
            record(options.seed, path)
            found = shares(options.seed, path)
    if options.keep:
        SHARES.write_text(listed(found))
    for (group, name), share in found.items():
        print(f"{group:22} {share:7.2%}  {name}")
    for group, share in groups(found).items():
        print(f"{group:22} {share:7.2%}")


if __name__ == "__main__":
    main()
