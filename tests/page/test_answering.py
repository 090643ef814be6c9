"""The page's requests: what comes of programs, commands and questions, as the page draws it."""

import json

import pytest

from tensorlab.page import answering
from tensorlab.page.desk import Desk


@pytest.fixture
def ask(monkeypatch):
    """Return a page of its own: a function from a request to its answer."""
    monkeypatch.setattr(answering, "desk", Desk())

    def asked(do, **details):
        return json.loads(answering.answer(json.dumps({"do": do, **details})))

    return asked


def elements_in(answer):
    """Return the shown elements of an answer by their places, as the buttons are named."""
    found = {}
    for tensor in answer["tensors"]:
        for facet in tensor["facets"]:
            for row, words in zip(facet["rows"] or [None], facet["words"], strict=False):
                for column, word in zip(facet["columns"] or [None], words, strict=True):
                    place = [each for each in (row, column) if each is not None]
                    found[*facet["index"], *place] = word.strip()
    return found


@pytest.mark.parametrize(
    ("source", "place", "word"),
    [
        ("torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[5, 6], [7, 8]])", (0, 1), "22"),
        ("torch.arange(24).view(2, 3, 4)", (1, 2, 3), "23"),
        ("torch.tensor([True, False])", (1,), "False"),
        ("torch.tensor(2.5)", (), "2.5000"),
        ("torch.tensor([1 + 2j])", (0,), "1.+2.j"),
        ("torch.tensor([[0., 3.], [0., 0.]]).to_sparse()", (0, 1), "3."),
    ],
)
def test_each_element_is_shown_at_its_place(ask, source, place, word):
    assert elements_in(ask("run", source=source))[place] == word


@pytest.mark.parametrize("source", ["torch.ones(2, device='meta')", "3 + 4", "[1, 'a']", "'text'"])
def test_what_has_no_elements_is_shown_as_text(ask, source):
    answer = ask("run", source=source)
    assert answer["repr"]
    assert not elements_in(answer)


def test_an_element_is_explained_however_much_came_after(ask):
    first = ask("run", source="a = torch.tensor([[1, 2], [3, 4]])\nb = a + 1\na @ b")
    ask("run", source="a = a * 0")
    ask("run", source="b = 7")
    told = ask("why", id=first["id"], index=[0, 1])["why"][0]
    assert told["frames"][0]["text"] == "1*3 + 2*5"
    inputs = {(each["name"], *each["index"]): each["term"] for each in told["frames"][0]["inputs"]}
    assert inputs["a", 0, 0] == inputs["b", 0, 1] != inputs["a", 0, 1]


def test_an_element_of_one_tensor_of_several_is_explained(ask):
    shown = ask("run", source="torch.max(torch.tensor([[1., 5.], [7., 2.]]), 1)")
    assert [tensor["part"] for tensor in shown["tensors"]] == [0, 1]
    told = ask("why", id=shown["id"], part=0, index=[1])["why"][0]
    assert told["frames"][0]["output"] == {"index": [1], "part": 0, "value": 7.0}


def test_what_was_written_to_since_is_not_explained_wrongly(ask):
    ask("run", source="a = torch.zeros(2)")
    shown = ask("run", source="a + 1")
    ask("run", source="a[0] = 5")
    told = ask("why", id=shown["id"], index=[0])
    assert told.get("refused") or told["why"][0]["frames"][0]["output"]["value"] == 1.0


def test_a_failure_has_pytorchs_words_its_place_and_whole_repairs(ask):
    ask("run", source="x = torch.ones(2, 3)")
    error = ask("run", source="y = 1\nx @ x")["error"]
    assert error["message"] == "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)"
    assert error["span"]["line"] == 2
    assert error["alignment"]["clashes"] == [False, True, False]
    for repair in error["repairs"]:
        assert repair["program"].startswith("y = 1\n")
        assert "error" not in ask("run", source=repair["program"])


@pytest.mark.parametrize(
    ("line", "word"),
    [
        (":vars", "x"), (":type x", "Tensor (2, 3)"), (":shapes x + 1", "(2, 3)"),
        (":mem x", "24 bytes"), (":history", "x = "), (":help", ":why"), ("?cumprod", "running"),
        ("?running product", "torch.cumprod"), (":help qqqqzzzz", "refused"),
        (":help tl002", "inner sizes"),
        (":why _2[0, 1]", "frames"), (":undo", "took back"), (":nothing", "refused"),
        ("%timeit x", "IPython"), (":view x heat", "shades"), (":graph x", "refused"),
        (":grad", "refused"), (":time x", "best"), (":reset", "forgotten"),
    ],
)  # fmt: skip
def test_commands_and_questions_are_answered_as_at_the_prompt(ask, line, word):
    ask("run", source="x = torch.ones(2, 3)")
    ask("run", source="x * 2")
    assert word in json.dumps(ask("run", source=line))


def test_the_graph_is_told_step_by_step(ask):
    ask("run", source="x = torch.tensor(2., requires_grad=True)\ny = (x * 3).exp()")
    rows = ask("run", source=":graph y")["table"]
    assert [row[1] for row in rows] == ["y", "x * 3", "x"]
    assert ask("run", source=":graph 2")["why"]


def test_what_is_typed_is_completed_and_its_signature_shown(ask):
    assert ask("complete", text="torch.cump")["found"][0]["name"] == "cumprod"
    assert ask("signature", text="torch.cumprod(x, ")["current"] == 1
    assert ask("signature", text="1 + ") == {"name": None}
    assert ask("is_complete", text="for i in range(3):") == {"complete": False}


def test_a_session_is_kept_as_a_program_and_as_a_notebook(ask):
    assert ask("export", form="py") == {"refused": "nothing has been typed yet"}
    ask("run", source="x = torch.ones(2)")
    assert ask("export", form="py")["text"] == "import torch\nx = torch.ones(2)\n"
    assert json.loads(ask("export", form="ipynb")["text"])["nbformat"] == 4
    assert "refused" in ask("export", form="exe")


@pytest.mark.parametrize("request_", ["{", "[]", "{}", '{"do": 3}', '{"do": "run"}', "null"])
def test_no_request_ends_the_page(request_):
    assert json.loads(answering.answer(request_))["refused"]


def test_an_interruption_is_told_and_the_variables_are_kept(ask, monkeypatch):
    ask("run", source="x = 5")
    with monkeypatch.context() as patch:
        patch.setattr(
            answering.desk, "run", lambda source: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        assert ask("run", source="y = 1") == {"stopped": True}
    assert ask("run", source="x")["repr"] == "5"
