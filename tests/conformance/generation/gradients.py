"""Cases of gradients: what is recorded, what comes back, and what is refused."""

from tests.conformance.generation.sheet import Sheet, combined

LEAVES = """\
x = torch.tensor([[1.0, 2.0], [3.0, 0.5]], requires_grad=True)
y = torch.tensor([[0.5, -1.0], [2.0, 4.0]], requires_grad=True)
v = torch.tensor([2.0, -1.0], requires_grad=True)
s = torch.tensor(3.0, requires_grad=True)
w = torch.tensor([[1.0, -2.0], [0.5, 3.0]])"""
FIRST = """\
out = EXPR
print(out)
(out * torch.arange(1.0, 1.0 + out.numel()).reshape(out.shape)).sum().backward()
print(x.grad, y.grad, v.grad, s.grad)"""
SECOND = """\
out = EXPR
(first,) = torch.autograd.grad(out.sum(), x, create_graph=True)
print(first)
print(torch.autograd.grad((first * w).sum(), x, allow_unused=True))"""
UNARY = ("exp", "log", "sqrt", "rsqrt", "sin", "cos", "tan", "tanh", "sigmoid", "relu", "abs", "neg", "square", "reciprocal",
         "sign", "floor", "round", "log1p", "expm1", "exp2", "log2", "log10", "atan", "sinh", "cosh", "erf", "trunc", "frac",
         "sgn", "asinh", "positive", "ceil")  # fmt: skip
SHAPED = (
    "x.T", "x.t()", "x.mT", "x.transpose(0, 1)", "x.permute(1, 0)", "x.view(-1)", "x.reshape(4)", "x.reshape(1, 4)", "x.flatten()",
    "x.unsqueeze(0)", "x[None]", "x.expand(3, 2, 2)", "x.repeat(2, 3)", "x[0]", "x[:, 1]", "x[0, 1]", "x[1:]", "x[[1, 0]]", "x[[0, 0]]",
    "x[x > 1]", "x[..., None]", "x.T.contiguous()", "x.clone()", "x.contiguous()", "x.flip(0)", "x.roll(1)", "x.squeeze()", "x.diagonal()",
    "torch.cat((x, y))", "torch.cat((x, y, x), dim=1)", "torch.stack((x, y))", "torch.hstack((x, y))", "torch.vsplit(x, 2)[0]", "x.split(1)[1]",
    "torch.where(x > 1, x, y)", "torch.where(x > 1, x, 0)", "torch.masked_select(x, x > 1)", "x.masked_fill(x > 1, 0)", "F.pad(x, (1, 2))",
    "F.pad(x[None], (1, 1), mode='reflect')", "F.pad(x[None], (1, 1), mode='replicate')", "F.pad(x[None], (1, 1), mode='circular')",
    "x.tril()", "x.triu(1)", "torch.diag(v)", "x.narrow(1, 0, 1)", "x.select(0, 1)", "x.unbind(0)[1]", "x.chunk(2, 1)[0]", "x.to(torch.float64)",
    "x.double()", "x.half()", "x.index_select(0, torch.tensor([1]))", "x.gather(1, torch.tensor([[0], [1]]))", "torch.tile(x, (2,))", "x.expand_as(x)",
)  # fmt: skip
FOLDED = (
    "x.sum()", "x.sum(0)", "x.sum(1, keepdim=True)", "x.mean()", "x.mean(1)", "x.prod()", "x.prod(0)", "x.max()", "x.min()", "x.max(dim=1).values",
    "x.min(0)[0]", "x.amax(1)", "x.cumsum(0)", "x.cumprod(1)", "x.cumprod(0)", "x.std()", "x.var(0)", "x.norm()", "x.softmax(1)", "x.log_softmax(0)",
    "x.logsumexp(1)", "torch.median(x)", "x.sort(1).values", "x.cummax(0)[0]", "x.topk(1)[0]", "x.trace()", "x.sum(dim=(0, 1))", "x.nansum()",
)  # fmt: skip
BINARY = (
    "x + y", "x - y", "x * y", "x / y", "x ** 2", "x ** 3", "x ** 0.5", "x ** y", "2 ** x", "x ** -1", "x ** 0", "x + v", "x * s", "s - x", "x / v",
    "x + 1", "1 - x", "2 * x", "1 / x", "x / 2", "-x", "+x", "x @ y", "x.mm(y)", "x @ v", "v @ x", "v @ v", "torch.dot(v, v)", "torch.outer(v, v)",
    "torch.bmm(x[None], y[None])", "torch.matmul(x[None], v)", "torch.add(x, y, alpha=2)", "torch.sub(x, y, alpha=0.5)", "torch.mul(x, 3)", "x * x",
    "torch.div(x, y, rounding_mode='floor')", "torch.div(x, y, rounding_mode='trunc')", "torch.maximum(x, y)", "torch.minimum(x, w)", "x % 2",
    "torch.pow(x, 2)", "torch.pow(2, x)", "torch.det(x)", "x.det() * y", "torch.inverse(x)", "x.clamp(1, 2)", "x.clamp(min=1)", "torch.linalg.det(x)",
    "torch.addmm(x, x, y)", "torch.lerp(x, y, 0.5)", "torch.atan2(x, y)", "x > y", "torch.einsum('ij,jk->ik', x, y)", "torch.mv(x, v)", "(x + y).T @ v",
    "F.relu(x - 1)", "F.softmax(x, dim=0)", "F.mse_loss(x, y)", "F.linear(v, x)", "x.float()", "x * w", "x.remainder(2)", "x // 2", "torch.baddbmm(x[None], x[None], y[None])",
)  # fmt: skip

autograd = [
    Sheet("first", LEAVES, [*combined("x.{name}()", name=UNARY), *BINARY, *SHAPED, *FOLDED], FIRST),
    Sheet("second", LEAVES, [*combined("x.{name}()", name=UNARY[:20]), *BINARY[:38], "torch.det(x)", "torch.inverse(x)", "x.prod()",
          "x.cumprod(1)", "x.softmax(1)", "x.mean() ** 2", "x.sum() ** 2", "x[0] ** 2", "x.T @ x", "torch.where(x > 1, x ** 2, y)", "x.norm()",
          "F.pad(x, (1, 1)) ** 2", "torch.cat((x, y)) ** 2", "x.max() ** 2", "x.repeat(2, 2) ** 3", "x.var()", "x.masked_fill(x > 1, 0) ** 2"], SECOND),
    Sheet("grad_fn", LEAVES, combined("{call}.grad_fn", call=("(x + y)", "(x - y)", "(x * y)", "(x / y)", "(x @ y)", "(x ** 2)", "(2 ** x)", "(x ** y)",
          "x.mm(y)", "x.mT", "x.T", "x.t()", "x.view(-1)", "x.reshape(-1)", "x.T.reshape(-1)", "x[0]", "x[0, 0]", "x[:, 0]", "x[[0]]", "x[x > 1]", "x.sum()", "x.sum(0)",
          "x.mean()", "x.mean(0)", "x.prod()", "x.max()", "x.max(0)[0]", "x.exp()", "x.relu()", "torch.where(x > 1, x, y)", "torch.cat((x, y))",
          "torch.stack((x, y))", "x.permute(1, 0)", "x.repeat(1, 2)", "x.cumprod(0)", "x.clone()", "x.unsqueeze(0)", "x.squeeze()", "x.expand(2, 2, 2)",
          "torch.det(x)", "F.pad(x, (1, 1))", "torch.masked_select(x, x > 1)", "torch.bmm(x[None], x[None])", "torch.vsplit(x, 2)[0]", "x.double()", "(-x)", "x.detach()",
          "x.abs()", "x.sqrt()", "x.log()", "x", "w", "(x > y)", "(x + 1)", "x.add_(1)", "x.clone().add_(1)", "x.softmax(0)", "x.argmax()", "v.dot(v)", "x.contiguous()", "x.T.contiguous()",
          "F.pad(x[None], (1, 1), mode='reflect')", "x.to(torch.float32)", "x.flip(0)", "x.split(1)[0]", "x.unbind()[0]", "x.amax()", "torch.sparse_coo_tensor(torch.tensor([[0, 1]]), v)"),
          ), "out = EXPR\nprint(type(out).__name__ if out is not None else out)\nprint(str(out).split(' ')[0])"),
    Sheet("refused", LEAVES, [
        "x.backward()", "w.sum().backward()", "torch.autograd.grad(x, y)", "torch.autograd.grad(x.sum(), y)", "torch.autograd.grad(x.sum(), w)",
        "torch.autograd.grad(x * 2, x)", "torch.autograd.grad(x.sum(), x)", "torch.autograd.grad([x.sum(), y.sum()], [x, y])", "torch.autograd.grad(x.sum(), [x, y], allow_unused=True)",
        "torch.autograd.grad(x * 2, x, grad_outputs=w)", "torch.autograd.grad(x * 2, x, torch.ones(3))", "torch.autograd.grad(x * 2, x, w.double())", "x.sum().backward(torch.tensor(2.0))",
        "(x * 2).backward(w)", "(x * 2).backward(torch.ones(2))", "torch.autograd.grad(2.0, x)", "torch.autograd.grad(x.sum(), 2.0)", "torch.autograd.grad(x.sum())", "x.numpy()", "x.item()", "x.tolist()",
        "x.add_(1)", "x.zero_()", "x.requires_grad_(False)", "(x * 2).requires_grad_(False)", "torch.tensor([1, 2]).requires_grad_()", "torch.tensor([1], requires_grad=True)", "x.detach().requires_grad_()",
        "x[0].zero_()", "x.fill_(1)", "float(s)", "s.item()", "int(s)", "(x > y).requires_grad", "x.argmax().requires_grad", "x.long().requires_grad", "(x + w).requires_grad", "(w + w).requires_grad", "x.is_leaf",
        "(x + 1).is_leaf", "x.detach().is_leaf", "x.detach().requires_grad", "x.data.requires_grad", "w.is_leaf", "(x + 1).grad", "x.grad", "(x + 1).retain_grad()", "w.retain_grad()", "x.numpy(force=True)", "torch.det(x.T @ x)",
        "torch.autograd.grad(x.sum(), x, retain_graph=True)", "torch.autograd.grad(x.sum(), x, is_grads_batched=False)", "torch.autograd.grad((x * s).sum(), (x, s))", "torch.autograd.grad(x.sum(), x, materialize_grads=True)",
        "torch.autograd.grad(x.sum(), (x, y), allow_unused=True, materialize_grads=True)", "torch.autograd.grad(s ** 3, s, create_graph=True)", "torch.autograd.backward(x.sum())", "torch.autograd.backward([x * 2], [w])", "torch.arange(3.0, requires_grad=True)",
        "torch.zeros(2, requires_grad=True) + 1", "torch.ones(2, 2, requires_grad=True)", "x.clone().detach_()", "x.T.detach_()", "x.requires_grad_()", "torch.is_grad_enabled()", "bool(s > 2)", "x.float() is x",
    ]),
]  # fmt: skip
