"""Record what real PyTorch does in every case: `python -m tests.conformance.record [FAMILY ...]`.

Needs `pip install torch==2.13.0 numpy` in an environment of its own; run it from the repository.
"""

import json
import sys
from typing import Any

import torch

from tests.conformance.outcome import observe, run_python
from tests.conformance.programs import Case, cases, families, save_truth, truth

RELEASE = "2.13.0"
# Errors that PyTorch does not raise: the case itself is misspelt.
OWN_MISTAKES = ("SyntaxError", "IndentationError", "NameError")


def record(case: Case) -> dict[str, Any]:
    """Return the case's truth; a program that is wrong as a program is told, to be mended."""
    outcome = observe(case.program, run_python, torch)
    if outcome.raises and outcome.raises[0] in OWN_MISTAKES:
        print(f"{case.family}: {case.name}: {outcome.raises}", file=sys.stderr)
    return json.loads(json.dumps(outcome.record() | {"program": case.fingerprint}))


def record_family(family: str) -> int:
    """Record the cases of a family and return how many are new or changed."""
    before = truth(family)
    after = {case.name: record(case) for case in cases(family)}
    save_truth(family, after)
    return sum(before.get(name) != record for name, record in after.items())


def main(wanted: list[str]) -> None:
    """Record the wanted families, or all."""
    if not torch.__version__.startswith(RELEASE):
        sys.exit(f"The truth is that of PyTorch {RELEASE}; this is {torch.__version__}.")
    torch.set_num_threads(1)
    for family in wanted or families():
        changed = record_family(family)
        print(f"{family}: {len(cases(family))} cases, {changed} new or changed")


if __name__ == "__main__":
    main(sys.argv[1:])
