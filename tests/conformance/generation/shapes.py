"""Cases of functions that move cells or look at them through another shape."""

from tests.conformance.generation.sheet import KINDS, Sheet, combined

CUBE = "x = torch.arange(24).reshape(2, 3, 4)"
VIEW = """\
y = EXPR
print(y)
print(y.shape, y.stride(), y.storage_offset(), y.is_contiguous())
print(y.data_ptr() == x.data_ptr(), y._base is not None)"""
PARTS = """\
parts = EXPR
print(parts)
print(type(parts), len(parts))
print([(part.stride(), part.storage_offset()) for part in parts])"""

shape_and_views = [
    Sheet("", CUBE, [
        *combined("x.{name}({sizes})", name=("view", "reshape"), sizes=("24", "-1", "6, 4", "(4, 6)", "[2, -1]", "2, 3, 4",
                  "1, 24, 1", "-1, 5", "5, 5", "-1, -1", "2, 3, 4, -1", "torch.Size([3, 8])", "-2, 12", "()", "24.0", "0")),
        *combined("x.{how}.{name}({sizes})", how=("transpose(0, 1)", "permute(2, 0, 1)", "T", "mT", "transpose(1, 2)"),
                  name=("view", "reshape"), sizes=("-1", "3, 2, 4", "6, 4", "12, 2")),
        *combined("x[{index}].{name}(-1)", index=("0", ":, 0", "..., 0", ":, :, ::2", "1, 1:"), name=("view", "reshape",
                  "flatten", "contiguous().view", "ravel")),
        *combined("torch.transpose(x, {dims})", dims=("0, 1", "1, 2", "-1, 0", "0, 0", "0, 3", "-4, 0", "dim0=0, dim1=2",
                  "0", "0.5, 1", "'a', 'b'")),
        *combined("{call}", call=("x.transpose(0, 2)", "x.swapaxes(0, 1)", "torch.swapdims(x, 0, 1)", "x.mT", "x[0].T",
                  "x[0].t()", "torch.t(x[0])", "torch.t(x)", "x.t()", "x[0, 0].t()", "x[0, 0].T", "x.T", "x[0, 0].mT",
                  "x.H", "x[0].H", "x.mH", "x.adjoint()")),
        *combined("torch.permute(x, {dims})", dims=("(2, 0, 1)", "[0, 1, 2]", "(-1, 0, 1)", "(0, 1)", "(0, 0, 1)",
                  "(0, 1, 3)", "dims=(1, 0, 2)", "2, 0, 1", "(2, 0, 1.0)", "()")),
        *combined("x.permute({dims})", dims=("2, 0, 1", "(2, 0, 1)", "[1, 2, 0]", "-1, -2, -3", "0, 1", "*[2, 1, 0]")),
        *combined("{call}", call=("x.unsqueeze(0)", "x.unsqueeze(-1)", "x.unsqueeze(3)", "x.unsqueeze(4)", "x.squeeze()",
                  "torch.squeeze(x[:1])", "x[:1].squeeze(0)", "x[:1].squeeze(1)", "x[:1, :1].squeeze((0, 1))",
                  "x[:, :1].squeeze(5)", "torch.unsqueeze(x, 1)", "torch.unsqueeze(x, dim=-2)", "x.flatten()",
                  "x.flatten(1)", "x.flatten(0, 1)", "torch.flatten(x, start_dim=1, end_dim=2)", "x.unflatten(2, (2, 2))",
                  "x.unflatten(1, (-1, 3))", "x.ravel()", "x[0].expand(3, 3, 4)", "x[:, :1].expand(-1, 5, -1)",
                  "x.expand(2, 2, 3, 4)", "x.expand(3, 3, 4)", "x[0, 0].expand(4)", "x.expand(4)", "x.expand_as(x)",
                  "x[0].expand_as(x)", "torch.broadcast_to(x[0], (2, 3, 4))", "x.broadcast_to(2, 2, 3, 4)",
                  "x.movedim(0, 2)", "torch.moveaxis(x, (0, 1), (1, 0))", "x.narrow(1, 1, 2)", "x.select(0, 1)",
                  "x.diagonal()", "x.diagonal(1, 1, 2)", "x.view_as(x)", "x.reshape_as(torch.empty(4, 6))", "x.clone()",
                  "x.contiguous()", "x.T.contiguous()", "x.transpose(0, 1).clone()", "x.detach()", "x.data", "x.to(torch.int64)",
                  "x.long()", "x.int()", "x.cpu()", "x.to('cpu')", "x.unfold(2, 2, 1)", "x.as_strided((2, 2), (1, 2))",
                  "torch.as_strided(x, (2, 2), (4, 1), 1)", "x.repeat(1, 1, 1)", "x[0].repeat(2, 1)", "x.flip(0)",
                  "torch.flip(x, (0, 2))", "x.roll(1)", "x.roll(1, 0)", "x.rot90()", "x.tile(2)", "torch.tile(x[0], (2, 1))",
                  "x.view(torch.int32)", "x.view(torch.float64)", "x.view(dtype=torch.uint8).view(-1)", "x.float()",
                  "x.view(2, 12).view(24)", "torch.reshape(x, (6, -1))", "torch.reshape(x, shape=(24,))", "x.real",
                  "torch.atleast_2d(x[0, 0])", "x.repeat_interleave(2, dim=0)", "torch.narrow(x, 2, 0, 3)", "x[()]",
                  "x.squeeze(-1)", "x.resize_(3, 8)", "x.view(3, 2, 4).transpose(0, 1)", "x[..., None]", "x[None]")),
    ], VIEW),
    Sheet("small", "x = torch.tensor(5)", combined("x.{call}", call=(
        "view(1)", "view(-1)", "view(1, 1)", "reshape(1, 1)", "unsqueeze(0)", "unsqueeze(1)", "squeeze()", "squeeze(0)",
        "T", "t()", "flatten()", "expand(3)", "expand(2, 2)", "repeat(3)", "repeat(2, 2)", "permute(())", "ravel()",
        "transpose(0, 0)", "transpose(0, 1)", "contiguous()", "clone()", "view(())", "reshape(())", "tile(3)", "mT"),
    ), VIEW),
    Sheet("empty", "x = torch.empty(2, 0, 3)", combined("x.{call}", call=(
        "view(-1)", "view(0)", "view(0, 5)", "view(-1, 0)", "reshape(3, 0)", "T", "permute(1, 0, 2)", "flatten()",
        "squeeze(1)", "unsqueeze(0)", "transpose(0, 1)", "expand(2, 0, 3)", "repeat(2, 2, 2)", "sum(1)", "contiguous()",
        "reshape(-1, 3)", "view(2, -1)", "view(1)"),
    ), VIEW),
    Sheet("repeat", "x = torch.tensor([[1, 2], [3, 4]])", [
        *combined("x.repeat({sizes})", sizes=("2, 3", "(2, 3)", "[1, 2]", "2", "2, 1, 1", "0, 1", "1, 1", "-1, 2", "2.0, 1",
                  "", "torch.Size([2, 2])", "*(2, 2)", "3, 1, 2, 2", "True, 2", "'a'", "2, 'a'", "torch.tensor(2), 1")),
        *combined("x.to(torch.{dtype}).repeat(1, 2)", dtype=KINDS),
        *combined("torch.repeat_interleave(x, {how})", how=("2", "2, dim=1", "torch.tensor([1, 2]), dim=0")),
        "x.T.repeat(1, 2)", "x[0].repeat(2)", "x.repeat(repeats=(2, 2))", "torch.tensor([]).repeat(3)", "x.repeat(2, 2).stride()",
        "torch.tile(x, (2,))", "torch.tile(x, (2, 1, 1))", "x.tile((1, 2))", "torch.repeat(x, 2)",
    ]),
    Sheet("size", "x = torch.empty(2, 3, 4)", [
        "x.shape", "x.size()", "x.size(0)", "x.size(-1)", "x.size(3)", "x.shape[1]", "x.shape[-1:]", "len(x)", "x.dim()",
        "x.ndim", "x.ndimension()", "x.numel()", "torch.numel(x)", "x.nelement()", "x.stride()", "x.stride(1)",
        "x.element_size()", "x.itemsize", "x.nbytes", "x.storage_offset()", "x.is_contiguous()", "x.T.is_contiguous()",
        "list(x.shape)", "tuple(x.size())", "x.shape == (2, 3, 4)", "x.shape + (5,)", "x.shape.numel()", "torch.Size([2]) * 2",
        "torch.Size((1, 2))", "torch.Size([])", "torch.Size([1, 2])[0:1]", "x.shape == x.size()", "x.dtype", "x.device",
        "x.layout", "x.requires_grad", "x.is_leaf", "x.grad", "x.grad_fn", "len(torch.tensor(1))", "torch.numel(5)",
        "torch.numel(torch.empty(0))", "torch.numel(torch.tensor(1))", "torch.numel([1, 2])", "torch.is_tensor(x)",
        "torch.is_floating_point(x)", "x.is_floating_point()", "x.is_complex()", "x.is_signed()", "a, b, c", "x.names",
        "x.is_cuda", "x.is_sparse", "torch.numel(torch.empty(3, 0, 2))", "torch.numel(input=x)", "x.size(dim=1)", "x.size('a')",
        "x.shape.index(3)", "(x.shape[0], *x.shape[1:])", "type(x)", "type(x.shape)", "isinstance(x, torch.Tensor)", "x.is_shared()",
    ][:-1], "a, b, c = x.shape\nprint(EXPR)"),
]  # fmt: skip

joining = [
    Sheet("", CUBE + "\na = torch.tensor([[1, 2], [3, 4]])\nb = torch.tensor([[5.5, 6.5]])\ne = torch.empty(0)", [
        *combined("torch.cat({pair}, dim={dim})", pair=("(a, a)", "[a, b]", "(a, b.T)", "(x, x)", "(a, e)", "(e, e)",
                  "(a,)", "(a, a.T, a)"), dim=("0", "1", "-1", "2", "-3")),
        *combined("torch.stack({pair}, dim={dim})", pair=("(a, a)", "[a, a.T]", "(a, b)", "(a, a.float())", "(e, e)"),
                  dim=("0", "1", "2", "-1", "3")),
        *combined("torch.{name}((a, a))", name=("cat", "stack", "hstack", "vstack", "dstack", "concat", "concatenate",
                  "column_stack", "row_stack")),
        *combined("torch.{name}((torch.tensor([1, 2]), torch.tensor([3, 4])))", name=("cat", "stack", "hstack", "vstack",
                  "dstack", "column_stack")),
        *combined("torch.cat((a, torch.ones(1, 2, dtype=torch.{dtype})))", dtype=KINDS),
        "torch.cat(a, 0)", "torch.cat([a, 1])", "torch.cat([])", "torch.cat(())", "torch.cat(a)", "torch.cat((a, [[1, 2]]))",
        "torch.cat([torch.tensor(1), torch.tensor(2)])", "torch.cat(tensors=(a, a), dim=1)", "torch.cat((a, a), axis=1)",
        "torch.cat((a, a), out=torch.empty(4, 2, dtype=torch.int64))", "torch.cat(a, a)", "torch.cat((x, a))",
        "torch.cat([a, b], 1)", "torch.cat((x[:, :, 0], a), dim=1)", "torch.stack([torch.tensor(1), torch.tensor(2)])",
        "torch.stack([])", "torch.stack(a)", "torch.stack((1, 2))", "torch.cat([row for row in a])", "torch.cat((a, None))",
        "torch.block_diag(a, a)", "torch.cartesian_prod(a[0], a[1])", "torch.combinations(a[0])",
    ]),
    Sheet("splitting", CUBE + "\ng = torch.arange(16.0).reshape(4, 4)", [
        *combined("torch.vsplit({tensor}, {how})", tensor=("g", "x", "torch.arange(4)", "torch.tensor(1)", "g[:3]", "g.T"),
                  how=("2", "4", "[1, 3]", "(3, 6)", "[]", "0", "3", "[2, 1]", "[-1]")),
        *combined("{call}", call=("g.vsplit(2)", "g.hsplit(2)", "torch.hsplit(g, [1, 3])", "torch.dsplit(x, 2)",
                  "torch.split(g, 2)", "torch.split(g, 3)", "torch.split(g, [1, 3])", "torch.split(g, [1, 1])",
                  "g.split(1, dim=1)", "torch.chunk(g, 2)", "torch.chunk(g, 3)", "g.chunk(5, dim=1)", "torch.unbind(x)",
                  "x.unbind(1)", "torch.tensor_split(g, 3)", "g.tensor_split((1, 2), dim=1)", "torch.vsplit(g, indices=(1, 2))",
                  "torch.vsplit(g, sections=2)", "torch.vsplit(g, 'a')", "torch.vsplit(g, 2.0)", "torch.vsplit(g)",
                  "torch.vsplit([1, 2], 1)", "torch.vsplit(g, torch.tensor(2))", "torch.vsplit(g, (1.5, 2))", "g.split(-1)",
                  "torch.vsplit(torch.empty(0, 2), 2)", "torch.vsplit(g, -1)", "torch.split(g, 0)", "torch.vsplit(g, True)")),
    ], PARTS),
]  # fmt: skip
