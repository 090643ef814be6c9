"""What a help page writes runs: each way to write a call on the operands of the page's examples."""

import ast
import warnings
from functools import cache

import pytest

import tensorlab as torch
from tensorlab.engine.declaring.declaration import OPERATIONS
from tensorlab.engine.dtypes import DTYPES
from tensorlab.engine.tensor import Tensor
from tensorlab.explain.calls.made import Run
from tensorlab.explain.reference.functions import reference
from tensorlab.explain.reference.types import dtype_reference
from tensorlab.language.running.session import Session
from tensorlab.ops.loading import load_all
from tensorlab.repl.looking_up import looked_up

load_all()
NAMES = sorted({operation.qualified_name for operation in OPERATIONS.values()})
CARDS = [card for name in NAMES if (card := reference(name)) is not None]
METHOD = "x."


def first_call(card):
    """Return the first call of a function in the examples of its page, None without one."""
    session = Session(record=True, write=lambda text: None)
    for source in card.examples:
        for call in Run(session.run(source).trace, source).calls:
            if call.operation is OPERATIONS[card.name]:
                return call
    return None


def written(form, args, settings):
    """Return what a form gives on some arguments; a name alone is looked up."""
    tree = ast.parse(form, mode="eval").body
    names = {"torch": torch, "x": args[0] if args else None, "y": args[1] if args[1:] else None}
    if isinstance(tree, ast.Call):
        function = eval(ast.unparse(tree.func), names)  # noqa: S307  a page of ours
        return function(*args[form.startswith(METHOD) :], **settings)
    value = eval(form, names)  # noqa: S307  likewise
    return value(*args, **settings) if callable(value) else value


def is_in_place(form):
    """Return whether a form writes into its operand."""
    return form.partition("(")[0].endswith("_")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_every_form_of_a_page_exists_and_runs(card):
    call = first_call(card)
    for form in card.spellings:
        if call is None:
            name = form.partition("(")[0]
            owner, _, last = name.rpartition(".")
            assert hasattr(Tensor if owner == "x" else eval(owner, {"torch": torch}), last), form  # noqa: S307
            continue
        args = call.args
        if is_in_place(form) and not is_in_place(card.name) and isinstance(call.result, Tensor):
            args = (call.result.detach().clone(), *args[1:])  # what is written into it fits
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            written(form, args, call.settings)


@pytest.mark.parametrize("name", DTYPES)
def test_every_form_of_a_types_page_runs(name):
    for form in dtype_reference(name).spellings:
        session = Session(write=lambda text: None)
        outcome = session.run(f"x = torch.ones(2)\n{form}")
        assert outcome.failure is None, (form, outcome.failure)


@cache  # many pages refer to the same few
def has_page(name):
    return looked_up(name, Session()).went_well


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_what_a_page_refers_to_has_a_page(card):
    assert [name for name in card.related if not has_page(name)] == []


def test_a_method_is_written_with_what_it_needs():
    assert "x.softmax(dim)" in reference("softmax").spellings
    assert "x.relu()" in reference("relu").spellings
    assert "x.clamp(min)" in reference("clamp").spellings
    assert "x.repeat_interleave(repeats)" in reference("repeat_interleave").spellings
    assert reference("Tensor.view").spellings == ("x.view(*size)",)
    assert not any(form.startswith("x.special") for form in reference("softmax").spellings)


def test_a_page_is_headed_by_a_name_that_exists_and_refers_to_others():
    for card in CARDS:
        owner, _, last = card.signature.partition("(")[0].rpartition(".")
        assert hasattr(eval(owner, {"torch": torch}), last), card.signature  # noqa: S307
        assert card.name.removeprefix("torch.") not in card.related, card.name


def test_lines_of_details_are_those_of_the_window():
    assert "negative ones cut" in reference("nn.functional.pad").details
    assert "\n    RuntimeError:" in reference("Tensor.detach_").details


@pytest.mark.parametrize("setting", ["memory_format", "pin_memory", "out", "check_errors"])
def test_a_page_names_the_settings_that_pytorch_takes(setting):
    named = {card.name for card in CARDS if f" {setting}=" in card.signature}
    among = ("empty", "rand", "hann_window", "signal.windows.hann", "linalg.lu_factor", "trace")
    takes = {
        "memory_format": {"empty"},
        "pin_memory": {"empty", "rand", "hann_window"},
        "out": {"empty", "rand", "linalg.lu_factor"},
        "check_errors": set(),
    }
    assert {name for name in among if f"torch.{name}" in named} == takes[setting]
