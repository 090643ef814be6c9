"""How explanations look: exact text at two widths, pictures and pages that stand alone."""

import json
import re
import xml.dom.minidom

from rich.text import Text

import tensorlab as torch
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.explain.story.pictures import panels
from tensorlab.language.running.session import Session
from tensorlab.pictures.svg import ROOM, explanation_svg
from tensorlab.render.explanations.equation_view import Folded
from tensorlab.render.explanations.panels import flattened
from tensorlab.render.explanations.plain import explanation_text, folded, narrated_explanation
from tensorlab.render.explanations.view import FrameView
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.console import plain_text
from tensorlab.render.look.narration import narrated
from tensorlab.render.look.svg import CHARACTER
from tensorlab.workspace.as_json import explanation_line

PRODUCT = "a = torch.tensor([[1, 2], [3, 4]])\nb = torch.tensor([[5, 6], [7, 8]])\na @ b"


def told(source=PRODUCT):
    return explanation_of(Session(record=True, write=lambda text: None).run(source), source)


def test_a_frame_at_80_columns():
    assert (
        plain_text(FrameView(told().chapters[0], 1), 80)
        == """\
mm: a @ b -> (2, 2) int64
  The matrix product: rows times columns, added up.

  a              @ b            = result
  (2, 2) int64   (2, 2) int64   (2, 2) int64
      0   1          0   1           0    1
  0  [1] [2]     0   5  [6]     0   19  [22]
  1   3   4      1   7  [8]     1    .    .

  [0, 1] = 1*6 + 2*8 = 22
  Row 0 of a times column 1 of b, element by element, added up."""
    )


def test_what_leads_to_a_result_is_told_in_short():
    text = explanation_text(told("torch.arange(6).reshape(2, 3) + torch.tensor([1, 2, 3])"))
    assert "\n  2 more elements\n  [1, 2] = 5: the same element as torch.arange(6)[5].\n" in text
    assert "written down" not in text


def test_names_in_what_is_told_in_short_are_told_too():
    text = explanation_text(told("(torch.tensor([1, 2]) - torch.tensor([0, 4])).sum()"))
    ideas = "  input minus other, element by element.\n  input and other: the tensors"
    assert ideas in text


def test_what_was_said_of_an_element_is_not_said_of_the_next():
    assert explanation_text(told("torch.zeros(2)")).count("A constant") == 1


def test_of_a_length_no_element_is_told():
    assert not told("len(torch.zeros(2, 3))").chapters[-1].frames


def test_no_gap_stands_for_a_single_row():
    frame = told("m = torch.arange(16).view(4, 4)\nm + 1").chapters[-1]
    drawn = panels(frame, 5)[0]
    assert [flattened(drawn, most).row_labels for most in (1, 2)] == [
        ("0", "1", "..."),
        ("0", "1", "2", "3"),
    ]


def test_a_frame_at_40_columns():
    assert (
        plain_text(FrameView(told().chapters[0], 1), 40)
        == """\
mm: a @ b -> (2, 2) int64
  The matrix product: rows times
  columns, added up.

  a              @ b
  (2, 2) int64   (2, 2) int64
      0   1          0   1
  0  [1] [2]     0   5  [6]
  1   3   4      1   7  [8]

  = result
  (2, 2) int64
       0    1
  0   19  [22]
  1    .    .

  [0, 1] = 1*6 + 2*8 = 22
  Row 0 of a times column 1 of b,
  element by element, added up."""
    )


def test_wide_matrices_are_cut_to_the_columns_that_matter():
    source = "x = torch.arange(40.).view(2, 20) * 1000\nx + 1"
    text = plain_text(FrameView(told(source).chapters[0], 15), 40)
    assert "[15001.]" in text
    assert "..." in text
    assert max(map(len, text.split("\n"))) <= 40


def test_tall_matrices_can_be_cut_to_the_rows_that_matter():
    source = "x = torch.arange(20).view(10, 2)\nx + 1"
    text = plain_text(FrameView(told(source).chapters[0], 13, room=10), 80)
    assert "    6    12   [13]     6    13   [14]" in text
    assert len(text.split("\n")) == 10, text


def test_plain_text_folds_at_its_width():
    assert max(map(len, explanation_text(told(), 40).split("\n"))) <= 40
    assert "  [0, 1] = 1*6 + 2*8 = 22\n" in explanation_text(told(), 80)


def test_json_has_the_names_that_scripts_rely_on():
    found = json.loads(explanation_line(told()))
    assert found["operation"] == "mm"
    chapter = found["chapters"][0]
    assert (chapter["source"], chapter["shape"], chapter["dtype"]) == (
        "a @ b",
        [2, 2],
        "torch.int64",
    )
    frame = chapter["frames"][1]
    assert frame["output"] == {"index": [0, 1], "value": 22}
    assert frame["inputs"][0] == {"name": "a", "index": [0, 0], "value": 1}
    assert frame["text"] == "1*6 + 2*8"


def test_the_narrated_form_has_every_value():
    words = narrated_explanation(told())
    assert not set(words) & set("─│┌┐└┘^")
    assert {"19", "22", "43", "50"} <= set(re.findall(r"\d+", words))


def test_the_narrated_form_names_every_step_and_every_question():
    words = narrated_explanation(told("t = torch.tensor([1, 2, 3])\nt.cumsum(0) > 4"))
    assert "next element. Element 1 is 3, from 1 plus 2." in words
    assert "Step 2: element 2 is 6" in words
    assert "Element 0 is False, the answer to whether 1 is greater than 4." in words


def test_the_narrated_form_says_each_step_once_and_passes_over_rows_of_numbers():
    words = narrated_explanation(told("F.layer_norm(torch.tensor([[1., 2., 6.]]), (3,))"))
    assert words.count("mean: the numbers added up") == words.count("mean is 3.0, from") == 1
    assert "Operation" not in words
    assert "were written down" not in words


def test_no_place_is_left_in_brackets_in_the_narrated_form():
    sparse = "torch.sparse_coo_tensor([[0], [1]], [5.], (1, 2))"
    for source in (sparse, "F.nll_loss(torch.tensor([[-1., -2.]]), torch.tensor([1]))"):
        *_, last = narrated_explanation(told(source)).partition("float32.\n")
        assert not set("[]=") & set(last), last


def test_an_element_of_one_of_several_tensors_is_named_by_both():
    words = narrated_explanation(told("torch.cat((torch.tensor([1]), torch.tensor([2, 3])))"))
    assert "tensors at 1 is 2 numbers, int64." in words
    assert "Copied from tensors at 1, place 0." in words


def test_of_a_huge_tensor_it_is_said_that_the_rest_is_not_told():
    words = narrated(torch.zeros(600, 2))
    assert words.endswith("Row 499: 0.0, 0.0. The remaining rows are left out.")
    assert "left out" not in narrated(torch.zeros(500, 2))
    long = narrated(torch.zeros(2, 5000))
    assert long.count("The remaining values of it are left out.") == 1
    assert long.endswith("The remaining rows are left out.")


def test_a_tensor_is_narrated_row_by_row():
    value = Session(write=lambda text: None).run("torch.arange(6).view(2, 3)").value
    assert narrated(value) == "2 by 3, int64. Row 0: 0, 1, 2. Row 1: 3, 4, 5."


def test_svg_is_well_formed_and_asks_the_network_for_nothing():
    picture = explanation_svg(told())
    xml.dom.minidom.parseString(picture)  # noqa: S318  our own text
    assert picture.count('<rect class="result"') == 1
    assert set(re.findall(r"https?://[^\"'\s)]+", picture)) == {"http://www.w3.org/2000/svg"}


def test_in_a_picture_a_term_has_the_hue_and_the_line_of_its_elements():
    picture = explanation_svg(told())
    assert '<tspan class="second">2*7</tspan>' in picture
    assert picture.count('<rect class="second"') == 2
    assert "rect.second{stroke-width:2;stroke-dasharray:5 2;}" in picture


def test_no_short_word_stands_on_a_last_line_alone():
    words = "Slopes times what arrived."
    assert folded(words, 20) == ["Slopes times", "  what arrived."]
    assert folded(words, 80) == [words]


def test_on_a_terminal_no_line_ends_within_a_place_nor_a_short_word_stands_alone():
    text = Text("The same element as x[1, 2], which is read.")
    assert plain_text(Folded(text), 26) == "The same element as\nx[1, 2], which is read."
    assert plain_text(Folded(Text("The way back begins at it.")), 23).endswith("\nat it.")


def test_a_long_sum_is_folded_between_its_terms():
    picture = explanation_svg(told("x = torch.arange(12.) * 100000.5\nx.sum()"))
    (lines,) = [re.findall(r"<text[^>]*>(<tspan.*?)</text>", picture)]
    texts = [re.sub("<[^>]*>", "", line) for line in lines]
    assert len(texts) > 1
    assert max(map(len, texts)) <= ROOM / CHARACTER
    assert all(not text.startswith(" ") for text in texts)


def test_text_in_pictures_is_escaped():
    assert "x &lt; 2" in explanation_svg(told("x = torch.tensor([1, 2])\nx < 2"))


def test_a_broadcasting_error_at_40_columns():
    session = Session(write=lambda text: None)
    outcome = session.run("a = torch.ones(2, 3)\nb = torch.ones(2)\na + b")
    text = plain_text(FailureView(diagnosed(outcome.failure, session.names)), 40)
    assert "  a  2  3\n  b     2\n        ^\n" in text
    assert "  a + b.unsqueeze(1)  (2, 3) float32\n" in text
    assert max(map(len, text.split("\n"))) <= 40
