"""The report on a class: one page that needs nothing else, for reading and for printing."""

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from tensorlab.classes.results import FLAGS, Row
from tensorlab.process.lifecycle import visible
from tensorlab.render.look.themes import page_rules
from tensorlab.wording import counted

RULES = Path(__file__).with_name("report.css")
MOST_ANSWERS = 8  # of a question, the most frequent first
LONGEST = 160  # characters of one
HALF = 0.5  # of the points: who has less needs help
BINS = 10  # bars of the points that were reached
STATES = ("right", "wrong", "skipped")
UNANSWERED = ("missing", "open", "broken")


def page(graded: Row) -> str:
    """Return the page on a graded class."""
    title = text(graded["title"])
    parts = (
        overview(graded),
        questions(graded),
        behind(graded),
        needing(graded),
        learners(graded),
        refused(graded),
    )
    rules = RULES.read_text(encoding="utf-8")
    body = "\n".join(line for part in parts for line in part)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>\n{page_rules()}\n{rules}</style></head>\n"
        f"<body><main>\n<h1>{title}</h1>\n{body}\n</main></body></html>\n"
    )


def text(words: object) -> str:
    """Return somebody's words as a page shows them, whatever they hold."""
    return escape(visible(str(words).replace("\n", " ⏎ ")))


def overview(graded: Row) -> Iterator[str]:
    """Yield how many were graded and how the points lie."""
    due = f", due before {graded['due'][:16].replace('T', ' ')}" if graded["due"] else ""
    refused = graded["not_graded"]
    none = f", {counted(refused, 'learner')} could not be graded" if refused else ""
    yield f"<p>{counted(graded['graded'], 'learner')} graded{none}{due}."
    if graded["graded"]:
        points = counted(graded["total"], "point")
        yield f"Half of them have {graded['median']:g} of {points} or more."
    yield "</p>"
    if graded["graded"] and graded["total"]:
        yield "<h2>Learners by points</h2>"
        yield histogram(graded)


def histogram(graded: Row) -> str:
    """Return how many learners reached how many points, as bars with their numbers."""
    counts = [0] * BINS
    for row in graded["learners"]:
        if row["error"] is None:
            counts[min(int(BINS * row["points"] / graded["total"]), BINS - 1)] += 1
    bars = []
    for place, count in enumerate(counts):
        height = 100 * count / max(counts)
        bars.append(
            f'<rect class="bar" x="{60 * place + 8}" y="{120 - height:.1f}" width="44" '
            f'height="{height:.1f}"/><text x="{60 * place + 30}" y="{114 - height:.1f}">'
            f'{count or ""}</text><text class="quiet" x="{60 * place + 30}" y="138">'
            f"{10 * place}-{10 * place + 10} %</text>"
        )
    told = ", ".join(f"{10 * at} to {10 * at + 10} %: {n}" for at, n in enumerate(counts) if n)
    return (
        f'<svg role="img" viewBox="0 0 600 145" aria-label="Learners by points. {told}">'
        f"{''.join(bars)}</svg>"
    )


def questions(graded: Row) -> Iterator[str]:
    """Yield the table of the questions, those that went worst first."""
    rows = []
    for each in worst_first(graded["questions"]):
        idea = each["ideas"][0]["idea"] if each["ideas"] else ""
        states = {state: each[state] for state in STATES}
        states["open"] = sum(each[state] for state in UNANSWERED)
        rows.append(
            (
                f'<th scope="row">{text(each["lesson"])} / {text(each["question"])}</th>',
                f"<td>{bar(states, each['learners'])}</td>",
                *(f"<td>{count}</td>" for count in states.values()),
                f"<td>{each['first_try']}</td><td>{each['hints']}</td>",
                f"<td>{minutes(each['seconds'])}</td>",
                f'<td class="words">{text(idea)}</td>',
            )
        )
    numbers = (*STATES, "open", "at once", "hints")
    heads = ("question", "how it went", *numbers, "time", "most frequent idea")
    yield from table("Questions, the hardest first", heads, rows)


def worst_first(rows: Iterable[Row]) -> list[Row]:
    """Return questions by how few answered them rightly."""
    return sorted(rows, key=lambda each: each["right"] / max(each["learners"], 1))


def behind(graded: Row) -> Iterator[str]:
    """Yield of each question the ideas behind its wrong answers, and these as they were typed."""
    asked = [each for each in worst_first(graded["questions"]) if each["wrong_answers"]]
    if asked:
        yield "<h2>What is behind the wrong answers</h2>"
    for each in asked:
        yield f"<h3>{text(each['lesson'])} / {text(each['question'])}</h3>"
        yield "<ul>" * bool(each["ideas"])
        for idea in each["ideas"]:
            who = counted(idea["learners"], "learner")
            yield f"<li><b>{text(idea['idea'])}</b>, {who}: {text(idea['sentence'])}</li>"
        yield "</ul>" * bool(each["ideas"])
        shown = each["wrong_answers"][:MOST_ANSWERS]
        rows = [
            (
                f'<td class="words"><code>{text(cut(wrong["answer"]))}</code></td>',
                f'<td>{wrong["times"]}</td><td class="words">{text(wrong["idea"] or "")}</td>',
            )
            for wrong in shown
        ]
        yield from table("", ("wrong answer", "times", "idea"), rows)
        if left := len(each["wrong_answers"]) - len(shown):
            yield f"<p>{counted(left, 'further wrong answer')}.</p>"


def cut(words: str) -> str:
    """Return the beginning of what somebody typed."""
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def needing(graded: Row) -> Iterator[str]:
    """Yield who has less than half of the points, and the ideas to speak of with them."""
    few = [
        row
        for row in graded["learners"]
        if row["error"] is None and row["points"] < HALF * row["total"]
    ]
    rows = []
    for row in sorted(few, key=lambda row: (row["points"], row["name"])):
        ideas = dict.fromkeys(e["misconception"] for e in row["questions"] if e["misconception"])
        left = sum(each["state"] in {"missing", "skipped"} for each in row["questions"])
        rows.append(
            (
                f'<th scope="row">{text(row["name"])}</th><td>{row["points"]:g}</td>',
                f'<td>{left}</td><td class="words">{text(", ".join(ideas))}</td>',
            )
        )
    heads = ("learner", "points", "not answered", "ideas behind wrong answers")
    yield from table("Who needs help: less than half of the points", heads, rows)


def learners(graded: Row) -> Iterator[str]:
    """Yield the table of all learners, and what their flags mean."""
    rows = []
    for row in graded["learners"]:
        fits = [f"{e['lesson']} / {e['question']}" for e in row["questions"] if e["fits"]]
        more = f' <span class="quiet">({text(", ".join(fits))})</span>'
        other = more if "other-numbers" in row["flags"] else ""
        points = "" if row["error"] else f"{row['points']:g}"
        shown = {"right": row["points"], "open": row["total"] - row["points"]}
        rows.append(
            (
                f'<th scope="row">{text(row["name"])}</th><td>{points}</td>',
                f"<td>{bar(shown, row['total'])}</td><td>{minutes(row['seconds'])}</td>",
                f"<td>{sum(each['hints'] for each in row['questions'])}</td>",
                f'<td class="words">{text(row["error"] or ", ".join(row["flags"]))}{other}</td>',
            )
        )
    heads = ("learner", "points", f"of {graded['total']:g}", "time", "hints", "flags")
    yield from table("All learners", heads, rows)
    given = {flag for row in graded["learners"] for flag in row["flags"]}
    if given:
        meanings = (f"<dt>{flag}</dt><dd>{FLAGS[flag]}</dd>" for flag in FLAGS if flag in given)
        yield f"<dl>{''.join(meanings)}</dl>"
        yield "<p>A flag is a reason to look, and no proof: what a file says can be made up.</p>"


def refused(graded: Row) -> Iterator[str]:
    """Yield the files that could not be graded."""
    rows = [
        (f'<th scope="row">{text(each["file"])}</th><td class="words">{text(each["error"])}</td>',)
        for each in graded["files"]
    ]
    yield from table("Files that could not be graded", ("file", "why"), rows)


def table(title: str, heads: Iterable[str], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table with its headings, nothing where it has no rows."""
    lines = ["".join(row) for row in rows]
    if lines:
        yield f"<h2>{title}</h2>" if title else ""
        names = "".join(f'<th scope="col">{text(head)}</th>' for head in heads)
        yield f'<div class="wide"><table><thead><tr>{names}</tr></thead><tbody>'
        yield from (f"<tr>{line}</tr>" for line in lines)
        yield "</tbody></table></div>"


def bar(parts: dict[str, float], whole: float) -> str:
    """Return a bar of parts, each in the look of its state."""
    drawn, at, told = [], 0.0, []
    for state, count in parts.items():
        width = 120 * count / whole if whole else 0
        if width:
            drawn.append(
                f'<rect class="bar {state}" x="{at:.1f}" width="{width:.1f}" height="12"/>'
            )
            told.append(f"{state} {count:g}")
        at += width
    label = text(", ".join(told) or "nothing")
    begin = '<svg role="img" class="part" viewBox="0 0 120 12"'
    return f'{begin} aria-label="{label}">{"".join(drawn)}</svg>'


def minutes(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
