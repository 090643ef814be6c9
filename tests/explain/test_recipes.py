"""Recipes: each stands beside the function it is of, and gives that function's value."""

import re
from pathlib import Path

import pytest

import tensorlab
from tensorlab.explain.meanings import FAMILIES as MEANT
from tensorlab.explain.recipes.recipes import SUFFIX, recipes_in
from tensorlab.ops.index import FAMILIES
from tests.explain.telling import explained

OPS = Path(tensorlab.__file__).parent / "ops"
FILES = sorted(OPS.rglob(f"*{SUFFIX}"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(OPS)))
def test_a_recipe_lies_beside_the_function_it_is_of(file):
    family = ".".join(file.relative_to(OPS).with_suffix("").parts)
    text = file.with_suffix(".py").read_text(encoding="utf-8")
    declared = {name for names in FAMILIES.values() for name, own in names.items() if own == family}
    forwards = set(re.findall(r"^ *def (\w+)\(", text, re.MULTILINE))
    assert set(recipes_in(file)) <= declared | forwards


@pytest.mark.parametrize("family", MEANT)
def test_a_family_with_a_meaning_is_a_module(family):
    assert OPS.joinpath(*family.split(".")).with_suffix(".py").exists()


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("torch.special.hermite_polynomial_h(torch.tensor([2.]), 2)", "2*2.0*(2*2.0) - 2"),
        ("torch.linalg.svdvals(torch.tensor([[3., 0.], [0., 4.]]))", "sqrt("),
        ("torch.linalg.solve_triangular(y[:2], y[:2], upper=True)", "2.0"),
        ("torch.scatter_reduce(v, 0, torch.tensor([0]), torch.tensor([50]), 'amax')", "50"),
        ("torch.fft.fftn(x)", "+"),
        ("torch.frexp(x)", "/"),
        ("torch.equal(a, b)", "=="),
        ("a.dim()", "2"),
    ],
)
def test_a_function_is_told_by_its_steps_and_not_by_itself(expression, text):
    told, _, _ = explained(expression)
    frame = told.chapters[-1].frames[0]
    assert text in frame.text
    assert expression not in frame.text
    assert re.search(r"\d", frame.sentence)


def test_arguments_behind_a_star_have_the_names_of_their_places():
    told, _, _ = explained("both = (x, x)\ntorch.add(*both)")
    assert told.chapters[-1].operands[0].name.startswith("both[")


def test_a_fact_of_a_tensor_is_told_with_its_shape_and_type():
    told, _, _ = explained("x.is_floating_point()")
    assert told.chapters[-1].frames[0].sentence.endswith("no element: x is (2, 3) float32.")


def test_recipes_lie_beside_what_they_tell_of():
    package = Path(tensorlab.__file__).parent
    assert not [each for each in package.rglob("*.recipes") if not each.with_suffix(".py").exists()]


def test_an_element_counts_with_what_its_own_text_shows():
    told, _, _ = explained("x.var(dim=0, unbiased=False)")
    frames = told.chapters[-1].frames
    whole, *short = ("x" in {each.name for each in frame.counted} for frame in frames)
    assert [("**" in frame.text) for frame in frames] == [whole, *short]
