"""The page with the prompt; what it does is seen before Python is there."""

from content.layout import page, template
from tensorlab.explain.story.explanation import explanation_of
from tensorlab.language.running.session import Session
from tensorlab.pictures.svg import explanation_svg

ABOUT = "Type a tensor expression, get PyTorch's answer, and ask why. There is nothing to install."
BODY = template("prompt.html")
EXAMPLES = (
    "torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[5, 6], [7, 8]])",
    "torch.ones(2, 3) @ torch.ones(2, 3)",
    "torch.softmax(torch.tensor([1., 2., 3.]), 0)",
)
STEP = "a = torch.tensor([[1, 2], [3, 4]])\nb = torch.tensor([[5, 6], [7, 8]])\na @ b"


def pages() -> dict[str, str]:
    """Return the page."""
    examples = " ".join(
        f'<button type="button" data-try="{each}"><code>{each}</code></button>' for each in EXAMPLES
    )
    body = BODY.substitute(about=ABOUT, examples=examples)
    made = page("index.html", "tensorlab", body, script="prompt.mjs", about=ABOUT,
                attributes='data-state="loading"')  # fmt: skip
    return {"index.html": made, "page/step.svg": step()}


def step() -> str:
    """Return a picture of what the page will show."""
    outcome = Session(record=True).run(STEP)
    return explanation_svg(explanation_of(outcome, STEP, [(0, 1)]))
