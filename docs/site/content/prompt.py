"""The page with the prompt."""

from content.layout import page

ABOUT = "Type a tensor expression, get PyTorch's answer, and ask why. In the browser, nothing to install."
BODY = """<main class="two">
<section class="talk">
<h1>tensorlab</h1>
<p>{about} Click a number of a result to see the arithmetic behind it.</p>
<noscript><p>The prompt needs scripts. The <a href="lessons/index.html">lessons</a> can be read without.</p></noscript>
<p>For example: {examples}</p>
<section aria-label="Transcript"><ol id="transcript" aria-live="polite"></ol></section>
</section>
<section id="why" aria-label="Why" aria-live="polite"><p>Choose a number of a result: here stands how it came about.</p></section>
</main>
<div class="bar">
<p id="status" role="status">Python is being loaded: {size} the first time, from your own computer afterwards.</p>
<progress id="loading" max="1" value="0" aria-label="Loading"></progress>
<div id="editor"></div>
<p id="signature"></p>
<div class="actions">
<button id="run" type="button" class="main">Run</button>
<button id="stop" type="button" hidden>Stop</button>
<button id="share" type="button">Share</button>
<select id="export" aria-label="Export"><option value="">Export …</option><option value="py">a program, .py</option>\
<option value="ipynb">a notebook, .ipynb</option><option value="txt">the transcript, .txt</option></select>
</div>
</div>"""
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
    body = BODY.format(about=ABOUT, examples=examples, size="about 10 MB")
    made = page("index.html", "tensorlab", body, script="prompt.mjs", about=ABOUT,
                attributes='data-state="loading"')  # fmt: skip
    return {"index.html": made}
