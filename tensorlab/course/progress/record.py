"""What is remembered of a learner's lessons, as data, and its form in JSON."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from tensorlab.course.lessons.lesson import Question
from tensorlab.frozen import NOTHING, Frozen, replace

SCHEMA = 1
MOST = 10**9  # nobody has done anything more often
# names in the document that are not the fields' own
WRITTEN = {"content_hash": "hash"}

State = Literal["right", "wrong", "skipped"]


class SchemaError(Exception):
    """The document was written by a newer tensorlab."""


class ItemRecord(Frozen):
    """One question: the best that came of it, and how it went."""

    content_hash: str
    state: State
    attempts: int = 0
    hints: int = 0
    misconceptions: tuple[str, ...] = ()
    last: str = ""  # when, in UTC, as ISO 8601
    box: int = 0  # on how many days in a row it was right
    answer: str = ""  # what was typed when it was last right

    def box_after(self, later: "ItemRecord") -> int:
        """Return how often in a row it is right now; several times on a day count once."""
        if later.state != "right":
            return 0
        same_day = self.last[:10] == later.last[:10]
        return max(self.box, 1) if same_day else min(self.box + 1, MOST)

    def after(self, later: "ItemRecord") -> "ItemRecord":
        """Return this record with a later one of the same question added."""
        if later.content_hash != self.content_hash:
            return later
        return replace(
            later,
            box=self.box_after(later),
            answer=later.answer or self.answer,
            # What was once right stays done, whatever is tried afterwards.
            state="right" if self.state == "right" else later.state,
            attempts=self.attempts + later.attempts,
            hints=self.hints + later.hints,
            misconceptions=self.misconceptions + later.misconceptions,
        )


class LessonRecord(Frozen):
    """One lesson: the step to resume at (for that very text), and its questions."""

    step: int = 0
    content_hash: str = ""
    finished: str = ""  # when it was last taken to its end
    items: Mapping[str, ItemRecord] = NOTHING

    def item(self, name: str, content_hash: str) -> ItemRecord | None:
        """Return a question's record, also when the question was renamed since."""
        record = self.items.get(name)
        if record and record.content_hash == content_hash:
            return record
        return next((r for r in self.items.values() if r.content_hash == content_hash), None)

    def states(self, questions: Iterable[Question]) -> list[State]:
        """Return how the answered ones among a lesson's questions stand."""
        found = (self.item(question.item, question.content_hash) for question in questions)
        return [record.state for record in found if record]


Records = dict[str, LessonRecord]


def to_json(records: Records) -> dict[str, Any]:
    """Return the records as what JSON can hold."""
    return {"schema": SCHEMA, "lessons": written(records)}


def written(value: object) -> Any:
    """Return the fields of a record, or of each in a table, by their names in the document."""
    if isinstance(value, Frozen):
        return {WRITTEN.get(name, name): written(getattr(value, name)) for name in value.fields}
    if isinstance(value, Mapping):
        return {key: written(each) for key, each in value.items()}
    return value


def from_json(document: Any) -> Records:
    """Return the records in a document.

    Raises:
        SchemaError: a newer tensorlab wrote it.
        KeyError, TypeError, ValueError, AttributeError: it is no such document.
    """
    schema = document["schema"]
    if type(schema) is not int or schema < 1:
        raise ValueError(schema)
    if schema > SCHEMA:
        raise SchemaError(schema)
    return {str(name): _lesson_from_json(lesson) for name, lesson in document["lessons"].items()}


def _lesson_from_json(lesson: Any) -> LessonRecord:
    items = {str(name): _item_from_json(item) for name, item in lesson["items"].items()}
    return LessonRecord(
        count(lesson["step"]), text(lesson["hash"]), text(lesson["finished"]), items
    )


def _item_from_json(item: Any) -> ItemRecord:
    if item["state"] not in ("right", "wrong", "skipped"):
        raise ValueError(item["state"])
    if not isinstance(item["misconceptions"], list):
        raise TypeError(item["misconceptions"])
    attempts, hints = count(item["attempts"]), count(item["hints"])
    ideas = tuple(text(name) for name in item["misconceptions"])
    box = count(item.get("box", int(item["state"] == "right")))
    last, answer = text(item["last"]), text(item.get("answer", ""))
    return ItemRecord(text(item["hash"]), item["state"], attempts, hints, ideas, last, box, answer)


def count(value: object) -> int:
    """Return how often something was done.

    Raises:
        ValueError: it is no such number.
    """
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(value)
    return value


def text(value: object) -> str:
    """Return a text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, str):
        raise TypeError(value)
    return value
