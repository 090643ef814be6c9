"""`tensorlab explain` as a command: forms, elements, files, error codes, wrong usage."""

import json

import pytest

pytestmark = pytest.mark.sampled(3)  # a process each

PRODUCT = "a = torch.tensor([[1, 2], [3, 4]]); b = torch.tensor([[5, 6], [7, 8]]); a @ b"


def test_json_is_one_object(terminal):
    done = terminal.run("explain", "--format", "json", PRODUCT)
    found = json.loads(done.stdout)
    assert (done.returncode, found["operation"]) == (0, "mm")
    assert [chapter["source"] for chapter in found["chapters"]] == ["a @ b"]
    assert found["chapters"][0]["frames"][1] == {
        "output": {"index": [0, 1], "value": 22},
        "inputs": [
            {"name": "a", "index": [0, 0], "value": 1},
            {"name": "b", "index": [0, 1], "value": 6},
            {"name": "a", "index": [0, 1], "value": 2},
            {"name": "b", "index": [1, 1], "value": 8},
        ],
        "text": "1*6 + 2*8",
        "sentence": "Row 0 of a times column 1 of b, element by element, added up.",
    }


def test_away_from_a_terminal_it_is_plain_text(terminal):
    done = terminal.run("explain", PRODUCT)
    heading, idea, element, *_ = done.stdout.split("\n")
    assert (heading, element) == ("mm: a @ b -> (2, 2) int64", "  [0, 0] = 1*5 + 2*7 = 19")
    assert idea == "  The matrix product: rows times columns, added up."
    assert done.stderr == ""


def test_elements_are_asked_for_one_by_one(terminal):
    done = terminal.run("explain", "--element", "0,1", "--element", "1,1", PRODUCT)
    lines = [line for line in done.stdout.split("\n") if line.startswith("  [")]
    assert lines == ["  [0, 1] = 1*6 + 2*8 = 22", "  [1, 1] = 3*6 + 4*8 = 50"]


@pytest.mark.parametrize(("name", "start"), [("p.svg", "<svg"), ("p.html", "<!doctype html>")])
def test_a_file_gets_the_form_that_its_name_says(terminal, name, start):
    assert terminal.run("explain", PRODUCT, "-o", name).returncode == 0
    assert (terminal.folder / name).read_text(encoding="utf-8").startswith(start)


def test_for_the_ear_it_is_sentences(terminal):
    done = terminal.run("explain", PRODUCT, environment={"TENSORLAB_A11Y": "1"})
    assert "Element 0, 1 is 22, from 1 times 6 plus 2 times 8." in done.stdout


def test_a_code_tells_the_story_of_an_error(terminal):
    done = terminal.run("explain", "TL031")
    assert done.returncode == 0
    assert "TL031  a matrix that is not square" in done.stdout
    assert "must be batches of square matrices" in done.stdout


def test_a_program_that_fails_is_diagnosed(terminal):
    done = terminal.run("explain", "torch.ones(2, 3) + torch.ones(2)")
    assert (done.returncode, done.stdout) == (1, "")
    assert "torch.ones(2, 3) + torch.ones(2).unsqueeze(1)" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--element", "2,2", PRODUCT), "there is no element [2, 2] in a result of shape (2, 2)"),
        (("--element", "1,0,0", PRODUCT), "the result has 2 dimensions"),
        (("--element", "x", PRODUCT), "'x' is not an element"),
        (("1 + 2",), "there is no operation on tensors"),
        (("TL999",), "there is no error TL999"),
        (("TL1",), "there is no error TL1. Did you mean"),
        (("-o", "no/such/folder.svg", PRODUCT), "cannot be written"),
    ],
)
def test_wrong_usage_is_said_in_one_line(terminal, arguments, words):
    done = terminal.run("explain", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_number_that_was_taken_out_of_a_tensor_is_told_as_its_element(terminal):
    done = terminal.run("explain", "a = torch.ones(2, 2) * 2.\na.tolist()[1][0]  # why?")
    assert "[1, 0] = 1.0*2.0 = 2.0" in done.stdout
    done = terminal.run("explain", "float(torch.tensor([1., 2.]).sum())")
    assert done.stdout.startswith("sum: torch.tensor([1., 2.]).sum() -> ()")
    assert terminal.run("explain", "float(torch.ones(2))").returncode == 1


def test_eval_says_the_code_and_the_repairs_in_json(terminal):
    done = terminal.run("eval", "--format", "json", "torch.arange(6).view(4, 2)")
    error = json.loads(done.stdout)["error"]
    assert error["code"] == "TL020"
    assert error["repairs"][0] == {
        "source": "torch.arange(6).view(-1, 2)",
        "shape": [3, 2],
        "dtype": "torch.int64",
        "meaning": "2 stays, -1 is worked out: 3.",
    }


def test_eval_answers_what_a_hole_must_be(terminal):
    done = terminal.run("eval", "a = torch.ones(2, 3); w = torch.ones(3, 4); mm(a, ?)")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("? must be (3, n), of type float32.\n  w (3, 4) float32 fits\n")


def test_eval_has_its_notices_in_json_unless_told_not_to(terminal):
    arguments = ("--format", "json", "torch.arange(2) / 2")
    assert len(json.loads(terminal.run("eval", *arguments).stdout)["notices"]) == 1
    silent = terminal.run("eval", "--no-notices", *arguments)
    assert json.loads(silent.stdout)["notices"] == []


def test_arithmetic_is_played_on_paper(terminal):
    done = terminal.run("explain", "--play", "--element", "0,1", PRODUCT)
    assert done.stdout.split("\n")[1:3] == [
        "  [0, 1] = 1*6   6 so far",
        "  [0, 1] = 1*6 + 2*8 = 22",
    ]
    done = terminal.run("explain", "--play", "--format", "svg", PRODUCT)
    assert (done.returncode, "--play is for text" in done.stderr) == (2, True)
