"""How a learner stands, as lines to read."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from tensorlab.course.progress.standing import Standing
from tensorlab.render.commands import typed_as
from tensorlab.render.look.remarks import heading
from tensorlab.render.look.tables import Pairs


def standing_view(standing: Standing) -> RenderableType:
    """Return how a learner stands."""
    return Group(*parts(standing))


def parts(standing: Standing) -> Iterator[RenderableType]:
    """Yield what is done, what is due, what is weak, and what comes next."""
    done, questions = len(standing.done), standing.questions
    rows = [("done", f"{done} of {standing.lessons} lessons{listed(standing.done)}")]
    if standing.begun:
        rows.append(("begun", ", ".join(standing.begun)))
    rows.append(("questions", f"{standing.right} of {questions} right, {standing.missed} missed"))
    rows.append(("due", f"{standing.due} to review" if standing.due else "nothing today"))
    yield Pairs(rows)
    if standing.weak:
        from tensorlab.render.look.prose import Prose

        yield heading("\nBehind your wrong answers")
        for each in standing.weak:
            times = "once" if each.times == 1 else f"{each.times} times"
            said = each.sentence or f"An idea called {each.idea}."
            yield Prose(f"- {said} ({times}, in {', '.join(each.lessons)})")
    yield Text("")
    if standing.due:
        yield Text(f"Five minutes of review: {typed_as('review')}")
    if standing.next:
        yield Text(f"Next: {standing.next.title}: {typed_as(f'lesson {standing.next.lesson}')}")


def listed(names: tuple[str, ...]) -> str:
    """Return names in brackets, where there are any."""
    return f" ({', '.join(names)})" if names else ""
