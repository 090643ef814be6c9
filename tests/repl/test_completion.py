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
