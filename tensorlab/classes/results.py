"""What a class makes of the results of its files: a row a learner, a row a question, flags."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from math import prod
from statistics import median
from typing import Any

from tensorlab.assignments.assignment import Assignment
from tensorlab.assignments.hand_in import moment
from tensorlab.course.lessons.lesson import short_hash

Row = dict[str, Any]
# learners whose numbers a wrong answer fits by chance: with more it says nothing
CHANCE = 0.5
# How a question stands: `open` where hints or answers came that count as none.
STATES = ("right", "wrong", "skipped", "open", "missing", "broken")
# What flags mean, as the report tells it.
FLAGS = {
    "late": "something was answered after the class was due",
    "twice": "several files give this name; the best of them counts",
    "other-numbers": "wrong answers are right with the numbers of another learner",
    "claims": "the file calls an answer right that is not",
    "changed": "it answers other questions than these: of another version, or with other numbers",
    "times": "times are missing, in the future, or not in order",
    "not-graded": "the file cannot be graded",
}


def class_object(assignment: Assignment, results: Iterable[Row], *, pseudonyms: bool) -> Row:
    """Return the graded class as data for JSON: what the report tells is all in here."""
    results = list(results)
    rows = [row_of(assignment, each) for each in one_each(results)]
    flag_other_numbers(rows)
    rows.sort(key=lambda row: (row["name"].casefold(), row["name"]))
    if pseudonyms:
        rename(assignment, rows)
    graded = [row for row in rows if row["error"] is None]
    points = [row["points"] for row in graded]
    return {
        "title": assignment.title,
        "due": assignment.due and assignment.due.isoformat(),
        "total": number(assignment.total),
        "graded": len(graded),
        "not_graded": len(rows) - len(graded),
        "files": []
        if pseudonyms
        else [
            {"file": each["file"], "error": each["error"]} for each in results if "error" in each
        ],
        "median": number(median(points)) if points else None,
        "learners": rows,
        "questions": [
            question_row(part.lesson.name, item, part.points, graded)
            for part in assignment.parts
            for item in part.questions
        ],
    }


def one_each(results: Iterable[Row]) -> list[Row]:
    """Return one result for each learner, the best where there are several."""
    by_name: dict[str, list[Row]] = defaultdict(list)
    for each in results:
        by_name[each["learner"] or each["file"]].append(each)
    return [
        {**best, "learner": name, "twice": len(found) > 1}
        for name, found in by_name.items()
        for best in [max(found, key=worth)]
    ]


def worth(result: Row) -> tuple[bool, float, str]:
    """Return by what one of a learner's files is better than another."""
    points = sum(each["points"] for each in result.get("questions", ()))
    return "error" not in result, points, str(result.get("last", ""))


def row_of(assignment: Assignment, result: Row) -> Row:
    """Return the row of a learner."""
    asked = result.get("questions", [])
    late = any(each["late"] for each in asked)
    last = moment(result.get("last") or "")
    flags = set(result.get("flags", ()))
    flags |= {"times"} if last is not None and last > datetime.now(UTC) else set()
    flags |= {"late"} if late else set()
    flags |= {"twice"} if result["twice"] else set()
    flags |= {"not-graded"} if "error" in result else set()
    return {
        "name": result["learner"],
        "points": number(sum(each["points"] for each in asked)),
        "total": number(assignment.total),
        "flags": sorted(flags),
        "late": late,
        "seconds": sum(each["seconds"] for each in asked),
        "error": result.get("error"),
        "questions": [dict(each) for each in asked],
    }


def number(points: float) -> float:
    """Return points without the dust of binary fractions, whole ones as whole numbers."""
    found = round(points, 6)
    return int(found) if found == int(found) else found


def flag_other_numbers(rows: list[Row]) -> None:
    """Flag whose wrong answers are right with the numbers of another learner, unless by chance.

    Of each question is counted how often two learners have the same right answer: the product of
    these for the answers that fit one other learner, times the learners, is what chance would do.
    """
    truths: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for each in row["questions"]:
            if truth := each.pop("truth"):
                truths[each["lesson"], each["question"]][truth].append(row["name"])
    chances = {place: chance_of(found) for place, found in truths.items()}
    for row in rows:
        fitting: dict[str, list[float]] = defaultdict(list)
        for each in row["questions"]:
            place = each["lesson"], each["question"]
            others = {
                name
                for wrong in each["wrong"]
                for name in truths[place].get(wrong.pop("gives"), ())
                if name != row["name"]
            }
            each["fits"] = sorted(others)
            for name in others:
                fitting[name].append(chances[place])
        expected = [prod(found) * (len(rows) - 1) for found in fitting.values()]
        if any(each <= CHANCE for each in expected):
            row["flags"] = sorted({*row["flags"], "other-numbers"})


def chance_of(truths: dict[str, list[str]]) -> float:
    """Return how likely two learners have the same right answer, by those that were seen."""
    counts = [len(names) for names in truths.values()]
    pairs = sum(counts) * (sum(counts) - 1) / 2
    same = sum(count * (count - 1) / 2 for count in counts)
    return (same + 0.5) / (pairs + 1)


def rename(assignment: Assignment, rows: list[Row]) -> None:
    """Give the learners other names, in an order that says nothing of theirs."""

    def place(row: Row) -> str:
        return short_hash(str(assignment.seed), row["name"])

    width = len(str(len(rows)))
    rows.sort(key=place)
    names = {row["name"]: f"learner {n:0{width}}" for n, row in enumerate(rows, 1)}
    for row in rows:
        row["name"] = names[row["name"]]
        for each in row["questions"]:
            each["fits"] = sorted(names[name] for name in each["fits"])


def question_row(lesson: str, item: str, points: float, rows: Sequence[Row]) -> Row:
    """Return how a question went: who answered it, the ideas behind it, the wrong answers."""
    asked = [
        each
        for row in rows
        for each in row["questions"]
        if (each["lesson"], each["question"]) == (lesson, item)
    ]
    states = Counter(each["state"] for each in asked)
    taken = [each for each in asked if each["state"] != "missing"]
    wrong = Counter((each["answer"], each["idea"]) for one in taken for each in one["wrong"])
    sentences = {each["idea"]: each["sentence"] for one in taken for each in one["wrong"]}
    ideas = Counter(idea for one in taken for idea in {w["idea"] for w in one["wrong"]} if idea)
    return {
        "lesson": lesson,
        "question": item,
        "points": number(points),
        "learners": len(asked),
        **{state: states[state] for state in STATES},
        "first_try": sum(each["state"] == "right" and each["attempts"] == 1 for each in taken),
        "hints": sum(each["hints"] for each in taken),
        "seconds": median(each["seconds"] for each in taken) if taken else 0,
        "ideas": [
            {"idea": idea, "learners": count, "sentence": sentences[idea]}
            for idea, count in ranked(ideas)
        ],
        "wrong_answers": [
            {"answer": answer, "times": count, "idea": idea}
            for (answer, idea), count in ranked(wrong)
        ],
    }


def ranked(counted: "Counter[Any]") -> list[tuple[Any, int]]:
    """Return what was counted, the most frequent first, equals by their words."""
    return sorted(counted.items(), key=lambda pair: (-pair[1], str(pair[0])))
