"""What a picture shows: hues of what belongs together, pale copies, windows, flow, height."""

import re
import xml.dom.minidom

import pytest

import tensorlab as torch
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.explain.gradients.graph import graph_of
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.language.running.session import Session
from tensorlab.pictures.graph import graph_svg
from tensorlab.pictures.grids import words_of
from tensorlab.pictures.matching import scene
from tensorlab.pictures.page import Drawn
from tensorlab.pictures.svg import explanation_svg, failure_picture
from tensorlab.render.look.svg import CHARACTER, HIGHEST

BROADCAST = "a = torch.tensor([[1.], [2.], [3.]])\nb = torch.tensor([10., 20.])\na + b"
CONVOLUTION = (
    "image = torch.arange(16.).view(1, 1, 4, 4)\nkernel = torch.ones(1, 1, 2, 2)\n"
    "F.conv2d(image, kernel)"
)
NETWORK = (
    "model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))\n"
    "model(torch.tensor([[1., 2., 3.]]))"
)
MOVES = {
    "a = torch.tensor([[1, 2], [3, 4]])\ntorch.cat([a, torch.tensor([[5, 6]])])": 2,
    "torch.arange(12).reshape(3, 4)": 3,
    "torch.arange(6).view(2, 3).T": 6,
    "F.pad(torch.tensor([[1., 2.], [3., 4.]]), (1, 0, 0, 1))": 4,
    "torch.arange(6).view(2, 3).flip(1)": 6,
    "torch.arange(10).view(2, 5).roll(1, 1)": 2,
    "torch.tensor([[3, 9, 2], [8, 1, 7]]).max(1)": 2,
    "F.max_pool2d(torch.arange(16.).view(1, 1, 4, 4), 2)": 4,
    "torch.arange(24).view(2, 3, 4).sum(1)": 8,
    "torch.embedding(torch.rand(3, 2), torch.tensor([2, 0]))": 2,
}
LARGE = [
    "torch.rand(64, 64).T", "torch.rand(5, 40) @ torch.rand(40, 7)", "torch.rand(3, 4, 5, 6) * 2",
    "x = torch.rand(2)\n" + "x" + ".exp().log()" * 12, "torch.rand(300).sort()",
    "F.conv2d(torch.rand(2, 3, 9, 9), torch.rand(4, 3, 3, 3))", NETWORK,
    "F.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 3))",
]  # fmt: skip


def told(source):
    outcome = Session(record=True, write=lambda text: None).run(source)
    assert outcome.failure is None, outcome.failure
    return explanation_of(outcome, source)


def last_scene(source):
    return scene(told(source).chapters[-1])


def roles(seen):
    return {index: mark.role for index, mark in seen.marks.items() if mark.role}


@pytest.mark.parametrize(("source", "groups"), MOVES.items())
def test_elements_have_the_hue_of_what_they_come_from(source, groups):
    inputs, results, frame = last_scene(source)
    assert frame is None
    hues = {role for seen in results for role in roles(seen).values()}
    assert len(hues) == groups
    assert hues <= {role for seen in inputs for role in roles(seen).values()}
    for seen in results[:1]:
        for index, role in roles(seen).items():
            value = seen.tensor.elements[index]
            sources = [
                each.tensor.elements[at]
                for each in inputs
                for at, other in roles(each).items()
                if other == role
            ]
            assert value in sources or sum(sources) == value


def test_what_padding_puts_in_has_no_hue():
    _, (result,), _ = last_scene("F.pad(torch.tensor([1., 2.]), (1, 0))")
    assert (result.marks[0,].role, result.marks[0,].is_pale) == ("", True)


def test_broadcasting_shows_what_is_read_again_as_pale_copies():
    (a, b), _, frame = last_scene(BROADCAST)
    assert a.tensor.shape == b.tensor.shape == (3, 2)
    pale = {index for index, mark in a.marks.items() if mark.is_pale}
    assert pale | {frame.index} == {(0, 1), (1, 1), (2, 1)} | {frame.index}
    assert "(2,) float32 read as (3, 2)" in explanation_svg(told(BROADCAST))


@pytest.mark.parametrize(
    "asked", ["F.one_hot(torch.tensor([2, 0]))", "torch.ones(2, 2).where(torch.eye(2)[1] > 0, 0.)"]
)
def test_what_an_element_only_decides_is_no_copy_of_it(asked):
    _, (result,), _ = last_scene(asked)
    assert not any(mark.is_pale for mark in result.marks.values())


def test_an_element_that_is_taken_twice_is_pale_the_second_time():
    _, (result,), _ = last_scene("torch.tensor([[1], [2]]).expand(2, 3)")
    assert [mark.is_pale for mark in result.marks.values()] == [False, True, True] * 2


def test_a_kernel_lies_upon_its_window():
    (image, _), _, frame = last_scene(CONVOLUTION)
    row, column = frame.index[2:]
    written = {index[2:] for index, mark in image.marks.items() if "*1." in mark.text}
    assert written == {(row + i, column + j) for i in (0, 1) for j in (0, 1)}


def test_a_network_is_drawn_with_the_shapes_of_its_layers():
    words = re.findall(r"<text[^>]*>([^<]*)</text>", explanation_svg(told(NETWORK)))
    assert words[4:9] == ["linear", "(1, 4)", "\N{RIGHTWARDS ARROW}", "relu", "(1, 4)"]


def test_what_was_given_a_name_goes_into_what_is_made_of_it():
    again = "x = torch.tensor([1., 2.])\nx = x * 2 + 1\nx = x * 2 + 1\nx"
    assert explanation_svg(told(again)).count(">\N{RIGHTWARDS ARROW}<") == 4
    apart = "x = torch.tensor([1., 2.])\nx.relu() * x.exp()"
    assert explanation_svg(told(apart)).count(">\N{RIGHTWARDS ARROW}<") == 4
    joined = re.findall(r">(\w+)</text>", explanation_svg(told(apart)))
    assert joined[:6] == ["x", "relu", "mul", "x", "exp", "mul"]


def test_what_is_counted_with_is_lit_and_no_input_that_happens_to_be_equal():
    inputs, _, _ = last_scene("torch.cov(torch.tensor([[1., 2., 3.], [3., 1., 2.]]))")
    own, _, centred = inputs
    assert set(roles(own).values()) == {"active"}
    assert list(roles(centred).values()) == ["first", "second", "third"] * 2


def test_a_page_lights_the_numbers_of_steps_that_an_element_is_counted_with():
    q = "torch.tensor([[1., 0.], [0., 1.]])"
    chapter = told(f"F.scaled_dot_product_attention({q}, {q}, {q} * 3)").chapters[-1]
    drawn = Drawn(chapter)
    at = [seen.title for seen in drawn.inputs].index("shares")
    lit = set(drawn.lit(chapter.frames[0], drawn.arithmetic[0]))
    assert {f"{at}:0.0:0", f"{at}:0.1:1"} <= lit


def test_a_tensor_on_the_way_has_its_own_shape_though_only_some_of_it_is_told():
    inputs, _, _ = last_scene("torch.tensor([1., 2., 3., 10.]).quantile(0.5)")
    assert inputs[-1].title == "ordered"
    assert inputs[-1].tensor.shape == (4,)


def test_the_largest_of_a_window_is_marked():
    (x,), _, _ = last_scene("F.max_pool2d(torch.arange(16.).view(1, 1, 4, 4), 2)")
    assert {x.tensor.elements[at] for at, mark in x.marks.items() if mark.wins} == {5, 7, 13, 15}


def test_no_line_of_a_picture_ends_within_a_place():
    picture = explanation_svg(told("F.conv2d(torch.rand(2, 3, 5, 5), torch.rand(4, 3, 3, 3))"))
    for words in re.findall(r"<text[^>]*>([^<]*)</text>", picture):
        assert words.count("[") == words.count("]"), words


def test_at_most_six_elements_are_worked_out_and_the_rest_is_counted():
    picture = explanation_svg(told("torch.arange(10.) * 2"))
    assert picture.count('class="result"> ') + picture.count('class="result">') == 6
    assert "4 more elements" in picture


@pytest.mark.parametrize("source", [*MOVES, BROADCAST, CONVOLUTION, *LARGE])
def test_no_picture_is_too_high_and_numbers_are_clear_of_borders(source):
    picture = explanation_svg(told(source))
    xml.dom.minidom.parseString(picture)  # noqa: S318  our own text
    assert int(re.search(r'height="(\d+)"', picture)[1]) <= HIGHEST
    boxed = re.findall(
        r'<g class="element"[^>]*>.*?width="([\d.]+)".*?<text[^>]*>([^<]*)</text></g>', picture
    )
    assert boxed
    assert all(len(words) * CHARACTER + 12 <= float(width) for width, words in boxed)


def test_lists_of_numbers_are_no_operation_of_a_picture():
    assert "Entry" not in explanation_svg(told("torch.tensor([[1, 2], [3, 4]]) + 1"))
    assert "Entry" not in explanation_svg(told("torch.tensor([[1, 2], [3, 4]])"))


def test_a_failing_line_has_a_picture_and_a_page():
    session = Session(write=lambda text: None)
    failure = session.run("a = torch.ones(2, 3)\na + torch.ones(2)").failure
    shown = diagnosed(failure, session.names)
    for form in ("svg", "html"):
        picture = failure_picture(shown, form)
        assert "must match the size of tensor b" in picture
        assert "unsqueeze" in picture


def test_of_an_element_that_is_made_of_nothing_nothing_is_marked():
    _, (result,), frame = last_scene("torch.tensor([[1, 2], [3, 4]])")
    assert frame is None
    assert roles(result) == {}


def test_a_row_of_long_numbers_is_cut():
    picture = explanation_svg(told("torch.stft(torch.rand(16), 4, return_complex=True)"))
    assert int(re.search(r'width="(\d+)"', picture)[1]) <= 1300


def test_the_graph_of_many_steps_is_drawn_smaller():
    y = torch.ones(2, requires_grad=True)
    for _ in range(30):
        y = y.sin()
    assert int(re.search(r'height="(\d+)"', graph_svg(graph_of(y, {})))[1]) <= HIGHEST


def test_an_element_that_was_asked_about_is_told_though_it_only_moved():
    source = "a = torch.arange(6).view(2, 3)\na.T"
    outcome = Session(record=True, write=lambda text: None).run(source)
    asked = explanation_svg(explanation_of(outcome, source, [(1, 0)]))
    assert "The same element as a[0, 1]" in asked
    assert "The same element as" not in explanation_svg(explanation_of(outcome, source))


def test_what_is_written_by_an_index_is_told_beside_what_stays():
    written = "x = torch.zeros(2, 2)\nx.scatter(1, torch.tensor([[0], [1]]), 1.)"
    picture = explanation_svg(told(written))
    assert "so the number 1.0 is written here." in picture
    assert "x[0, 1] stays." in picture


@pytest.mark.parametrize(
    ("call", "filling", "widths"),
    [
        ("F.conv2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 3), padding='same')", 0, (3, 4)),
        ("F.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 2), padding=1)", 0, (1, 5)),
        ("F.max_pool2d(torch.ones(1, 2, 2), 2, padding=1)", -float("inf"), (4, 4)),
        ("F.avg_pool2d(torch.ones(1, 2, 2), 2, 1, 1, count_include_pad=False)", 0, (2, 2)),
    ],
)
def test_padding_is_drawn_faintly_around_what_windows_run_over(call, filling, widths):
    (image, *_), _, _ = last_scene(call)
    pale = {index for index, mark in image.marks.items() if mark.is_pale}
    assert {image.tensor.elements[index] for index in pale} <= {filling}
    assert len(image.tensor.elements) == widths[0] * widths[1]
    assert all(-1 in index or max(index) > 1 for index in pale)
    assert ">-1</text>" not in explanation_svg(told(call))


def test_what_is_multiplied_with_itself_is_drawn_on_both_sides():
    (left, right), _, frame = last_scene("m = torch.tensor([[1., 2.], [3., 4.]])\nm @ m")
    row, column = frame.index
    assert roles(left) == {(row, 0): "first", (row, 1): "second"}
    assert roles(right) == {(0, column): "first", (1, column): "second"}
    (left, right), _, _ = last_scene("v = torch.tensor([1., 2.])\nv + v")
    assert roles(left) == roles(right) != {}


def test_a_tensor_on_the_way_is_drawn_where_no_element_of_its_matrices_is_missing():
    inputs, _, _ = last_scene(
        "torch.manual_seed(0)\nlayer = nn.MultiheadAttention(2, 1)\nx = torch.ones(2, 1, 2)\n"
        "layer(x, x, x)[0]"
    )
    assert [seen.title for seen in inputs[-3:]] == ["scores", "weights", "met"]


@pytest.mark.parametrize("source", ["z @ z", "torch.mm(z, z)", "z.matmul(z)"])
def test_a_tensor_times_itself_is_drawn_twice_a_row_of_it_and_a_column(source):
    left, right = last_scene(f"z = torch.tensor([[1., 2.], [3., 4.]])\n{source}")[0]
    assert {*left.marks} == {(1, 0), (1, 1)}
    assert {*right.marks} == {(0, 0), (1, 0)}


def test_of_many_tensors_on_the_way_attention_draws_its_scores_and_weights_whole():
    inputs, _, frame = last_scene(
        "torch.manual_seed(0)\nlayer = nn.MultiheadAttention(4, 2, batch_first=True)\n"
        "x = torch.randn(1, 3, 4)\nlayer(x, x, x)[0]"
    )
    drawn = {seen.title: seen for seen in inputs[-3:]}
    assert list(drawn) == ["scores", "weights", "met"]
    assert {len(seen.tensor.elements) for seen in (drawn["scores"], drawn["weights"])} == {
        2 * 3 * 3
    }
    query = frame.index[1]
    assert {at[1] for at in drawn["weights"].marks} == {query}


def test_an_element_repeated_around_a_padded_tensor_is_pale_there():
    _, (result,), _ = last_scene(
        "x = torch.tensor([[[1., 2.], [3., 4.]]])\nF.pad(x, (1, 1, 1, 1), mode='reflect')"
    )
    own = {(0, row, column) for row in (1, 2) for column in (1, 2)}
    assert {index for index, mark in result.marks.items() if not mark.is_pale} == own


def test_each_factor_of_a_kronecker_product_is_marked_in_its_own_grid():
    (left, right), _, frame = last_scene("x = torch.tensor([[1, 2], [3, 4]])\ntorch.kron(x, x)")
    row, column = frame.index
    assert ({*left.marks}, {*right.marks}) == (
        {(row // 2, column // 2)},
        {(row % 2, column % 2)},
    )


def test_a_row_of_the_inverse_has_the_hues_of_what_it_is_multiplied_with():
    inputs, _, _ = last_scene(
        "A = torch.tensor([[3., 1.], [1., 2.]])\ntorch.linalg.solve(A, torch.tensor([[9.], [8.]]))"
    )
    assert roles(inputs[-1]) == {(1, 0): "first", (1, 1): "second"}


def test_a_score_that_a_mask_hides_is_an_empty_box():
    inputs, _, _ = last_scene(
        "torch.manual_seed(0)\nlayer = nn.MultiheadAttention(1, 1)\nx = torch.randn(2, 1)\n"
        "layer(x, x, x, attn_mask=torch.tensor([[False, True], [False, False]]))"
    )
    scores = next(seen for seen in inputs if seen.title == "scores")
    assert {*scores.tensor.elements} == {(0, 0), (1, 0), (1, 1)}
    assert words_of(scores, (0, 1), None) == ""


def test_a_repeated_row_is_pale_from_the_second_time_on():
    _, (result,), _ = last_scene("x = torch.tensor([[1], [2]])\nx.repeat_interleave(2, dim=0)")
    assert [mark.is_pale for _, mark in sorted(result.marks.items())] == [False, True] * 2


def test_a_place_has_the_hue_of_the_element_there_whatever_other_element_equals_it():
    (x,), (result,), _ = last_scene("x = torch.tensor([3, 1, 4, 1, 2])\nx.argsort()")
    places = {(at,): (int(value),) for (at,), value in result.tensor.elements.items()}
    assert roles(result) == {at: x.marks[place].role for at, place in places.items()}


def test_a_sparse_tensor_is_drawn_each_value_in_the_hue_of_the_element_it_is():
    (_, values), (result,), _ = last_scene(
        "torch.sparse_coo_tensor(torch.tensor([[0, 1], [2, 0]]), torch.tensor([3., 4.]), (2, 3))"
    )
    assert roles(result) == {(0, 2): roles(values)[0,], (1, 0): roles(values)[1,]}
    assert len({*roles(result).values()}) == 2
    assert result.marks[0, 0].is_pale
