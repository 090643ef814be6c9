"""The calls whose bits are compared: expressions of random operands at teaching sizes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from tests.conformance.digits import images, learning, matrices, recurrence, special

Draw = Callable[[np.random.RandomState, tuple[int, ...]], Any]

DRAWS: dict[str, Draw] = {
    "any": lambda random, shape: random.normal(size=shape) * random.choice([0.3, 1, 5]),
    "positive": lambda random, shape: random.gamma(1.5, size=shape) + 1e-3,
    "inside": lambda random, shape: random.uniform(-0.999, 0.999, size=shape),
    "part": lambda random, shape: random.uniform(0.001, 0.999, size=shape),
    "small": lambda random, shape: random.normal(size=shape) * 0.5 + 1,
}

ELEMENTWISE = {
    "any": """
        torch.exp(x) torch.exp2(x) torch.expm1(x) torch.sin(x) torch.cos(x) torch.tan(x)
        torch.atan(x) torch.sinh(x) torch.cosh(x) torch.tanh(x) torch.asinh(x) torch.sigmoid(x)
        torch.erf(x) torch.erfc(x) torch.sinc(x) torch.square(x) torch.reciprocal(x) x**2 x**3
        x+y x-y x*y x/y torch.atan2(x,y) torch.hypot(x,y) torch.logaddexp(x,y) torch.fmod(x,y)
        torch.remainder(x,y) torch.lerp(x,y,0.3) torch.addcmul(x,x,y,value=0.5)
        torch.addcdiv(x,x,y,value=0.5) x.add(y,alpha=0.7) x+0.1 x*0.1 x/3 1/x 2**x
        F.silu(x) F.gelu(x) F.gelu(x,approximate='tanh') F.softplus(x) F.elu(x) F.selu(x)
        F.celu(x,1.5) F.mish(x) F.logsigmoid(x) F.tanhshrink(x) F.softsign(x) F.hardswish(x)
        F.hardsigmoid(x) F.leaky_relu(x) torch.special.ndtr(x) torch.special.i0e(x)
        torch.deg2rad(x) torch.i0(x)
    """,
    "positive": """
        torch.log(x) torch.log2(x) torch.log10(x) torch.log1p(x) torch.sqrt(x) torch.rsqrt(x)
        x**0.5 x**-0.5 x**1.7 x**y torch.xlogy(x,y) torch.special.entr(x) torch.lgamma(x)
        torch.digamma(x) torch.acosh(x+1)
    """,
    "inside": "torch.asin(x) torch.acos(x) torch.atanh(x) torch.erfinv(x)",
    "part": "torch.logit(x)",
}

REDUCTIONS = {
    "any": """
        torch.sum(x,DIM) torch.mean(x,DIM) torch.var(x,DIM) torch.std(x,DIM)
        torch.std(x,DIM,correction=0) torch.norm(x,2,DIM) torch.linalg.vector_norm(x,1,DIM)
        torch.linalg.vector_norm(x,3,DIM) torch.logsumexp(x,DIM) torch.nansum(x,DIM)
        torch.cumsum(x,DIM) torch.logcumsumexp(x,DIM)
        torch.softmax(x,DIM) torch.log_softmax(x,DIM) F.softmin(x,DIM) F.normalize(x,dim=DIM)
        F.cosine_similarity(x,y,dim=DIM) torch.trapezoid(x,dim=DIM)
    """,
    "small": "torch.prod(x,DIM) torch.cumprod(x,DIM)",
}
WHOLE = {
    "any": """
        x.sum() x.mean() x.var() x.std() x.norm() F.mse_loss(x,y) F.l1_loss(x,y)
        F.smooth_l1_loss(x,y) F.huber_loss(x,y) F.mse_loss(x,y,reduction='sum')
        F.binary_cross_entropy_with_logits(x,torch.sigmoid(y)) torch.dist(x,y)
    """,
    "part": "F.binary_cross_entropy(x,y) F.kl_div(torch.log(x),y,reduction='sum')",
    "small": "x.prod()",
}
ROWS = {
    "any": """
        F.layer_norm(x,x.shape[-1:]) F.layer_norm(x,x.shape[-1:],x[0],y[0])
        F.rms_norm(x,x.shape[-1:]) F.batch_norm(x,None,None,training=True)
        F.batch_norm(x,None,None,x[0],y[0],training=True) F.batch_norm(x,x[0],y[0]*y[0])
        F.group_norm(x[None],1) F.instance_norm(x[None]) F.cross_entropy(x,T)
        F.nll_loss(x,T) F.cross_entropy(x,y.softmax(-1)) F.pairwise_distance(x,y)
        torch.cdist(x,y) torch.cov(x)
    """,
}
PRODUCTS = """
    a@b a.mm(b) a@b[:,0] a[0]@b a[0]@b[:,0] torch.dot(a[0],b[:,0].contiguous())
    F.linear(a,b.t().contiguous()) F.linear(a,b.t().contiguous(),b[0]) torch.addmm(b[0],a,b)
    torch.outer(a[0],b[0]) torch.einsum('ij,jk->ik',a,b)
    torch.bmm(a.expand(3,-1,-1),b.expand(3,-1,-1))
    a[0].dot(a[0]) a@a.t() a.t()@a torch.matmul(a[None],b)
"""
CONVOLUTIONS = """
    F.conv1d(s,k) F.conv1d(s,k,padding=1) F.conv2d(p,w) F.conv2d(p,w,padding=1) F.conv2d(q,w)
    F.avg_pool2d(p,2) F.adaptive_avg_pool2d(p,1)
"""

SHAPES = [(2, 2), (5,), (7,), (3, 4), (23,), (6, 10), (40,), (100,), (9, 33), (300,)]
GRIDS = [(2, 2), (3,), (5,), (11,), (4, 6), (7, 3), (10, 10), (2, 3, 4), (50,), (3, 40), (40, 3),
         (130,), (5, 8, 9), (20, 37), (1000,), (25, 40)]  # fmt: skip
MATRICES = [(2, 2, 2), (3, 4, 5), (4, 4, 4), (2, 8, 3), (5, 3, 13), (8, 8, 8), (10, 20, 5),
            (16, 16, 16), (32, 10, 20), (7, 50, 2)]  # fmt: skip
LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "rows": lambda array: array,
    "columns": lambda array: np.ascontiguousarray(array.T).T,
    "steps": lambda array: np.repeat(array, 2, -1)[..., ::2],
}


@dataclass(frozen=True)
class Call:
    """An expression and what its names stand for, as numpy arrays of double precision."""

    group: str
    name: str
    expression: str
    operands: dict[str, Any]
    dtype: str = "float32"

    def answer(self, torch: Any, functional: Any) -> tuple[np.ndarray, int]:
        """Return the result's cells, each as its bytes, NaNs all alike, and its text's checksum."""
        kind = getattr(torch, self.dtype)
        names = {
            "torch": torch,
            "F": functional,
            **learning.names(torch, functional),
            **recurrence.names(torch),
        }
        for name, array in self.operands.items():
            if array.dtype.kind == "f":
                narrow = array.astype("f8" if self.dtype == "float64" else "f4")
                names[name] = torch.from_numpy(relaid(narrow, array)).to(kind)
            else:
                names[name] = torch.from_numpy(array)
        found = eval(self.expression, names)  # noqa: S307  an expression of this folder
        text = crc32(str(found).encode())
        if self.dtype in {"float16", "bfloat16"}:
            found = found.float()
        cells = np.ascontiguousarray(found.numpy()).reshape(-1)
        cells = np.where(np.isnan(cells), cells.dtype.type(np.nan), cells)
        return cells.view(np.uint8).reshape(cells.size, -1), text


def relaid(values: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Return values in memory as another array lies, its strides a whole number of cells."""
    if like.flags.c_contiguous:
        return np.ascontiguousarray(values)
    if like.flags.f_contiguous:
        return np.asfortranarray(values)
    return LAYOUTS["steps"](values)


def calls(seed: int) -> Iterator[Call]:
    """Yield the calls, the same for the same seed."""
    random = np.random.RandomState(seed)
    yield from elementwise(random)
    yield from reductions(random)
    yield from whole(random)
    yield from rows(random)
    yield from products(random)
    for group, name, expression, operands in learning.expressions(random):
        yield Call(group, name, expression, operands)
    for group, name, expression, operands in learning.attending(random):
        yield Call(group, name, expression, operands)
    for group, name, expression, operands in recurrence.expressions(random):
        yield Call(group, name, expression, operands)
    for call in images.expressions(random):
        yield Call(*call)
    for group, name, expression, operands in matrices.expressions(random):
        yield Call(group, name, expression, operands)
    for call in special.expressions(random):
        yield Call(*call)


def elementwise(random: np.random.RandomState) -> Iterator[Call]:
    """Yield functions cell by cell."""
    for draw, expressions in ELEMENTWISE.items():
        for expression in expressions.split():
            for number, shape in enumerate(SHAPES):
                layout = list(LAYOUTS)[number % 4 % 3]
                pair = two(random, draw, shape, layout)
                yield Call("elementwise", expression, expression, pair)
            for dtype in ("bfloat16", "float16", "float64"):
                for shape in SHAPES[::4]:
                    pair = two(random, draw, shape, "rows")
                    yield Call(f"elementwise {dtype}", expression, expression, pair, dtype)


def two(
    random: np.random.RandomState, draw: str, shape: tuple[int, ...], layout: str
) -> dict[str, Any]:
    """Return two operands of a shape, drawn alike."""
    return {name: LAYOUTS[layout](DRAWS[draw](random, shape)) for name in "xy"}


def reductions(random: np.random.RandomState) -> Iterator[Call]:
    """Yield functions along a dimension."""
    for draw, expressions in REDUCTIONS.items():
        for name in expressions.split():
            group = "softmax" if "soft" in name else "reductions"
            for number, shape in enumerate(GRIDS):
                layout = list(LAYOUTS)[number * 7 % 5 % 3]
                for dim in range(len(shape)):
                    pair = two(random, draw, shape, layout)
                    yield Call(group, name, name.replace("DIM", str(dim)), pair)
            for dtype in ("bfloat16", "float16", "float64"):
                for shape in GRIDS[1::5]:
                    pair = two(random, draw, shape, "rows")
                    expression = name.replace("DIM", str(len(shape) - 1))
                    yield Call(f"{group} {dtype}", name, expression, pair, dtype)


def whole(random: np.random.RandomState) -> Iterator[Call]:
    """Yield functions of all cells: reductions and losses."""
    for draw, expressions in WHOLE.items():
        for name in expressions.split():
            group = "reductions" if name.startswith("x.") else "losses"
            for number, shape in enumerate(GRIDS * 2):
                pair = two(random, draw, shape, list(LAYOUTS)[number * 7 % 5 % 3])
                yield Call(group, name, name, pair)
            for dtype in ("bfloat16", "float16", "float64"):
                for shape in GRIDS[1::3]:
                    pair = two(random, draw, shape, "rows")
                    yield Call(f"{group} {dtype}", name, name, pair, dtype)


def rows(random: np.random.RandomState) -> Iterator[Call]:
    """Yield functions of rows: normalisations, and losses of classes."""
    for name in ROWS["any"].split():
        losses = any(word in name for word in ("entropy", "nll"))
        group = "losses" if losses else "products" if "co" in name or "cd" in name else "norms"
        for shape in [shape for shape in GRIDS if len(shape) == 2] * 2:
            pair = two(random, "any", shape, "rows")
            pair["T"] = random.randint(0, shape[1], shape[0])
            yield Call(group, name, name, pair)


def products(random: np.random.RandomState) -> Iterator[Call]:
    """Yield products of matrices, and convolutions."""
    for name in PRODUCTS.split():
        for n, k, m in MATRICES:
            yield Call(
                "products", name, name, {"a": normal(random, n, k), "b": normal(random, k, m)}
            )
    for name in CONVOLUTIONS.split():
        for batch, channels, size, out in [(1, 1, 6, 1), (1, 2, 8, 3), (3, 1, 7, 4), (4, 3, 12, 8)]:
            operands = {
                "s": normal(random, batch, channels, 3 * size),
                "k": normal(random, out, channels, 3),
                "p": normal(random, batch, channels, size, size),
                "q": normal(random, 1, channels, size, size),
                "w": normal(random, out, channels, 3, 3),
            }  # fmt: skip
            yield Call("convolutions", name, name, operands)


def normal(random: np.random.RandomState, *shape: int) -> np.ndarray:
    """Return normal numbers."""
    return random.normal(size=shape)
