"""What else can be asked: surprises, shared memory, the autograd graph, elements, grids."""

import pytest

import tensorlab
from tensorlab.explain.gradients.graph import graph_of
from tensorlab.explain.looking.memory import memory_map, place_in
from tensorlab.explain.looking.notices import Watcher
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.explain.story.tensor_grid import grid
from tensorlab.language.running.session import Session


def noticed(*programs: str) -> list[str]:
    session = Session(write=lambda text: None, watch=Watcher())
    return [notice for program in programs for notice in session.run(program).notices]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("torch.ones(3) - torch.ones(3, 1)", "stretches both operands"),
        ("torch.tensor([250], dtype=torch.uint8) + 10", "wrapped around"),
        ("torch.arange(3) / 2", "become float32"),
        ("torch.tensor([1, 3, 3]).argmax()", "more than once"),
        ("torch.argmax(torch.tensor([[1, 1], [0, 2]]), dim=1)", "more than once"),
        ("torch.ones(2, 3).T", "not contiguous"),
        ("a = torch.ones(2, 3); v = a[0]; v += 1", "v shares its memory: a changed too"),
        ("a = torch.ones(2, 3); v = a[0]; v.mul_(2)", "a changed too"),
        ("a = torch.ones(2, 3); v = a[0]; a[0, 0] = 5", "v changed too"),
    ],
)
def test_what_is_treacherous_gets_one_quiet_line(program, words):
    notices = noticed(program)
    assert len(notices) == 1
    assert words in notices[0]


def test_a_notice_comes_once_in_a_session():
    assert len(noticed("torch.ones(2, 3).T", "torch.ones(4, 5).T")) == 1


def test_a_notice_that_an_error_kept_from_being_shown_comes_the_next_time():
    assert noticed("torch.ones(2, 3).T; 1 / 0") == []
    assert len(noticed("torch.ones(2, 3).T; 1 / 0", "torch.ones(4, 5).T")) == 1


@pytest.mark.parametrize(
    "program",
    [
        "torch.ones(2, 3) + torch.ones(3)",
        "torch.ones(3, 1) * torch.ones(1, 3)",
        "torch.ones(3) / 2",
        "torch.arange(3) // 2",
        "torch.tensor([1, 3, 2]).argmax()",
        "torch.arange(6).view(2, 3)",
        "a = torch.ones(2); a += 1",
    ],
)
def test_what_is_plain_gets_no_notice(program):
    assert noticed(program) == []


def test_names_that_share_memory_stand_together():
    session = Session(write=lambda text: None)
    session.run("a = torch.arange(6).view(2, 3); t = a.T; r = a[1]; b = torch.ones(2)")
    first, *rest = memory_map(session.names)
    told = {each.name: (each.formula, each.contiguous) for each in first.occupants}
    assert told["a"] == ("a[i, j] is element 3*i + j", True)
    assert told["t"] == ("t[i, j] is element i + 3*j", False)
    assert told["r"] == ("r[i] is element 3 + i", True)
    assert [each.name for storage in rest for each in storage.occupants] == ["b"]


def test_a_view_of_what_has_no_name_begins_where_it_begins():
    session = Session(write=lambda text: None)
    session.run("v = torch.arange(6)[2:]")
    [storage] = memory_map(session.names)
    assert storage.occupants[0].formula == "v[i] is element 2 + i"


def test_a_graph_has_values_forward_and_gradients_backward():
    session = Session(write=lambda text: None)
    session.run(
        "x = torch.tensor([1., 2.], requires_grad=True); w = torch.tensor(3., requires_grad=True);"
        "y = x * w; z = y.sum()"
    )
    nodes = graph_of(session.names["z"], session.names)
    told = {node.name: node for node in nodes}
    assert told["z"].label == "SumBackward0"
    assert told["y"].value.tolist() == [3.0, 6.0]
    assert told["x"].gradient.tolist() == [3.0, 3.0]
    assert told["w"].gradient.item() == 3.0
    assert session.run("z.backward(); w.grad.item()").value == 3.0, "looking must not use it up"


def test_a_graph_has_the_value_that_a_step_without_a_name_keeps():
    session = Session(write=lambda text: None)
    session.run("x = torch.tensor([0., 0.], requires_grad=True); z = (x.exp() + 1).sum()")
    kept = {node.label: node.value for node in graph_of(session.names["z"], {})}
    assert kept["ExpBackward0"].tolist() == [1.0, 1.0]
    assert kept["AddBackward0"] is None


def test_elements_that_are_asked_for_lead_back_to_what_they_were_made_of():
    session = Session(record=True, write=lambda text: None)
    source = "a = torch.arange(4.).view(2, 2)\n(a + 1) @ a.T"
    told = explanation_of(session.run(source), source, [(1, 0)])
    assert [[frame.index for frame in chapter.frames] for chapter in told.chapters] == [
        [(1, 0), (1, 1)],
        [(0, 0), (1, 0)],
        [(1, 0)],
    ]


@pytest.mark.parametrize(
    ("expression", "note"),
    [
        ("torch.tensor([1]) + 0.5", "int64 is promoted to float32."),
        (
            "torch.tensor([1], dtype=torch.uint8) + torch.tensor([1], dtype=torch.int8)",
            "uint8 is promoted to int16.",
        ),
    ],
)
def test_of_types_that_meet_those_that_are_promoted_are_told(expression, note):
    session = Session(record=True, write=lambda text: None)
    told = explanation_of(session.run(expression), expression)
    assert note in told.chapters[-1].notes


def test_an_element_that_is_not_there_is_refused():
    session = Session(record=True, write=lambda text: None)
    outcome = session.run("torch.ones(2, 2) + 1")
    with pytest.raises(IndexError, match="no element"):
        explanation_of(outcome, "torch.ones(2, 2) + 1", [(2, 0)])


def test_a_grid_cuts_a_large_tensor_to_its_edges():
    tensor = Session(write=lambda text: None).run("torch.arange(10000).view(100, 100)").value
    (facet,) = grid(tensor).facets
    assert facet.rows == (0, 1, 2, None, 97, 98, 99)
    assert facet.words[6][6] == "9999"


def test_a_grid_has_dots_where_a_sparse_tensor_stores_nothing():
    tensor = (
        Session(write=lambda text: None).run("torch.tensor([[0, 3.], [0, 0]]).to_sparse()").value
    )
    (facet,) = grid(tensor).facets
    assert facet.words == ((".", "3."), (".", "."))


def test_what_is_written_in_place_is_told_from_what_was_there():
    session = Session(record=True, write=lambda text: None)
    source = "x = torch.tensor([1, 2]); x.add_(1)"
    told = explanation_of(session.run(source), source)
    assert [frame.text for frame in told.chapters[0].frames] == ["1 + 1", "2 + 1"]


def test_lists_that_hold_themselves_are_looked_through_once():
    session = Session(write=lambda text: None, record=True)
    source = "loop = [1]\nloop.append(loop)\nloop == torch.ones(2)"
    explanation_of(session.run(source), source)


def test_an_element_of_a_view_is_found_in_its_tensor():
    x = tensorlab.arange(24.0).view(2, 3, 4)
    views = ((x[1], (2, 3)), (x.permute(2, 0, 1), (3, 1, 2)), (x[:, ::2], (1, 1, 0)))
    assert [place_in(x, *each) for each in views] == [(1, 2, 3), (1, 2, 3), (1, 2, 0)]
    assert place_in(x, x.flip(0), (0, 0, 0)) is None
    assert place_in(x[0, 0, 0], x[0, 0, :1], (0,)) == ()
