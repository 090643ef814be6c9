"""A name that a question uses is shown again where the screen shows it no more."""

import pytest

from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Asked, Back, Next, Recalled, Skip
from tensorlab.course.taking.machine import LessonRun
from tensorlab.workspace.lesson_actions import new_session

LESSON = """```run
a = torch.tensor([1, 2])
big = torch.zeros(9, 2)
def twice(x):
    return x * 2
```

```predict value id=near
a + 1
```

```run
print("something else")
```

```predict value id=far
twice(a) + len(big)
```

```exercise id=own
task: Add up `b`.
setup: b = torch.tensor([1, 2])
also: b = torch.tensor([5])
solution: b.sum()
```
"""
NEAR, FAR, OWN = 1, 3, 4


@pytest.fixture
def run(lesson_of):
    return LessonRun(lesson_of(LESSON), new_session, Progress(None))


def arrive(run, step):
    """Go on to a step, and return what is shown there."""
    events = run.start()
    while run.step < step:
        if run.waiting == "answer":
            run.send(Skip())
        events = run.send(Next())
    return events


def recalled(events):
    """Return the names that are shown again, with their texts."""
    again = [each for event in events if isinstance(event, Recalled) for each in event.names]
    return {each.source: each.outcome.text for each in again}


def test_what_the_step_before_shows_is_not_shown_again(run):
    assert recalled(arrive(run, NEAR)) == {}


def test_what_is_farther_up_is_shown_again_and_a_large_tensor_by_its_shape(run):
    shown = recalled(arrive(run, FAR))
    assert shown == {"a": "tensor([1, 2])", "big.shape": "torch.Size([9, 2])"}


def test_it_stands_above_the_question(run):
    assert [type(event) for event in arrive(run, FAR)[-2:]] == [Recalled, Asked]


def test_a_question_that_one_comes_back_to_shows_its_names(run):
    arrive(run, NEAR + 1)
    assert recalled(run.send(Back())) == {"a": "tensor([1, 2])"}


def test_what_a_set_up_makes_is_shown_by_the_set_up(run):
    assert recalled(arrive(run, OWN)) == {}
