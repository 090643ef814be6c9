"""What calls lack that nobody chose: `python -m tests.explain.drawn [SEED] [COUNT] [WORD]`.

Each draws its tensors by a seed: any shape, any type, views, empty ones, negative dimensions. What
PyTorch refuses is drawn again.
"""

import math
import sys
from collections.abc import Iterator
from random import Random

from tensorlab.language.running.session import Session
from tests.explain.examiner import count
from tests.explain.examples import SETUP

FLOATS = ("float32", "float32", "float64", "float16", "bfloat16")
TYPES = (*FLOATS, "int64", "int64", "int32", "int16", "int8", "uint8", "bool", "complex64")
VIEWS = (
    "{0}",
    "{0}",
    "{0}",
    "{0}.mT.contiguous().mT",
    "{0}.flip(-1)",
    "torch.stack([{0}, {0}])[1]",
)

TRIES = 12  # of drawing tensors that a call takes

DOCUMENTED = """
torch.add(x, y) | torch.add(x, y, alpha=2) | torch.add(x, 3) | x + y | x + 1.5
torch.sub(x, y) | torch.sub(x, y, alpha=2) | x - y | 2 - x
torch.mul(x, y) | x * y | torch.mul(x, 2.5) | torch.div(x, y) | x / y | x / 0 | torch.div(x, y, rounding_mode="floor")
torch.div(x, 3, rounding_mode="trunc") | torch.mm(a, b) | torch.matmul(a, b) | a @ b | a @ v | v @ b | v @ v
torch.matmul(t, b) | torch.matmul(t, u) | torch.bmm(t, u) | t @ u
torch.transpose(x, 0, -1) | torch.transpose(t, 1, -1) | x.T | t.mT | x.t() | t.transpose(0, 1)
torch.arange(N) | torch.arange(1, N) | torch.arange(0, 2, 0.25) | torch.arange(N, 0, -2) | torch.arange(1.5, N)
torch.sparse_coo_tensor(coords, entries, (4, 5)) | torch.sparse_coo_tensor(coords, entries)
torch.sparse_coo_tensor(coords, entries, (4, 5)).to_dense() | torch.sparse_coo_tensor(coords, entries).coalesce()
torch.numel(x) | x.numel() | torch.exp(f) | f.exp() | torch.exp(x)
torch.cat((x, x)) | torch.cat((x, y), dim=-1) | torch.cat([a, a], dim=1) | torch.cat((v, v, v)) | torch.cat((t, t), 1)
x.view(-1) | x.reshape(-1, 1) | a.reshape(-1) | t.view(t.shape[0], -1) | a.view(1, *a.shape) | t.reshape(-1, t.shape[1])
torch.gt(x, y) | torch.lt(x, y) | x > y | x < 1 | torch.gt(x, 0) | y.lt(x)
torch.det(s) | s.det() | torch.det(torch.stack([s, s]))
torch.full((2, N), 7) | torch.full((N,), 2.5) | torch.full((2, 2), True) | torch.full((), 3) | torch.full((2, 0), 1)
torch.masked_select(x, m) | x.masked_select(x > 0) | torch.masked_select(a, a.bool())
torch.vsplit(a, 1) | torch.vsplit(a, [1]) | torch.vsplit(a, [1, 7]) | a.vsplit([0]) | torch.vsplit(t, [1])
x.repeat(2, 1, 1, 1) | v.repeat(3) | a.repeat(2, 3) | a.repeat(1, 0) | v.repeat(2, 2)
torch.cumprod(x, dim=0) | a.cumprod(1) | torch.cumprod(x, dim=-1) | v.cumprod(0) | t.cumprod(-2)
torch.permute(t, (2, 0, 1)) | t.permute(-1, 0, 1) | a.permute(1, 0) | torch.permute(t, (0, 2, 1))
torch.where(m, x, y) | torch.where(x > y, x, y) | torch.where(m, x, 0) | torch.where(m) | torch.where(x > 0, 1.0, x)
F.pad(x, (1, 2)) | F.pad(x, (1, 0), value=9) | F.pad(a, (0, 1, 2, 0)) | F.pad(t, (1, 1), mode="reflect")
F.pad(t, (1, 1), mode="replicate") | F.pad(t, (1, 1), mode="circular") | F.pad(a, (-1, 1)) | F.pad(x, (0, -1))
torch.argmax(x) | torch.argmax(x, dim=0) | x.argmax(-1, keepdim=True) | torch.argmax(a, dim=1) | torch.argmax(x, dim=-1)
torch.autograd.grad((g ** 2).sum(), g) | torch.autograd.grad((g * g.detach()).mean(), g) | torch.autograd.grad((g ** 2 + 3).sum(), g)
torch.autograd.grad(g.exp().sum(), g) | torch.autograd.grad(g.max(), g) | torch.autograd.grad((g @ g.mT).sum(), g)
torch.autograd.grad(g.sigmoid().sum(), g) | torch.autograd.grad((g - g.mean()).pow(2).mean(), g)
x.float() | x.double() | x.half() | x.to(torch.bfloat16) | x.long() | x.int() | x.short() | x.char() | x.byte() | x.bool()
x.to(torch.complex64) | x.to(torch.complex128) | x.float().to(torch.uint8) | torch.tensor([1, 2, N], dtype=torch.int16)
torch.quantize_per_tensor(f.float(), 0.1, 10, torch.quint8) | torch.quantize_per_tensor(f.float(), 0.25, 0, torch.qint8)
torch.quantize_per_tensor(f.float(), 0.1, 3, torch.qint32) | torch.quantize_per_tensor(f.float(), 0.1, 3, torch.qint8).dequantize()
torch.quantize_per_tensor(f.float(), 0.5, 3, torch.quint8).int_repr()
"""  # noqa: E501
COMMON = """
torch.softmax(f, 0) | F.softmax(f, dim=-1) | F.log_softmax(f, dim=-1) | torch.log_softmax(f, 0) | torch.logsumexp(f, -1) | F.softmin(f, 0)
f.logsumexp(0, keepdim=True) | F.layer_norm(f, f.shape[-1:]) | F.layer_norm(f, f.shape) | F.rms_norm(f, f.shape[-1:])
F.group_norm(img, 2) | F.instance_norm(img) | F.batch_norm(img, None, None, training=True) | F.batch_norm(img, bias2, bias2.abs() + 1)
f.std() | f.std(-1) | f.std(0, keepdim=True) | f.var(0) | f.var(correction=0) | torch.std_mean(f, -1) | f.norm() | f.norm(dim=-1) | f.norm(p=1)
torch.linalg.vector_norm(f, 3) | torch.linalg.norm(ff) | F.normalize(ff) | F.normalize(ff, dim=0, p=1)
x.sum() | x.sum(0) | x.sum(-1, keepdim=True) | t.sum((0, 2)) | f.mean() | f.mean(-1) | t.float().mean((0, 1)) | x.prod() | x.prod(-1)
x.any() | x.all(0) | x.count_nonzero() | x.amax(0) | x.amin(-1) | x.max(0) | x.min(-1) | x.max() | x.argmin(0) | x.median(-1) | x.median() | x.mode(-1) | x.mode(0)
x.sort(0) | x.sort(-1, descending=True) | x.argsort(-1) | x.topk(1) | x.topk(1, largest=False) | x.kthvalue(1) | f.quantile(0.3) | x.cummax(0) | x.cummin(-1) | x.cumsum(-1) | f.logcumsumexp(0)
torch.unique(x) | x.unique(return_counts=True) | torch.unique_consecutive(x) | torch.bincount(j) | torch.searchsorted(e, ff) | torch.bucketize(ff, e) | torch.histc(ff, 3)
x.nonzero() | torch.isin(x, 1) | torch.gather(a, 1, gi) | a.gather(-1, gi) | a.scatter(1, gi, a) | a.scatter_add(1, gi, a) | a.scatter(1, gi, 1) | a.scatter_reduce(1, gi, a, "amax")
a.index_select(0, j) | torch.index_select(a, 0, j) | a.take(j) | F.embedding(j, ff) | F.one_hot(j) | F.one_hot(j, 7) | a[j] | a[m2] | a[..., -1] | a[:, None] | a[::2] | a[-1] | x[x > 0] | a[j, 0]
a.index_add(0, j, a[j]) | a.index_fill(0, j, 1) | a.masked_fill(m2, 0) | a.index_copy(0, j[:1], a[:1]) | torch.take_along_dim(a, gi, 1) | a.masked_scatter(m2, a)
torch.eye(N) | torch.linspace(0, 1, N) | torch.logspace(0, 1, N) | torch.zeros(2, N) | torch.ones(N) | torch.zeros_like(x) | torch.full_like(x, 1) | torch.tril(a) | torch.triu(a, 1) | torch.diag(v) | torch.diag(s) | torch.diag_embed(v) | torch.tril_indices(N, 3)
x.flip(0) | x.roll(1) | x.roll(1, -1) | torch.rot90(a) | x.unsqueeze(-1) | x.squeeze() | x.flatten() | x.expand(2, *x.shape) | torch.stack((x, x), -1) | torch.hstack((a, a)) | torch.vstack((v, v)) | torch.chunk(x, 2, -1) | torch.split(v, 2) | x.tensor_split(2) | x.unbind() | x.repeat_interleave(2) | x.tile(2) | v.unfold(0, 2, 1) | torch.movedim(t, 0, -1)
torch.outer(v, v) | torch.dot(v, v) | torch.mv(a, v) | torch.einsum("ij,jk->ik", a, b) | torch.einsum("bij,bjk->bik", t, u) | torch.einsum("ij->j", a) | torch.einsum("bij->bi", t) | torch.addmm(a @ b, a, b) | torch.baddbmm(t @ u, t, u, beta=2) | torch.kron(a, v) | torch.trace(s) | torch.inverse(s) | torch.linalg.solve(s, s[0]) | torch.linalg.matrix_power(s, 2) | torch.cdist(ff, ff + 1) | torch.tensordot(a, b, 1) | torch.cov(ff) | torch.linalg.cross(c3, c3.flip(0)) | torch.linalg.inv(s)
F.relu(f) | F.gelu(f) | F.gelu(f, approximate="tanh") | F.silu(f) | F.elu(f) | F.leaky_relu(f) | F.softplus(f) | F.mish(f) | F.hardswish(f) | torch.sigmoid(x) | torch.tanh(x) | F.glu(torch.cat([ff, ff], 1)) | F.logsigmoid(f) | F.selu(f) | F.hardtanh(f) | F.prelu(f, bias1)
F.linear(ff, ff + 1) | F.linear(ff, ff + 1, ff[:, 0]) | F.conv1d(sig, ker) | F.conv1d(sig, ker, stride=2, padding=1) | F.conv2d(img, ker2) | F.conv2d(img, ker2, padding=1, stride=2) | F.conv2d(img, ker2, bias3) | F.conv3d(img[None], ker2[None]) | F.conv_transpose1d(sig, ker) | F.conv_transpose2d(img, ker2.transpose(0, 1)) | F.max_pool1d(sig, 2) | F.max_pool2d(img, 2) | F.max_pool2d(img, 2, stride=1, padding=1) | F.avg_pool1d(sig, 2) | F.avg_pool2d(img, 2) | F.adaptive_avg_pool2d(img, 2) | F.adaptive_max_pool1d(sig, 2) | F.interpolate(sig, scale_factor=2.0) | F.interpolate(sig, size=4, mode="linear") | F.interpolate(img, size=(2, 3), mode="bilinear") | F.interpolate(img, size=(3, 2), mode="bicubic") | F.unfold(img, 2) | F.pixel_shuffle(torch.cat([img, img], 1), 2) | F.lp_pool1d(sig, 2, 2) | F.scaled_dot_product_attention(tf, tf + 1, tf) | F.scaled_dot_product_attention(tf, tf + 1, tf, is_causal=True)
F.mse_loss(ff, ff.flip(0)) | F.l1_loss(ff, ff.flip(1), reduction="sum") | F.smooth_l1_loss(ff, ff.flip(0), beta=0.5) | F.huber_loss(ff, ff.flip(1)) | F.cross_entropy(ff, labels) | F.cross_entropy(ff, labels, reduction="none") | F.cross_entropy(ff, labels, label_smoothing=0.2) | F.nll_loss(ff, labels) | F.binary_cross_entropy(ff.sigmoid(), m2.float()) | F.binary_cross_entropy_with_logits(ff, m2.float()) | F.kl_div(ff, ff.softmax(-1), reduction="batchmean") | F.cosine_similarity(ff, ff.flip(0)) | F.pairwise_distance(ff, ff.flip(0)) | F.hinge_embedding_loss(ff, m2.float() * 2 - 1) | F.triplet_margin_loss(ff, ff + 1, ff.flip(0)) | F.gaussian_nll_loss(ff, ff + 1, ff.abs() + 1) | F.poisson_nll_loss(ff, ff.abs())
torch.sqrt(f.abs()) | torch.log(f.abs() + 1) | torch.sin(x) | torch.atan2(f, f.flip(0)) | torch.floor(f) | torch.round(f) | torch.sign(x) | torch.clamp(x, -1, 1) | torch.maximum(x, y) | torch.fmod(x, 3) | x % 3 | x // 2 | x ** 2 | torch.pow(f, 0.5) | -x | abs(x) | torch.lerp(f, f + 1, 0.5) | torch.addcmul(f, f, f) | torch.nan_to_num(f / 0) | torch.isnan(f / 0) | torch.logaddexp(f, f + 1) | x == y | x >= 1 | x.logical_and(y) | x & 3 | torch.reciprocal(x) | torch.heaviside(f, f + 1) | torch.xlogy(x, 2) | torch.diff(x) | torch.diff(v, n=2) | torch.trapezoid(v) | torch.hypot(f, f + 1) | torch.square(x)
torch.fft.fft(v.float()) | torch.fft.rfft(v.float()) | torch.fft.ifft(v.float()) | cz.abs() | cz.angle() | cz * cz | cz.real | torch.view_as_real(cz) | cz.conj() | cz @ cz
(ff - ff.mean(0)) / ff.std(0) | ((ff @ ff.T) + 1).relu() | ff.exp() / ff.exp().sum(1, keepdim=True) | (x > 0).sum() | x.cumsum(0)[-1] | a.float().T @ a.float() | (f - f.mean()).pow(2).mean().sqrt()
f.clone().add_(1) | f.clone().mul_(2) | f.clone().clamp_(0, 1) | f.clone().zero_() | a.clone().masked_fill_(m2, 0)
"""  # noqa: E501


def listed(text: str) -> list[str]:
    """Return the calls of a list."""
    return [call.strip() for line in text.strip().split("\n") for call in line.split(" | ")]


def numbers(random: Random, dtype: str, size: int) -> list[object]:
    """Return numbers that a type holds."""
    if dtype == "bool":
        return [random.random() < 0.5 for _ in range(size)]
    if dtype.startswith("complex"):
        return [complex(random.randint(-6, 6) / 2, random.randint(-6, 6) / 2) for _ in range(size)]
    if "int" in dtype:
        low, high = (0, 250) if dtype == "uint8" else (-9, 9)
        return [random.randint(low, high) for _ in range(size)]
    return [
        random.choice((random.randint(-36, 36) / 8, round(random.gauss(0, 2), 4)))
        for _ in range(size)
    ]


def tensor(random: Random, shape: tuple[int, ...], dtype: str) -> str:
    """Return an expression for a tensor, sometimes a view of another one."""
    values = numbers(random, dtype, math.prod(shape))
    text = f"torch.tensor({values!r}, dtype=torch.{dtype}).reshape({shape})"
    view = random.choice(VIEWS)
    return text if ("T" in view and len(shape) < 2) or not shape else view.format(text)


def inputs(random: Random) -> str:
    """Return a program that makes every tensor that the calls ask for."""
    n, k, m, batch = (random.choice((1, 2, 2, 3, 3)) for _ in range(4))
    dtype, floating = random.choice(TYPES), random.choice(FLOATS)
    sizes = (2, 3) if random.random() < 0.7 else (0, 1, 2, 3)
    shape = tuple(random.choice(sizes) for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3))))
    stretched = tuple(1 if random.random() < 0.2 else size for size in shape)
    other = stretched[random.choice((0, 0, 0, 1)) :]
    asked = {
        "x": (shape, dtype), "y": (other, dtype if random.random() < 0.6 else random.choice(TYPES)),
        "m": (random.choice((shape, other)), "bool"), "f": (shape, floating),
        "a": ((n, k), dtype), "b": ((k, m), dtype), "v": ((k,), dtype),
        "t": ((batch, n, k), dtype), "u": ((batch, k, m), dtype), "m2": ((n, k), "bool"),
        "s": ((n, n), random.choice(("float32", "float64"))), "cz": ((n,), "complex64"),
        "ff": ((n, k), floating), "tf": ((1, n, k), floating), "c3": ((2, 3), floating),
        "e": ((3,), "float32"), "bias1": ((1,), floating), "bias2": ((2,), "float32"),
        "img": ((1, 2, random.choice((3, 4)), random.choice((2, 3))), "float32"),
        "sig": ((1, 1, random.choice((3, 4, 5))), "float32"), "ker": ((1, 1, 2), "float32"),
        "ker2": ((1, 2, 2, 2), "float32"), "bias3": ((1,), "float32"),
        "g": (random.choice(((n, k), (k,), (n, k), ())), random.choice(("float32", "float64"))),
        "entries": ((random.choice((1, 2, 3)),), random.choice(("float32", "int64"))),
    }  # fmt: skip
    lines = [f"{name} = {tensor(random, *facts)}" for name, facts in asked.items()]
    count = asked["entries"][0][0]
    places = {
        "gi": [[random.randrange(k) for _ in range(k)] for _ in range(n)],
        "j": [random.randrange(n) for _ in range(random.choice((1, 2, 3)))],
        "labels": [random.randrange(k) for _ in range(n)],
        "coords": [[random.randrange(4) for _ in range(count)] for _ in range(2)],
    }
    lines += [f"{name} = torch.tensor({numbers})" for name, numbers in places.items()]
    lines += ["g = g.clone().requires_grad_()", "e = e.sort().values"]
    return "\n".join([*lines, f"N = {random.randint(1, 5)}"])


def drawn_calls(text: str, seed: int, most: int) -> Iterator[tuple[str, str]]:
    """Yield calls in turn, each with tensors drawn for it, as many as are asked for."""
    random = Random(seed)  # noqa: S311
    calls = listed(text)
    for turn in range(most):
        call = calls[turn % len(calls)]
        for _ in range(TRIES):
            setup = f"{SETUP}{inputs(random)}\n"
            if Session(write=lambda text: None).run(setup + call).failure is None:
                yield call, setup
                break


if __name__ == "__main__":
    seed, most, word = (*sys.argv[1:4], *("1", "600", "")[len(sys.argv[1:4]) :])
    for title, text in (("documented", DOCUMENTED), ("common", COMMON)):
        count(title, drawn_calls(text, int(seed), int(most)), word, fast="--fast" in sys.argv)
