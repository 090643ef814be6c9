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
OWN = {"elementwise", "reductions", "softmax", "losses", "norms", "gradients:cells"}
OWN |= {"gradients:sums", "gradients:rows", "steps", "attention", "gradients:attention", "lstm"}
OWN |= {"images", "gradients:images", "gradients:narrow", "equations", "distances", "batches"}
OWN |= {"gradients:halves"}
SEED = 1
SETS = ("default", "avx2", "avx512")

Shares = dict[tuple[str, str], float]


def mine(call: Call) -> tuple[np.ndarray | None, int]:
    """Return tensorlab's bits of a call and its text's checksum, None where it refuses."""
    import tensorlab
    import tensorlab.nn
    import tensorlab.optim
    from tensorlab.nn import functional

    try:
        return call.answer(tensorlab, functional)
    except Exception as error:  # noqa: BLE001  a refusal is a difference like any other
        print(f"{call.dtype} {call.expression}: {error}", file=sys.stderr)
        return None, 0


def shares(seed: int, recorded: Path) -> Shares:
    """Return the share of identical cells of each function, every call of it counting alike.

    The group "printed" has the share of calls whose text is the same, by the functions' groups.
    """
    with np.load(recorded) as file:
        bits, texts = ([file[name + kind] for name in SETS] for kind in ("", "_texts"))
        sizes = file["sizes"].tolist()
    bits[1:] = [difference ^ bits[0] for difference in bits[1:]]  # stored as what differs
    texts[1:] = [difference ^ texts[0] for difference in texts[1:]]
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    place = 0
    for number, (call, size) in enumerate(zip(calls(seed), sizes, strict=True)):
        truths = [part[place : place + size] for part in bits]
        place += size
        if size:
            own, text = mine(call)
            found[call.group, call.name].append(identical(own, truths))
            found["printed", call.group].append(text in {part[number] for part in texts})
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
                parts.append({"": file["bits"], "_texts": file["texts"]})
                sizes = file["sizes"]
    kept = {
        name + kind: part[kind] if name == SETS[0] else part[kind] ^ parts[0][kind]
        for name, part in zip(SETS, parts, strict=True)
        for kind in ("", "_texts")
    }
    np.savez_compressed(path, sizes=sizes, **kept)


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
