"""`run --check`: the examples of a page, held against what they give."""

import pytest

from tensorlab.process.lifecycle import ExitCode

PAGE = """# Notes

```python
>>> x = torch.arange(6).view(2, 3)
>>> x
tensor([[0, 1, 2],
        [3, 4, 5]])
>>> for row in x:
...     print(row.sum())
tensor(3)
tensor(12)
>>> x @ x
Traceback (most recent call last):
  ...
RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)
>>> x.sum()
tensor(15)
>>> _ + 1
tensor(16)
```
"""


def checked(terminal, text, *options):
    (terminal.folder / "page.md").write_text(text)
    return terminal.run("run", "--check", *options, "page.md")


def test_a_page_that_says_what_is_so_agrees(terminal):
    done = checked(terminal, PAGE)
    assert (done.returncode, done.stdout) == (ExitCode.FINE, "6 of 6 examples agree\n")


def test_what_differs_is_shown_with_its_line(terminal):
    done = checked(terminal, PAGE.replace("tensor(15)", "tensor(17)"))
    assert done.returncode == ExitCode.FAILED
    assert done.stdout == (
        "line 16: x.sum()\n  the page says:\n    tensor(17)\n"
        "  tensorlab says:\n    tensor(15)\n5 of 6 examples agree\n"
    )


def test_what_doctest_understands_is_understood(terminal):
    page = """
>>> print("a\\n\\nb")
a
<BLANKLINE>
b
>>> print("<BLANKLINE>")  # doctest: +DONT_ACCEPT_BLANKLINE
<BLANKLINE>
>>> torch.rand(9)  # doctest: +SKIP
tensor([0.1, 0.2])
>>> list(range(50))  # doctest: +ELLIPSIS
[0, 1, ..., 49]
>>> [1, 2, ..., 3]
[1, 2, 3]
"""
    done = checked(terminal, page)
    assert (done.returncode, done.stdout.split("\n")[-2]) == (
        ExitCode.FAILED,
        "3 of 4 examples agree",
    )


def test_an_endless_example_ends_and_the_next_one_runs(terminal):
    done = checked(terminal, ">>> while True: pass\n>>> 1\n1\n", "--max-steps", "1000")
    assert "1 of 2 examples agree" in done.stdout


@pytest.mark.parametrize("text", ["", "no example\n", ">>>x\n", "\0"])
def test_a_page_without_examples_is_refused(terminal, text):
    done = checked(terminal, text)
    assert done.returncode == ExitCode.WRONG_USAGE
    assert done.stderr.startswith("tensorlab: cannot check 'page.md'")
