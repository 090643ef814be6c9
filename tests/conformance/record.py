"""Record what real PyTorch does: `python -m tests.conformance.record [FAMILY [CASE ...]]`.

Without cases, those are recorded that are new or whose program has changed; a case is a name or a
pattern of names, `'*'` for all. No other line of the record changes. Needs
`pip install torch==2.13.0 numpy` in an environment of its own; run it from the repository.
"""

import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from tests.conformance.outcome import observe, run_python
from tests.conformance.programs import Case, cases, families, recorded, save_truth
from tests.conformance.renewing import renewed, wanted

RELEASE = "2.13.0"
THREADS = 1
# Errors that PyTorch does not raise: the case itself is misspelt.
OWN_MISTAKES = ("SyntaxError", "IndentationError", "NameError")


def processor() -> str:
    """Return what the processor calls itself, and the instructions that PyTorch takes of it."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text(encoding="utf-8").splitlines() if facts.exists() else []
    told = dict(reversed([[part.strip() for part in line.partition(":")[::2]] for line in lines]))
    name = told.get("model name") or platform.processor() or platform.machine()
    family = (
        f" (family {told['cpu family']}, model {told['model']})" if "cpu family" in told else ""
    )
    return f"{name}{family}, {torch.backends.cpu.get_cpu_capability()}"


def machine() -> dict[str, Any]:
    """Return what last digits depend on."""
    return {"processor": processor(), "torch": torch.__version__, "threads": THREADS}


def record(case: Case) -> dict[str, Any]:
    """Return the case's truth; a program that is wrong as a program is told, to be mended."""
    outcome = observe(case.program, run_python, torch)
    if outcome.raises and outcome.raises[0] in OWN_MISTAKES:
        print(f"{case.family}: {case.name}: {outcome.raises}", file=sys.stderr)
    return json.loads(json.dumps(outcome.record() | {"program": case.fingerprint}))


def record_family(family: str, patterns: Sequence[str]) -> tuple[int, int]:
    """Record cases of a family; return how many, and how many of them are new or changed."""
    before = recorded(family)
    new = {case.name: record(case) for case in wanted(cases(family), before, patterns)}
    truth = renewed(cases(family), before, new, machine())
    if truth != before:
        save_truth(family, truth)
    return len(new), sum(before.get(name) != truth[name] for name in new)


def main(family: str | None = None, *patterns: str) -> None:
    """Record the wanted cases of a family, or what is missing in all."""
    if not torch.__version__.startswith(RELEASE):
        sys.exit(f"The truth is that of PyTorch {RELEASE}; this is {torch.__version__}.")
    torch.set_num_threads(THREADS)
    for each in [family] if family else families():
        count, changed = record_family(each, patterns)
        print(f"{each}: {count} cases recorded, {changed} of them new or changed")


if __name__ == "__main__":
    main(*sys.argv[1:])
