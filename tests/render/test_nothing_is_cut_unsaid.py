"""Whatever the width: each element is shown whole, or counted in a mark; no line is too long."""

import random
import re

import pytest

from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.explain.reference.examples import page_about
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.explain.story.pictures import brief, panels
from tensorlab.language.outcome import Failure, Span
from tensorlab.language.rules.catalogue import CODED
from tensorlab.language.running.session import Session
from tensorlab.render.explanations.panels import PanelsView
from tensorlab.render.explanations.plain import explanation_text, narrated_explanation
from tensorlab.render.explanations.view import ExplanationView
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.help_page import HelpPage
from tensorlab.render.look.console import plain_text
from tensorlab.render.look.narration import narrated
from tensorlab.render.tensors.value import ValueView, facts_of
from tensorlab.render.tensors.view import TensorView

WIDTHS = (20, 30, 40, 60, 80, 200)
NUMBER = re.compile(
    r"-?(?:\d[\d.]*(?:e[+-]?\d+)?|inf|nan)(?:[+-][\d.]+(?:e[+-]?\d+)?j)?|True|False"
)
SPLIT = re.compile(r"\s*([+-])\s+(?=[\d.]+(?:e[+-]\d+)?j)")  # the two parts of a complex number
SCALES = ("1", "1e-6", "1e9", "1000")
AT_EACH_WIDTH = pytest.mark.parametrize("width", WIDTHS)


def made(draw, most_dims=4):
    """Return a program that makes a random tensor."""
    shape = tuple(draw.choice((1, 2, 3, 5, 8, 19, 40)) for _ in range(draw.randint(0, most_dims)))
    while shape and count(shape) > 900:
        shape = shape[1:]
    kind = draw.choice(("float32", "int64", "bool", "float64", "complex64", "float16", "uint8"))
    return f"(torch.randn({shape}) * {draw.choice(SCALES)}).to(torch.{kind})"


def count(shape):
    total = 1
    for size in shape:
        total *= size
    return total


def value_of(source):
    session = Session(write=lambda text: None)
    session.run("import torch\ntorch.manual_seed(1)\ntorch.set_printoptions(threshold=10**6)")
    outcome = session.run(source)
    assert outcome.failure is None, (source, outcome.failure.message)
    words = session.run(f"torch.manual_seed(1)\nrepr({source})").value
    inside = re.sub(r"dtype=[\w.]*", "", words.removeprefix("tensor("))
    return outcome.value, NUMBER.findall(SPLIT.sub(r"\1", inside))


@AT_EACH_WIDTH
def test_an_element_of_a_matrix_is_shown_whole_or_counted(width):
    draw = random.Random(width)  # noqa: S311  tensors, not secrets
    for _ in range(25):
        source = made(draw, 2)
        value, words = value_of(source)
        text = plain_text(TensorView(value), width)
        said = f"{source}\n{text}"
        assert all(len(line) <= width for line in text.split("\n")), said
        rows, columns = ([1, 1, *value.shape])[-2:]
        labels, elements = elements_of(text, value)
        assert len(labels) + told(text, "columns", columns) == columns, said
        assert len(elements) + told(text, "rows", rows) == rows, said
        for row, shown in elements.items():
            for column, word in zip(labels, shown, strict=True):
                assert word == words[row * columns + column], said


def elements_of(text, value):
    """Return the labels of the columns, and the words of each row."""
    text = re.sub(r"\d+\s+of\s+\d+\s+(rows|columns)\s+(is|are)\s+not\s+shown\.", "", text)
    head = r"\s+".join(map(re.escape, " · ".join(facts_of(value)).split()))
    lines = re.sub(head, "", text, count=1).split("\n")
    lines = [line.split() for line in lines if line.strip()]
    if value.ndim == 0:
        return [0], {0: lines[0]}
    labels = [int(word) for word in lines[0] if word != "..."]
    rows = [[word for word in line if word != "..."] for line in lines[1:]]
    if value.ndim == 1:
        return labels, {0: rows[0]}
    return labels, {int(row[0]): row[1:] for row in rows if row}


def told(text, what, size):
    """Return how many rows, columns or matrices a picture says that it leaves out."""
    found = re.search(rf"(\d+) of {size} {what} (is|are) not shown", " ".join(text.split()))
    assert found is None or "..." in text
    return int(found[1]) if found else 0


@AT_EACH_WIDTH
def test_a_number_of_a_facet_is_whole_and_facets_are_counted(width):
    draw = random.Random(width)  # noqa: S311
    for shape in ((3, 2, 2), (2, 2, 2, 9), (40, 5, 5), (12, 10, 3, 5), (5, 1, 300)):
        source = f"torch.arange({count(shape)}).reshape({shape}) * {draw.choice((1, 1001))}"
        value, words = value_of(source)
        text = plain_text(TensorView(value), width)
        assert all(len(line) <= width for line in text.split("\n")), text
        known = {*words, *map(str, range(max(shape) + 1))}
        body = re.sub(r"\d+\s+of\s+\d+\s+(rows|columns|matrices)", "", text)
        body = body.split("int64", 1)[1]
        assert set(re.findall(r"\d+", body)) <= known, text
        facets = len(re.findall(r", :, :\]", text))
        assert facets + told(text, "matrices", count(shape[:-2])) == count(shape[:-2]), text


@AT_EACH_WIDTH
def test_printed_values_have_all_their_numbers(width):
    draw = random.Random(width)  # noqa: S311
    for _ in range(20):
        source = made(draw, 3)
        value, words = value_of(source)
        if "complex" in source and width < 60:
            continue  # PyTorch writes one number a line then, and a line is folded
        text = plain_text(ValueView(value), width).partition("tensor(")[2]
        if "..." not in text:
            text = SPLIT.sub(r"\1", re.sub(r"dtype=[\w.\s]*", "", text))
            assert NUMBER.findall(text) == words, source


EXPLAINED = (
    "torch.arange(60.).view(3, 20) * 1000.5", "torch.ones(3, 20) @ torch.rand(20, 5)",
    "torch.arange(40).cumsum(0)", "torch.ones(2, 3, 4) + torch.arange(4)",
    "torch.rand(30, 2).sum(1)",
    "torch.cat([torch.arange(15), torch.arange(25)])",
    "torch.arange(24).view(2, 3, 4).mT",
)  # fmt: skip


@AT_EACH_WIDTH
@pytest.mark.parametrize("source", EXPLAINED)
def test_the_pictures_of_an_explanation_keep_their_numbers_whole(source, width):
    session = Session(write=lambda text: None, record=True)
    told_of = explanation_of(session.run(source), source)
    numbers = {
        brief(number)
        for chapter in told_of.chapters
        for part in (*chapter.operands, *chapter.parts)
        for number in part.elements.values()
    }
    for chapter in told_of.chapters:
        drawn = PanelsView(panels(chapter, len(chapter.frames) - 1)) if chapter.frames else ""
        lines = plain_text(drawn, width).split("\n")
        assert all(len(line) <= width for line in lines), lines
        for line in lines:
            if re.fullmatch(r"[\s\d.\[\]e+-]+", line):
                words = set(line.replace("[", " ").replace("]", " ").split())
                assert all(word in numbers or word.isdigit() for word in words - {"...", "."}), line


def test_what_is_not_told_of_an_explanation_is_counted_in_every_form():
    session = Session(write=lambda text: None, record=True)
    source = "torch.arange(400.).view(20, 20) * 2"
    told_of = explanation_of(session.run(source), source)
    chapter = told_of.chapters[-1]
    assert chapter.hidden == 400 - len(chapter.frames) > 0
    words = f"{chapter.hidden} more elements"
    assert f"Left out: {words}" in narrated_explanation(told_of)
    assert words in explanation_text(told_of)
    assert words in plain_text(ExplanationView(told_of))
    assert "Its values in reading order" not in narrated_explanation(told_of)


def test_what_is_not_narrated_of_a_tensor_is_said():
    assert narrated(value_of("torch.ones(2000, 2)")[0]).endswith("The remaining rows are left out.")
    assert "left out" not in narrated(value_of("torch.ones(20, 2)")[0])


@AT_EACH_WIDTH
def test_help_and_failures_lose_no_word(width):
    for name in ("add", "cat", "matmul", "softmax", "float16", "conv2d", "view"):
        wide = re.findall(r"[A-Za-z]+", plain_text(HelpPage(page_about(name)), 400))
        narrow = "".join(plain_text(HelpPage(page_about(name)), width).split())
        assert all(word in narrow for word in wide), name
    for rule in [*CODED.values()][::4]:
        session = Session(write=lambda text: None)
        failure = diagnosed(session.run(rule.example).failure, session.names)
        text = plain_text(FailureView(failure), width)
        assert all(len(line) <= width for line in text.split("\n")), text
        assert not missing(failure.explanation, text)
        for repair in failure.repairs:
            assert not missing(repair.source, text), text


def missing(words, text):
    """Return whether something of a text is not there, its breaks into lines aside."""
    return "".join(words.split()) not in "".join(text.split())


def test_lines_of_a_long_expression_that_are_left_out_are_marked():
    source = "(1 +\n 2 +\n 3 +\n 4 +\n a)"
    text = plain_text(FailureView(Failure("E", "m", Span(1, 0, 5, 3), source)))
    assert "  ..." in text.split("\n")


def test_a_list_of_many_tensors_says_that_there_are_more():
    few, many = (facts_of([value_of("torch.ones(2)")[0]] * count) for count in (3, 4))
    assert few == ["list of 3", *["(2,) float32"] * 3]
    assert many == ["list of 4", *["(2,) float32"] * 3, "..."]
