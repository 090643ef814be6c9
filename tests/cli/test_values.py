"""`--set`, `--load` and `--save`: values into a program, and out of it."""

import json
import subprocess
import sys

import pytest


def evaluate(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "tensorlab", "eval", *map(str, arguments)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_values_are_given_and_saved(tmp_path):
    table, saved = tmp_path / "a.csv", tmp_path / "b.npy"
    table.write_text("1,2\n3,4\n", encoding="utf-8")
    options = ("--load", f"x={table}", "--set", "n=len(x)", "--set", "y=x * n")
    done = evaluate("x + y", *options, "--save", saved)
    assert done.returncode == 0, done.stderr
    assert "tensor([[ 3,  6],\n        [ 9, 12]])" in done.stdout
    again = evaluate("x.sum()", "--load", f"x={saved}", "--format", "json")
    assert json.loads(again.stdout)["value"] == 30


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--set", "x"), "x=EXPR"),
        (("--set", "2=1"), "x=EXPR"),
        (("--set", "__x=1"), "x=EXPR"),
        (("--load", "x"), "x=FILE"),
        (("--load", "x=absent.npy"), "absent.npy"),
        (("--load", "x=file.txt"), "is not an ending"),
        (("--save", "file.txt"), "is not an ending"),
        (("--save", "/"), "no ending"),
    ],
)
def test_wrong_usage_is_said(options, words):
    refused = evaluate("1", *options)
    assert refused.returncode == 2
    assert words in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_expression_that_fails_is_shown_with_its_option():
    failed = evaluate("x", "--set", "x=torch.ones(2) + torch.ones(3)")
    assert failed.returncode == 1
    assert "must match the size" in failed.stderr


def test_an_expression_may_be_a_program():
    assert evaluate("x", "--set", "x=1); import os; (2").returncode == 1
    assert evaluate("x", "--set", "x=y = 2; y + 1  # three").stdout == "3\n"


def test_nothing_is_written_over_or_saved_after_a_failure(tmp_path):
    kept, fresh = tmp_path / "a.npy", tmp_path / "b.npy"
    kept.write_bytes(b"mine")
    assert evaluate("torch.ones(2)", "--save", kept).returncode == 2
    assert kept.read_bytes() == b"mine"
    assert evaluate("nothing", "--save", fresh).returncode == 1
    assert not fresh.exists()
