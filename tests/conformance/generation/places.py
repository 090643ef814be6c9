"""Cases of choosing cells: indexing, masks, where, gather; and of writing into them."""

from tests.conformance.generation.sheet import DTYPES, KINDS, Sheet, combined

GRID = """\
x = torch.arange(12).reshape(3, 4)
rows = torch.tensor([2, 0])
mask = x % 3 == 0
cube = torch.arange(24).reshape(2, 3, 4)
point = torch.tensor(5)"""
PLACES = (
    "0", "-1", "3", "-4", "0, 1", "0, -5", "0, 1, 2", "1:", ":2", "::2", "1:1", "5:", "-2:", ":, 1", ":, 1:3", "..., 0", "...",
    "0, ...", "..., 1:, :2", "None", "None, :, None", ":, None, 1", "rows", "rows, 1", "rows, :", ":, rows", "rows, rows",
    "[2, 0]", "[0, 1], [1, 2]", "[[0, 1], [1, 2]]", "(0, 1)", "mask", "mask[0]", "mask[:, 0]", "mask[:, 0], 1", ":, mask[0]",
    "x > 5", "True", "False", "None, True", "torch.tensor(1)", "torch.tensor(1), torch.tensor([0, 2])", "torch.tensor(True)",
    "rows[:, None], rows", "rows.int()", "rows.float()", "rows.to(torch.uint8)", "torch.tensor([3])", "torch.tensor([], dtype=torch.long)",
    "[]", "[True, False, True]", "[True, False]", "::-1", "1.0", "'a'", "0:2, [0, 1]", "[0, 1], 0:2", "slice(0, 2)", "slice(None), 0",
    "rows, ..., 1", "..., rows", "range(2)", "0:10:3, ::2", "torch.tensor([[0], [2]])", "..., ...", "-1, -1", "2:0", "None, ..., None",
    "[0, -1], [-1, 0]", "0, None", "torch.tensor([-1, -3])", "rows, None", "mask, None", "1:3, 1:3", "torch.tensor([0, 5])", "0.5:2",
    "torch.tensor([True, False, True])", "torch.tensor([0, 1, 1])", "0:-1", "(slice(1, 3), [0, 2])", "mask[:2]", "1, :", "x[0, 1]",
)  # fmt: skip
READ = """\
y = EXPR
print(y)
print(y.shape, y.stride(), y.data_ptr() == x.data_ptr())"""

indexing = [
    Sheet("read", GRID, combined("x[{place}]", place=PLACES), READ),
    Sheet("write 7", GRID, combined("x[{place}]", place=PLACES), "EXPR = 7\nprint(x)"),
    Sheet("deep", GRID, combined("cube[{place}]", place=("0, rows", "rows[:1], :, rows", ":, rows, rows", "rows[1], rows",
          "[0, 1], ..., [2, 3]", "cube > 20", "0, mask", ":, mask", "1, 2, 3", "..., 0, :", "[[0]], [[1]]", "0, :, rows",
          "None, [0, 1], None, [1]", ":, [0, 2]", ":, :, [0, 2]", "[1], :, 1:3", "torch.tensor(0), :, rows", "mask[:2, 0]"))),
    Sheet("small", GRID, combined("point[{place}]", place=("()", "...", "None", "0", "True", "False", ":", "mask", "point > 3",
          "torch.tensor(True)", "torch.tensor(0)", "[]"))),
    Sheet("assign", GRID, [
        "x[0] = torch.tensor([9, 8, 7, 6])", "x[0] = [9, 8, 7, 6]", "x[0] = torch.tensor([1, 2])", "x[:, 0] = torch.tensor([[5]])",
        "x[0] = 2.7", "x[0] = torch.tensor(2.7)", "x[0] = True", "x[0] = 1j", "x[0] = 'a'", "x[0] = None", "x[0] = torch.ones(4)",
        "x[mask] = -1", "x[mask] = torch.arange(4)", "x[mask] = torch.arange(3)", "x[mask] = 2.5", "x[mask] = torch.tensor(2.5)",
        "x[x > 5] = 0", "x[x > 5] += 100", "x[rows] = torch.zeros(4, dtype=torch.long)", "x[rows] = torch.zeros(4)", "x[rows, rows] = 50",
        "x[rows] += 1", "x[[0, 0]] += 1", "x[0] += 1", "x[:, 1] *= 2", "x[1:, ::2] = torch.tensor([[1, 2], [3, 4]])", "x[5] = 1",
        "x[0, 0] = torch.tensor([3])", "x[0, 0] = torch.tensor([3, 4])", "x[...] = 1", "x[:] = x.flip(0)", "x[None] = 3", "x[True] = 3",
        "x[False] = 3", "x[[]] = 3", "x[0][1] = 99", "x[rows][0] = 99", "x.T[0] = 5", "x.view(-1)[3] = 33", "x[::2] = x[1]",
        "x[1:] = x[:-1]", "x[0], x[1] = 1, 2", "x[0, :] = x[:, 0]", "x[2**40] = 1", "del x[0]", "x[:2, :2] = torch.eye(2)",
        "x[torch.tensor([0, 1]), torch.tensor([0, 1])] = torch.tensor([70, 71])", "x[mask[:, 0]] = torch.arange(4)", "x[0] //= 2",
        "x[0] /= 2", "x[0] -= 0.5", "x[x == 100] = 1", "x[rows[:, None], rows] = torch.tensor([[1, 2], [3, 4]])", "x[0] = x",
        "x[-1] = 10**18", "x[0] = 2**63", "x[torch.tensor(0)] = 5", "x[slice(0, 2)] = 4", "x[1, [0, 3]] = torch.tensor([8, 9])",
    ], "EXPR\nprint(x)"),
    Sheet("iterate", GRID, [
        "[row.sum().item() for row in x]", "[a + b for a, b in x[:, :2]]", "list(x[0])", "len(x)", "len(point)", "list(point)",
        "[int(v) for v in x[1]]", "dict(enumerate(x[0].tolist()))", "list(zip(x[0], x[1]))[0]", "max(x[0])", "sum(x)", "sorted(x[0])",
        "list(reversed(x[0, :2]))", "x[0].tolist()[::-1]", "tuple(x)", "4 in x", "40 in x", "first, *rest, last",
    ], "first, *rest, last = x[0]\nprint(EXPR)"),
]  # fmt: skip

selection = [
    Sheet("", GRID + "\ny = torch.tensor([[1.5, -2.5], [0.0, 4.0]])\npick = torch.tensor([[True, False], [False, True]])", [
        *combined("torch.where({three})", three=("pick, y, 0", "pick, 1, 0", "pick, 1.5, y", "pick, y, -y", "y > 0, y, 0.5",
                  "pick", "pick, y", "y > 0", "pick, 1, 2.5", "pick, y, torch.tensor(9)", "pick, y.double(), y", "pick, y.int(), y",
                  "pick[0], y, 0", "pick[:, None], y, 0", "pick, torch.ones(3), y", "y, y, y", "pick.int(), y, y", "True, y, 0",
                  "torch.tensor(True), y, 0", "pick, y, None", "pick, True, False", "pick, 1j, y", "pick, torch.tensor(1), 2.0",
                  "condition=pick, input=y, other=y", "pick, y, y, out=torch.empty(2, 2)", "pick.byte(), y, 0", "torch.empty(0) > 0, 1, 2",
                  "pick, torch.tensor(2.5, dtype=torch.float64), y", "pick, 'a', y", "[True, False], y, 0", "pick, float('nan'), y",
                  "x > 4, x, torch.tensor(0.5)", "mask, x, -1", "~pick, y, 100", "pick, y, x[0, :2]", "x[:2, :2], y, y")),
        *combined("torch.where(pick, torch.ones(2, 2, dtype=torch.{left}), torch.zeros(2, dtype=torch.{right}))", left=KINDS,
                  right=("float32", "int64", "float16", "bool")),
        *combined("y.where({two})", two=("pick, 0", "pick, -y", "y > 0, torch.tensor(-1.0)")),
        *combined("torch.masked_select({two})", two=("x, mask", "y, pick", "y, y > 0", "y, pick[0]", "y, pick[:, :1]", "x, x", "x, mask[:2]",
                  "x, torch.tensor(True)", "x, torch.tensor(False)", "torch.tensor(3), pick", "x.T, mask.T", "x, mask.byte()", "x",
                  "x, True", "x, [True]", "input=x, mask=mask", "x, mask, out=torch.empty(0, dtype=torch.int64)",
                  "x, mask, out=torch.empty(0)", "torch.empty(0), torch.empty(0) > 0", "x[0], mask", "cube, mask[:, :1]", "y, torch.ones(3) > 0")),
        *combined("torch.masked_select(torch.tensor([1, 0, 3]).to(torch.{dtype}), torch.tensor([True, False, True]))", dtype=DTYPES),
        "x.masked_select(mask)", "y.masked_select(y.ge(0))", "x.masked_fill(mask, 0)", "x.masked_fill(mask, 2.5)", "y.masked_fill(pick, float('inf'))",
        "torch.masked_fill(x, mask[0], -1)", "x.masked_fill(x, 1)", "torch.nonzero(pick)", "pick.nonzero()", "torch.nonzero(pick, as_tuple=True)",
        "torch.argwhere(y > 0)", "torch.index_select(x, 0, rows)", "x.index_select(1, rows)", "torch.index_select(x, 1, torch.tensor([9]))",
        "torch.gather(x, 1, torch.tensor([[0], [1], [3]]))", "x.gather(0, rows[None])", "torch.take(x, rows)", "x.take(torch.tensor([-1]))",
        "torch.take_along_dim(x, x.argmax(1, keepdim=True), dim=1)", "x.scatter(1, torch.tensor([[0], [1], [2]]), 99)",
        "torch.zeros(2, 4).scatter_(1, torch.tensor([[1], [3]]), 1.0)", "x.index_fill(0, rows, -1)", "x.index_add(0, rows, torch.ones(2, 4, dtype=torch.long))",
        "torch.zeros(3).scatter_add_(0, torch.tensor([0, 0, 2]), torch.ones(3))", "F.one_hot(rows)", "F.one_hot(rows, num_classes=4)",
        "torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([2, 3]))", "torch.bucketize(y, torch.tensor([0.0, 2.0]))",
    ]),
]  # fmt: skip

LINE = """\
line = torch.arange(1.0, 4.0)
grid = torch.arange(6).reshape(2, 3)
image = torch.arange(12.0).reshape(1, 1, 3, 4)
cube = torch.arange(24.0).reshape(1, 2, 3, 4)
volume = torch.arange(8.0).reshape(1, 1, 2, 2, 2)"""
padding = [
    Sheet("", LINE, [
        *combined("F.pad({tensor}, {pad})", tensor=("line", "grid", "image"), pad=("(1, 2)", "(0, 0)", "(1, 1, 2, 0)", "[2, 0]", "(-1, 0)",
                  "(1, -1, 0, 1)", "(1,)", "()", "(1, 1, 1, 1, 1, 1)", "(-3, 0)", "(1.0, 2)", "2", "(1, 1, 1)")),
        *combined("F.pad({tensor}, {pad}, mode='{mode}')", tensor=("line", "line[None]", "line[None, None]", "image", "cube", "image[0]"),
                  pad=("(1, 2)", "(1, 1, 2, 0)", "(2, -1)"), mode=("reflect", "replicate", "circular")),
        *combined("F.pad(volume, (1, 1, 1, 0, 0, 1), mode='{mode}')", mode=("constant", "reflect", "replicate", "circular")),
        *combined("F.pad(image, (5, 0), mode='{mode}')", mode=("reflect", "replicate", "circular")),
        *combined("F.pad(grid[None, None].float().to(torch.{dtype}), (1, 1), mode='reflect')", dtype=KINDS),
        *combined("F.pad(grid.to(torch.{dtype}), (1, 0), value={value})", dtype=KINDS, value=("1", "2.5", "True")),
        "F.pad(line, (1, 1), 'constant', 5)", "F.pad(line, (1, 1), value=None)", "F.pad(line, (1, 1), mode='mirror')",
        "F.pad(line, (1, 1), 'reflect', 3)", "F.pad(input=line, pad=(1, 0))", "F.pad(line, pad=(1, 0), value=float('inf'))",
        "F.pad(line, (1, 1), value='a')", "F.pad([1, 2], (1, 1))", "F.pad(line)", "F.pad(torch.empty(0), (1, 1))", "F.pad(torch.tensor(1), (1, 1))",
        "F.pad(grid.T, (1, 0))", "torch.nn.functional.pad(grid, (1, 1, 1, 1))", "F.pad(grid > 2, (1, 1))", "F.pad(grid > 2, (1, 1), value=True)",
        "F.pad(line, torch.tensor([1, 1]))", "F.pad(grid, (0, 0, 1, 1), value=-1)", "F.pad(line, (0, 0)) is line", "torch.constant_pad_nd(line, (1, 1), 2)",
        "F.pad(line, (0, 0)).data_ptr() == line.data_ptr()", "F.pad(grid, (1, 2)).stride()", "F.pad(line, (1, 1), constant=2)",
    ]),
]  # fmt: skip
