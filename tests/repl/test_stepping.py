"""Stepping through an explanation with keys."""

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from tensorlab.explain.story.explanation import explanation_of
from tensorlab.language.running.session import Session
from tensorlab.render.explanations.view import FrameView
from tensorlab.render.look.console import plain_text
from tensorlab.repl.stepping import step_through
from tensorlab.workspace.walk import Walk, first_of_interest

RIGHT, LEFT, DOWN, UP, HOME, END, BACKTAB = (f"\x1b[{code}" for code in "CDBAHFZ")
TAB = "\t"
PRODUCT = "a = torch.tensor([[1, 2]])\nb = torch.tensor([[3], [4]])\na @ b"


def told(source="a = torch.ones(2)\n(a + 1) * 2"):
    return explanation_of(Session(record=True, write=lambda text: None).run(source), source)


@pytest.mark.parametrize(
    ("keys", "element"),
    [
        ("q", "[0] = 1.0 + 1 = 2.0"),
        (RIGHT + "q", "[1] = 1.0 + 1 = 2.0"),
        (RIGHT * 2 + "q", "[0] = 2.0*2 = 4.0"),
        (RIGHT * 9 + "q", "[1] = 2.0*2 = 4.0"),
        (RIGHT * 2 + LEFT + "q", "[1] = 1.0 + 1 = 2.0"),
        (TAB + "q", "[0] = 2.0*2 = 4.0"),
        (TAB + BACKTAB + "q", "[0] = 1.0 + 1 = 2.0"),
        (DOWN * 2 + RIGHT + UP + "q", "[1] = 1.0 + 1 = 2.0"),
        (END + "q", "[1] = 2.0*2 = 4.0"),
        (END + HOME + "q", "[0] = 1.0 + 1 = 2.0"),
        (" " + RIGHT + "q", "[1] = 1.0 + 1 = 2.0"),
    ],
)
def test_keys_step_and_the_last_picture_stays(keys, element, capsys):
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        assert step_through(told()) == 0
    assert element in capsys.readouterr().out


def test_a_walk_goes_through_every_frame_of_every_operation():
    walk = Walk(told().chapters)
    count = 1
    while walk.forward():
        count += 1
    assert count == 4


def test_stepping_begins_where_something_happens():
    chapters = told("torch.tensor([1, 2]) + torch.tensor([3, 4])").chapters
    assert chapters[first_of_interest(chapters)].operation == "add"


def at_beat(walk):
    return plain_text(FrameView(walk.here, walk.frame, beat=walk.beat)).split("\n")


def test_an_element_is_played_term_by_term_with_what_they_make_so_far():
    walk = Walk(told(PRODUCT).chapters)
    assert at_beat(walk)[-2] == "  [0, 0] = 1*3 + 2*4 = 11"
    walk.on()
    assert at_beat(walk)[-2] == "  [0, 0] = 1*3   3 so far"
    assert "  0  [1]  2      0  [3]         0   [3]" in at_beat(walk)
    walk.on()
    assert at_beat(walk)[-2] == "  [0, 0] = 1*3 + 2*4 = 11"
    assert "  0   1  [2]     0   3          0  [11]" in at_beat(walk)
    walk.on()
    assert walk.beat is None
    walk.off()
    assert walk.beat == 1


def test_playing_goes_through_the_beats_of_every_element_of_every_operation():
    walk = Walk(told(f"{PRODUCT} + 1").chapters)
    beats = [(walk.chapter, walk.frame, walk.beat)]
    while walk.play():
        beats.append((walk.chapter, walk.frame, walk.beat))
    assert beats == [(0, 0, None), (1, 0, 0), (1, 0, 1), (1, 0, None)]


def test_a_composed_function_is_played_step_by_step():
    walk = Walk(told("x = torch.tensor([1., 2.])\nx.softmax(0)").chapters)
    walk.on()
    lines = at_beat(walk)
    assert sum(line.lstrip().startswith("> ") for line in lines) == 1
    assert walk.beats == len(walk.here.frames[0].steps)
