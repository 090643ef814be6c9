"""Pages of explanations: they stand alone, know their elements, and hold what anybody types."""

import re
import shutil
import subprocess
import xml.dom.minidom

import pytest

from tensorlab.explain.gradients.graph import walk_through
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.language.running.session import Session
from tensorlab.pictures.page import explanation_html, graph_html

PRODUCT = "a = torch.tensor([[1, -2], [3, 4]])\nb = torch.tensor([[5, 6], [7, 8]])\na @ b"
WORDS = "Row 0 of a times column 1 of b, element by element, added up."
LARGEST = 100_000  # bytes
HOSTILE = "</script></style><img src=x onerror=alert(1)>' \" --> {{}} ${1}"


def page(source=PRODUCT, elements=()):
    outcome = Session(record=True, write=lambda text: None).run(source)
    assert outcome.failure is None, outcome.failure
    return explanation_html(explanation_of(outcome, source, elements))


def body(text):
    """Return the part of a page that is made of a program, as a tree: it must be well-formed."""
    main = text[text.index("<main>") : text.index("</main>") + len("</main>")]
    return xml.dom.minidom.parseString(main.replace("&ensp;", " "))  # noqa: S318  our own text


def attribute(tree, tag, name):
    return [each.getAttribute(name) for each in tree.getElementsByTagName(tag)]


def groups(tree):
    return tree.getElementsByTagName("g")


def texts(tree):
    return [each.firstChild.data for each in tree.getElementsByTagName("text")]


def test_a_page_asks_the_network_for_nothing():
    text = page()
    assert "http" not in text
    assert not re.search(r"<(link|img|iframe)|@import|url\(|src=", text)


def test_each_element_of_the_result_is_a_button_and_has_its_arithmetic():
    tree = body(page())
    outcome = next(each for each in groups(tree) if each.getAttribute("class") == "outcome")
    numbers = [each for each in groups(outcome) if each.getAttribute("class") == "element"]
    assert [texts(each) for each in numbers] == [["-9"], ["43"], ["-10"], ["50"]]  # by columns
    assert [at for at in attribute(tree, "li", "data-at") if at] == ["0.0", "0.1", "1.0", "1.1"]


def test_elements_that_are_multiplied_share_a_term():
    tree = body(page())
    assert attribute(tree, "li", "data-lit")[1] == "0:0.0:0 0:0.1:1 1:0.1:0 1:1.1:1"
    assert attribute(tree, "li", "data-sums")[1] == "6"


def test_the_winner_is_named():
    tree = body(page("x = torch.tensor([[1., 5., 3.]])\nx.max()"))
    assert any("0:0.1:w" in lit.split() for lit in attribute(tree, "li", "data-lit"))


def test_an_operator_stands_between_its_operands():
    assert "@ b" in texts(body(page()))


def test_numbers_of_every_kind_are_told_apart():
    text = page("x = torch.tensor([torch.nan, torch.inf, -1.0, 0.0])\nx + torch.zeros(2, 1)")
    assert all(f'<text class="{kind}"' in text for kind in ("nan", "inf", "negative", "zero"))


@pytest.mark.parametrize(
    "source",
    [
        f"names = {{{HOSTILE!r}: torch.tensor([1, 2])}}\nnames[{HOSTILE!r}] + len({HOSTILE!r})",
        f"x = torch.tensor([1, 2])  # {HOSTILE}\nx + 1  # {HOSTILE}",
        "x = torch.tensor([1, 2])\nx < 2",
        "名前 = torch.tensor([1, 2])\n名前 * 2",
    ],
)
def test_what_is_typed_stays_text(source):
    text = page(source)
    body(text)
    assert text.count("</script>") == 1
    assert text.count("</style>") == 1
    assert "<img" not in text


@pytest.mark.parametrize(
    "source",
    [
        "torch.rand(200, 1500) @ torch.ones(1500, 200)",
        "torch.rand(8, 8).softmax(1)",
        "torch.rand(64).cumsum(0)",
        "x = torch.rand(64, 64)\nx.sum()",
        "x = torch.rand(1, 3, 32, 32)\nF.max_pool2d(x, 2)",
        "x = torch.rand(8, 8)\n" + " + ".join(["(x @ x)"] * 5),
    ],
)
def test_a_page_stays_small(source):
    text = page(source)
    body(text)
    assert len(text.encode()) < LARGEST


def test_of_a_large_product_the_ends_of_its_sum_are_drawn_and_lit():
    tree = body(page("x = torch.rand(20, 900)\ny = torch.rand(900, 20)\nx @ y", [(3, 4)]))
    drawn = attribute(tree, "g", "data-at")
    assert {"3.0", "3.899", "0.4", "899.4"} <= set(drawn)
    lit = attribute(tree, "li", "data-lit")[0].split()
    assert {"0:3.0:0", "0:3.899:6", "1:0.4:0", "1:899.4:6"} <= set(lit)


def test_steps_that_several_elements_share_stand_once():
    text = page("x = torch.tensor([[1., 2.]])\nx.softmax(1)")
    assert text.count('<li id="s0"') == 1
    assert text.count("weights[0] = ") == 1


def test_it_is_read_by_scheme_and_stands_still_where_that_is_wished():
    text = page()
    assert "prefers-color-scheme: dark" in text
    assert text.count("prefers-reduced-motion") == 2
    assert 'aria-live="polite"' in text


# Presses keys and clicks, then writes down what is to be seen.
ACTS = """<script>
const press = (key, shiftKey = false) =>
  document.dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey, bubbles: true}));
press('ArrowRight'); press('ArrowRight'); press('ArrowLeft'); press('End'); press('ArrowLeft');
const seen = [document.getElementById('where').textContent,
  document.querySelector('li.shown .sum').textContent.trim(),
  [...document.querySelectorAll('.element.second')].map(element => element.textContent).join()];
document.querySelector('.outcome [data-at="0.1"]')
  .dispatchEvent(new Event('click', {bubbles: true}));
seen.push(document.getElementById('ear').textContent);
press('ArrowRight', true);
seen.push(document.querySelector('li.shown .far').textContent);
document.body.innerHTML = '<pre>' + seen.join('|') + '</pre>';
</script></body>"""


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no headless browser")
def test_a_page_steps_by_keys_and_answers_clicks(tmp_path):
    file = tmp_path / "page.html"
    file.write_text(page().replace("</body>", ACTS), encoding="utf-8")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    shown = subprocess.run(
        [*command, file.as_uri()], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    (seen,) = re.findall("<pre>(.*)</pre>", shown, re.DOTALL)
    assert seen.split("|") == [
        "3 of 4", "[1, 0] = 3*5 + 4*7 = 43", "4,7",
        f"[0, 1] = 1*6 + (-2*8) = -10. {WORDS}", "so far 15",
    ]  # fmt: skip


def test_a_graph_has_its_picture_and_a_chapter_on_each_value_and_each_gradient():
    source = "w = torch.tensor([3., -1.], requires_grad=True)\ny = w * w + 1\nloss = y.sum()\nloss"
    session = Session(record=True, write=lambda text: None)
    outcome = session.run(source)
    walk = walk_through(outcome.value, outcome, source, session.names)
    assert len(walk.nodes) == 4
    assert [chapter.source for chapter in walk.explanation.chapters[:4]] == [
        "w = torch.tensor([3., -1.], requires_grad=True)",
        "w * w", "y = w * w + 1", "loss = y.sum()",
    ]  # fmt: skip
    assert walk.explanation.chapters[-1].source == "grad of w"
    assert walk.steps == (1, 2, 3, 4, 4, 3, 2, 1)
    tree = body(graph_html(walk))
    numbers = [each for each in attribute(tree, "g", "data-number") if each]
    assert set(attribute(tree, "section", "data-about")) - {""} <= set(numbers)
