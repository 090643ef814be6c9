import json

import pytest

pytestmark = pytest.mark.sampled(3)  # a process each


def test_a_value_is_pytorchs_text_and_nothing_else(terminal):
    done = terminal.run("eval", "torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[5, 6], [7, 8]])")
    assert done.stdout == "tensor([[19, 22],\n        [43, 50]])\n"
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("x = torch.arange(3); x + 1", "tensor([1, 2, 3])\n"),
        ("x = 1\nx + 1", "2\n"),
        ("-torch.arange(3)", "tensor([ 0, -1, -2])\n"),
        ("-x if (x := 3) else 0", "-3\n"),
        ("arange(3)", "tensor([0, 1, 2])\n"),
        ("'a'", "'a'\n"),
        ("x = 1", ""),
        ("None", ""),
        ("", ""),
        ("print(1)", "1\n"),
    ],
)
def test_the_value_of_the_last_expression_is_shown(terminal, expression, text):
    done = terminal.run("eval", expression)
    assert (done.stdout, done.returncode) == (text, 0)


def test_an_expression_with_two_minus_signs_is_no_option(terminal):
    assert terminal.run("eval", "--3").stdout == "3\n"
    assert terminal.run("eval", "--format", "plain", "-3").stdout == "-3\n"
    assert terminal.run("explain", "-torch.ones(1)", "--format", "json").stdout.startswith("{")


def test_a_minus_sign_alone_reads_the_program_from_standard_input(terminal):
    assert terminal.run("eval", "-", input="x = 1\nx + 1\n").stdout == "2\n"


def test_a_program_that_fails_says_so_on_standard_error(terminal):
    done = terminal.run("eval", "torch.ones(2, 3) @ torch.ones(2, 3)")
    assert done.stdout == ""
    assert "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)" in done.stderr
    assert "^" in done.stderr
    assert done.returncode == 1


def test_a_program_that_ends_itself_says_how(terminal):
    done = terminal.run("eval", "1", "exit(4)", "2")
    assert (done.returncode, done.stdout, done.stderr) == (4, "1\n", "")


def test_json_is_one_object_on_one_line(terminal):
    done = terminal.run("eval", "--format", "json", "print('hi'); torch.ones(2)")
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["value"] == [1.0, 1.0]
    assert json.loads(done.stdout)["printed"] == "hi\n"


def test_json_tells_failures_too(terminal):
    done = terminal.run("eval", "--format", "json", "1/0")
    assert json.loads(done.stdout)["error"]["type"] == "ZeroDivisionError"
    assert done.returncode == 1


def test_the_rich_form_can_be_asked_for(terminal):
    done = terminal.run("eval", "--format", "rich", "torch.ones(2)")
    assert done.stdout == "shape (2,) · dtype float32\ntensor([1., 1.])\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("eval",),
        ("eval", "--dtype", "float23", "1"),
        ("eval", "--format", "xml", "1"),
        ("eval", "--format"),
        ("eval", "--fromat", "json", "1"),
        ("eval", "--max-memory", "much", "1"),
        ("eval", "--timeout", "-1", "1"),
        ("run",),
        ("run", "nowhere.py"),
        ("run", "."),
        ("lesson", "nolessonhasthisname"),
        ("lesson", "../../etc/passwd"),
        ("help", "nofunctionhasthisname"),
        ("nocommand",),
        ("--nooption",),
        (),
    ],
)
def test_wrong_usage_is_told_on_standard_error(terminal, arguments):
    done = terminal.run(*arguments)
    assert done.returncode == 2
    assert done.stderr
    assert done.stdout == ""


def test_a_misspelt_option_suggests_the_right_one(terminal):
    assert "Did you mean --timeout?" in terminal.run("eval", "--timout", "3", "1").stderr


def test_everything_behind_two_dashes_is_an_expression(terminal):
    assert "NameError" in terminal.run("eval", "--format", "plain", "--", "--timeout").stderr


def test_limits_can_be_set(terminal):
    done = terminal.run("eval", "--max-memory", "1MB", "torch.zeros(1000, 1000)")
    assert done.returncode == 1
    assert terminal.run("eval", "--max-memory", "0", "torch.zeros(3)").returncode == 0
    assert terminal.run("eval", "--max-steps", "100", "while True: pass").returncode == 1
    assert terminal.run("eval", "--timeout", "0.3", "while True: pass").returncode == 1


def test_a_whole_number_that_cannot_be_written_is_one_error(terminal):
    done = terminal.run("eval", "10**70000")
    assert done.returncode == 1
    assert "ValueError: The value is too long to show" in done.stderr


def test_a_value_that_is_nested_too_deep_to_be_shown_is_one_error(terminal):
    done = terminal.run("eval", "x = []\nfor i in range(10**5): x = [x]\nx")
    assert done.returncode == 1
    assert "LimitError: The value is too long to show" in done.stderr
