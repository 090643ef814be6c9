"""Calls on images in another size, powers and special functions, and slopes of 16-bit floats."""

from collections.abc import Iterator

import numpy as np

Operands = dict[str, np.ndarray]

IMAGES = """
    F.interpolate(p,scale_factor=2,mode='bilinear') F.interpolate(p,size=(5,9),mode='bilinear')
    F.interpolate(p,scale_factor=2,mode='bilinear',align_corners=True)
    F.interpolate(p,scale_factor=2,mode='bicubic') F.interpolate(p,size=(5,9),mode='bicubic')
    F.interpolate(p,size=(5,9),mode='bicubic',align_corners=True)
    F.interpolate(p,size=(4,5),mode='bilinear',antialias=True) F.interpolate(p,size=(4,9))
    F.adaptive_avg_pool2d(p,(2,3)) F.avg_pool2d(p,3,1,1)
"""
FILTERS = """
    F.conv2d(p,w,stride=2) F.conv2d(p,w,stride=2,padding=1) F.conv2d(p,w[:,:,:1,:1])
    F.conv2d(p,w[:p.shape[1],:1],groups=p.shape[1])
"""
SHAPES = [(1, 1, 6, 7), (2, 3, 8, 8), (3, 4, 7, 10), (1, 8, 5, 6)]
CELLS = """
    x**0.3 x**2.6 x**-1.2 torch.special.i1(x) torch.special.i1e(x) torch.special.zeta(x+1,y)
    torch.special.polygamma(1,x) torch.special.polygamma(2,x) torch.special.modified_bessel_i0(x)
    torch.special.modified_bessel_k1(x) torch.angle(torch.complex(x,y))
"""
SLOPES = """
    0.7**x x**0.3 torch.erfinv(x/(1+x)) torch.i0(x) F.kl_div(x.log(),y,reduction='sum')
    F.binary_cross_entropy(x/(1+x),y)
"""
NARROW = """
    torch.sigmoid(x) torch.tanh(x) F.silu(x) F.gelu(x) F.mish(x) F.softplus(x) F.elu(x) F.selu(x)
    F.hardswish(x) torch.log_softmax(x,-1) F.smooth_l1_loss(x,y)
"""
SIZES = [(7,), (4, 6), (100,)]


def expressions(random: np.random.RandomState) -> Iterator[tuple[str, str, str, Operands, str]]:
    """Yield group, name, expression, operands and type of each call."""
    for name in (IMAGES + FILTERS).split():
        leaves = ",".join(leaf for leaf in "pw" if f"({leaf}," in name or f",{leaf}" in name)
        for shape in SHAPES:
            operands = {
                "p": random.normal(size=shape),
                "w": random.normal(size=(8, shape[1], 3, 3)),
            }
            operands = {leaf: operands[leaf] for leaf in leaves.split(",")}
            if name in IMAGES.split():
                yield "images", name, name, operands, "float32"
            slope = f"gradient(lambda {leaves}:{name},{leaves})"
            yield "gradients:images", name, slope, operands, "float32"
    for group, listed, dtype in (
        ("elementwise", CELLS, "float32"),
        ("gradients:cells", SLOPES, "float32"),
        ("gradients:narrow", NARROW, "bfloat16"),
    ):
        for name in listed.split():
            leaves = "x,y" if "y" in name else "x"
            slope = f"gradient(lambda {leaves}:{name},{leaves})"
            for size in SIZES:
                pair = {leaf: random.gamma(1.5, size=size) + 1e-3 for leaf in leaves.split(",")}
                pair["y"] = np.minimum(pair.get("y", pair["x"]), 0.999)
                yield group, name, slope if "grad" in group else name, pair, dtype
