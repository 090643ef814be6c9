"""Small lessons, and what is asked of the events that they make."""

RUNS = "One.\n```run\na = [1]\n```\n\nTwo.\n```run\nprint('hi')\na\n```\n\nEnd."
PREDICT = """```predict value id=p
6 * 7
---
wrong: 13
reveals: plus: You added.
hint: Times.
why: Because.
```
"""
EXERCISE = """```run quiet
k = 1
```
```exercise id=e
task: Add.
setup:
  a = 2
  b = 2
also: b = 5
solution: a + b + k - 1
wrong: a * b
reveals: times: You multiplied.
hint: First.
hint: Second.
hint: Third.
why: Sums.
```
"""


def kinds(events):
    return [type(event) for event in events]


def only(events, kind):
    (event,) = [event for event in events if isinstance(event, kind)]
    return event
