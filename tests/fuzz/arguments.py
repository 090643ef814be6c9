"""Arguments by kind: values that a call is likely to take, and values that it must refuse."""

from collections.abc import Callable
from random import Random
from typing import Any

Value = Callable[[Random], str]

DTYPES = (
    "float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8",
    "bool", "complex64", "complex128", "complex32",
)  # fmt: skip
HOSTILE = (
    "-1", "0", "-2**31", "2**31", "2**62", "2**63 - 1", "2**63", "2**64", "-2**63", "10**30",
    "float('nan')", "float('inf')", "-float('inf')", "1e308", "-0.0", "0.5", "True", "False",
    "3j", "None", "...", "''", "'a'", "'mean'", "'é' * 1000", "()", "[]", "{}", "(2**62, 2**62)",
    "(-1, -1)", "(0,)", "[2**62] * 4", "(1,) * 65", "[[1, 2], [3]]", "[1, 'a']", "[None]",
    "(1.5, 2)", "slice(None, None, -1)", "slice(2**63)", "range(5)", "range(10**12)",
    "lambda *a: 1", "lambda *a: None", "lambda v: v", "len", "int", "torch.float32", "torch",
    "torch.Tensor", "torch.strided", "torch.device('meta')", "torch.Size([2, 2])", "loop", "knot",
    "iter([1, 2])", "zip([1], [2])", "enumerate([1])", "{1, 2}", "{'a': 1}", "ValueError('no')",
    "torch.tensor(2)", "torch.tensor(-1)", "torch.tensor(float('nan'))", "torch.ones(0)",
    "torch.ones(0, 3)", "torch.tensor([True, False])", "torch.tensor([0, -1])",
    "torch.tensor([2**62, 2**62])", "torch.ones(2, device='meta')", "torch.eye(2).to_sparse()",
    "torch.ones(1).expand(2, 3)", "torch.quantize_per_tensor(torch.ones(2, 2), .1, 0, torch.qint8)",
    "torch.ones(2, requires_grad=True)", "torch.tensor([1+2j, 0j])", "torch.ones(2).half()",
    "torch.empty(2**20, 0)", "torch.ones(1, 1, 1, 1, 1, 1)", "torch.Generator()",
)  # fmt: skip
# What most programs begin with: `loop` and `knot` hold themselves.
SETUP = """\
torch.manual_seed(0)
loop = [1]; loop.append(loop); knot = {}; knot['k'] = knot"""


def choice(*texts: str) -> Value:
    """Return a value that is one of some texts."""
    return lambda random: random.choice(texts)


def whole(low: int, high: int) -> Value:
    """Return a whole number between two others."""
    return lambda random: str(random.randint(low, high))


def several(value: Value, low: int = 1, high: int = 3) -> Value:
    """Return a tuple of values."""

    def text(random: Random) -> str:
        parts = [value(random) for _ in range(random.randint(low, high))]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"

    return text


def one_of(*values: Value) -> Value:
    """Return a value of one of some kinds."""
    return lambda random: random.choice(values)(random)


def tensor(random: Random) -> str:
    """Return a fresh tensor: of any type, size and layout, mostly a small one of floats."""
    sizes = several(choice("1", "2", "2", "2", "3", "3", "4", "0"), 0, 3)(random)
    dtype = "float32" if random.random() < 0.6 else random.choice(DTYPES)
    made = random.choice(("torch.arange(24)", "torch.ones(24)", "torch.randn(24)"))
    fresh = f"{made}.resize_{sizes if sizes != '()' else '(())'}.to(torch.{dtype})"
    layout = ("", "", "", ".transpose(0, -1)", ".flip(0)", "[..., None]", "[None]", "[::2]")
    return fresh + (random.choice(layout) if sizes != "()" else "")


def floats(random: Random) -> str:
    """Return a fresh tensor of floats, sometimes one that records."""
    sizes = ", ".join(random.choice("1223") for _ in range(random.randint(1, 3)))
    record = ", requires_grad=True" if random.random() < 0.3 else ""
    return f"torch.{random.choice(('randn', 'rand', 'ones', 'zeros'))}({sizes}{record})"


SIZE = several(whole(0, 4), 0, 4)
SMALL = one_of(whole(1, 3), several(whole(1, 3), 1, 3))
FLOAT = choice("0.5", "0.", "1.", "2.", "1e-5", "-1.5", "3")
INDEX = choice(
    "torch.tensor([0])", "torch.tensor([1, 0])", "torch.tensor([[0, 1], [1, 0]])",
    "torch.tensor(0)", "torch.tensor([0, 2])",
)  # fmt: skip
MASK = choice("torch.tensor([True, False])", "torch.eye(2).bool()", "torch.tensor(True)", "m > 0")
DTYPE: Value = lambda random: f"torch.{random.choice(DTYPES)}"  # noqa: E731

BY_NAME: dict[str, Value] = {
    **dict.fromkeys(("dim", "dim0", "dim1", "axis", "start_dim", "end_dim"), whole(-2, 2)),
    **dict.fromkeys(("dims", "axes", "destination", "source"), one_of(
        whole(-2, 2), several(whole(-2, 2), 1, 3))),
    **dict.fromkeys(("size", "shape", "sizes", "normalized_shape", "output_size"), SIZE),
    **dict.fromkeys(("stride", "strides", "kernel_size", "padding", "dilation", "pad"), SMALL),
    **dict.fromkeys(("dtype", "type"), DTYPE),
    **dict.fromkeys(("index", "indices", "ind"), INDEX),
    **dict.fromkeys(("mask", "condition"), MASK),
    "device": choice("'cpu'", "'meta'", "torch.device('cpu')", "None"),
    "layout": choice("torch.strided", "torch.sparse_coo"),
    "memory_format": choice("torch.contiguous_format", "torch.preserve_format",
                            "torch.channels_last"),
    "generator": choice("torch.Generator()", "None", "torch.default_generator"),
    "reduction": choice("'mean'", "'sum'", "'none'"),
    "reduce": choice("'sum'", "'prod'", "'amax'", "'amin'", "'mean'"),
    "mode": choice("'nearest'", "'linear'", "'bilinear'", "'bicubic'", "'area'", "'constant'",
                   "'reflect'", "'replicate'", "'circular'", "'trilinear'", "'reduced'"),
    "rounding_mode": choice("'floor'", "'trunc'", "None"),
    "indexing": choice("'ij'", "'xy'"),
    "side": choice("'left'", "'right'"),
    "norm": choice("'ortho'", "'forward'", "'backward'", "None"),
    "equation": choice("'ij,jk->ik'", "'ii'", "'...j->j'", "'i,j'", "'ij'"),
    "ord": choice("1", "2", "'fro'", "'nuc'", "float('inf')", "-1", "None"),
    "groups": whole(1, 2),
    "eps": choice("1e-5", "0.", "1"),
    "p": choice("0.5", "0.", "1", "2", "float('inf')"),
}  # fmt: skip
BY_KIND: tuple[tuple[str, Value], ...] = (
    ("'tensors'", lambda random: f"[{floats(random)}, {floats(random)}]"),
    ("'index'", INDEX),
    ("'mask'", MASK),
    ("tensor", one_of(tensor, floats)),
    ("tuple[int", SMALL),
    ("DType", DTYPE),
    ("bool", choice("True", "False")),
    ("float", FLOAT),
    ("int", whole(-2, 4)),
    ("str", choice("'mean'", "'sum'", "'none'")),
    ("number", FLOAT),
)


def realistic(random: Random, name: str, annotation: Any) -> str:
    """Return an argument that a parameter of this name and annotation is likely to take."""
    if name in BY_NAME:
        return BY_NAME[name](random)
    kind = str(annotation)
    fitting = next((value for word, value in BY_KIND if word in kind), None)
    return one_of(tensor, floats, SMALL, FLOAT)(random) if fitting is None else fitting(random)


def hostile(random: Random) -> str:
    """Return an argument that nobody expects."""
    return random.choice(HOSTILE)
