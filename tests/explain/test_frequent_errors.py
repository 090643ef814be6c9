"""The errors that beginners meet most: each has a repair that runs, or says why there is none."""

import pytest

from tensorlab.explain.running import explained
from tensorlab.language.running.session import Session

pytestmark = pytest.mark.filterwarnings("ignore")
SETUP = """
x = torch.arange(6.).view(2, 3)
y = torch.ones(4, 5)
n = torch.tensor([1, 2, 3])
a = torch.tensor([1., 2.])
w = torch.ones(2, requires_grad=True)
lost = (w * w).sum()
lost.backward()
layer = nn.Linear(4, 2)
def product(left, right):
    return left @ right
"""
NAMES = "x, y, n, a, w, lost, layer"
NONE = ""  # nothing works that is a small change: the rule says all there is
FREQUENT = (
    # Making tensors
    ("torch.tensor([1, 2], [3, 4])", "torch.tensor([[1, 2], [3, 4]])"),
    ("torch.tensor(1, 2, 3)", "torch.tensor([1, 2, 3])"),
    ("torch.tensor([[1, 2], [3]])", "torch.tensor([[1, 2], [3, 0]])"),
    ("torch.array([1, 2])", "torch.tensor([1, 2])"),
    ("torch.zeros(2, 3.0)", "torch.zeros(2, 3)"),
    ("torch.arange(5, 0)", "torch.arange(5, 0, -1)"),
    ("torch.tensor([1, 2], requires_grad=True)", "dtype=torch.float32"),
    ("torch.tensor('abc')", NONE),
    # Words of other libraries
    ("x.copy()", "x.clone()"),
    ("x[:, np.newaxis]", "x[:, torch.newaxis]"),
    ("x.len", "len(x)"),
    ("x.length()", "x.numel()"),
    ("x.astype(torch.int64)", "x.to(torch.int64)"),
    ("x.float64()", "x.double()"),
    ("w.numpy()", "w.detach().numpy()"),
    ("x.append(1)", "Tensors do not grow"),
    ("torch.one_hot(n)", "F.one_hot(n)"),
    ("nn.Linaer(2, 3)", "nn.Linear(2, 3)"),
    ("x.sum(dims=0)", "x.sum(dim=0)"),
    ("x.maen()", "x.mean()"),
    ("nn.Linear(2, outfeatures=3)", "nn.Linear(2, out_features=3)"),
    ("torch.utils.data.DataLoader(x, batchsize=2)", "torch.utils.data.DataLoader(x, batch_size=2)"),
    ("torch.optim.SGD([w], learning_rate=0.1)", "torch.optim.SGD([w], lr=0.1)"),
    # Brackets
    ("x.shape()", "x.shape"),
    ("x.size[0]", "x.size(0)"),
    ("torch.zeros(2, 3).shape(0)", "torch.zeros(2, 3).shape[0]"),
    ("torch.Tensor.shape(x)", NONE),
    ("x.T()", "x.T"),
    ("print(x.dtype())", "print(x.dtype)"),
    ("torch.cat(x, x)", "torch.cat([x, x])"),
    ("torch.cat(x)", "torch.cat([x])"),
    ("torch.optim.SGD(w, lr=0.1)", "torch.optim.SGD([w], lr=0.1)"),
    # Dimensions and places
    ("x.unsqueeze()", "x.unsqueeze(dim=0)"),
    ("x.softmax()", "x.softmax(dim=0)"),
    ("x.sum(0, 1)", "x.sum(dim=(0, 1))"),
    ("x.max(2)", "x.max(1)"),
    ("x.permute(0)", "x.permute(1, 0)"),
    ("x.t().view(6)", "x.t().reshape(6)"),
    ("x.view(4, 2)", "x.view(-1, 2)"),
    ("x.reshape(4, 4)", NONE),
    ("x[5]", "x[1]"),
    ("x[1.5]", "x[1]"),
    ("x.shape[2]", "x.shape[-1]"),
    ("x[::-1]", "x.flip(0)"),
    ("x[torch.tensor([0., 1.])]", ".long()]"),
    ("x[n > 1]", "x[:, n > 1]"),
    ("x[0] = torch.ones(5)", "x[0] = torch.ones(5)[:len(x[0])]"),
    # Shapes and types that do not fit
    ("x + y", NONE),
    ("x @ x", "x @ x.T"),
    ("torch.mm(x, n)", "x @ n.to(torch.float32)"),
    ("product(x, x)", "return left @ right.T"),
    ("layer(x)", NONE),
    ("nn.Linear(4, 2)(x)", "nn.Linear(3, 2)(x)"),
    ("n.mean()", "n.float().mean()"),
    ("torch.ones(2) + torch.ones(2, device='meta')", ".to('meta')"),
    ("F.cross_entropy(x, torch.tensor([0., 1.]))", ".long())"),
    ("F.cross_entropy(x, torch.tensor([1, 3]))", NONE),
    ("n * [1., 2., 3.]", "n * torch.tensor([1.0, 2.0, 3.0])"),
    ("x.gather(1, torch.tensor([0, 1]))", "x.gather(1, torch.tensor([0, 1]).unsqueeze(1))"),
    ("torch.ones(2, dtype='float32')", "torch.ones(2, dtype=torch.float32)"),
    ("torch.full((2, 2))", NONE),
    ("torch.full(2, 3, 7)", "torch.full((2, 3), 7)"),
    ("torch.randint(10, 2, 3)", "torch.randint(10, (2, 3))"),
    ("torch.randint(0, 10, 3)", "torch.randint(0, 10, (3,))"),
    ("torch.linspace(0, 1)", "torch.linspace(0, 1, 5)"),
    ("torch.randint(5)", "torch.randint(5, (1,))"),
    # One number of many
    ("if a > 2: pass", "if (a > 2).all(): ..."),
    ("a > 1 and a < 2", "(a > 1) & (a < 2)"),
    ("bool(x > 2)", "bool((x > 2).all())"),
    ("x.item()", "x.sum().item()"),
    ("int(x)", "int(x.sum())"),
    ("range(x)", "range(len(x))"),
    ("0 < a < 2", "(0 < a) & (a < 2)"),
    ("a > 1 & a < 3", "(a > 1) & (a < 3)"),
    ("a.topk(5)", "a.topk(2)"),
    ("F.one_hot(torch.tensor([0, 3]), num_classes=3)", "num_classes=4"),
    ("x.max(1) + 1", "x.max(1)[0] + 1"),
    # Text, names and calls
    ("'loss: ' + a.sum()", "'loss: ' + str(a.sum())"),
    ("f'{a:.2f}'", NONE),
    ("x.sum + 1", "x.sum() + 1"),
    ("x.mean.item()", "x.mean().item()"),
    ("x.sum(1, keep_dims=True)", "keepdim=True"),
    ("x.transpose(0)", "x.transpose(0, 1)"),
    ("x.reshape(-1, -1)", "x.reshape(2, -1)"),
    ("x.to('float64')", "x.to(torch.float64)"),
    ("n.to('float')", "n.to(torch.float)"),
    ("torch.ones(2, device='gpu')", "torch.ones(2, device='cpu')"),
    ("torch.optim.SGD(layer.parameters, lr=0.1)", "torch.optim.SGD(layer.parameters(), lr=0.1)"),
    ("nn.BatchNorm1d(3)(x[:1])", "two rows or more"),
    ("b, c, d = x.shape", "b, c = x.shape"),
    ("b, c = a.tolist() + [3.]", "b, *c ="),
    ("{'lr': 0.1}['lrs']", "['lr']"),
    ("[1, 2, 3][n[:2]]", "torch.tensor([1, 2, 3])[n[:2]]"),
    ("[[1, 2] [3, 4]]", "[[1, 2], [3, 4]]"),
    ("undefined + 1", NONE),
    ("product(x)", NONE),
    # Layers, losses and training
    ("nn.MSELoss(a, a)", "nn.MSELoss()(a, a)"),
    ("F.mse_loss(a, [1., 2.])", "F.mse_loss(a, torch.tensor([1.0, 2.0]))"),
    ("F.binary_cross_entropy(a, torch.ones(2))", "a.sigmoid()"),
    ("nn.Embedding(2, 3)(n)", "nn.Embedding(4, 3)(n)"),
    ("nn.Sequential(nn.Flatten(), nn.Linear(4, 2))(x)", "nn.Linear(3, 2)"),
    ("layer.weight = torch.ones(2, 4)", "nn.Parameter(torch.ones(2, 4))"),
    ("layer.load_state_dict({'weight': torch.ones(2, 4)})", "strict=False"),
    ("layer.load_state_dict({'weight': torch.ones(3), 'bias': torch.ones(2)})", NONE),
    ("torch.optim.SGD([], lr=0.1)", NONE),
    ("torch.optim.SGD([w * 2], lr=0.1)", ".detach().requires_grad_()"),
    ("torch.stack([x, y])", NONE),
    ("assert x.shape == (3, 2)", NONE),
    # What cannot be read
    ("for i in range(3) print(i)", "Add : at the end"),
    ("if a.sum() > 3\n    print(a)", "if a.sum() > 3:"),
    ("torch.tensor([1, 2, 3", "torch.tensor([1, 2, 3])"),
    ("torch.tensor([[1, 2], [3, 4])", "torch.tensor([[1, 2], [3, 4]])"),
    ("torch.tensor([1 2 3])", "torch.tensor([1, 2, 3])"),
    ("print x", "print(x)"),
    ("print('hello)", "print('hello')"),
    ("if n.sum() = 3: pass", "if n.sum() == 3: pass"),
    ("def f(x):\nreturn x", "return x"),
    ("def f(x):\n    y = x\n\treturn y", "return y"),
    # Gradients
    ("w += 1", "with torch.no_grad(): w += 1"),
    ("w[0] = 5.", "with torch.no_grad(): w[0] = 5.0"),
    ("(w * 2).backward()", "(w * 2).sum().backward()"),
    ("lost.backward()", NONE),
    ("a.sum().backward()", NONE),
    ("a.grad.zero_()", "first call backward()"),
    ("w.grad.zero()", "w.grad.zero_()"),
)


@pytest.mark.parametrize(("program", "offered"), FREQUENT, ids=[each for each, _ in FREQUENT])
def test_an_error_has_a_repair_or_says_why_there_is_none(program, offered):
    session = Session(write=lambda text: None)
    assert session.run(SETUP).failure is None
    before = session.run("x.tolist(), w.tolist(), w.grad.tolist()").value
    failure = explained(session.run(program), session).failure
    assert failure is not None
    said = [*(repair.source for repair in failure.repairs), *failure.hints]
    assert any(offered in each for each in said) if offered else failure.explanation, said
    assert not any("No small change" in each or "not known" in each for each in said)
    assert session.run("x.tolist(), w.tolist(), w.grad.tolist()").value == before
    for repair in failure.repairs:
        assert repair.meaning


IN_FUNCTIONS = [each for each in FREQUENT if not each[0].startswith(("if a.sum", "def "))]


@pytest.mark.parametrize(
    ("program", "offered"), IN_FUNCTIONS, ids=[each for each, _ in IN_FUNCTIONS]
)
def test_it_has_so_inside_a_function_too(program, offered):
    """The function was defined earlier: line, operands, the call, and a repair of its own line."""
    session = Session(write=lambda text: None)
    assert session.run(SETUP).failure is None
    alone = explained(session.run(program), session).failure
    if alone.code in {"syntax", "character"} or alone.led_by:
        return  # nothing can hold it, or a function does already
    body = f"def learn({NAMES}):\n    seen = 1\n    {program}\n"
    assert session.run(body).failure is None
    failure = explained(session.run(f"learn({NAMES})"), session).failure
    said = [*(repair.source for repair in failure.repairs), *failure.hints]
    assert any(offered in each for each in said) if offered else not said or alone.hints, said
    assert (failure.message, failure.span.line) == (alone.message, alone.span.line + 2)
    assert failure.led_by == (f"learn({NAMES})",)
    assert [each.name for each in failure.operands] == [each.name for each in alone.operands]
    for repair in failure.repairs:  # the whole function can be typed anew
        assert repair.program.startswith(f"def learn({NAMES}):\n    seen = 1\n    ")
        assert session.run(repair.program).failure is None


def test_a_repair_leaves_the_rest_of_a_program_as_it_was_written():
    session = Session(write=lambda text: None)
    session.run(SETUP)
    program = "for i in range(2):\n    w += i  # a step\n    print( w )\n"
    failure = explained(session.run(program), session).failure
    assert [repair.program for repair in failure.repairs] == [
        program.replace("w += i", "with torch.no_grad():\n        w += i"),
        program.replace("w += i", "w = w + i"),
    ]


def test_there_are_sixty_of_them():
    assert len(FREQUENT) >= 60
