import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tensorlab.language.running.session import Session
from tensorlab.repl.bar import fitted
from tensorlab.repl.prompt import TensorCompleter
from tensorlab.workspace.cursor import at_cursor
from tensorlab.workspace.signatures import call_at

ARGUMENTS = {
    "lesson": "lesson", "device": "device", "notices": "on off", "mem": "variable", "time": "expr",
    "set": "setting", "help": "function",
}  # fmt: skip
PROGRAM = """
class Model(nn.Module):
    def __init__(self, width, depth=3):
        super().__init__()
        self.linear = nn.Linear(2, 3)
    @property
    def boom(self):
        print("evaluated")
    def forward(self, x, scale=2):
        "Do it."
        return x
    def __repr__(self):
        print("shown")
        return "Model"
model = Model(1)
table = {"alpha": torch.ones(2), "beta": 3}
def blend(a, b=3, *rest, much): return a
"""


@pytest.fixture
def complete():
    session = Session()
    session.run("weights = torch.ones(3, 5); count = 3")
    ones = session.names["weights"]
    session.run(PROGRAM)
    completer = TensorCompleter(
        lambda: session,
        {"help": "explain", "vars": "list", **dict.fromkeys(ARGUMENTS, "")},
        ARGUMENTS,
    )

    def completions(text):
        found = completer.get_completions(Document(text), CompleteEvent())
        return {each.text: each.display_meta_text for each in found}

    yield completions
    assert ones.sum().item() == 15  # completing has run nothing


def test_variables_come_with_their_shapes(complete):
    assert complete("weig") == {"weights": "(3, 5) float32"}
    assert complete("coun")["count"] == "3"


def test_the_programs_names_come_first(complete):
    assert next(iter(complete("w"))) == "weights"


@pytest.mark.parametrize(
    "text", ["weights.cumpr", "weights.T.cumpr", "torch.cumpr", "f(x)[0].cumpr"]
)
def test_methods_and_functions_are_found_with_what_they_do(complete, text):
    assert complete(text)["cumprod"].startswith("Return the running product")


def test_parameters_of_the_call_are_found(complete):
    assert "dim=" in complete("weights.sum(")
    assert "dtype=" in complete("torch.zeros(3, dt")


def test_data_types_follow_their_parameter(complete):
    assert "torch.float64" in complete("torch.zeros(3, dtype=")
    assert "float64" in complete("torch.zeros(3, dtype=torch.fl")


def test_private_names_come_only_when_asked_for(complete):
    assert not any(name.startswith("_") for name in complete("weights."))


def test_commands_and_questions_have_completions_of_their_own(complete):
    assert complete(":va") == {"vars": "list"}
    assert "cumprod" in complete("?cumpr")


def test_nothing_is_completed_within_text(complete):
    assert complete("'weig") == {}


def test_the_attributes_of_a_result_are_those_of_a_tensor(complete):
    assert "sum" in complete("weights.zero_().su")
    assert "item" in complete("weights.sum().ite")


def test_a_name_that_does_not_exist_completes_to_nothing(complete):
    assert complete("nothing.su") == {}


@pytest.mark.parametrize(
    "text", ["y.", "y.grad.", "y.T.", "cube.T.", "y.grad.s", "f.", "y.sum().", "(y.add_(1))."]
)
def test_completing_evaluates_no_property_and_warns_of_nothing(text, recwarn):
    printed = []
    session = Session(write=printed.append)
    session.run("w = torch.ones(2, requires_grad=True); y = w * 2; cube = torch.ones(2, 2, 2)")
    session.run("def f():\n    print('called')")
    state = "repr((y, y._version, w.grad, cube._version, torch.get_rng_state().sum()))"
    before = session.run(state).value
    completer = TensorCompleter(lambda: session, {})
    assert list(completer.get_completions(Document(text), CompleteEvent())) or text == "f."
    assert session.run(state).value == before
    assert (printed, recwarn.list) == ([], [])
    assert len(session.run("cube.T").notices) == 1  # it comes once, and was not used up
    assert len(session.run("y.grad").notices) == 1


PLACES = [
    (":lesson matm", "matmul", "sum"),
    (":help :va", "vars", "sum"),
    (":help weights.cumpr", "cumprod", "sum"),
    ("?:va", "vars", "sum"),
    ("?weights.cumpr", "cumprod", "weights"),
    ("?wei", "weights", "sum"),
    (":device ", "meta", "model"),
    (":set edi", "editing", "theme"),
    (":set editing ", "vi", "on"),
    (":set toolbar o", "off", "vi"),
    ("torch.ones(2).sum(keep", "keepdim=", "dtype="),
    (":notices ", "off", "model"),
    (":mem ", "weights", "sum"),
    (":time weights.su", "sum", "weights"),
    ("torch.zeros(2, dtype=", "torch.float32", "weights"),
    ("torch.zeros(2, dtype=torch.fl", "float32", "flatten"),
    ("torch.zeros(2, device=", '"meta"', "weights"),
    ("F.mse_loss(a, b, reduction=", '"sum"', "weights"),
    ("nn.MSELoss(reduction='", "none", "weights"),
    ("F.pad(weights, (1, 1), mode=", '"reflect"', "weights"),
    ("F.interpolate(weights, mode='b", "bilinear", "reflect"),
    ("weights.sum(0, keepdim=", "True", None),
    ("import ", "torch", "weights"),
    ("import torch.nn.fu", "torch.nn.functional", "torch.fft"),
    ("from torch import cum", "cumprod", "table"),
    ("from torch import mm, cum", "cumprod", "mm"),
    ("from torch.nn import Lin", "Linear", "linspace"),
    ("model.", "linear", "sum"),
    ("model.linear.", "weight", "sum"),
    ("model.linear.weight.", "sum", "linear"),
    ("model.linear.weight.T[0].", "sum", "linear"),
    ("table[", '"alpha"', None),
    ("table['", "beta", "weights"),
    ('table["al', "alpha", "beta"),
    ("blend(", "much=", "rest="),
    ("Model(", "depth=", "self="),
    ("model.forward(", "scale=", "self="),
    ("nn.Linear(2, ", "bias=", "self="),
]


@pytest.mark.parametrize(("text", "there", "elsewhere"), PLACES)
def test_what_fits_in_a_place_is_offered_there(complete, text, there, elsewhere):
    found = complete(text)
    assert there in found
    assert elsewhere not in found


def test_completing_calls_nothing_of_the_programs(complete, capsys):
    for text in ("mod", "model.", "model.boom.", "model.bo", "f(mod", ":mem "):
        complete(text)
    assert capsys.readouterr().out == ""
    assert complete("mode")["model"] == "Model"


SIGNATURES = [
    ("torch.cumprod(x, ", "torch.cumprod(input, dim, *, dtype=None, out=None)", "dim"),
    ("weights.sum(", "Tensor.sum(dim=None, keepdim=False, *, dtype=None, out=None)", "dim=None"),
    ("blend(1, 2, 3, ", "blend(a, b=3, *rest, much)", "*rest"),
    ("blend(1, much=", "blend(a, b=3, *rest, much)", "much"),
    ("Model(1, ", "Model(width, depth=3)", "depth=3"),
    ("model(", "model(x, scale=2)", "x"),
    ("model.forward(1, ", "forward(x, scale=2)", "scale=2"),
]


@pytest.mark.parametrize(("text", "signature", "current"), SIGNATURES)
def test_the_signature_has_the_parameter_that_is_given(text, signature, current):
    session = Session(write=lambda text: None)
    session.run(PROGRAM + "weights = torch.ones(2)")
    cursor = at_cursor(text)
    call = call_at(session, cursor)
    assert (call.text, call.parts[call.current(cursor)].text) == (signature, current)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_a_signature_is_shortened_around_its_current_parameter(width):
    session = Session()
    text = "torch.nn.functional.cross_entropy(x, y, reduction="
    cursor = at_cursor(text)
    call = call_at(session, cursor)
    shown = fitted(call, call.current(cursor), width)
    assert ("class:current-parameter", "reduction='mean'") in shown
    assert width < 40 or sum(len(part) for _, part in shown) <= width
    assert width < 200 or "".join(part for _, part in shown) == call.text
