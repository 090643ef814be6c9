"""What is timed call by call: an expression of either library, and the names that it finds."""

import importlib
from typing import Any

# Calls on matrices of two rows and columns, where the call itself costs more than its numbers.
SMALL = {
    "add": "torch.add(a, b)", "+": "a + b", "+ int64": "i + j", "+ number": "a + 2.5",
    "sub": "torch.sub(a, b)", "- int64": "i - j", "mul": "torch.mul(a, b)", "* number": "a * 2",
    "* int64": "i * j", "div": "torch.div(a, b)", "/ int64": "i / j", "/ number": "a / 3",
    "// int64": "i // j", "% int64": "i % j", "**": "a ** 2", "neg": "-a", "mm": "torch.mm(a, b)",
    "@": "a @ b", "transpose": "torch.transpose(a, 0, 1)", "arange": "torch.arange(4)",
    "arange float": "torch.arange(0, 1, 0.25)", "tensor": "torch.tensor([[1.0, 2.0], [3.0, 4.0]])",
    "zeros": "torch.zeros(2, 2)", "sparse": "torch.sparse_coo_tensor(ij, v, [2, 4])",
    "numel": "torch.numel(a)", "exp": "torch.exp(a)", "log": "torch.log(a)",
    "tanh": "torch.tanh(a)", "sigmoid": "torch.sigmoid(a)", "relu": "torch.relu(a)",
    "cat": "torch.cat((a, b), dim=0)", "stack": "torch.stack((a, b))", "view": "a.view(-1)",
    "reshape": "a.reshape(4)", "index": "a[0]", "cell": "a[0, 1]", "slice": "a[:, 1:]",
    "gt": "torch.gt(a, b)", "lt": "torch.lt(a, b)", "> int64": "i > j", "==": "a == b",
    "det": "torch.det(a)", "full": "torch.full((2, 2), 5)",
    "masked_select": "torch.masked_select(a, mask)", "bmm": "torch.bmm(batch, batch)",
    "vsplit": "torch.vsplit(a, 2)", "repeat": "a.repeat(2, 3)",
    "cumprod": "torch.cumprod(a, dim=1)", "cumsum": "torch.cumsum(a, dim=0)",
    "permute": "torch.permute(batch, (2, 0, 1))", "where": "torch.where(mask, a, b)",
    "pad": "F.pad(a, (1, 2))", "argmax": "torch.argmax(a)", "sum": "a.sum()",
    "sum dim": "a.sum(dim=1)", "sum int64": "i.sum()", "mean": "a.mean()", "max": "a.max()",
    "softmax": "torch.softmax(a, dim=1)", "rand": "torch.rand(2, 2)", "randn": "torch.randn(2, 2)",
    "item": "one.item()", "in place": "c.add_(b)", "-=": "exec(update)",
    "linear": "F.linear(a, b, a[0])", "mse_loss": "F.mse_loss(a, b)",
    "grad": "torch.autograd.grad((x * x + 3).sum(), x)",
    "network": "torch.autograd.grad(net(a).pow(2).mean(), weights)",
}  # fmt: skip

# Calls on n numbers in a row, or on a matrix m of as many; the vectors of 100 in SMALL's manner.
LARGE = {
    "add": "torch.add(a, b)", "sub": "a - b", "mul": "a * b", "div": "a / b", "+ number": "a + 2.5",
    "/ int64": "i / j", "exp": "torch.exp(a)", "log": "torch.log(a)", "tanh": "torch.tanh(a)",
    "sqrt": "torch.sqrt(a)", "sigmoid": "torch.sigmoid(a)", "relu": "torch.relu(d)",
    "gelu": "F.gelu(a)", "gt": "a > b", "where": "torch.where(mask, a, b)",
    "where 1 0": "torch.where(mask, 1, 0)", "arange": "torch.arange(n)",
    "arange float": "torch.arange(0, n * 0.5, 0.5)", "full": "torch.full((n,), 5)",
    "full float": "torch.full((n,), 0.5)", "zeros": "torch.zeros(n)", "rand": "torch.rand(n)",
    "randn": "torch.randn(n)", "randperm": "torch.randperm(n)",
    "randint": "torch.randint(0, 10, (n,))", "cat": "torch.cat((a, b))",
    "repeat": "m.repeat(2, 1)", "stack": "torch.stack((a, b))", "sum": "a.sum()",
    "sum 0": "m.sum(0)", "sum 1": "m.sum(1)", "sum middle": "cube.sum(1)",
    "sum last 3": "thin.sum(1)", "mean": "a.mean()", "var": "a.var()", "max": "a.max()",
    "max 1": "m.max(1)", "argmax": "a.argmax()", "norm": "a.norm()", "softmax": "m.softmax(1)",
    "log_softmax": "m.log_softmax(1)", "logsumexp": "m.logsumexp(1)",
    "cumsum 1": "m.cumsum(1)", "cumprod": "p.cumprod(0)", "cumprod 1": "q.cumprod(1)",
    "logcumsumexp": "m.logcumsumexp(1)", "sort": "a.sort()", "masked_select": "a[mask]",
    "index": "a[at]", "t copy": "m.t().contiguous()", "in place": "c.add_(b)",
    "cast": "a.to(torch.float64)", "int cast": "a.to(torch.int64)",
}  # fmt: skip

# The calls of lessons, on a square matrix m of some hundred or thousand numbers, or on a row a.
LESSONS = {
    "+": "m + k", "+ row": "m + m[0]", "- number": "m - 1", "*": "m * k", "/": "m / k",
    "**": "m ** 2", "int64 +": "i + i", "exp": "m.exp()", "log": "m.log()", "sqrt": "m.sqrt()",
    "abs": "m.abs()", "sin": "m.sin()", "tanh": "m.tanh()", "sigmoid": "m.sigmoid()",
    "relu": "m.relu()", "gelu": "F.gelu(m)", "clamp": "m.clamp(0.2, 0.8)", ">": "m > k",
    "==": "i == i", "where": "torch.where(mask, m, k)", "masked_select": "m[mask]",
    "index": "m[at]", "row": "m[1]", "column": "m[:, 1]", "gather": "m.gather(1, places)",
    "sum": "m.sum()", "sum 0": "m.sum(0)", "sum 1": "m.sum(1)", "mean": "m.mean()",
    "mean 1": "m.mean(1)", "var": "m.var()", "std 0": "m.std(0)", "max": "m.max()",
    "amax 1": "m.amax(1)", "argmax": "m.argmax()", "argmax 1": "m.argmax(1)", "norm": "m.norm()",
    "dot": "a @ a", "matmul": "m @ k", "matmul row": "m @ m[0]", "linear": "F.linear(m, k, m[0])",
    "cumsum": "m.cumsum(1)", "cumprod": "m.cumprod(1)", "prod": "p.prod()", "sort": "a.sort()",
    "topk": "a.topk(3)", "softmax": "m.softmax(1)", "log_softmax": "m.log_softmax(1)",
    "cross_entropy": "F.cross_entropy(m, classes)", "mse_loss": "F.mse_loss(m, k)",
    "layer_norm": "F.layer_norm(m, m.shape[1:])", "one_hot": "F.one_hot(classes)",
    "embedding": "F.embedding(classes, m)", "cat": "torch.cat((m, k))", "pad": "F.pad(m, (1, 1))",
    "stack": "torch.stack((m, k))", "t": "m.t()", "t copy": "m.t().contiguous()",
    "view": "m.view(-1)", "repeat": "m.repeat(2, 1)", "arange": "torch.arange(n)",
    "arange float": "torch.arange(0, n * 0.1, 0.1)", "full": "torch.full((n,), 7)",
    "ones": "torch.ones(n)", "rand": "torch.rand(n)", "randn": "torch.randn(n)",
    "randint": "torch.randint(10, (n,))", "tensor": "torch.tensor(numbers)",
    "float": "i.float()", "tolist": "m.tolist()",
}  # fmt: skip

# Small matrices, of 8 and of 16 rows, and a sample that goes through a layer by itself.
SMALL_MATRICES = {
    f"{name} {rows}": expression.replace("A", f"a{rows}").replace("S", f"s{rows}")
    for rows in (8, 16)
    for name, expression in {
        "inv": "torch.linalg.inv(A)", "solve": "torch.linalg.solve(A, A)",
        "qr": "torch.linalg.qr(A)", "svd": "torch.linalg.svd(A)", "eigh": "torch.linalg.eigh(S)",
        "det": "torch.det(A)", "cholesky": "torch.linalg.cholesky(S)",
    }.items()
}  # fmt: skip
SMALL_MATRICES |= {"linear": "F.linear(sample, weight, bias)", "mm 8": "a8 @ a8"}

# Products and whole layers, whose sizes are their own.
MATRIX = {
    "mm 64": "r64 @ r64", "mm 512": "r512 @ r512", "bmm": "torch.bmm(r16, r16)",
    "svd": "torch.linalg.svd(r64)", "inv": "torch.linalg.inv(r64)",
    "solve": "torch.linalg.solve(r64, r64)", "eigh": "torch.linalg.eigh(s64)",
    "det": "torch.det(r64)", "conv2d": "F.conv2d(image, kernels)",
    "max_pool2d": "F.max_pool2d(image, 2)", "layer_norm": "F.layer_norm(r64, (64,))",
    "cross_entropy": "F.cross_entropy(r64, target)", "from list": "torch.tensor(numbers)",
}  # fmt: skip


def libraries(name: str) -> tuple[Any, Any]:
    """Return torch and its functional module, of either library."""
    return importlib.import_module(name), importlib.import_module(f"{name}.nn.functional")


def small_names(name: str) -> dict[str, Any]:
    """Return what the small expressions find, made by one of the libraries."""
    torch, functional = libraries(name)
    torch.manual_seed(0)
    a, b = torch.rand(2, 2), torch.rand(2, 2)
    weights = [torch.rand(2, 4, requires_grad=True), torch.rand(4, requires_grad=True)]
    names = {
        "torch": torch, "F": functional, "a": a, "b": b, "c": torch.zeros(2, 2), "mask": a > b,
        "i": torch.tensor([[1, 2], [3, 4]]), "j": torch.tensor([[5, 3], [2, 1]]),
        "batch": torch.rand(2, 2, 2), "x": torch.rand(2, 2, requires_grad=True), "one": a[0, 0],
        "ij": torch.tensor([[0, 1, 1], [2, 0, 2]]), "v": torch.tensor([3.0, 4.0, 5.0]),
        "weights": weights, "net": lambda x: torch.tanh(x @ weights[0] + weights[1]),
    }  # fmt: skip
    return {**names, "update": compile("c -= 0.1 * b", "update", "exec")}


def large_names(name: str, n: int) -> dict[str, Any]:
    """Return what the large expressions find, of n numbers each."""
    torch, functional = libraries(name)
    torch.manual_seed(0)
    a, b = torch.rand(n), torch.rand(n) + 0.5
    rows = max(10, round(n**0.5) // 10 * 10)
    near_one = torch.rand(n) * 0.001 + 1
    return {
        "torch": torch, "F": functional, "n": n, "a": a, "b": b, "c": torch.zeros(n),
        "d": a - 0.5, "mask": a > 0.5, "i": torch.arange(n), "j": torch.arange(n) + 1,
        "m": a[: rows * (n // rows)].view(rows, -1), "p": near_one,
        "q": near_one[: rows * (n // rows)].view(rows, -1),
        "cube": a[: n // 300 * 300].view(-1, 100, 3), "thin": a[: n // 3 * 3].view(-1, 3),
        "at": torch.randint(0, n, (n,)),
    }  # fmt: skip


def lesson_names(name: str, n: int) -> dict[str, Any]:
    """Return what the calls of lessons find, of about n numbers each."""
    torch, functional = libraries(name)
    torch.manual_seed(0)
    rows = round(n**0.5)
    m, k, a = torch.rand(rows, rows), torch.rand(rows, rows) + 0.5, torch.rand(n)
    return {
        "torch": torch, "F": functional, "n": n, "m": m, "k": k, "a": a, "p": a * 0.01 + 1,
        "mask": m > k - 0.5, "i": torch.arange(n).view(-1), "at": torch.randint(0, rows, (rows,)),
        "places": torch.randint(0, rows, (rows, rows)), "numbers": a.tolist(),
        "classes": torch.randint(0, rows, (rows,)),
    }  # fmt: skip


def small_matrix_names(name: str) -> dict[str, Any]:
    """Return what the calls on small matrices find."""
    torch, functional = libraries(name)
    torch.manual_seed(0)
    names = {"torch": torch, "F": functional, "sample": torch.rand(1, 64)}
    for rows in (8, 16):
        matrix = torch.rand(rows, rows) + torch.eye(rows)
        names |= {f"a{rows}": matrix, f"s{rows}": matrix @ matrix.t()}
    return {**names, "weight": torch.rand(10, 64), "bias": torch.rand(10)}


def matrix_names(name: str) -> dict[str, Any]:
    """Return what the products and layers find."""
    torch, functional = libraries(name)
    torch.manual_seed(0)
    r64 = torch.randn(64, 64)
    return {
        "torch": torch, "F": functional, "r64": r64, "r512": torch.randn(512, 512),
        "r16": torch.randn(16, 32, 32), "s64": r64 @ r64.T, "image": torch.rand(8, 3, 32, 32),
        "kernels": torch.rand(8, 3, 5, 5), "target": torch.randint(0, 64, (64,)),
        "numbers": [[0.5] * 1000] * 1000,
    }  # fmt: skip
