"""Replay the recorded programs with every tensor made on the GPU, or on the stand-in.

`python -m tests.cuda.replay [FAMILY ...]` shows on the stand-in what comes out otherwise there.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import tensorlab
from tensorlab.engine.facts import Kind
from tensorlab.engine.printing import tensor_text as printing
from tests.conformance.gaps import BY_IMPORT, EVERYWHERE, LAST_DIGITS, gaps
from tests.conformance.outcome import Failure, Outcome, observe, run_python
from tests.conformance.programs import Case, cases, families, truth
from tests.conformance.replay import Difference, run_by_import, settings_kept, torch_s_place

DEVICE_FACT = printing.device_fact

# Quantized tensors and numpy's arrays stay in the main memory, and one family says what there is
# without a GPU.
ELSEWHERE = ("numpy", "quantized", "without_gpu")
FAMILIES = [family for family in families() if family not in ELSEWHERE]
# Modules make their tensors themselves: on the default device, which is the GPU then.
MAKING_THEIR_OWN = {
    "distributions", "loaders", "modules", "optimisers", "programs", "rarer_layers",
    "reparametrized", "training", "whole_tutorials",
}  # fmt: skip


class TorchOnGpu(ModuleType):
    """The module that a program imports as torch: what it makes is made on the GPU."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(tensorlab, name)
        operation = getattr(value, "operation", None)
        creates = operation is not None and operation.kind is Kind.CREATION
        return made_on_gpu(value) if creates else value


def made_on_gpu(function: Any) -> Any:
    """Return a creating function whose tensors go to the GPU unless the program says where."""

    def call(*args: Any, **settings: Any) -> Any:
        made = function(*args, **settings)
        if type(made) is not tensorlab.Tensor or settings.keys() & {"device", "out"}:
            return made
        moved = made.detach().to("cuda")
        return moved.requires_grad_() if made.requires_grad else moved

    return call


def run_with_default_gpu(program: str) -> Failure | None:
    """Run a program where the default device is the GPU, and print without saying so."""
    before = tensorlab.get_default_device()
    tensorlab.set_default_device("cuda")
    try:
        with patch.object(printing, "device_fact", device_but_the_gpu):
            return run_by_import(program)
    finally:
        tensorlab.set_default_device(before)


def run_on_gpu(program: str) -> Failure | None:
    """Run a program whose tensors are on the GPU, and print them without saying so."""
    with torch_s_place(), patch.object(printing, "device_fact", device_but_the_gpu):
        sys.modules["torch"] = TorchOnGpu("torch")
        return run_python(program)


def device_but_the_gpu(tensor: Any) -> list[str]:
    """Return what a printed tensor says of its device, nothing for one on the GPU."""
    return [] if tensor.is_cuda else DEVICE_FACT(tensor)


def without_device(outcome: Outcome) -> Outcome:
    """Return the outcome as if the tensors had been in the main memory."""
    raises = outcome.raises and (outcome.raises[0], on_cpu(outcome.raises[1]))
    return replace(outcome, prints=on_cpu(outcome.prints), raises=raises)


def on_cpu(text: str) -> str:
    """Return a text with the names that go with the main memory."""
    for here, there in (("torch.cuda.", "torch."), ("cuda:0", "cpu"), (" CUDA", " CPU")):
        text = text.replace(here, there)
    return text


def differences(family: str) -> Iterator[Difference]:
    """Yield the programs that do otherwise on the GPU than on the CPU."""
    run = run_with_default_gpu if family in MAKING_THEIR_OWN else run_on_gpu
    for case in cases(family):
        here = on_the_cpu(case)
        there = without_device(observe(case.program, run, tensorlab))
        if here != there:
            yield Difference(case, here, there)


def on_the_cpu(case: Case) -> Outcome:
    """Return what a program does without a GPU: what was recorded, but for a known gap."""
    if (case.family, case.name) in cpu_gaps():
        return observe(case.program, run_by_import, tensorlab)
    return Outcome.of_record(truth(case.family)[case.name])


cpu_gaps = cache(lambda: gaps(EVERYWHERE) | gaps(BY_IMPORT) | gaps(LAST_DIGITS))


@cache
def known() -> dict[tuple[str, str], str]:
    """Return the programs that may differ, with the reasons."""
    lines = Path(__file__).with_name("differences.txt").read_text().splitlines()
    found = {}
    for line in lines:
        program, _, reason = line.partition(" -- ")
        family, _, name = program.partition(": ")
        found[family, name] = reason
    return found


if __name__ == "__main__":
    from tests.cuda import stand_in

    with stand_in.installed(), settings_kept():
        for family in sys.argv[1:] or FAMILIES:
            for difference in differences(family):
                print(difference)
