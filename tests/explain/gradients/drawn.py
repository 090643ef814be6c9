"""What gradients of random programs lack: `python -m tests.explain.gradients.drawn [SEED] [COUNT]`.

Each puts two to four functions behind one another. Of every step back it is asked: is its text
true, does it show arithmetic, and does it give a derivative as a rule and not only its number.
"""

import re
import sys
from collections.abc import Iterator
from random import Random

from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.story.frames import Chapter
from tensorlab.language.running.session import Session
from tests.explain.telling import close, explained, value_of

FUNCTIONS = """
torch.sin | torch.cos | torch.exp | torch.tanh | torch.sigmoid | F.relu | F.gelu | F.silu | F.softplus | torch.square
torch.abs | torch.atan | F.elu | F.leaky_relu | F.hardswish | F.mish | torch.erf | torch.sinc | F.logsigmoid | F.hardtanh
"""  # noqa: E501
STEPS = """
h.softmax(-1) | h.log_softmax(0) | F.layer_norm(h, h.shape[-1:]) | F.normalize(h, dim=-1) | F.rms_norm(h, h.shape[-1:])
(h - h.mean(-1, keepdim=True)) / (h.std(-1, keepdim=True) + 0.5) | F.batch_norm(h, None, None, training=True)
F.group_norm(h[None], 1)[0] | h - h.mean(0) | h.cumsum(-1) | h.cumprod(-1) | h.logcumsumexp(0) | h.cummax(0).values
h.T | h @ h.T | F.linear(h, h) | torch.einsum("ij,kj->ik", h, h) | torch.outer(h[0], h[0]) | h.sort(-1).values | h.flip(0)
torch.cat([h, h * 2], 0) | torch.stack([h, h], 1).sum(1) | h[:, :1] * h | h[0] + h | h.clamp(-0.5, 1) | h.roll(1, 0)
torch.where(h > 0, h, 0.1 * h) | h.reshape(-1, h.shape[0]) | h * w | h / (h.norm() + 1) | h.expand(2, *h.shape).mean(0)
h.repeat(2, 1) | h.masked_fill(h < 0, 0.5) | F.pad(h, (1, 0)) | h.tril() | h.diff(dim=0, prepend=h[:1]) | h.clone().mul_(2)
h.gather(1, torch.zeros(h.shape[0], 1, dtype=torch.long)) + h | h.index_select(1, torch.tensor([0, 0])) | h.topk(1).values * h
F.prelu(h, w.mean().reshape(1)) | F.glu(torch.cat([h, h], 1), 1) | F.avg_pool1d(h[None], 1)[0] | torch.lerp(h, h ** 2, 0.3)
F.max_pool1d(h[None], 2, padding=1)[0] | F.interpolate(h[None], scale_factor=2.0)[0] | F.dropout(h, 0.0)
F.conv1d(h[:, None], w.reshape(1, 1, -1)[..., :1]).squeeze(1) | torch.addmm(h @ h.T, h, h.T, beta=0.5, alpha=2)
"""  # noqa: E501
ENDS = """
h.sum() | (h ** 2).mean() | h.mean() | h.norm() | h.norm(p=1) | h.std() | h.var(0).sum() | h.logsumexp(-1).sum()
h.max() | h.amax(-1).sum() | h.median() | torch.quantile(h, 0.4) | (h * h).sum(0).prod() | torch.trace(h @ h.T)
F.mse_loss(h, torch.ones_like(h)) | F.smooth_l1_loss(h, torch.zeros_like(h)) | F.huber_loss(h, torch.zeros_like(h))
F.cross_entropy(h, torch.zeros(h.shape[0], dtype=torch.long)) | F.binary_cross_entropy_with_logits(h, torch.ones_like(h))
F.kl_div(h.log_softmax(-1), torch.ones_like(h).softmax(-1), reduction="batchmean") | torch.logsumexp(h, (0, 1))
F.nll_loss(h.log_softmax(-1), torch.zeros(h.shape[0], dtype=torch.long)) | torch.linalg.det(h @ h.T + torch.eye(len(h)))
F.cosine_similarity(h, torch.ones_like(h), dim=-1).sum()
"""  # noqa: E501
# A derivative that is only a number, unless its rule was told in words before it.
BARE = re.compile(r"d .* / d [^=]*= -?\d[\d.]*(e[-+]?\d+)?(, times|\. |\.$| and |: the )")


def listed(text: str) -> list[str]:
    """Return what a list has."""
    return [each.strip() for line in text.strip().split("\n") for each in line.split(" | ")]


def program(random: Random) -> tuple[str, str]:
    """Return a program that makes y, and an expression for a gradient of it."""
    rows, columns = random.choice((2, 2, 3)), random.choice((2, 3, 3))
    kind = random.choice(("", ".double()"))
    lines = [
        f"torch.manual_seed({random.randint(0, 9999)})",
        f"x = (torch.randn({rows}, {columns}) * 10).round().div(5){kind}.requires_grad_()",
        f"w = (torch.randn({columns}) * 10).round().div(5).to(x.dtype).requires_grad_()",
        "h = x",
    ]
    for _ in range(random.choice((1, 2, 2, 3))):
        function = f"{random.choice(listed(FUNCTIONS))}(h)"
        step = random.choice(listed(STEPS)) if random.random() < 0.7 else function
        lines.append(f"h = {step}")
    lines.append(f"y = {random.choice(listed(ENDS))}")
    is_used = any(re.search(r"\bw\b", line) for line in lines[4:])
    asked = random.choice("xw") if is_used else "x"
    if random.random() < 0.5:
        return "\n".join([*lines, "y.backward()"]), f"{asked}.grad"
    return "\n".join(lines), f"torch.autograd.grad(y, {asked})[0]"


def programs(seed: int, most: int) -> Iterator[tuple[str, str]]:
    """Yield programs that PyTorch takes, each with the gradient asked for."""
    random = Random(seed)  # noqa: S311
    while most:
        setup, asked = program(random)
        if Session(write=lambda text: None).run(f"{setup}\n{asked}").failure is None:
            most -= 1
            yield setup, asked


def faults(setup: str, asked: str) -> list[str]:
    """Return what is wrong with how a gradient is told."""
    try:
        told, session, value = explained(asked.removesuffix("[0]"), setup)
    except Exception as error:  # noqa: BLE001  whatever it is, it counts
        return [f"not told: {error!r}"]
    found = [fault for chapter in told.chapters for fault in faults_of(chapter, session)]
    result = value[0] if isinstance(value, tuple) else value
    return found + [
        f"{frame.text} is not the gradient" for frame in told.chapters[-1].frames
        if not close(number(result, frame.index), frame.value)
    ]  # fmt: skip


def faults_of(chapter: Chapter, session: Session) -> Iterator[str]:
    """Yield what is wrong with a chapter."""
    for frame in chapter.frames:
        if not close(value_of(session, frame.text), frame.value):
            yield f"{frame.text} is not {frame.value}"
        for step in frame.steps or (frame,):
            if "came back to" in step.sentence:
                yield f"no arithmetic: {step.sentence}"
            if BARE.search(step.sentence) and " Here " not in step.sentence:
                yield f"only a number: {step.sentence}"


if __name__ == "__main__":
    seed, most = (*map(int, sys.argv[1:3]), *(1, 300)[len(sys.argv[1:3]) :])
    wrong = 0
    for setup, asked in programs(seed, most):
        if found := faults(setup, asked):
            wrong += 1
            print(f"{setup}\n{asked}", *found[:3], sep="\n    ")
    print(f"{most} programs, {wrong} of them lack something")
