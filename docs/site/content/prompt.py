"""The page with the prompt."""

from content.layout import page, template

ABOUT = "Type a tensor expression, get PyTorch's answer, and ask why. There is nothing to install."
BODY = template("prompt.html")
EXAMPLES = (
    "torch.tensor([[1, 2], [3, 4]]) @ torch.tensor([[5, 6], [7, 8]])",
    "torch.ones(2, 3) @ torch.ones(2, 3)",
    "torch.softmax(torch.tensor([1., 2., 3.]), 0)",
)


def pages() -> dict[str, str]:
    """Return the page."""
    examples = " ".join(
        f'<button type="button" data-try="{each}"><code>{each}</code></button>' for each in EXAMPLES
    )
    body = BODY.substitute(about=ABOUT, examples=examples)
    made = page("index.html", "tensorlab", body, script="prompt.mjs", about=ABOUT,
                attributes='data-state="loading"')  # fmt: skip
    return {"index.html": made}
