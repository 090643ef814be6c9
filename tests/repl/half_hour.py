"""A beginner's first half hour at the prompt, as the terminal shows it from first to last.

`python -m tests.repl.half_hour` writes half_hour.txt anew: look what has changed.
"""

import tempfile
from pathlib import Path

from tensorlab.version import VERSION
from tests.repl.terminal import CTRL_D, ENTER, PseudoTerminal, pasted

TRANSCRIPT = Path(__file__).with_suffix(".txt")
ROWS = 400
TUTORIAL = """\
Let us fit a line:

```python
import torch
from torch import nn

torch.manual_seed(0)
x = torch.linspace(0, 1, 20).reshape(20, 1)
y = 3 * x + 1
model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(200):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
```
"""
LINES = """\
loss.item() < 0.01, model.weight.shape
x @ y
x.summ()
torch.tensor([1, 2]) + torch.tensor([1, 2, 3])
weights
x.view(3, 7)
?TL001
:shapes x.T @ y
z = x[:3] + 1
z[0] = torch.tensor([5000.])
z
:undo
:undo
z
x[:3]; z = x.sum(); z.foo
:undo
help cumsum
%timeit x.sum()
ls -la
{'small': x[:2], 'sizes': [tuple(p.shape) for p in model.parameters()]}
_['small'].sum()
:why
:vars
:history 3
:lesson matmul
exit
:save first.py
"""


def sat_through(folder: Path) -> str:
    """Return what the terminal shows of it, and the program that was saved."""
    terminal = PseudoTerminal(folder, "repl", rows=ROWS)
    try:
        terminal.see(lambda at: at.line == (">>>", 4))
        terminal.type(pasted(TUTORIAL))
        terminal.see(lambda at: "optimizer.step()" in "\n".join(at.lines))
        terminal.type(ENTER)  # an empty line ends the loop
        enter(terminal)
        for line in LINES.splitlines():
            terminal.type(line)
            terminal.see(lambda at, line=line: line in at.line[0])
            enter(terminal)
        terminal.type(CTRL_D)
        terminal.end()
    finally:
        terminal.kill()
    shown = "\n".join(terminal.lines).replace(VERSION, "VERSION")
    return f"{shown}\n\nfirst.py\n{(folder / 'first.py').read_text()}"


def enter(terminal: PseudoTerminal) -> None:
    """Press Enter, and wait until the next line can be typed below."""
    terminal.see(lambda at: at.line[0].startswith((">>>", "...", "lesson>")))  # not in the bar
    row = terminal.glass.cursor.y
    terminal.type(ENTER)
    terminal.see(lambda at: at.glass.cursor.y > row and at.line[0] in {">>>", "lesson>"})


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        TRANSCRIPT.write_text(sat_through(Path(place)), "utf-8")
