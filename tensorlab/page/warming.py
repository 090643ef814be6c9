"""What is loaded before it is asked for: what a first program needs, and later the rest."""

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
    """Load one part; the first also runs a program beside the session, as a learner will."""
    import_module(STAGES[stage])
    if not stage:
        json.dumps(Desk().run(FIRST))
