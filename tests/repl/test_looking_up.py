import builtins

import pytest

from tensorlab.language.values.attributes import names_after
from tensorlab.render.look.console import plain_text
from tensorlab.repl.looking_up import looked_up, page_on
from tensorlab.workspace.cursor import reached
from tensorlab.workspace.workspace import Workspace

PROGRAM = """
def blend(a, b=3):
    "Mix them."
    return a + b
"""
BARE = {"<b", "<c", "<f"}  # <built-in function ...>, <class ...>, <function ...>


@pytest.fixture
def workspace():
    made = Workspace(lambda text: None)
    made.run(PROGRAM)
    made.run("w = torch.ones(2)")
    made.run("class Pair:\n    'Two.'\n    def __init__(self, left): self.left = left")
    return made


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("w", "shape (2,) · dtype float32"), ("w.sum", "torch.sum(input"), ("mm", "torch.mm("),
        ("y.cumprod", "torch.cumprod("), ("running product", "torch.cumprod"),
        ("nn.Linear", "Linear("), ("blend", "Mix them."),
        ("Pair", "Pair(left)"), ("TL001", "broadcast"), ("int8", "1 byte"), ("@", "torch.matmul("),
        ("torch.linalg", "solve"), ("Tensor.view", "torch.Tensor.view(*size, dtype=None)"),
        ("len", "len(obj, /)\n\nReturn the number of items"), ("IndexError", "out of range"),
        ("torch.manual_seed", "torch.manual_seed(seed)\n"), ("no_grad", "Stop recording"),
        ("no grad", "Stop recording"), ("data loader", "DataLoader(dataset"), ("+=", "torch.add("),
        ("one hot", "one_hot(tensor"), ("length", "torch.norm"), ("join", "torch.cat"),
    ],
)  # fmt: skip
def test_whatever_has_a_name_has_help(workspace, name, words):
    found = looked_up(name, workspace.session)
    assert found.went_well
    assert words in plain_text(found.text)


def test_no_page_is_the_bare_text_of_a_function_or_a_type(workspace):
    names = [*names_after(reached(workspace.session, "torch")), *dir(builtins)]
    pages = {name: page_on(name, workspace.session) for name in names}
    assert not [name for name, page in pages.items() if page and plain_text(page)[:2] in BARE]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Pair", "class Pair:"), ("w", "w = torch.ones(2)"), ("mm", "def mm("),
        ("nn.Linear", "class Linear("), ("w.sum", "def sum("),
    ],
)  # fmt: skip
def test_two_question_marks_show_how_it_is_declared(workspace, name, words):
    found = looked_up(name, workspace.session, workspace.typed, in_full=True)
    assert words in plain_text(found.text)


def test_what_is_unknown_has_near_names(workspace):
    found = looked_up("cumprot", workspace.session)
    assert not found.went_well
    assert "Did you mean cumprod" in str(found.text)


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("sofmax", "Did you mean softmax?"),
        ("conv", "Did you mean conv1d, conv2d, conv3d?"),
        ("transponieren", "Did you mean transpose?"),
        ("hyperplane", "Other words may find it"),
    ],
)
def test_what_has_no_help_is_answered_with_what_is_like_it(workspace, words, advice):
    found = looked_up(words, workspace.session)
    assert not found.went_well
    assert advice in plain_text(found.text)


def test_what_stands_before_the_dot_is_no_argument(workspace):
    found = looked_up("nn.Module.train", workspace.session)
    assert plain_text(found.text).startswith("train(mode=True)")
