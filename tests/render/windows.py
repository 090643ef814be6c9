"""Holds every step of explanations against small windows: `python -m tests.render.windows`.

Counts steps that have more lines than their window, or longer ones. The calls are the documented
ones and larger ones.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import suppress

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text

from tensorlab.explain.arithmetic.arithmetic import beats
from tensorlab.explain.story.explanation import NothingToExplainError
from tensorlab.explain.story.frames import Explanation
from tensorlab.render.explanations.view import FrameView
from tensorlab.render.look.console import Size, terminal_console
from tests.explain.telling import explained

SIZES = (Size(80, 24), Size(40, 20))
SETUP = """
import torch
import torch.nn.functional as F
torch.manual_seed(0)
big = torch.randn(200, 300)
tall = torch.randn(300, 40)
cube = torch.randn(7, 30, 40)
many = torch.randn(2, 3, 4, 5, 6)
image = torch.randn(2, 3, 12, 12)
filters = torch.randn(4, 3, 3, 3)
long = torch.arange(100000.)
whole = torch.randint(0, 1000000000, (50, 50))
picks = torch.randint(0, 40, (7, 30, 5))
words = torch.randint(0, 200, (4, 9))
wave = torch.randn(64, dtype=torch.complex64)
classes = torch.randint(0, 40, (300,))
a_name_that_is_longer_than_one_should_choose_for_a_tensor = torch.randn(9, 9)
"""
LARGER = """
big @ tall | big.T @ big | big + 1 | big.sum() | big.sum(0) | big.mean(1) | big.softmax(1)
big.std() | big.var(0) | big.max(1) | big.argmax() | big.cumsum(1) | big.sort(1) | big.topk(3)
big.T | big[5:9, ::7] | big.view(300, 200) | big * big[0] | big.norm() | F.layer_norm(big, (300,))
cube.sum(0) | cube.sum() | cube.amax((0, 2)) | cube.permute(2, 0, 1) | cube @ cube.mT
cube.gather(2, picks) | torch.einsum('bij,bkj->bik', cube, cube) | cube.logsumexp(1) | cube.median(2)
many.sum((0, 2)) | many.mean() | many.flatten() | many.transpose(1, 3) | many.std((1, 2, 3))
F.conv2d(image, filters) | F.conv2d(image, filters, padding=1, stride=2) | F.max_pool2d(image, 3)
F.avg_pool2d(image, 4) | F.interpolate(image, scale_factor=2.) | F.batch_norm(image, None, None, training=True)
F.conv_transpose2d(image, filters.transpose(0, 1)) | F.unfold(image, 3) | F.group_norm(image, 3)
long.sum() | long.cumsum(0) | long.view(100, 1000).mean(0) | long * long | long.std() | long[-5:]
whole + whole | whole @ whole | whole.sum(1) | whole.cumprod(0) | whole % 7 | (whole[0] % 7).bincount()
F.embedding(words, big) | F.cross_entropy(tall, classes) | F.one_hot(words, 200) | big[words]
F.scaled_dot_product_attention(cube, cube, cube) | wave * wave.conj() | torch.fft.fft(wave)
torch.cdist(tall, tall) | F.cosine_similarity(tall, tall.flip(0)) | torch.where(big > 0, big, -big)
a_name_that_is_longer_than_one_should_choose_for_a_tensor @ a_name_that_is_longer_than_one_should_choose_for_a_tensor
a_name_that_is_longer_than_one_should_choose_for_a_tensor.softmax(0) | torch.cat([cube, cube], 2)
"""  # noqa: E501


def larger_calls() -> Iterator[tuple[str, str]]:
    """Yield calls on tensors of which a window shows only a part."""
    for line in LARGER.strip().split("\n"):
        yield from ((call.strip(), SETUP) for call in line.split(" | "))


def faults(told: Explanation) -> Iterator[str]:
    """Yield what does not fit of an explanation: its first and last elements, whole and played."""
    for chapter in told.chapters:
        last = len(chapter.frames) - 1
        for position in sorted({0, max(last, 0)}):
            played = {None, 0, beats(chapter.frames[position]) - 1} if chapter.frames else {None}
            for beat in played - {-1}:
                view = FrameView(chapter, position, beat=beat)
                for size in SIZES:
                    yield from (f"{chapter.source} {position} {beat}: {fault}"
                                for fault in too_large(view, size))  # fmt: skip


def too_large(view: FrameView, size: Size) -> Iterator[str]:
    """Yield what is longer than a window."""
    lines = on_terminal(view, size)
    if len(lines) > size.rows - 1:
        yield f"{len(lines)} lines of {size.rows - 1} at {size.columns} columns"
    widest = max(map(cell_len, lines))
    if widest > size.columns:
        yield f"{widest} columns of {size.columns}"
    arithmetic = view.chapter.frames and not any(" = " in line for line in lines)
    if arithmetic:
        yield f"no arithmetic at {size.columns} by {size.rows}"


def on_terminal(view: RenderableType, size: Size) -> list[str]:
    """Return the lines that a terminal shows."""
    stream = io.StringIO()
    terminal_console(stream, size).print(view)
    return Text.from_ansi(stream.getvalue().rstrip("\n")).plain.split("\n")


def main() -> None:
    """Count what does not fit over all calls, or over those that have a word in them."""
    from tests.explain.examiner import documented_calls

    word = sys.argv[1] if len(sys.argv) > 1 else ""
    count = bad = 0
    for calls in (larger_calls(), documented_calls()):
        for expression, setup in calls:
            if word in expression:
                with suppress(NothingToExplainError):
                    told, _, _ = explained(expression, setup)
                    found = list(faults(told))
                    count, bad = count + 1, bad + bool(found)
                    print("\n".join([f"# {expression}", *found[:3]]) if found else ".", flush=True)
    print(f"{count - bad} of {count} calls fit")


if __name__ == "__main__":
    main()
