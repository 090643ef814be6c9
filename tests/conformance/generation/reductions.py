"""Cases of functions that fold an axis or walk along it."""

from tests.conformance.generation.sheet import KINDS, Sheet, combined

FIXED = "grid = torch.tensor([[3, 1, 2], [0, 5, 4]])"
SHAPES = "\n".join(
    [
        "x = torch.tensor([[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]])",
        "i = torch.tensor([[3, 1, 2], [0, 5, 4]])",
        "cube = torch.arange(24.0).reshape(2, 3, 4)",
        "point = torch.tensor(7.0)",
        "empty = torch.empty(0)",
        "hollow = torch.empty(2, 0)",
        "b = torch.tensor([[True, False], [True, True]])",
    ]
)
FOLDS = ("sum", "mean", "prod", "max", "min", "argmax", "argmin", "amax", "amin", "any", "all", "std",
         "var", "median", "mode", "count_nonzero", "logsumexp", "nansum", "norm")  # fmt: skip
WITH_DIM = ("sum", "mean", "prod", "max", "min", "argmax", "argmin", "amax", "amin", "any", "all", "std", "var",
            "median", "mode")  # fmt: skip
SCANS = ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp")

reduction = [
    Sheet("every type", FIXED, [
        *combined("torch.{name}(grid.to(torch.{dtype}))", name=FOLDS[:16], dtype=KINDS),
        *combined("torch.{name}(grid.to(torch.{dtype}), dim=1)", name=("sum", "mean", "prod", "max", "argmax",
                  "any", "all", "amax"), dtype=KINDS),
    ]),
    Sheet("", SHAPES, [
        *combined("torch.{name}({tensor})", name=FOLDS, tensor=("x", "i", "cube", "point", "empty", "hollow", "b")),
        *combined("torch.{name}(x, {rest})", name=WITH_DIM,
                  rest=("0", "dim=-1", "dim=1, keepdim=True", "dim=2", "1, True", "axis=0", "dim=-3")),
        *combined("torch.{name}({tensor}, dim=0)", name=WITH_DIM, tensor=("cube", "point", "empty", "hollow", "b")),
        *combined("torch.{name}(hollow, dim=1)", name=WITH_DIM),
        *combined("torch.{name}(cube, dim=(0, 2))", name=("sum", "mean", "prod", "max", "argmax", "amax", "any",
                  "all", "std", "var", "logsumexp")),
        *combined("x.{name}()", name=FOLDS[:14]),
        *combined("x.{name}(1)", name=WITH_DIM),
        *combined("cube.{name}(dim=[0, 1], keepdim=True)", name=("sum", "mean", "amax", "std")),
        *combined("torch.sum(i, dtype=torch.{dtype})", dtype=KINDS),
        *combined("torch.{name}(i, dim=0, dtype=torch.{dtype})", name=("sum", "prod", "mean", "cumsum", "cumprod"),
                  dtype=("float32", "float64", "uint8", "bool", "complex64")),
        *combined("torch.{name}(x, {rest})", name=("std", "var"),
                  rest=("unbiased=False", "correction=0", "dim=1, correction=0", "dim=0, unbiased=False, keepdim=True")),
        "torch.std_mean(x)", "torch.var_mean(x, dim=1)", "torch.max(x, dim=1).values", "torch.max(x, dim=1).indices",
        "torch.max(i, torch.tensor(2))", "torch.min(x, x.flip(1))", "x.max(0)[0]", "x.max(dim=0, keepdim=True)",
        "torch.aminmax(x)", "torch.aminmax(x, dim=1)", "torch.argmax(i, None, keepdim=True)",
        "torch.argmax(torch.tensor([1, 3, 3]))", "torch.argmin(torch.tensor([[1, 1], [0, 0]]), dim=0)",
        "torch.max(torch.tensor([1, 3, 3]), dim=0)", "torch.argmax(b.int())", "torch.argmax(b)",
        "torch.argmax(x, keepdim=True)", "x.argmax(0, True)", "i.argmax().item()", "i.argmax(1).tolist()",
        "torch.argmax(torch.tensor([[[1, 2]], [[3, 0]]]), dim=2)", "torch.argmax(x, dim=(0, 1))", "torch.argmax([1, 2])",
        "torch.argmax(i, dim=1.0)", "torch.sum()", "torch.sum([1, 2])", "torch.sum(x, dim='a')", "sum(i)", "sum([i, i])",
        "max(torch.tensor([1, 5, 2]))", "min(i)", "torch.sum(x, 0, 1)", "torch.norm(x)", "x.norm()",
        "torch.norm(x, dim=1)", "torch.norm(x, p=1)", "torch.norm(x, p=float('inf'))", "torch.count_nonzero(i, dim=0)",
        "torch.unique(torch.tensor([3, 1, 3, 2]))", "torch.unique(i, return_counts=True)", "torch.median(x, dim=1)",
        "torch.unique(torch.tensor([3, 1, 3]), return_inverse=True)", "torch.quantile(x, 0.5)", "x.sum().item()",
        "torch.sort(x)", "torch.sort(x, dim=0, descending=True)", "torch.argsort(i)", "torch.topk(x, 2)",
        "torch.topk(x, 1, largest=False)", "x.topk(1, dim=0)", "torch.softmax(x, dim=1)", "x.softmax(0)",
        "torch.log_softmax(x, -1)", "F.softmax(x, dim=0)", "torch.bincount(i[0])", "torch.histc(x, 3)", "x.all()",
        "(x > 0).all(dim=1)", "(x > 2).any(0)", "i.sum(0, keepdim=True)", "cube.sum(-1).shape", "cube.mean((1, 2))",
        "cube.sum(dim=())", "cube.sum(dim=[])", "torch.sum(x, dim=(0, 0))", "torch.amax(x, ())", "torch.trace(i)",
    ]),
]  # fmt: skip

scan = [
    Sheet("every type", FIXED, combined("torch.{name}(grid.to(torch.{dtype}), dim=1)", name=SCANS, dtype=KINDS)),
    Sheet("", SHAPES, [
        *combined("torch.{name}({tensor}, dim={dim})", name=SCANS[:4],
                  tensor=("x", "i", "cube", "point", "empty", "hollow", "b"), dim=("0", "-1", "2")),
        *combined("x.{name}(0)", name=SCANS),
        *combined("torch.{name}(x)", name=SCANS),
        *combined("torch.cumprod(i, dim=0, dtype=torch.{dtype})", dtype=KINDS),
        "torch.cumprod(x.T, dim=0)", "torch.cumprod(cube.permute(2, 0, 1), dim=1)", "x.cumprod(dim=1)",
        "torch.cumprod(i + 1, 1, out=torch.empty(2, 3, dtype=torch.int64))", "torch.cumprod([1, 2], 0)",
        "torch.cumprod(i, dim='rows')", "torch.cumprod(i, dim=None)", "torch.cumprod(i, 1.5)", "torch.cumprod(dim=0)",
        "torch.cumprod(torch.arange(1, 25), 0)", "torch.cumprod(torch.arange(1, 25).float(), 0)",
        "torch.cumprod(torch.tensor([200, 2], dtype=torch.uint8), 0)",
        "torch.cumprod(torch.tensor([2.0, 0.0, float('inf'), float('nan')]), 0)",
        "torch.cumsum(torch.tensor([1e8, 1.0, -1e8]), 0)", "torch.cumsum(torch.ones(5), 0)",
        "torch.cummax(torch.tensor([1, 3, 3, 2, 4]), 0)", "torch.cummax(x, dim=1).indices", "torch.diff(x)",
        "torch.diff(i, dim=0)", "torch.diff(i, n=2)",
    ]),
]  # fmt: skip
