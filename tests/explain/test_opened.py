"""What lies in functions, loops, layers and earlier statements is told, call by call."""

import pytest

from tensorlab.explain.arithmetic.numbers import number
from tensorlab.explain.story.explanation import NothingToExplainError, explanation_of
from tensorlab.explain.story.pictures import headline
from tensorlab.language.running.session import Session
from tests.explain.telling import close, explained, value_of

PROGRAMS = {
    "an earlier statement": ("b = a * 2; c = b + 1; c", ["b = a * 2", "c = b + 1"]),
    "a function": (
        "def f(u):\n    v = u * 2\n    return v.sum()\nf(a)", ["v = u * 2", "v.sum()"]
    ),
    "a lambda": ("g = lambda u: u ** 2; g(a)", ["u ** 2"]),
    "a function that is called twice": (
        "def f(u):\n    return u * 2\nf(f(a))", ["u * 2", "u * 2"]
    ),
    "a loop": (
        "t = a\nfor i in range(1, 3):\n    t = t * i\nt", ["t = t * i"]
    ),
    "a function in a loop": (
        "def f(u):\n    return u * 2\nfor i in range(3):\n    a = f(f(a))\na", ["u * 2", "u * 2"]
    ),
    "a loop in a loop": (
        "t = a * 2\nfor i in range(2):\n    u = t + 1\n    for j in range(3):\n\
        t = t - u\nt", ["u = t + 1", "t = t - u"]
    ),
    "what each turn of a loop gave": (
        "rows = []\nfor i in range(2):\n    rows.append(a * i)\nb = torch.stack(rows)\nb",
        ["a * i", "a * i", "b = torch.stack(rows)"],
    ),
    "Python's own sum": ("b = a * 2\nsum(b)", ["sum(b)"]),
    "a layer": ("torch.manual_seed(0)\nlayer = nn.Linear(3, 2)\nlayer(a)", ["layer(a)"]),
    "layers in a row": (
        "torch.manual_seed(0)\nnet = nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(2, 1))\n\
net(a)",
        ["net[0](a)", "net[1](net[0](a))", "net(a)"],
    ),
    "a layer of two inputs": (
        "loss = nn.MSELoss()\nloss(a, a.flip(0))", ["a.flip(0)", "loss(a, a.flip(0))"]
    ),
    "a recurrent element": (
        "torch.manual_seed(0)\ncell = nn.RNNCell(3, 2)\nb = a[None]\ncell(b)",
        ["cell(b)"],
    ),
    "a slope of a function": (
        "g = torch.func.grad(lambda u: (u ** 2).sum())\ng(a)", ["grad of (u ** 2)", "g(a)"]
    ),
    "rows of a Jacobian": (
        "g = torch.func.jacrev(lambda u: u ** 2)\ng(a)", ["g(a)"]
    ),
    "samples of a batch": (
        "g = torch.vmap(lambda u: u * 2)\nb = a[:, None]\ng(b)",
        ["b = a[:, None]", *["u * 2"] * 3, "g(b)"],
    ),
    "a class of the program": (
        """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
    def forward(self, u):
        return torch.tanh(self.fc(u))
torch.manual_seed(0)
net = Net()
net(a)""",
        ["self.fc(u)", "torch.tanh(self.fc(u))"],
    ),
    "a write into a part": ("b = a * 2; b[1] = 7.; b", ["b = a * 2", "b[1] = 7."]),
    "writes in a loop": (
        "b = a * 2\nfor i in range(2):\n    b[i] = a[i + 1]\nb",
        ["b = a * 2", "a[i + 1]", "b[i] = a[i + 1]", "a[i + 1]", "b[i] = a[i + 1]"],
    ),
    "an update": ("b = a * 2; b += a; b -= 1; b", ["b = a * 2", "b += a", "b -= 1"]),
    "an update of a part": ("b = a * 2; b[0] += 5; b", ["b = a * 2", "b[0] + 5", "b[0] += 5"]),
    "a method in place": ("b = a * 2; b.add_(a); b", ["b = a * 2", "b.add_(a)"]),
    "a write through a view": (
        "b = a * 2; v = b[1:]; v[0] = 7.; b", ["b = a * 2", "v = b[1:]", "v[0] = 7."]
    ),
}  # fmt: skip
SETUP = "a = torch.tensor([1., -2., 3.])"


@pytest.mark.parametrize(("program", "sources"), PROGRAMS.values(), ids=PROGRAMS)
def test_the_calls_that_made_a_value_are_told_in_order(program, sources):
    told, session, value = explained(program, SETUP)
    chapters = [chapter for chapter in told.chapters if chapter.operands]
    assert [chapter.source for chapter in chapters] == sources
    for chapter in chapters:
        for frame in chapter.frames:
            assert close(value_of(session, frame.text), frame.value), (chapter.source, frame.text)
            assert frame.text != f"({chapter.source})", "the question again"
    if "[i]" not in program and "v[0]" not in program:
        for frame in chapters[-1].frames:
            part = value if frame.part is None else value[frame.part]
            assert frame.value == number(part, frame.index)


def test_of_a_loop_the_last_turn_is_told_and_what_it_began_with():
    told, _, _ = explained("t = a\nfor i in range(100):\n    t = t + 1\nt", SETUP)
    (chapter,) = told.chapters
    assert chapter.frames[0].text == "100.0 + 1"
    assert chapter.notes == ("t came from the turn of the loop before this one.",)


def test_what_is_written_over_in_a_way_that_is_not_told_is_not_told_as_it_was():
    with pytest.raises(NothingToExplainError, match=r"it was 1.0 when .* and is -2.0 now"):
        explained("b = a * 1\nfor b[0] in b[1:2].clone(): pass\nb", SETUP)


def test_a_layer_that_holds_a_function_of_the_library_is_told():
    source = "layer = nn.TransformerEncoderLayer(2, 1, 2).eval()\nlayer(torch.ones(2, 1, 2))"
    (chapter,) = explained(f"torch.manual_seed(0)\n{source}", "")[0].chapters[-1:]
    assert chapter.operation == "TransformerEncoderLayer"
    assert {"gathered", "hidden"} < {step.name for step in chapter.frames[0].steps}


@pytest.mark.parametrize(
    ("layer", "call", "name"),
    [
        ("nn.LSTM(3, 2)", "x = torch.ones(4, 3)\nlayer(x)[0]", "output_gate"),
        (
            "nn.GRU(3, 2, bidirectional=True)",
            "x = torch.ones(2, 1, 3)\nlayer(x)[0]",
            "update_gate",
        ),
        ("nn.RNN(3, 2, 2)", "x = torch.ones(2, 3)\nlayer(x)[1]", "from_state"),
        (
            "nn.MultiheadAttention(4, 2)",
            "x = torch.ones(2, 1, 4)\nlayer(x, x, x)[1]",
            "weights",
        ),
        (
            "nn.MultiheadAttention(4, 2, dropout=0.5)",
            "x = torch.ones(2, 1, 4)\nlayer(x, x, x)[0]",
            "kept",
        ),
    ],
)
def test_a_part_of_what_a_layer_gives_is_told_by_its_steps(layer, call, name):
    chapters = explained(f"torch.manual_seed(0)\nlayer = {layer}\n{call}", "")[0].chapters
    assert name in {step.name for step in chapters[-1].frames[0].steps}


def test_within_a_layer_values_have_names_that_the_program_knows():
    source = "layer = nn.RNN(3, 2, nonlinearity='relu')\nlayer(a[None] * 2)[0]"
    told, session, _ = explained(f"torch.manual_seed(0)\n{source}", SETUP)
    operands = {each.name for chapter in told.chapters for each in chapter.operands}
    known = {"layer.weight_ih_l0", "layer.bias_hh_l0", "(a[None] * 2)"}
    assert known < operands
    assert not any(map(str.isidentifier, operands - {"a"}))  # else it is said whose it is
    assert all(value_of(session, f"({name}).shape") for name in known)


@pytest.mark.parametrize(
    ("layer", "call"),
    [
        ("nn.LSTM(3, 4, proj_size=2)", "layer(torch.ones(4, 3))[0]"),
        ("nn.RNNCell(3, 2, nonlinearity='relu')", "layer(torch.ones(3))"),
        ("nn.TransformerDecoderLayer(1, 1, 2).eval()", "b = a.view(3, 1, 1)\nlayer(b, b)"),
        ("nn.Sequential(nn.Unflatten(0, (3, 1)), nn.Flatten(0))", "layer(a)"),
    ],
)  # fmt: skip
def test_a_layer_of_further_settings_is_told(layer, call):
    told, _, _ = explained(f"torch.manual_seed(0)\nlayer = {layer}\n{call}", SETUP)
    steps = [step for chapter in told.chapters for step in chapter.frames[0].steps]
    assert len([*steps, *(chapter for chapter in told.chapters if chapter.operands)]) > 1
    assert not any(each.name == "input" for one in told.chapters for each in one.operands)


def test_a_value_at_the_end_of_a_graph_of_many_thousands_of_steps_is_told_at_once():
    source = """
import torch
w = torch.tensor(2., requires_grad=True)
total = torch.tensor(0.)
for i in range(20000):
    total = total + w * i
total
"""
    session = Session(record=True, write=lambda text: None)
    told = explanation_of(session.run(source), source)
    assert told.chapters[-1].frames[0].text.endswith(" + 39998.0")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("torch.exp(x)", "torch.exp(input=x)"),
        ("torch.argmax(x, 1)", "torch.argmax(dim=1, input=x)"),
        ("torch.gt(x, 2)", "torch.gt(input=x, other=2)"),
        ("x.numel()", "torch.numel(input=x)"),
        ("F.pad(x, (1, 0))", "F.pad(input=x, pad=(1, 0))"),
        ("torch.mm(x, x.T)", "torch.mm(input=x, mat2=x.T)"),
    ],
)
def test_what_is_given_by_name_is_told_as_at_its_place(given, named):
    frames = [explained(each)[0].chapters[-1].frames for each in (given, named)]
    assert frames[0] == frames[1]


def test_of_a_part_of_a_result_that_part_alone_is_told():
    for asked in ("x.max(1).indices", "_, places = x.max(1)\nplaces"):
        told = explained(asked)[0].chapters[-1]
        assert [(frame.name, frame.index) for frame in told.frames] == [
            ("indices", (0,)),
            ("indices", (1,)),
        ]
        assert not told.is_asked


def test_the_headline_has_what_each_part_of_a_result_is():
    heads = {
        "x.max(1)": "values (2,) float32 and indices (2,) int64",
        "torch.vsplit(a, [1, 5])": "(1, 3) int64, (1, 3) int64 and (0, 3) int64",
        "torch.vsplit(a, 2)": "2 tensors, each (1, 3) int64",
        "x.sum()": "() float32",
    }
    for source, words in heads.items():
        assert headline(explained(source)[0].chapters[-1]).endswith(f" -> {words}")


def test_a_number_that_a_formula_has_is_no_copy_of_the_element_that_decides():
    frames = explained("F.one_hot(torch.tensor([1, 0]))")[0].chapters[-1].frames
    assert all("Copied" not in frame.sentence for frame in frames)


@pytest.mark.parametrize(
    ("program", "sources"),
    [
        ("rows = []\nfor i in range(20):\n    rows.append(a * i)\ntorch.stack(rows)[1, 0, 2]",
         ["a * i", "torch.stack(rows)"]),
        ("b = a.float()\n[row.sum().item() for row in b][1]", ["row.sum()"]),
        ("def f(u):\n    return u.float().mean().item()\nf(a)", ["u.float()", "u.float().mean()"]),
        ("w = torch.tensor([1., 2.], requires_grad=True)\n(w ** 2).sum().backward()\n\
with torch.no_grad():\n    w -= 0.1 * w.grad\nw[1]",
         ["w.grad", "0.1 * w.grad", "w -= 0.1 * w.grad"]),
        ("D = torch.distributions\nd = D.Independent(D.Normal(torch.zeros(2), torch.ones(2)), 1)\n\
d.entropy()", ["d.base_dist.entropy()", "d.entropy()"]),
    ],
)  # fmt: skip
def test_what_lists_and_numbers_were_made_of_is_told(program, sources):
    told = explained(program)[0]
    assert [each.source for each in told.chapters] == sources


def test_a_gradient_that_was_scaled_is_what_came_times_a_factor():
    source = "w = torch.tensor([3., 4.], requires_grad=True)\n(w ** 2).sum().backward()\n"
    told = explained(f"{source}nn.utils.clip_grad_norm_([w], 1.)\nw.grad[0]")[0]
    (frame,) = told.chapters[-1].frames
    assert frame.text.startswith("6.0*")
    assert "clip_grad_norm_" in frame.sentence


@pytest.mark.parametrize("number", ["True", "3"])
def test_a_whole_number_is_not_taken_for_one_that_was_read_before(number):
    with pytest.raises(NothingToExplainError):
        explained(f"b = torch.tensor({number}).item()\n{number}")


def test_of_what_a_shape_is_asked_of_no_element_is_told():
    told = explained(
        "layer = nn.TransformerEncoderLayer(4, nhead=2)\nlayer(torch.zeros(3, 2, 4)).shape"
    )[0]
    assert told.chapters[-1].shape == (3, 2, 4)
    assert not any(each.frames or each.hidden for each in told.chapters)


def test_a_layer_of_a_programs_class_stands_among_those_of_a_row():
    source = """class Twice(nn.Module):
    def forward(self, x):
        return x * 2
"""
    rows = {
        "nn.Sequential(nn.ReLU(), Twice())": ["relu", "Twice"],
        "nn.Sequential(Twice())": ["mul"],
    }
    for row, names in rows.items():
        told = explained(f"{source}net = {row}\nnet(a)[0, 1]")[0]
        assert [each.operation for each in told.chapters] == names
