import pytest

from tensorlab.render.value import summary
from tensorlab.repl.workspace import Workspace, is_muted


@pytest.fixture
def workspace():
    return Workspace(lambda text: None)


def test_the_last_three_results_have_names(workspace):
    for source in ("1", "2", "x = 5", "None", "3"):
        workspace.run(source)
    names = workspace.session.names
    assert (names["_"], names["__"], names["___"]) == (3, 2, 1)


def test_undo_brings_back_the_names_of_before(workspace):
    workspace.run("x = 1")
    workspace.run("x = 2; y = 3")
    assert workspace.undo() == "x = 2; y = 3"
    assert workspace.variables() == {"x": 1}


def test_a_statement_that_failed_is_neither_undone_nor_saved(workspace):
    workspace.run("x = 1")
    workspace.run("x / 0")
    assert workspace.typed == ["x = 1"]
    assert workspace.undo() == "x = 1"
    assert workspace.undo() is None


def test_beginning_afresh_forgets_names_and_results_and_keeps_the_notices_off(workspace):
    quiet = Workspace(lambda text: None, notices=False)
    quiet.run("x = 1")
    quiet.start(quiet.session.watch)
    assert quiet.variables() == {}
    assert quiet.session.watch is None


@pytest.mark.parametrize("source", ["x;", "x; # why", "f(1) ;"])
def test_a_semicolon_at_the_end_mutes(source):
    assert is_muted(source)


@pytest.mark.parametrize("source", ["x", "x; y", "';'", "x # ;", "", "1 +"])
def test_other_semicolons_do_not(source):
    assert not is_muted(source)


def test_a_line_left_unfinished_is_ended():
    written = []
    workspace = Workspace(written.append)
    workspace.run("print('a', end='')")
    workspace.end_line()
    workspace.end_line()
    assert "".join(written) == "a\n"


def test_variables_that_cannot_be_written_are_listed_all_the_same(workspace):
    workspace.run("x = []\nfor i in range(5000): x = [x]")
    workspace.run("y = 10 ** 70000")
    assert [summary(value) for value in workspace.variables().values()] == ["4999", "...", "..."]
