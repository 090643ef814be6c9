"""Makes the README's pictures from the program itself: `python docs/pictures.py` does."""

from pathlib import Path

from rich.console import Group

from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.explain.gradients.graph import graph_of
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.language.running.session import Session
from tensorlab.pictures.graph import graph_svg
from tensorlab.pictures.svg import explanation_svg
from tensorlab.render.explanations.view import FrameView
from tensorlab.render.failures.failure import FailureView
from tensorlab.render.look.svg import text_svg
from tensorlab.render.transcript import typed

HERE = Path(__file__).parent
PRODUCT = "a = torch.tensor([[1, 2], [3, 4]])\nb = torch.tensor([[5, 6], [7, 8]])\na @ b"
BROADCAST = "x - x.mean(1)"
SOFTMAX = "x = torch.tensor([[1., 2., 3.], [0., 0., 1.]])\nx.softmax(1)"
NETWORK = """
x = torch.tensor([1., 2.])
w = torch.tensor([3., -1.], requires_grad=True)
b = torch.tensor(0.5, requires_grad=True)
y = w * x + b
loss = (y * y).sum()
"""


def stepped_product() -> str:
    """Return the picture of a matrix product, element by element."""
    outcome = Session(record=True).run(PRODUCT)
    return explanation_svg(explanation_of(outcome, PRODUCT, [(0, 0), (0, 1)]))


def broadcasting_error() -> str:
    """Return the picture of an error with its repairs, as a terminal shows it."""
    session = Session()
    session.run("x = torch.rand(2, 3)")
    failure = session.run(BROADCAST).failure
    assert failure is not None
    shown = Group(typed(BROADCAST), FailureView(diagnosed(failure, session.names)))
    return text_svg(shown, f"What is said about {BROADCAST}", width=76)


def softmax_step() -> str:
    """Return the picture of an element of softmax, as a terminal shows it."""
    chapter = explanation_of(Session(record=True).run(SOFTMAX), SOFTMAX).chapters[-1]
    return text_svg(FrameView(chapter, 2, room=23), "An element of softmax, step by step")


def autograd_graph() -> str:
    """Return the picture of a small graph: values forward, gradients backward."""
    session = Session(record=True)
    outcome = session.run(NETWORK)
    loss = session.names["loss"]
    return graph_svg(graph_of(loss, session.names, outcome.trace))  # type: ignore[arg-type]


if __name__ == "__main__":
    for name, picture in (
        ("matmul", stepped_product()),
        ("broadcasting", broadcasting_error()),
        ("softmax", softmax_step()),
        ("autograd", autograd_graph()),
    ):
        (HERE / f"{name}.svg").write_text(f"{picture}\n", encoding="utf-8")
