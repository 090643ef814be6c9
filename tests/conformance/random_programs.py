"""Programs with random tensors and calls, for comparing live with PyTorch."""

from random import Random

from tests.conformance.generation.sheet import KINDS

LAYOUTS = ("", "", "", ".T", ".flip(0)", "[..., None]", "[None]", "[::2]", "[..., :1]", ".contiguous()")
UNUSUAL = ("0.0", "-0.0", "100.25", "1e-3", "1e5", "float('nan')", "float('inf')", "-float('inf')")


def cell(random: Random, *, real: bool) -> str:
    """Return a number's text: mostly quarters, so that a last bit does not tip a printed digit."""
    if real and random.random() < 0.15:
        return random.choice(UNUSUAL)
    return str(random.randint(-40, 40) / 4 if real and random.random() < 0.5 else random.randint(-3, 5))


def tensor(random: Random, sizes: list[int]) -> str:
    """Return the expression of a tensor of any type and cells, contiguous or not."""
    kind = random.choice(KINDS)
    count = 1
    for size in sizes:
        count *= size
    cells = ", ".join(cell(random, real="float" in kind) for _ in range(count))
    layout = random.choice(LAYOUTS) if sizes else ""
    return f"torch.tensor([{cells}]).to(torch.{kind}).reshape({tuple(sizes)}){layout}"


def second_sizes(random: Random, sizes: list[int]) -> list[int]:
    """Return sizes that mostly broadcast with the given ones."""
    kept = sizes[random.randint(0, len(sizes)) :] if random.random() < 0.4 else sizes
    return [random.choice([size, size, size, size, 1, 2]) for size in kept]


DIMS = ("0", "-1", "1", "2", "-2")
BINARY = ("x + y", "x - y", "x * y", "x / y", "x // y", "x % y", "x > y", "x <= y", "x == y", "x != y", "x & y", "x | y",
          "torch.add(x, y, alpha=2)", "torch.sub(x, y, alpha=0.5)", "torch.div(x, y, rounding_mode='trunc')",
          "torch.div(x, y, rounding_mode='floor')", "torch.maximum(x, y)", "torch.where(x > 0, x, y)", "torch.where(x, x, y)",
          "torch.masked_select(x, y > 0)", "torch.cat((x, y))", "torch.cat((x, y), dim=-1)", "torch.stack((x, y))", "x @ y",
          "torch.mm(x, y)", "torch.bmm(x, y)", "x ** 2", "x + 1", "x * 2.5", "2 - x", "x / 2", "x // 2", "x > 1.5", "x == 2", "x.add_(y)",
          "x.mul_(2.5)", "x.copy_(y)", "x.masked_fill(y > 0, 7)", "x.equal(y)", "torch.result_type(x, y)", "x.to(y.dtype)", "x.expand_as(y)",
          "x.view_as(y)", "torch.add(x, y, out=torch.empty(0))", "x.type_as(y)", "x.fill_(3)", "torch.eq(x, y)", "x ** y", "-x", "~x", "abs(x)")  # fmt: skip
UNARY = tuple(
    call.replace("DIM", dim)
    for call in ("x.sum(DIM)", "x.mean(DIM)", "x.prod(DIM)", "x.max(DIM)", "x.argmax(DIM)", "x.argmin(DIM, True)", "x.all(DIM)", "x.any(DIM)",
                 "x.cumsum(DIM)", "x.cumprod(DIM)", "x.unsqueeze(DIM)", "x.squeeze(DIM)", "x.transpose(0, DIM)", "x.flip(DIM)", "x.select(DIM, 0)",
                 "x.unbind(DIM)", "x.split(2, DIM)", "x.chunk(2, DIM)", "x.sum(DIM, keepdim=True)", "x.amax(DIM)", "x.flatten(DIM)", "x.size(DIM)",
                 "x.repeat(2, 1, DIM)", "x.narrow(DIM, 0, 1)", "x.std(DIM)", "x.roll(1, DIM)", "x.movedim(0, DIM)", "x.sort(DIM)")
    for dim in DIMS
) + (
    "x.sum()", "x.mean()", "x.prod()", "x.max()", "x.min()", "x.argmax()", "x.argmin()", "x.all()", "x.any()", "x.T", "x.mT", "x.t()", "x.view(-1)",
    "x.reshape(-1)", "x.flatten()", "x.squeeze()", "x.permute(1, 0)", "x.permute(2, 0, 1)", "x.repeat(2, 2)", "x.repeat(2)", "x.expand(2, -1)",
    "x.clone()", "x.contiguous()", "torch.vsplit(x, 2)", "torch.vsplit(x, [1, 2])", "torch.det(x)", "torch.numel(x)", "x.tolist()", "x.item()", "x[0]",
    "x[-1]", "x[..., 0]", "x[:, 0]", "x[1:]", "x[None]", "x[[0]]", "x[x > 0]", "x[0, 0]", "x[..., ::2]", "x[:, [0, 0]]", "x[torch.tensor(0)]", "x[True]",
    "bool(x)", "float(x)", "int(x)", "len(x)", "list(x)", "F.pad(x, (1, 2))", "F.pad(x, (1, 1), mode='reflect')", "F.pad(x, (1, 1), mode='circular')",
    "F.pad(x, (0, 1), mode='replicate')", "F.pad(x, (1, 0, 0, 1), value=2)", "torch.zeros_like(x)", "torch.ones_like(x, dtype=torch.float64)",
    "torch.full_like(x, 2.5)", "x.bool()", "x.int()", "x.half()", "x.double()", "x.byte()", "x.to(torch.complex64)", "x.type()", "x.abs()", "x.neg()",
    "x.square()", "x.sign()", "x.floor()", "x.round()", "x.relu()", "x.nonzero()", "x.isnan()", "x.unique()", "x.clamp(0, 2)", "x.zero_()", "x.diagonal()",
    "x.tril()", "x.numel()", "x.is_contiguous()", "x.view(2, -1)", "x.reshape(2, -1)", "x.unflatten(0, (1, -1))", "x.tile((2,))", "x.argsort()", "x.ravel()",
    "x.to_sparse()", "x.count_nonzero()", "torch.atleast_2d(x)", "x.data", "x.detach()", "x.trace()",
)  # fmt: skip
SHOW = """\
result = {call}
print(result)
if isinstance(result, torch.Tensor) and not result.is_sparse:
    print(result.dtype, result.shape, result.stride(), result.storage_offset())
print(x)
"""


def program(random: Random) -> str:
    """Return a program: two tensors and one call on them."""
    sizes = [random.choice([0, 1, 2, 2, 2, 3, 3]) for _ in range(random.randint(0, 3))]
    left, right = tensor(random, sizes), tensor(random, second_sizes(random, sizes))
    call = random.choice(random.choice([BINARY, UNARY]))
    return f"x = {left}\ny = {right}\n" + SHOW.format(call=call)
