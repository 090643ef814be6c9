"""In a notebook: tensors, explanations and errors as HTML, and cells in the safe language."""

import json
import re
import subprocess
import sys

import pytest

import tensorlab as torch
from tensorlab.notebook.magics import Magics, data_in

CELLS = (
    "%load_ext tensorlab\nimport tensorlab as torch\na = torch.arange(6.).view(2, 3)\na",
    "%why a @ a.T",
    "%shapes (a @ a.T).sum(0)",
    "%%tensorlab\nprint('said')\nc = a * 2\nc.sum()",
    "c[0]",
    "%%tensorlab\na @ a",
    "c.sum(0)\n",
    "%why",
)
# In a process of its own: a kernel's client brings an event loop and warnings of its own.
CLIENT = """
import json, sys
import nbformat
from nbclient import NotebookClient
cells = [nbformat.v4.new_code_cell(each) for each in json.loads(sys.argv[1])]
notebook = nbformat.v4.new_notebook(cells=cells)
NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
print(json.dumps([cell.outputs for cell in notebook.cells]))
"""


class Shell:
    """As much of IPython as is handed over."""

    def __init__(self, **names):
        self.user_ns = names
        self.words = {}

    def register_magic_function(self, function, kind, name):
        self.words[kind, name] = function


def words_of(html):
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL)


@pytest.fixture
def shell():
    shell = Shell(a=torch.arange(6.0).view(2, 3), b=torch.ones(3), path=sys, In=[""])
    torch.load_ipython_extension(shell)
    return shell


def test_a_tensor_is_a_table_with_its_facts_and_its_text_is_pytorchs():
    tensor = torch.tensor([[1.0, float("nan")]], requires_grad=True)
    html = tensor._repr_html_()
    assert re.findall("<td>([^<]+)</td>", html) == ["1.", "nan"]
    assert {"shape", "float32", "grad"} <= set(words_of(html).split())
    assert repr(tensor) == "tensor([[1., nan]], requires_grad=True)"


@pytest.mark.parametrize(
    "tensor",
    [
        torch.zeros(0), torch.tensor(7), torch.ones(2, 3, 4), torch.eye(3).to_sparse(),
        torch.ones(2, device="meta"), torch.zeros(100, 100), torch.tensor([True, False]),
    ],
)  # fmt: skip
def test_every_kind_of_tensor_can_be_shown(tensor):
    html = tensor._repr_html_()
    assert "dtype" in html
    assert len(html) < 20_000
    assert html.count("<table>") == html.count("</table>")


def test_what_is_shown_is_escaped(shell):
    told = shell.words["line", "why"]("'<script>' + 1")._repr_html_()
    assert "<script>" not in told
    assert "&lt;script&gt;" in told


def test_a_cell_knows_the_notebooks_data_and_gives_its_own(shell, capsys):
    value = shell.words["cell", "tensorlab"]("", "c = (a @ b)\nprint('said')\nc.sum()")
    assert repr(value) == "tensor(15.)"
    assert capsys.readouterr().out == "said\n"
    assert shell.user_ns["c"].tolist() == [3.0, 12.0]


def test_nothing_of_pythons_own_reaches_a_program(shell):
    assert set(data_in(shell.user_ns)) == {"a", "b"}
    assert "NameError" in repr(shell.words["cell", "tensorlab"]("", "path.exit()"))


def test_an_error_shows_the_clash_and_repairs(shell):
    failed = shell.words["cell", "tensorlab"]("", "a @ a")
    assert "a @ a.T" in repr(failed)
    assert set(failed._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_what_a_cell_switches_is_switched_in_it_alone(shell):
    run = shell.words["cell", "tensorlab"]
    assert run("", "torch.set_default_dtype(torch.float64)\ntorch.ones(1)").dtype == torch.float64
    assert torch.ones(1).dtype == torch.float32
    assert run("", "torch.ones(1)").dtype == torch.float64


def test_without_words_the_last_cell_is_explained(shell):
    shell.user_ns["In"] = [
        "",
        "x = 1",
        "(a @ b).sum()\n",
        "get_ipython().run_line_magic('why', '')",
        "%why",
    ]
    assert "sum" in repr(shell.words["line", "why"](""))
    assert Magics(Shell()).last_expression() == ""


def test_a_variable_of_a_plain_cell_is_explained_by_its_line_where_that_gives_the_same(shell):
    shell.user_ns |= {"c": shell.user_ns["a"].softmax(1), "net": torch.nn.Linear(3, 1)}
    shell.user_ns["d"] = shell.user_ns["net"](shell.user_ns["a"])
    shell.user_ns["In"] = ["", "c = a.softmax(1)\nd = net(a)\nc[0, 1]", "%why"]
    why = shell.words["line", "why"]
    assert repr(why("")).startswith("softmax: a.softmax(1)")
    assert "softmax: a.softmax(1)" in repr(why("c[1, 2]"))
    assert "linear: net(a)" in repr(why("d[1, 0]"))
    assert "how net.weight.grad came about is no longer known" in repr(why("net.weight.grad"))
    shell.user_ns["a"] = shell.user_ns["a"] + torch.eye(2, 3)
    assert "how c came about is no longer known" in repr(why("c[1, 2]"))


def test_a_layer_of_a_class_of_pythons_stays_outside(shell):
    class Own(torch.nn.Module):
        pass

    net = torch.nn.Sequential(torch.nn.ReLU())
    assert set(data_in({"net": net, "own": torch.nn.Sequential(Own())})) == {"net"}


@pytest.mark.slow
def test_in_a_real_kernel(tmp_path, monkeypatch):
    pytest.importorskip("ipykernel")
    pytest.importorskip("nbclient")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    command = [sys.executable, "-c", CLIENT, json.dumps(CELLS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    outputs = json.loads(done.stdout)
    assert [len(each) for each in outputs] == [1, 1, 1, 2, 1, 1, 1, 1]
    assert outputs[3][0]["text"] == "said\n"
    tensor, why, shapes, cell, row, error, column, again = (each[-1]["data"] for each in outputs)
    assert tensor["text/plain"] == "tensor([[0., 1., 2.],\n        [3., 4., 5.]])"
    assert "<table>" in tensor["text/html"]
    assert "element by element, added up" in words_of(why["text/html"])
    assert "(2, 2) float32" in words_of(shapes["text/html"])
    assert cell["text/plain"] == "tensor(30.)"
    assert row["text/plain"] == "tensor([0., 2., 4.])"
    assert "TL002" in error["text/html"]
    assert column["text/plain"] == "tensor([ 6., 10., 14.])"
    assert "c.sum(0)" in again["text/plain"]
