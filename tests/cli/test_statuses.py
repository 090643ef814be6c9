"""A program that ends itself ends the command with its status, as Python does."""

import pytest

from tensorlab.__main__ import answer

STATUSES = [
    ("", 0, ""), ("None", 0, ""), ("0", 0, ""), ("3", 3, ""), ("True", 1, ""), ("255", 255, ""),
    ("256", 0, ""), ("300", 44, ""), ("-1", 255, ""), ("10**30", 255, ""), ("-10**30", 255, ""),
    ("2**40 + 3", 3, ""), ("'no'", 1, "no\n"), ("1.5", 1, "1.5\n"), ("(1, 2)", 1, "(1, 2)\n"),
    ("[1]", 1, "[1]\n"), ("torch.tensor(3)", 1, "tensor(3)\n"), ("''", 1, ""),
]  # fmt: skip


@pytest.fixture(autouse=True)
def without_a_clock(monkeypatch):
    """Let no clock end the process of the tests."""
    for command in ("evaluate", "run"):
        monkeypatch.setattr(f"tensorlab.commands.{command}.watch", lambda *given: lambda: None)
    monkeypatch.setattr("tensorlab.repl.script.end_on_interrupt", lambda: None)


@pytest.mark.parametrize(("given", "status", "said"), STATUSES)
def test_every_way_to_run_a_program_ends_as_python_does(
    given, status, said, tmp_path, monkeypatch, capfd
):
    text = f"import sys, torch\nprint(1)\nsys.exit({given})\nprint(2)\n"
    file = tmp_path / "program.py"
    file.write_text(text)
    for arguments in (["eval", text, "print(3)"], ["run", str(file)], ["repl"]):
        with file.open() as lines:
            monkeypatch.setattr("sys.stdin", lines)
            assert answer(arguments) == status
        shown = capfd.readouterr()
        assert (shown.out, shown.err) == ("1\n", said)


def test_several_values_are_shown_together(capfd):
    assert answer(["eval", "raise SystemExit(1, 2)"]) == 1
    assert capfd.readouterr().err == "(1, 2)\n"


def test_an_end_without_a_status_is_a_good_one(capfd):
    assert answer(["eval", "raise SystemExit(None)"]) == 0
    assert capfd.readouterr() == ("", "")


def test_what_a_text_costs_is_counted(capfd):
    endless = "class A:\n    def __str__(self):\n        while True: pass\nexit(A())"
    assert answer(["eval", "--max-steps", "1000", endless]) == 1
    assert "LimitError" in capfd.readouterr().err


def test_a_prompts_script_goes_on_where_the_end_is_caught(capfd):
    assert answer(["eval", "try: exit(3)\nexcept SystemExit as e: print(e.code)"]) == 0
    assert capfd.readouterr().out == "3\n"


@pytest.mark.parametrize("line", ["!pip install torch", "    !ls -l /"])
def test_a_line_for_a_shell_is_left_out_with_a_note(line, capfd):
    assert answer(["eval", f"if True:\n    x = 1\n{line}\nx"]) == 0
    shown = capfd.readouterr()
    assert shown.out == "1\n"
    assert f"{line.strip()!r} is for a shell" in shown.err


def test_a_line_for_a_notebook_changes_nothing(capfd):
    assert answer(["eval", "%matplotlib inline\n1"]) == 0
    assert capfd.readouterr() == ("1\n", "")
