"""Stepping through an explanation with keys."""

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from tensorlab.explain.story import explanation_of
from tensorlab.language.session import Session
from tensorlab.repl.stepping import step_through
from tensorlab.workspace.walk import Walk, first_of_interest

RIGHT, LEFT, DOWN, UP, HOME, END = (f"\x1b[{code}" for code in "CDBAHF")


def told(source="a = torch.ones(2)\n(a + 1) * 2"):
    return explanation_of(Session(record=True, write=lambda text: None).run(source), source)


@pytest.mark.parametrize(
    ("keys", "cell"),
    [
        ("q", "[0] = 1.0 + 1 = 2.0"),
        (RIGHT + "q", "[1] = 1.0 + 1 = 2.0"),
        (RIGHT * 2 + "q", "[0] = 2.0*2 = 4.0"),
        (RIGHT * 9 + "q", "[1] = 2.0*2 = 4.0"),
        (RIGHT * 2 + LEFT + "q", "[1] = 1.0 + 1 = 2.0"),
        (DOWN + "q", "[0] = 2.0*2 = 4.0"),
        (DOWN + UP + "q", "[0] = 1.0 + 1 = 2.0"),
        (END + "q", "[1] = 2.0*2 = 4.0"),
        (END + HOME + "q", "[0] = 1.0 + 1 = 2.0"),
        (" " + RIGHT + "q", "[1] = 1.0 + 1 = 2.0"),
    ],
)
def test_keys_step_and_the_last_picture_stays(keys, cell, capsys):
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        assert step_through(told()) == 0
    assert cell in capsys.readouterr().out


def test_a_walk_goes_through_every_frame_of_every_operation():
    walk = Walk(told().chapters)
    count = 1
    while walk.forward():
        count += 1
    assert count == 4


def test_stepping_begins_where_something_happens():
    chapters = told("torch.tensor([1, 2]) + torch.tensor([3, 4])").chapters
    assert chapters[first_of_interest(chapters)].operation == "add"
