"""Nothing outlives a program: what all sessions share, no program can change."""

import ast
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import numpy as np
import pytest

from tensorlab.engine.tensor import Tensor
from tensorlab.language.classes.admission import admitted
from tensorlab.language.modules import FILES
from tensorlab.language.modules.written import FOLDER
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import get_attribute, names_after, set_attribute
from tensorlab.language.values.display import describe
from tensorlab.language.values.types import type_of
from tensorlab.language.values.values import Namespace

CONTAINERS = (list, dict, set, bytearray, deque, np.ndarray, Tensor, Random)
DEFAULT = "inspect.signature(argparse.ArgumentParser).parameters['parents'].default"
# Each of these changes something; then what it changed, as the next program finds it.
CHANGES = [
    ("import sys; sys.argv.append(7)", "import sys; sys.argv"),
    ("from sys import argv; argv.clear()", "import sys; sys.argv"),
    ("import os; os.environ['A'] = 'b'", "import os; os.environ.get('A')"),
    ("import logging; logging.getLogger('a').setLevel(10)",
     "import logging; logging.getLogger('a').level, logging.getLogger().handlers"),
    ("import logging; logging.basicConfig()", "import logging; len(logging.getLogger().handlers)"),
    ("import string; string.planted = 1", "import string; hasattr(string, 'planted')"),
    ("import torch; torch.save(1, 'f.pt')", "import os; os.path.exists('f.pt')"),
    ("torch.manual_seed(3); torch.set_default_dtype(torch.float64); torch.set_printoptions(2)",
     "torch.get_default_dtype(), str(torch.tensor(1 / 3)), torch.initial_seed() == 3"),
    ("import numpy as np; np.set_printoptions(precision=2)",
     "import numpy as np; str(np.array([1 / 3]))"),
    ("import enum\nclass A(enum.Enum):\n    X = 1", "import enum; len(enum.Enum)"),
    ("import math; math.pi = 3; math.planted = 1", "import math; math.pi"),
    ("nn.Linear.planted = 1", "hasattr(nn.Linear, 'planted')"),
    ("import logging; logging.disable(50)",
     "import logging; logging.getLogger().isEnabledFor(40)"),
    ("from dataclasses import field; field(default=1).metadata['a'] = 1",
     "from dataclasses import field; field(default=1).metadata"),
    ("torch.set_default_device('meta'); torch.backends.cudnn.benchmark = True",
     "torch.ones(1).device, torch.backends.cudnn.benchmark"),
    ("torch.distributions.Distribution.set_default_validate_args(False)",
     "try:\n    torch.distributions.Normal(0., -1.)\nexcept ValueError as e: said = str(e)\nsaid"),
    ("torch.nn.modules.module.register_module_forward_hook(lambda m, i, o: o + 1)",
     "torch.nn.ReLU()(torch.zeros(1))"),
    ("torch.distributions.Normal.arg_constraints.clear()",
     "torch.distributions.Normal.arg_constraints"),
    ("import argparse; argparse.HelpFormatter._Section.format_help = print",
     "import argparse; argparse.ArgumentParser(prog='a').format_help()"),
    ("import abc, queue; abc.abstractmethod(queue.Queue.put)",
     "import abc, queue\nclass A(abc.ABC):\n    put = queue.Queue.put\ncallable(A())"),
    (f"import inspect, argparse; {DEFAULT}.append(1)",
     "import argparse; argparse.ArgumentParser(prog='a').format_help()"),
    ("import inspect; inspect.Parameter.KEYWORD_ONLY.planted = 1",
     "import inspect; hasattr(inspect.Parameter.KEYWORD_ONLY, 'planted')"),
    ("import _colorize; _colorize.get_theme().argparse.planted = 1",
     "import _colorize; _colorize.get_theme().argparse.planted"),
    ("import typing, queue; typing.runtime_checkable(queue.Queue)",
     "import queue\nclass A:\n    put = get = 1\nisinstance(A(), queue.Queue)"),
    ("[].no_such_attribute", "id([])"),
    ("id([]); str(torch.Generator()); torch.ones(2).data_ptr()", "id([])"),
]  # fmt: skip


def within(value: object, place: str) -> Iterator[tuple[str, object]]:
    """Yield what a program reaches from a value by dots, places and keys."""
    if isinstance(value, list | tuple | set | frozenset | deque):
        yield from ((f"{place}[{index}]", item) for index, item in enumerate(value))
    elif isinstance(value, dict):
        yield from ((f"{place}[{key!r}]", item) for key, item in value.items())
    for name in names_after(value):
        with suppress(Exception):
            yield f"{place}.{name}", get_attribute(value, name)


def reached(session: Session) -> dict[str, object]:
    """Return every object that a program reaches without calling anything, by how."""
    names = [name for name in session.library.known_names() if not name.startswith("_")]
    waiting = deque((name, session.library.find(name)) for name in names)
    waiting.extend((name, session.library.import_module(name)) for name in FILES)
    found: dict[str, object] = {}
    seen: dict[int, object] = {}  # which keeps them, so that no identity is given again
    while waiting:
        place, value = waiting.popleft()
        if id(value) in seen or isinstance(value, int | float | complex | str | bytes | None):
            continue
        seen[id(value)] = found[place] = value
        if place.count(".") < 5 and not isinstance(value, Tensor | np.ndarray):
            waiting.extend(within(value, place))
    return found


def is_changeable(value: object) -> bool:
    """Return whether a program can change a value: its items, or one of its attributes."""
    if isinstance(value, CONTAINERS):
        return True
    for name in [] if isinstance(value, Namespace) else ["planted", *names_after(value)]:
        with suppress(Exception):
            new = "planted" if name == "planted" else get_attribute(value, name)
            set_attribute(value, name, new)
            return get_attribute(value, name) is new
    return False


@pytest.mark.filterwarnings("ignore")
def test_no_object_that_sessions_share_can_be_changed():
    tables = []
    for _ in range(2):
        session = Session(write=lambda text: None)
        session.run("0")  # which puts its settings in force
        tables.append(reached(session))
    ours = {*map(id, tables[1].values())}
    shared = {place: value for place, value in tables[0].items() if id(value) in ours}
    assert len(shared) > 2_500
    assert [place for place, value in shared.items() if is_changeable(value)] == []


def test_a_changeable_object_is_found():
    session = Session(write=lambda text: None)
    argv = dict(within(session.library.import_module("sys"), "sys"))["sys.argv"]
    assert is_changeable(argv)
    assert all(is_changeable(value) for value in ([], {}, set(), np.zeros(2)))
    assert not any(is_changeable(value) for value in (1, "a", (1,), session.library.find("torch")))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("program", "asked"), CHANGES)
def test_what_a_program_changes_the_next_one_does_not_find(program, asked):
    def told() -> str:
        outcome = Session(write=lambda text: None).run(asked)
        assert outcome.failure is None, outcome.failure
        return describe(outcome.value)

    before = told()
    Session(write=lambda text: None).run(program)
    assert told() == before


def test_a_type_that_a_message_named_is_no_more_admitted_than_before():
    foreign = type("Foreign", (), {})()
    assert type_of(foreign).name == "Foreign"
    with pytest.raises(TypeError, match="Foreign is not among the values of a program"):
        admitted(foreign)


def test_no_function_of_a_written_module_has_a_default_that_can_be_changed():
    changeable = (ast.Dict, ast.List, ast.Set, ast.Call)
    for file in FOLDER.glob("*.txt"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.arguments):
                defaults = (*node.defaults, *filter(None, node.kw_defaults))
                assert not any(isinstance(part, changeable) for part in defaults), file.name
