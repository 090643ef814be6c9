"""Every explained element: its text gives its value, its inputs have the values that are named."""

import pytest

from tests.explain.telling import check, explained

EXPRESSIONS = """
a + b|a + v|a + 1|x - a|2 - x|torch.sub(a, b, alpha=3)|torch.add(x, y.T, alpha=2)|a * b|x * 2.5
a / b.add(3)|a / 2|torch.div(a, 2, rounding_mode="floor")|torch.div(b, 2, rounding_mode="trunc")
a @ c|torch.mm(a, c)|x.mm(y)|torch.matmul(a, v)|v @ v|torch.bmm(t, w)|t @ w|torch.matmul(t, c)
a.T|a.t()|t.mT|t.transpose(0, 2)|t.permute(2, 0, 1)|a.view(3, 2)|a.view(-1)|a.T.reshape(6)
torch.arange(5)|torch.arange(1, 2, 0.25)|torch.arange(5, 0, -2)|torch.tensor([[1, 2], [3, 4]])
torch.tensor(1.5)|torch.full((2, 2), 7)|torch.zeros(2, 2)|torch.ones(3)|torch.eye(2)
torch.rand(2, 2)|torch.randn(3)|a.numel()|x.exp()|torch.exp(a)|x.sqrt()|x.abs().log()|x.sigmoid()
torch.cat((a, b))|torch.cat([a, b], dim=1)|torch.stack([v, v])|torch.hstack((a, b))
a > 2|a.lt(b)|a >= b|x <= 0|a == b|x != 1.5|x.ne(y.T)|s.det()|torch.det(q)
s[:2, :2].det()|x.masked_select(m)|x.masked_select(x > 0)|a.masked_select(m[0])
torch.vsplit(a, 2)|a.vsplit([1])|v.repeat(2)|v.repeat(2, 2)|a.repeat_interleave(2, dim=1)|v.tile(2)
a.cumprod(1)|x.cumprod(dim=0)|a.cumsum(0)|torch.where(m, a, b)|torch.where(m, x, 0.0)
F.pad(a, (1, 1))|F.pad(x, (1, 0, 0, 2), value=5.0)|F.pad(x[None], (1, 1), mode="reflect")
F.pad(x[None], (2, 1), mode="replicate")|F.pad(x[None], (1, 1), mode="circular")
torch.argmax(a)|torch.argmax(x, dim=0)|x.argmax(1, keepdim=True)
torch.argmax(torch.tensor([1, 3, 3]))
torch.argmin(x)|a.sum()|a.sum(0)|x.sum(1, keepdim=True)|x.mean()|x.mean(dim=1)|a.prod(0)|x.max()
a.max(1)|x.min(dim=0)|x.amax(0)|x.float()|x.long()|a.float()|x.to(torch.float64)|b.bool()
x.half()|m.int()|a[0]|a[:, 1:]|a[1, 2]|x[m]|t[..., 0]|a.squeeze()|v.unsqueeze(1)|v[None]
x.clone()|a.contiguous()|u + 10|u * u|-b|-u|h + 1|h * h|z + 1|z * z|z.abs()
x.std(0)|x.var()|x.softmax(1)|x.relu()|F.relu(x)|torch.clamp(x, -1, 1)|a.flip(0)|torch.roll(v, 1)
x ** 2|a ** 2|a % 2|b // 2|~m|m & m.logical_not()|v[0].item()
(a + b) @ c|((x * 2).exp() + 1).sum()|torch.cat((a.T, c), 1)[1:]|v.expand(2, 3)|a.tril()|s.trace()
torch.dot(v, v)|a.t().flatten()|x.floor()|x.round()|torch.maximum(a, b)
torch.empty(0) + 1|torch.zeros(2, 0).sum()|torch.linspace(0, 1, 5)|a.roll(1, 0)|x.any()|m.all()
torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
torch.quantize_per_tensor(x, 0.02, -3, torch.qint8)
torch.quantize_per_tensor(x, 0.25, 1, torch.qint32).dequantize()
torch.quantize_per_channel(x, torch.tensor([0.1, 0.5]), torch.tensor([0, -3]), 0, torch.qint8)
torch.quantize_per_channel(x.T, torch.tensor([0.3, 2]), v[:2], 1, torch.quint8).int_repr()
"""
ALL = [line for text in EXPRESSIONS.split("\n") for line in text.split("|") if line.strip()]


@pytest.mark.parametrize("expression", ALL)
def test_the_text_of_every_element_gives_its_value(expression):
    check(expression)


def test_a_product_is_told_as_its_sum():
    told, _, _ = explained("a @ c")
    frame = told.chapters[0].frames[1]
    assert told.operation == "mm"
    assert (frame.index, frame.value, frame.text) == ((0, 1), 28, "1*2 + 2*4 + 3*6")
    assert [(element.name, element.index) for element in frame.inputs][:2] == [
        ("a", (0, 0)),
        ("c", (0, 1)),
    ]


def test_the_row_and_the_column_are_named_also_of_one_matrix():
    told, _, _ = explained("a[:, :2] @ a[:, :2]")
    assert (
        told.chapters[-1]
        .frames[1]
        .sentence.startswith("Row 0 of a[:, :2] times column 1 of a[:, :2]")
    )


def test_every_operation_of_a_nested_expression_is_a_chapter():
    told, _, _ = explained("(a + b) @ c.flip(0)")
    assert [chapter.operation for chapter in told.chapters] == ["add", "flip", "mm"]


def test_a_stretched_element_is_named_and_said_to_be_stretched():
    told, _, _ = explained("a + v")
    frame = told.chapters[0].frames[4]
    assert frame.inputs[1].index == (1,)
    assert "along dimension 0" in told.chapters[0].notes[0]
    assert "is read again along" in told.chapters[0].notes[0]


def test_a_view_is_told_without_its_strides():
    told, _, _ = explained("a.T")
    chapter = told.chapters[0]
    assert chapter.notes == ("A view: nothing is copied.",)
    assert chapter.frames[3].sentence == "The same element as a[1, 1]."


def test_a_tie_is_told_and_the_flattened_index():
    told, _, _ = explained("torch.argmax(torch.tensor([[1, 9], [9, 2], [9, 3]]))")
    frame = told.chapters[-1].frames[0]
    assert "occurs 3 times: the first one counts" in frame.sentence
    assert "[0, 1] is number 1" in frame.sentence
    assert "is the largest of 1, 9, 9, 2, 9 and 3." in frame.sentence


def test_a_determinant_is_told_by_cofactors_and_above_by_elimination():
    small, _, _ = explained("s.det()")
    assert small.chapters[0].frames[0].text.startswith("2.0*11.0 - 1.0*4.0")
    large, _, _ = explained("q.det()")
    frame = large.chapters[0].frames[0]
    assert "rest: what that leaves" in " ".join(step.sentence for step in frame.steps)
    assert len(frame.steps) > 3


def test_gradients_are_told_from_what_arrives():
    told, _, _ = explained(
        "torch.autograd.grad(y, w)",
        "w = torch.tensor([1., 2.], requires_grad=True); y = (w * w * 3).sum()",
    )
    frame = told.chapters[-1].frames[1]
    assert (frame.value, frame.text) == (12.0, "2.0*3.0 + 2.0*3.0")
    assert "used 2 times" in frame.sentence


def test_of_a_large_result_only_a_corner_is_told():
    told, _, _ = explained("torch.ones(300, 300) @ torch.ones(300, 300)")
    chapter = told.chapters[-1]
    assert len(chapter.frames) == 9
    assert chapter.hidden == 300 * 300 - 9
    assert chapter.frames[0].text == " + ".join(["1.0*1.0"] * 3 + ["294.0"] + ["1.0*1.0"] * 3)
    assert "The 294 terms in the middle make 294.0 together." in chapter.frames[0].sentence


def test_settings_that_a_dict_holds_are_taken_one_by_one():
    told, _, _ = explained("x.sum(**by)", "x = torch.ones(2, 3); by = {'dim': 1}")
    assert told.chapters[-1].frames[0].text == "1.0 + 1.0 + 1.0"


def test_of_many_elements_those_that_matter_are_found_by_halves():
    told, _, _ = explained("torch.linalg.inv(x)", "x = torch.eye(9) + 1")
    last = told.chapters[-1].frames[0]
    assert last.inputs[0].name == "x"
    assert "more were not tried" in last.sentence
