"""What is loaded before it is asked for: at the start what a first program needs, the rest later."""

import json
from importlib import import_module

from tensorlab.page.desk import Desk

# Each is loaded in a moment in which the page has nothing else to do.
STAGES = (
    "tensorlab.page.lines",
    "tensorlab.explain.story.story",
    "tensorlab.language.failing.failures",
    "tensorlab.explain.errors",
    "tensorlab.course.lessons.library",
    "tensorlab.page.lesson_desk",
)
FIRST = "torch.ones(2, 2) @ torch.ones(2, 2)"


def warmed(stage: int) -> None:
    """Load one part; the first runs a program beside the session, as the first of a learner will."""
    import_module(STAGES[stage])
    if not stage:
        json.dumps(Desk().run(FIRST))
