import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from tensorlab.language.session import Session
from tensorlab.repl.completion import TensorCompleter


@pytest.fixture
def complete():
    session = Session()
    session.run("weights = torch.ones(3, 5); count = 3")
    ones = session.names["weights"]
    completer = TensorCompleter(lambda: session, {"help": "explain", "vars": "list"})

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
    assert complete(":v") == {"vars": "list"}
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
