"""What a contributor is told: the worked example is real, and what a function lacks is named."""

import re

import numpy as np
import pytest

import tensorlab as torch
from tensorlab.engine.declaring.declaration import NAMESPACES, OPERATIONS, elementwise
from tensorlab.engine.signatures.signature import Array
from tensorlab.engine.tensor import Tensor
from tests.cli.conftest import ROOT
from tests.new_function import missing

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_worked_example_is_what_the_repository_has():
    path, program = re.search(
        r"stands so in `([\w/.]+)`:\n\n```python\n(.*?)```", CONTRIBUTING, re.DOTALL
    ).groups()
    assert program in (ROOT / path).read_text(encoding="utf-8")


def test_the_worked_example_lacks_nothing():
    name = re.search(r"`python -m tests.new_function (\w+)`", CONTRIBUTING)[1]
    assert list(missing(name)) == []


def test_the_folders_in_the_table_are_those_of_the_package():
    rows = [line.split("|")[1] for line in ARCHITECTURE.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"(\w+)/`", " ".join(rows)))
    package = {path.parent.name for path in (ROOT / "tensorlab").glob("*/__init__.py")}
    assert named == package


@pytest.fixture
def unfinished():
    """A function that does nothing but compute."""

    @elementwise()
    def blend(input: Array, other: Array) -> np.ndarray:
        """Return something

        >>> torch.ones(1) * 2.5
        tensor([2.5000])
        """
        return input * other

    yield "blend"
    for name in ("torch.blend", "torch.Tensor.blend"):
        del OPERATIONS[name]
    del NAMESPACES["torch"]["blend"]
    del Tensor.blend
    vars(torch).pop("blend", None)


def test_what_a_function_lacks_is_named(unfinished):
    lacks = "\n".join(missing(unfinished))
    for words in (
        "run python -m tensorlab.ops.stubs",
        "does not begin with a sentence",
        "no example",
        "gives floats and has no gradient rule",
        "no case in",
        "on 16-bit floats",
        "no case holds an error",
        "names no inputs",
    ):
        assert words in lacks, words


def test_a_name_that_nobody_declared_is_told():
    assert "is not declared" in next(missing("no_such_function"))
