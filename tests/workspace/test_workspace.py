import pytest

from tensorlab.repl import script as scripts
from tensorlab.workspace import workspace as workspaces
from tensorlab.workspace.summary import summary
from tensorlab.workspace.workspace import Workspace, is_muted

FRESH = Workspace


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


HALF_DONE = {
    "y = 2; z = 3; y / 0": ["x = 1", "y = 2; z = 3"],
    "c.add_(1) + 'a'": ["x = 1"],
    "for i in range(3): n.append(1 / (1 - i))": ["x = 1"],
    "torch.rand(2) @ torch.rand(3)": ["x = 1"],
}


@pytest.mark.parametrize("statement", HALF_DONE)
def test_what_a_statement_changed_before_it_failed_is_taken_back(workspace, statement):
    workspace.run("torch.manual_seed(0); c = torch.zeros(2); n = []; r = torch.rand(1)")
    workspace.run("x = 1")
    before = workspace.evaluate("repr((c, n, torch.get_rng_state().sum()))").value
    assert workspace.run(statement).failure is not None
    assert workspace.typed[1:] == HALF_DONE[statement]
    assert workspace.undo() in {statement, "y = 2; z = 3"}
    assert workspace.evaluate("repr((c, n, torch.get_rng_state().sum()))").value == before
    assert workspace.typed[1:] == ["x = 1"]


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


BLOCKS = """
with torch.no_grad():
    torch.ones(2)
    None
for k in range(2):
    for _ in "a":
        k
    if k:
        "end"
def f():
    5
try:
    f()
except ValueError:
    1
else:
    2
"""


@pytest.mark.parametrize(
    ("in_blocks", "shown"), [(True, "tensor([1., 1.])\n0\n1\n'end'\n2\n"), (False, "")]
)
def test_what_expressions_in_blocks_give_is_shown_as_at_pythons_prompt(in_blocks, shown):
    printed = []
    FRESH(printed.append, in_blocks=in_blocks).run(BLOCKS)
    assert "".join(printed) == shown


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


STATEMENTS = [
    "c[0] = 9",
    "c.add_(1); c[1:].mul_(2)",
    "loss.backward()",
    "n.append(4); d['k'] = n",
    "f(); f()",
    "next(items), next(drawn)",
    "r = torch.rand(2)",
    "torch.manual_seed(9); torch.set_default_dtype(torch.float64)",
    "torch.set_printoptions(precision=1)",
    "w.requires_grad_(False)",
    "del c, n",
    "c.resize_(1)",
]
BEGIN = """\
c = torch.zeros(3); v = c[:2]; w = torch.ones(2, requires_grad=True); loss = (w * w).sum(); n = [1]
d = {'n': n}; k = 0; items = iter([1, 2]); drawn = (torch.rand(1) for _ in range(3))
def f():
    global k
    k += 1
torch.manual_seed(0)
"""
SHOWN = """repr((c, v, v._version, w, w.grad, n, d, k, torch.get_rng_state().sum(), list(items),
list(drawn), torch.get_default_dtype(), torch.tensor([0.12345])))"""


@pytest.mark.parametrize("statement", STATEMENTS)
def test_undo_takes_back_all_that_a_statement_changed(workspace, statement):
    untouched = Workspace(lambda text: None)
    for each in (workspace, untouched):
        each.run(BEGIN)
        each.run("x = 1")
    workspace.run(statement)
    assert workspace.undo() == statement
    assert workspace.kept_back == []
    assert workspace.typed == untouched.typed
    assert workspace.evaluate(SHOWN).value == untouched.evaluate(SHOWN).value
    assert workspace.run(statement).failure is None  # and it can be done again


def test_undo_takes_back_what_was_written_to_files_and_closed(workspace):
    workspace.run("import os; f = open('x', 'w'); f.write('a')")
    workspace.run("f.write('b'); f.close(); os.makedirs('d/e'); torch.save(1, 'd/m')")
    workspace.undo()
    shown = "os.listdir(), open('x').read(), f.write('c'), open('x').read()"
    assert workspace.run(shown).value == (["x"], "a", 1, "ac")


def test_undo_says_what_was_too_large_to_keep(workspace):
    workspace.run("big = torch.zeros(3_000_000, dtype=torch.float64); small = torch.zeros(2)")
    workspace.run("big[0] = 5; small[0] = 5")
    workspace.undo()
    assert workspace.kept_back == ["big"]
    assert workspace.evaluate("big[0].item(), small[0].item()").value == (5, 0)


def test_looking_at_a_value_changes_nothing(workspace):
    workspace.run(BEGIN)
    before = workspace.evaluate(SHOWN).value
    for source in ("f()", "next(items)", "c.add_(1)", "torch.rand(2)", "loss.backward()", "q = 1"):
        workspace.evaluate(source)
    assert workspace.evaluate("c.add_(1)").value.tolist() == [1, 1, 1]
    assert workspace.evaluate(SHOWN).value == before
    assert "q" not in workspace.variables()


def test_what_was_before_is_kept_only_where_it_may_be_asked_for(monkeypatch):
    kept = []
    monkeypatch.setattr(workspaces, "World", lambda *roots: kept.append(roots))
    quiet = Workspace(lambda text: None, looks_back=False)
    quiet.run("x = 1")
    assert not kept
    Workspace(lambda text: None).run("x = 1")
    assert len(kept) == 1


class Whole:
    """Standard input that is all there."""

    ended, length = True, 0

    def __init__(self, text):
        self.text = text

    def take(self, patience):
        return self.text


@pytest.mark.parametrize(
    ("script", "looks_back"), [("x = 1\n", False), ("x = 1\n:undo\n", True), ("x = 1\nx?\n", True)]
)
def test_a_script_looks_back_only_where_it_asks(monkeypatch, script, looks_back):
    made = []
    monkeypatch.setattr(
        scripts, "Workspace", lambda *parts, **how: made.append(how) or FRESH(*parts)
    )
    monkeypatch.setattr(scripts, "Arrivals", lambda: Whole(script))
    assert scripts.run_script() == 0
    assert made == [{"looks_back": looks_back}]


def test_results_are_kept_by_the_number_of_their_statement(workspace):
    for source in ("40", "x = 1", "41", "_1 + _3 + Out[3]", "torch.zeros(1 << 20); 5"):
        workspace.run(source)
    assert workspace.session.names["_4"] == 122
    assert workspace.last_number == 5
    assert workspace.variables() == {"x": 1}
    workspace.undo()
    assert workspace.last_number == 4
    assert "_5" not in workspace.session.names


def test_only_so_many_results_are_kept_by_number(workspace):
    for number in range(120):
        workspace.run(str(number))
    assert workspace.session.names["_120"] == 119
    assert len(workspace.session.names["Out"]) == 100
    assert "_20" not in workspace.session.names


def test_what_a_class_takes_to_be_made_is_no_computing():
    workspace = Workspace(lambda text: None)
    workspace.run("class Net(nn.Module):\n    def forward(self, x):\n        return x * 2")
    assert workspace.past[-1].seconds == 0.0
    workspace.run("for i in range(10_000): i + i")
    assert workspace.past[-1].seconds > 0.0
