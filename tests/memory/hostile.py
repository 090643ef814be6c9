"""Programs that try to make views of what is not theirs, run while every view is looked at.

`python tests/memory/hostile.py SEED COUNT` runs them in this process, which a hole may well kill,
and prints each view that reaches outside its storage, each mistake of our own, and each message in
words that are not meant for a user.
"""

import random
import re
import sys
from typing import Any

import numpy as np

from tensorlab.engine import layout
from tensorlab.engine.tensor import Tensor
from tensorlab.language.running.session import Budget, Session

SMALL = (0, 1, 1, 2, 2, 3, 4, 5)
HOSTILE = (-1, -2, -3, 7, 100, -50_000, 2**31, -(2**31), 2**32 + 1, 2**61, 2**62, -(2**62),
           2**63 - 1, -(2**63), 2**63, 2**64)  # fmt: skip
TYPES = ("float32", "int64", "bfloat16", "complex64", "complex32", "bool", "int8", "float64")
# numpy's and Python's own words, and addresses.
FOREIGN = re.compile(
    r"array is too big|negative dimensions are not|broadcast input array|an ndarray|"
    r"C (long|int)\b|could not be broadcast|out of bounds for axis|buffer|0x[0-9a-f]{6}|"
    r"cannot reshape array|numpy|Unable to allocate|object is not|unexpected keyword|"
    r"Maximum allowed|NaN to integer|division by zero|modulo"
)


class Writer:
    """What writes one program: numbers of it small for the most part, and now and then hostile."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)  # noqa: S311  the same programs each time

    def number(self) -> int:
        """Return a size, a stride, an index or a dimension."""
        return self.choose.choice(HOSTILE if self.choose.random() < 0.12 else SMALL)

    def numbers(self, count: int | None = None) -> str:
        """Return a tuple of them."""
        count = self.choose.choice((1, 2, 2, 3)) if count is None else count
        return "(" + "".join(f"{self.number()}, " for _ in range(count)) + ")"

    def fresh(self) -> str:
        """Return an expression for a new tensor."""
        shape = "".join(f"{self.choose.choice(SMALL)}, " for _ in range(self.choose.randrange(4)))
        dtype = f"dtype=torch.{self.choose.choice(TYPES)}"
        rank = self.choose.randrange(1, 4)
        return self.choose.choice((
            f"torch.ones(({shape}), {dtype})", f"torch.ones(({shape}))",
            "torch.ones(2, 3, 4, 4)", "torch.ones(1, 1, 4, 5, requires_grad=True)",
            f"torch.empty_strided({self.numbers(rank)}, {self.numbers(rank)}, {dtype})",
            f"x.new_empty_strided({self.numbers(rank)}, {self.numbers(rank)})",
            f"torch.zeros({self.numbers()})",
        ))  # fmt: skip

    def view(self) -> str:
        """Return an expression for another look at x."""
        n, rank = self.number, self.choose.randrange(1, 4)
        some = [
            f"x.as_strided({self.numbers(rank)}, {self.numbers(rank)}, {n()})",
            f"x.as_strided({self.numbers(rank)}, {self.numbers(rank)})",
            f"torch.as_strided_copy(x, {self.numbers(rank)}, {self.numbers(rank)}, {n()})",
            f"x.as_strided_scatter(torch.ones(()), {self.numbers(0)}, (), {n()})",
            f"x.unfold({n()}, {n()}, {n()})", f"x.expand({self.numbers()})", "x.t()", "x.mT",
            f"x.expand(-1, {n()}, {n()})", f"x.transpose({n()}, {n()})",
            f"x.permute({self.numbers()})",
            f"x.narrow({n()}, {n()}, {n()})", f"x.select({n()}, {n()})", f"x[{n()}:{n()}]",
            f"x[..., {n()}:{n()}:{n()}]", f"x[{n()}]", f"x.view({self.numbers()})",
            f"x.view(torch.{self.choose.choice(TYPES)})", f"x.unsqueeze({n()})", "x.squeeze()",
            f"x.diagonal({n()}, {n()}, {n()})", f"x.diagonal({n()})",
            f"x.resize_({self.numbers()})",
            f"x.set_({self.fresh()})", "x.real", "x.imag", "torch.view_as_real(x)", "x.detach()",
            f"x.unflatten({n()}, {self.numbers()})", f"x.reshape({self.numbers()})", "x.flatten()",
            f"x.movedim({n()}, {n()})", f"torch.split(x, {n()}, {n()})[0]", f"x.chunk({n()})[0]",
            f"torch.tensor_split(x, {self.numbers()})[0]", f"x.swapaxes({n()}, {n()})",
            f"x.split_with_sizes({self.numbers()})[0]", "x.contiguous()", "x.clone()",
        ]  # fmt: skip
        return self.choose.choice(some)

    def work(self) -> str:
        """Return an expression that looks through windows, or counts and repeats."""
        n, s = self.number, self.numbers
        some = [
            f"F.unfold(x, {s(2)}, {n()}, {n()}, {n()})", f"F.unfold(x, {s(2)}, dilation={n()})",
            f"F.fold(x, {s(2)}, {s(2)}, {n()}, {n()}, {n()})",
            f"F.max_pool2d(x, {s(2)}, {s(2)}, {n()}, {n()})",
            f"F.avg_pool2d(x, {n()}, {n()}, {n()})",
            f"F.max_pool1d(x, {n()}, {n()})", f"F.lp_pool2d(x, 2, {n()}, {n()})",
            f"F.conv2d(x, torch.ones(1, 1, 2, 2), stride={n()}, padding={n()}, dilation={n()})",
            f"F.conv1d(torch.ones(1, 2, 5), torch.ones(2, 1, 2), None, {n()}, {n()}, {n()}, {n()})",
            f"F.conv_transpose2d(x, torch.ones(1, 1, 2, 2), None, {n()}, {n()}, {n()})",
            f"F.conv_transpose1d(torch.ones(1, 1, 5), torch.ones(1, 1, 2), output_padding={n()})",
            f"F.max_unpool2d(torch.ones(1, 1, 2, 2), torch.full((1, 1, 2, 2), {n()}), 2, {n()})",
            f"F.adaptive_avg_pool2d(x, {s(2)})", f"F.adaptive_max_pool1d(x, {n()})",
            f"F.interpolate(x, {n()})", f"F.interpolate(x, scale_factor={n()})",
            f"F.pad(x, {s(2)})", f"F.pad(x, {s(4)}, 'reflect')", f"F.pad(x, {s(4)}, 'circular')",
            f"F.pixel_shuffle(x, {n()})", f"F.pixel_unshuffle(x, {n()})",
            f"torch.repeat_interleave(torch.tensor({s()}))", f"x.repeat_interleave({n()}, {n()})",
            f"x.repeat_interleave(torch.tensor({s()}))", f"x.repeat({s()})", f"x.tile({s()})",
            f"x.repeat_interleave(dim={n()}, repeats={n()})", f"x.roll({n()}, {n()})",
            f"torch.bincount(torch.tensor({s()}), minlength={n()})", f"torch.histc(x, {n()})",
            f"F.one_hot(torch.tensor({s()}), {n()})", f"torch.eye({n()}, {n()})",
            f"torch.tril_indices({n()}, {n()}, {n()})", f"torch.linspace(0, 1, {n()})",
            f"torch.nonzero_static(x, size={n()})", f"x.diag_embed({n()})", f"x.diagflat({n()})",
            f"x.index_select({n()}, torch.tensor({s()}))", f"x.take(torch.tensor({s()}))",
            f"x.gather({n()}, torch.tensor([{s(2)}]))", f"x[torch.tensor({s()})]",
            f"x.scatter({n()}, torch.tensor([{s(2)}]), 1)", f"x.put_(torch.tensor([{n()}]), x)",
            f"x.index_add(0, torch.tensor([{n()}]), x[:1])", f"x.tril({n()})", f"x.cumsum({n()})",
            f"F.embedding(torch.tensor({s()}), torch.ones(3, 2))", f"torch.randperm({n()})",
            f"torch.combinations(torch.ones(3), {n()})", f"torch.vander(torch.ones(2), {n()})",
            f"x.topk({n()})", f"x.kthvalue({n()})", f"torch.arange({n()}, {n()}, {n()})",
            "torch.autograd.grad((x * 1.).sum(), x)[0]", "x.sum().backward() or x.grad",
        ]  # fmt: skip
        return self.choose.choice(some)

    def program(self) -> list[str]:
        """Return the lines of one program."""
        lines = ["x = torch.ones(3, 4)", f"x = {self.fresh()}"]
        for _ in range(self.choose.randrange(1, 6)):
            kind = self.choose.random()
            made = self.view() if kind < 0.65 else self.work() if kind < 0.9 else self.fresh()
            lines.append(f"x = {made}")
            if self.choose.random() < 0.5:
                lines.append("y = x.sum() if x.numel() < 10**6 else 0")
            if self.choose.random() < 0.2:
                lines.append("x.fill_(1) if x.numel() < 10**6 else 0")
        return lines


def memory_of(array: Any) -> tuple[int, int]:
    """Return where the memory that an array looks at begins and ends."""
    owner = array
    while getattr(owner, "base", None) is not None:
        owner = owner.base
    if not isinstance(owner, np.ndarray):
        owner = np.frombuffer(owner, np.uint8)
    begin = owner.__array_interface__["data"][0]
    return begin, begin + owner.nbytes


def strays(array: Any) -> str:
    """Return words for an array that reaches outside its memory, "" for one that does not."""
    if not isinstance(array, np.ndarray) or not array.size:
        return ""
    reaches = [
        (size - 1) * step for size, step in zip(array.shape, array.strides, strict=True)
    ]  # in Python's integers
    start = array.__array_interface__["data"][0]
    first = start + sum(reach for reach in reaches if reach < 0)
    last = start + sum(reach for reach in reaches if reach > 0) + array.itemsize
    begin, end = memory_of(array)
    if begin <= first and last <= end:
        return ""
    return f"{array.shape} {array.strides}: {first - begin}..{last - begin} of {end - begin} bytes"


def watch(found: list[str]) -> None:
    """Look at every view that the engine makes by strides."""
    made = layout.strided_view

    def watched(*args: Any) -> Any:
        view = made(*args)
        wrong = strays(view)
        if wrong:
            found.append(wrong)
        return view

    for module in list(sys.modules.values()):
        if getattr(module, "strided_view", None) is made:
            module.strided_view = watched  # type: ignore[attr-defined]


def run(session: Session, seed: int, found: list[str]) -> list[str]:
    """Return what is wrong with the program of a seed."""
    for line in Writer(seed).program():
        failure = session.run(line).failure
        for name, value in session.variables.items():
            if isinstance(value, Tensor) and not value.is_sparse and strays(value._array):
                found.append(f"{name}: {strays(value._array)}")
        if failure is not None:
            foreign = FOREIGN.search(failure.message)
            if failure.type == "InternalError" or foreign:
                found.append(f"{failure.type}: {failure.message}")
        if found:
            return [line, *found]
    return []


if __name__ == "__main__":
    start, count = int(sys.argv[1]), int(sys.argv[2])
    session = Session(write=lambda text: None, budget=Budget(seconds=10, memory=1 << 29))
    seen: list[str] = []
    watch(seen)
    for seed in range(start, start + count):
        print("seed", seed, file=sys.stderr, flush=True)
        wrong = run(session, seed, seen)
        seen.clear()
        if wrong:
            print(seed, " | ".join(wrong)[:2000], flush=True)
