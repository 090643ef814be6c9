"""A lesson with every kind of question, walked; `python -m tests.course.walk` walks them all."""

import os

import pytest

from tensorlab.course.lessons.library import Library
from tests.course.killed import examine
from tests.course.walk import by_input, on_terminal

EVERY = """---
title: Every kind
names: every
order: 1
---

Words.

```run
a = torch.arange(6).view(2, 3)
a
```

```predict shape id=p
a.T
```

```exercise id=e
task: Add up each row.
vary:
  n = size(1, 3)
  m = ints(n, 3)
solution: m.sum(dim=1)
hint: Which dimension goes?
```

```complete id=c
task: Add up each column.
setup: m = torch.ones(2, 3)
also: m = torch.ones(3, 3)
code: m.sum(dim={{0}})
```

```order id=o
task: The sum of 0, 1 and 2.
lines:
  total = 0
  for number in range(3):
      total = total + number
        or: total = number
  total
```

```find id=f
task: This should be the mean. Which line is wrong?
vary:
  n = size(1, 4)
  v = floats(n)
code:
  s = v.sum()
  s * len(v)
line: 2
mended: s / len(v)
```

```golf id=g
task: Twice `v`, shortly.
vary:
  v = ints(2)
solution: v*2
```

```choose id=w
question: Which turns `a`?
right: `a.T`
wrong: `a.view(3, 2)`
reveals: view-is-transpose
```

```tell id=t
question: Why?
model: Because.
idea: because
```

```explain
a + 1
```

The end.
"""


@pytest.fixture
def every(tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "every.md").write_text(EVERY)
    lessons = Library(more=[folder])
    return lessons.find("every"), tmp_path, ("--course", str(folder))


def test_a_lesson_can_be_walked_by_standard_input(every):
    lesson, folder, options = every
    shown, faults = by_input(lesson, folder, *options)
    assert faults == []
    assert "Every kind\nEnter goes on" in shown


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_lesson_can_be_walked_on_a_terminal(every):
    lesson, folder, options = every
    assert on_terminal(lesson, folder, *options)[1] == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that are cheap to end")
def test_what_was_shown_is_known_after_the_process_was_killed():
    assert examine(6)[0] == []
