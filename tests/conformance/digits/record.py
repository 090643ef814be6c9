"""Write what PyTorch gives, and on which machine: python -m tests.conformance.digits.record."""

import json
from pathlib import Path

import torch

from tests.conformance.digits.calls import SHARES, answers

RECORDED = Path(__file__).with_name("truth.json")


def main() -> None:
    """Record with one thread, as sums depend on how many there are."""
    torch.set_num_threads(1)
    processors = {
        line.partition(": ")[2]
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        if line.startswith("model name")
    }
    truth = {
        "machine": ", ".join(sorted(processors)),
        "instructions": torch.backends.cpu.get_cpu_capability(),
        "torch": torch.__version__,
        "elements": {
            expression: answers(torch, torch.nn.functional, expression).tobytes().hex()
            for expression in SHARES
        },
    }
    RECORDED.write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
