"""A value or a failure can be shown in every form."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tensorlab.errors import LimitReached
from tensorlab.explain.story.explanation import NothingToExplainError, explanation_of
from tensorlab.language.outcome import Outcome
from tensorlab.language.running.session import Session
from tensorlab.pictures.page import explanation_html
from tensorlab.pictures.svg import explanation_svg
from tensorlab.render.explanations.plain import explanation_text, narrated_explanation
from tensorlab.render.failures.failure import FailureView, narrated_failure
from tensorlab.render.look.console import plain_text
from tensorlab.render.outcome import value_text
from tensorlab.workspace.as_json import explanation_line, outcome_line
from tests.fuzz.checks.words import in_texts
from tests.fuzz.findings import Finding, of_error

Show = Callable[[Any], str]
VALUE_FORMS: dict[str, Show] = {
    form: partial(value_text, form=form) for form in ("plain", "narrated", "rich", "grid", "json")
}
FAILURE_FORMS: dict[str, Show] = {
    "rich": lambda failure: plain_text(FailureView(failure)),
    "narrated": narrated_failure,
    "json": lambda failure: outcome_line(Outcome(failure=failure)),
}
EXPLANATION_FORMS: dict[str, Show] = {
    "json": explanation_line, "svg": explanation_svg, "html": explanation_html,
    "plain": explanation_text, "narrated": narrated_explanation,
}  # fmt: skip


def shown(value: Any, forms: dict[str, Show], session: Session) -> Iterator[Finding]:
    """Yield the forms in which a value cannot be shown, or is shown with words of our insides."""
    for form, show in forms.items():
        try:
            with session.limits():
                text = show(value)
        except LimitReached:
            continue
        except Exception as error:  # noqa: BLE001  whatever it is, it is found
            yield of_error(f"showing {form}", error)
            continue
        yield from in_texts(type(value).__name__, (text,))
        if form == "json":
            require_json(text)


def value_shown(outcome: Outcome, session: Session, *, rich: bool) -> Iterator[Finding]:
    """Yield the forms in which what came of a run cannot be shown; failures rarely in colours."""
    if outcome.failure is not None:  # its words are checked with their place
        forms = {form: show for form, show in FAILURE_FORMS.items() if rich or form != "rich"}
        found = shown(outcome.failure, forms, session)
        yield from (each for each in found if each.kind != "words")
        return
    for form, show in VALUE_FORMS.items():
        try:
            said = session.with_text(outcome, show)
        except Exception as error:  # noqa: BLE001
            yield of_error(f"showing {form}", error)
            continue
        words = said.text or (said.failure.message if said.failure else "")
        yield from in_texts(type(outcome.value).__name__, (words,))
        if form == "json" and said.text:
            require_json(said.text)


def require_json(text: str) -> None:
    """Refuse what is no JSON: NaN and Infinity are not.

    Raises:
        ValueError: so it is.
    """

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON")

    json.loads(text, parse_constant=refuse)


def explained(outcome: Outcome, source: str, session: Session) -> Iterator[Finding]:
    """Yield why a run cannot be explained that went well."""
    try:
        with session.limits():
            told = explanation_of(outcome, source)
    except (NothingToExplainError, LimitReached):
        return
    except Exception as error:  # noqa: BLE001
        yield of_error("explaining", error)
        return
    yield from shown(told, EXPLANATION_FORMS, session)
