"""A process that grades hand-ins: the assignment first, then a line for each file."""

import json
import sys
from datetime import datetime
from pathlib import Path

from tensorlab.assignments.assignment import Assignment, Part
from tensorlab.batch.worker import work
from tensorlab.classes.judging import graded
from tensorlab.course.lessons.markdown import parse_lesson
from tensorlab.frozen import replace
from tensorlab.language.running.session import Budget

OF_PART = ("title", "questions", "seed", "points", "attempts", "hint_cost")


def order_of(assignment: Assignment) -> str:
    """Return an assignment with its lessons as a line of JSON, for a process on any machine."""
    parts = []
    for part in assignment.parts:
        path = part.lesson.path
        parts.append(
            {
                **{name: getattr(part, name) for name in OF_PART},
                "due": part.due and part.due.isoformat(),
                "lesson": (part.lesson.name, str(path), path.read_text(encoding="utf-8-sig")),
            }
        )
    return json.dumps({"title": assignment.title, "seed": assignment.seed, "parts": parts})


def ordered(line: str) -> Assignment:
    """Return the assignment of an order."""
    content = json.loads(line)
    parts = []
    for each in content["parts"]:
        name, path, text = each.pop("lesson")
        lesson = replace(parse_lesson(text, Path(path)), name=name)
        each["due"] = each["due"] and datetime.fromisoformat(each["due"])
        each["questions"] = tuple(each["questions"])
        parts.append(Part(lesson=lesson, **each))
    return Assignment(Path(), content["title"], None, content["seed"], tuple(parts))


def main() -> None:
    """Read the order, then answer lines until there are no more."""
    assignment = ordered(sys.stdin.readline())

    def answer_line(number: int, line: str, most: Budget) -> str:
        return json.dumps({"line": number, **graded(assignment, json.loads(line)["text"])})

    work(Budget(*json.loads(sys.argv[1])), answer_line)


if __name__ == "__main__":
    main()
