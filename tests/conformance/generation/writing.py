"""Cases of writing: in place, into `out`, through views; and of the errors of a learner."""

from tests.conformance.generation.sheet import KINDS, Sheet, combined

TARGETS = """\
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
i = torch.tensor([[1, 2], [3, 4]])
b = torch.tensor([[True, False], [False, True]])
y = torch.tensor([[2.0, 0.5], [-1.0, 3.0]])"""

inplace_and_aliasing = [
    Sheet("method", TARGETS, [
        *combined("{tensor}.{call}", tensor=("x", "i"), call=("add_(1)", "add_(2.5)", "add_(y)", "add_(i, alpha=2)", "sub_(1)", "mul_(3)", "mul_(0.5)",
                  "div_(2)", "div_(2, rounding_mode='floor')", "pow_(2)", "neg_()", "abs_()", "exp_()", "sqrt_()", "zero_()", "fill_(7)", "fill_(2.5)", "clamp_(2, 3)",
                  "clamp_(min=2)", "t_()", "transpose_(0, 1)", "unsqueeze_(0)", "squeeze_()", "copy_(y)", "copy_(torch.tensor([9, 8]))", "copy_(torch.ones(3))", "masked_fill_(b, 0)",
                  "masked_fill_(b, 1.5)", "gt_(2)", "eq_(1)", "lt_(2)", "cumsum_(0)", "cumprod_(1)", "floor_()", "round_()", "remainder_(2)", "floor_divide_(2)", "relu_()", "sigmoid_()", "reciprocal_()", "add_(torch.ones(3, 2, 2))", "add_('a')", "add_()",
                  "index_fill_(0, torch.tensor([0]), 5)", "resize_(4)", "where_(b, 0)", "logical_not_()", "bitwise_not_()", "fill_diagonal_(0)", "tril_()", "fill_(torch.tensor(3))", "fill_(torch.ones(2))")),
    ], "result = EXPR\nprint(result)\nprint(x)\nprint(i)"),
    Sheet("statement", TARGETS, combined("{target} {sign}= {value}", target=("x", "i", "b", "x[0]", "i[:, 1]", "x.T"), sign=("+", "-", "*", "/", "//", "**", "%", "&", "@"),
          value=("2", "1.5", "i")), "before = x, i, b\nEXPR\nprint(x)\nprint(i)\nprint(b)\nprint(before[0] is x, before[1] is i, before[2] is b)"),
    Sheet("through a view", TARGETS, combined("{view}", view=("x.T", "x[0]", "x[:, 1]", "x.view(-1)", "x.view(4, 1)", "x.reshape(4)", "x.T.reshape(4)", "x.flatten()", "x.T.flatten()", "x[0:1]",
          "x.unsqueeze(0)", "x.squeeze()", "x.permute(1, 0)", "x.detach()", "x.data", "x.clone()", "x[[0]]", "x[b]", "x.contiguous()", "x.T.contiguous()", "x.to(torch.float32)", "x.float()", "x.double()",
          "x.expand(2, 2, 2)[0]", "x.diagonal()", "x.vsplit(2)[0]", "x.unbind()[1]", "x.split(1)[0]", "x.narrow(0, 0, 1)", "x.repeat(1, 1)", "x[...]", "x[:]", "x.mT", "x.ravel()", "x.cpu()", "x + 0", "torch.as_tensor(x)", "torch.tensor(x.tolist())",
          "torch.cat((x,))", "torch.transpose(x, 0, 1)", "torch.from_numpy(x.numpy())", "x.view_as(i)", "x.real", "x.numpy()", "x.swapaxes(0, 1)", "x.movedim(0, 1)", "x.chunk(2)[1]", "x.hsplit(2)[1]", "x[None, 0]", "x[..., -1]", "x.T[0].view(-1)", "x[:, ::2]"),
          ), "part = EXPR\npart[0] = 100\nprint(x)\npart += 1\nprint(x)\nprint(part)"),
    Sheet("overlap", TARGETS, ["torch.zeros(1).expand(3).add_(1)", "torch.zeros(1).expand(3).fill_(2)", "x[0].expand(2, 2).mul_(2)", "x.add_(x.T)", "x.copy_(x.T)", "x.T.add_(x)", "x[:, 0].add_(x[0])", "torch.zeros(2).expand(2, 2).copy_(x)", "x[1:].copy_(x[:1])"]),
    Sheet("every type", "", combined("torch.tensor([1, 2, 3]).to(torch.{dtype}).{call}", dtype=KINDS, call=("add_(1)", "mul_(2.5)", "div_(2)", "sub_(1)", "pow_(2)", "fill_(1.7)", "zero_()"))),
]  # fmt: skip

out_arguments = [
    Sheet("", TARGETS + "\nv = torch.tensor([1.0, 2.0])", [
        *combined("torch.{call}, out={out})", call=("add(x, y", "mul(x, 2", "div(x, y", "exp(x", "mm(x, y", "cumprod(x, 0", "sum(x, 0", "cat((x, y)", "masked_select(x, b", "gt(x, y", "argmax(x, 1", "where(b, x, y", "bmm(x[None], y[None]"),
                  out=("torch.empty(2, 2)", "torch.empty(0)", "torch.empty(3)", "torch.empty(2, 2, dtype=torch.float64)", "torch.empty(2, 2, dtype=torch.int64)", "x", "None", "torch.empty(2, 2).T", "2")),
        *combined("torch.{call}, out=torch.empty({rest}))", call=("full((2,), 3", "arange(3", "zeros(2", "ones(2", "eye(2", "rand(2", "linspace(0, 1, 3"), rest=("2", "3, dtype=torch.int64", "0")),
        "torch.max(x, dim=0, out=(torch.empty(2), torch.empty(2, dtype=torch.int64)))", "torch.max(x, dim=0, out=torch.empty(2))", "torch.add(i, i, out=x)", "torch.add(x, x, out=i)", "torch.add(x, y, out=b)",
        "torch.add(x, y, out=torch.empty(2, 2, requires_grad=True))", "torch.add(x.requires_grad_(), y, out=torch.empty(2, 2))", "torch.add(v, v, out=x[0])", "torch.mul(x, 2, out=x)", "torch.stack((v, v), out=torch.empty(2, 2))",
        "torch.abs(x, out=x[:1])", "torch.sub(x, y, alpha=2, out=torch.empty(2, 2))", "torch.pow(x, 2, out=x)", "torch.sqrt(x, out=y)", "x.add(y, out=x)", "torch.eq(x, y, out=torch.empty(2, 2))",
    ], "print(EXPR)\nprint(x)"),
]  # fmt: skip

errors = [
    Sheet("", TARGETS + "\nv = torch.tensor([1.0, 2.0, 3.0])\nc = torch.zeros(2, 3, 4)", [
        *combined("torch.{name}()", name=("add", "mm", "cat", "where", "reshape", "transpose", "full", "masked_select", "vsplit", "permute", "argmax", "exp", "det", "bmm", "numel", "cumprod", "sparse_coo_tensor", "div", "gt", "zeros_like", "stack", "tensor", "unsqueeze")),
        *combined("torch.{name}('a')", name=("add", "mm", "exp", "cat", "sum", "reshape", "argmax", "numel", "det", "where", "zeros_like", "tensor")),
        *combined("torch.{name}(x, 'a')", name=("add", "mul", "gt", "mm", "matmul", "sum", "argmax", "cumprod", "reshape", "repeat_interleave", "transpose", "permute", "div", "masked_select", "pow", "unsqueeze", "vsplit")),
        *combined("torch.{name}(x, y, y)", name=("add", "sub", "mul", "div", "mm", "exp", "gt", "det", "where", "pow", "numel")),
        *combined("torch.{name}(x, wrong=1)", name=("add", "exp", "sum", "argmax", "reshape", "cumprod", "mean", "det", "max", "softmax", "transpose")),
        *combined("x.{name}(wrong=1)", name=("add", "exp", "sum", "argmax", "reshape", "cumprod", "repeat", "view", "item", "permute", "float")),
        *combined("x {sign} v", sign=("+", "-", "*", "/", "==", "<", "**", "@", "//")),
        *combined("x {sign} 'a'", sign=("+", "-", "*", "/", "<", "@", "&")),
        *combined("x {sign} None", sign=("+", "*", "@", "<", "**")),
        *combined("x {sign} [1, 2]", sign=("+", "*", "<", "==")),
        *combined("[1, 2] {sign} x", sign=("+", "*", "@")),
        *combined("'a' {sign} x", sign=("+", "*", "<")),
        *combined("x.{name}", name=("foo", "sizes", "to_list", "shapes", "numeric", "add__", "mm_")),
        *combined("torch.{name}", name=("foo", "tensors", "masked_selected", "spspace_coo_tensor", "Float", "nn.functional.pads", "autograd.grads")),
        *combined("torch.{name}(x, dim={dim})", name=("sum", "argmax", "cumsum", "mean", "softmax", "max", "unsqueeze", "flip", "any", "cumprod", "median", "std"), dim=("2", "-3", "'x'", "1.5", "None")),
        "x.view(3)", "x.view(2, 3)", "x.view(-1, 3)", "x.T.view(4)", "x.reshape(5)", "x.reshape('a')", "x.view()", "x.reshape()", "x.view(-1, -1)", "x.view(2, -3)", "x.item()", "bool(x)", "float(v)", "int(x)", "len(torch.tensor(1))", "x[5]", "x[0, 5]",
        "x[0, 0, 0]", "v['a']", "v[1.5]", "x()", "x.shape()", "x.T()", "x.grad()", "x.dtype()", "x.squeeze(3)", "x.unsqueeze(5)", "x.permute(0)", "x.permute(0, 0)", "x.permute(0, 2)", "x.transpose(0, 2)", "x.transpose(0)", "x.t(1)", "c.t()", "c.T", "x.expand(3, 2)",
        "x.expand(2)", "x.repeat(2)", "x.repeat()", "torch.stack((x, v))", "torch.cat((x, v))", "torch.cat((x, y), dim=2)", "torch.cat((x, c))", "torch.mm(x, v)", "torch.mm(v, v)", "torch.mm(x, c)", "torch.mm(c, c)", "torch.mm(x, torch.ones(3, 2))", "torch.mm(x, i)", "x @ i",
        "x @ v", "v @ x", "c @ x", "c @ c", "torch.bmm(x, x)", "torch.bmm(c, c)", "torch.dot(x, x)", "torch.dot(v, x[0])", "torch.mv(x, v)", "torch.det(c)", "torch.det(v)", "torch.det(i)", "torch.det(b)", "torch.inverse(i)", "torch.inverse(torch.zeros(2, 2))", "torch.linalg.inv(c)",
        "torch.mean(i)", "torch.std(i)", "torch.softmax(i, 0)", "torch.exp(5)", "torch.sqrt('4')", "torch.zeros(-1)", "torch.zeros('a')", "torch.arange('a')", "torch.arange(0, 5, -1)", "torch.arange(0, 5, 0)", "torch.full((2, 2))", "torch.full(2, 2)", "torch.eye(-1)", "torch.linspace(0, 1)",
        "torch.tensor()", "torch.tensor([1, 'a'])", "torch.tensor([[1, 2], [3]])", "torch.tensor([[1, 2], 3])", "torch.tensor(None)", "torch.tensor('abc')", "torch.tensor([1, 2], dtype='float')", "torch.tensor([1, 2], dtypes=torch.float32)", "torch.tensor(1, 2, 3)", "torch.Tensor('a')",
        "torch.where(x, x, y)", "torch.where(b, x, v)", "torch.where(b, x)", "torch.where(1, 2, 3)", "torch.masked_select(x, x)", "torch.masked_select(x, v > 1)", "torch.masked_fill(x, b, v)", "x.masked_fill(b, 'a')", "torch.vsplit(v, 2)", "torch.vsplit(x, 3)", "torch.vsplit(x, 0)", "torch.hsplit(x, 3)",
        "torch.split(x, -1)", "torch.split(x, [1, 2])", "torch.chunk(x, 0)", "F.pad(x, (1, 1, 1, 1, 1))", "F.pad(x, (1,))", "F.pad(x, 1)", "F.pad(x, (1, 1), mode='reflect')", "F.pad(x, (1, 1), mode='nope')", "F.pad(x, (-3, 0))", "torch.argmax(torch.empty(0))", "torch.max(torch.empty(0))", "torch.argmax(x, 2)",
        "torch.cumprod(x, 2)", "torch.cumprod(x)", "torch.cumprod(x, dim=(0, 1))", "torch.sum(x, dim=(0, 0))", "torch.sum(x, 0, 1, 2)", "torch.median(torch.empty(0))", "torch.min(torch.empty(2, 0), dim=1)", "torch.sparse_coo_tensor([[0, 5]], [1.0, 2.0], (3,))", "torch.sparse_coo_tensor([[0, 1]], [1.0])",
        "~x", "x & y", "x << y", "-b", "b - b", "b - 1", "1 - b", "b + b", "b * b", "b / b", "x ** 'a'", "x % 'a'", "x // None", "i // 0", "i % 0", "i / 0", "i ** -1", "torch.pow(i, -1)", "abs(b)", "x < 'a'", "x == 'a'", "x != None", "torch.equal(x, 1)", "torch.allclose(x, i)", "x.add_(v)", "i.add_(0.5)", "i.div_(2)",
        "x.copy_(v)", "x.fill_('a')", "torch.manual_seed('a')", "torch.manual_seed()", "torch.rand(-1)", "torch.randn('a')", "torch.randint(10)", "torch.randperm(1.5)", "torch.set_default_dtype(torch.int32)", "x.type('foo')", "x.to('foo')", "x.to(torch.foo)",
        "x.cuda()", "torch.device('foo')", "torch.device('cpu')", "x.requires_grad_(1)", "i.requires_grad_()", "x.backward()", "torch.autograd.grad(x.sum(), x)", "x.detach().backward()", "torch.einsum('ij,jk', x, v)", "torch.nonexistent(x)", "torch.cat(x, y)", "torch.cat([x, 2])", "torch.stack(x, y)",
        "x.sum(axis=5)", "x.sum(dims=0)", "torch.sum(x, axis=0, dim=1)", "x.mean(keepdim=True)", "x.max(keepdim=True)", "x.argmax(keepdim=True)", "torch.topk(x, 5)", "torch.gather(x, 0, y)", "torch.index_select(x, 0, y)", "torch.index_select(x, 2, i[0])", "x[y]", "x[i]", "torch.zeros(2)[torch.tensor([2])]", "print(x, end=3)",
        "torch.transpose(x, 0, 1, 2)", "torch.permute(x, 1, 0)", "torch.reshape(x, 4)", "torch.reshape(x, -1)", "torch.unsqueeze(x)", "torch.squeeze(x, 'a')", "torch.flatten(x, 2)", "torch.ones(2, 2) + torch.ones(3, 3)", "torch.ones(2, 1, 3) * torch.ones(2, 2, 2)", "torch.tensor([1, 2]) + torch.tensor([1, 2, 3])", "torch.numel(3)",
        "torch.add(x, y, alpha='a')", "torch.add(x, y, beta=1)", "torch.add(i, i, alpha=0.5)", "torch.sub(b, b)", "torch.sub(x, b)", "torch.div(x, y, rounding_mode='up')", "torch.div(x, y, rounding_mode=1)", "torch.mul(x)", "torch.mul(x, y, alpha=2)", "torch.gt(x)", "torch.exp(x, 2)", "torch.exp(x, dtype=torch.float64)", "x.exp(2)",
        "x.repeat('a')", "x.repeat(-1, 1)", "x.view('a')", "x.view(2.0, 2)", "x.reshape(2.0, 2)", "x.permute('a')", "x.transpose('a', 'b')", "torch.t(x, 1)", "x.tolist(1)", "x.item(1)", "x.numel(1)", "x.dim(1)", "x.size(5)", "x.stride(5)", "x.float(1, 2, 3)", "x.to(1.5)", "x.clone(1)", "x.contiguous(1)", "x.sum('a')", "x.sum(1.5)", "x.std('a')",
    ]),
    Sheet("statement", TARGETS + "\nv = torch.tensor([1.0, 2.0, 3.0])", [
        "if x: pass", "x[0] = v", "x[b] = v", "x[5] = 1", "i /= 2", "x[0, 0, 0] = 1", "a, b, c = x", "x.shape = (4,)", "x.dtype = torch.int8",
        "x.T = 3", "x.grad = 1", "x.grad = v", "x.grad = i", "x.data = v", "x.requires_grad = 1", "i.requires_grad = True", "x['a'] = 1", "v[0] = x",
        "assert x > 0", "assert (x > 0).all()", "while v: pass", "for a in torch.tensor(1): pass", "for a, b in v: pass", "x += 'a'", "x += None",
        "del x[0]", "from torch import nothing", "import torch.nothing", "from torch import nn", "x @= v", "x[v] = 1", "v[0], v[5] = 1, 2",
    ], "EXPR\nprint(x)\nprint(v)"),
]  # fmt: skip
