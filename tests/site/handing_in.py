"""An assignment for the page: what is answered there is answered at the prompt, too, and graded."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

CLASS = 'title = "Week 1"\nseed = 7\n[[lessons]]\nname = "add"\nquestions = ["column", "table"]\n'
PLANS = {"column": "r", "table": "hwr"}  # a hint, a wrong answer, right ones


def prepare(folder: Path, learner: str) -> None:
    """Write the assignment, the lines that a learner types, and what they hand in at the prompt."""
    from tests.classes.people import assignment, done

    given = assignment(folder, CLASS)
    lines = [each.answer or each.action for item, plan in PLANS.items()
             for each in done(given, learner, "add", item, plan)]  # fmt: skip
    (folder / f"{learner}.lines.json").write_text(json.dumps(lines), encoding="utf-8")
    whom = ("class.toml", "--learner", learner)
    tensorlab(folder, "take", *whom, typed="\n".join(lines))
    tensorlab(folder, "hand-in", *whom, "-o", f"{learner}.terminal.jsonl")


def is_graded_alike(folder: Path, learner: str) -> bool:
    """Return whether what was handed in from the page is worth what was at the prompt."""
    pairs = [graded(folder, f"{learner}.{place}.jsonl") for place in ("page", "terminal")]
    return pairs[0] == pairs[1] and pairs[0]["points"] > 0 and not pairs[0]["flags"]


def graded(folder: Path, file: str) -> dict[str, Any]:
    """Return what a file is worth, without the time that was needed."""
    told = json.loads(tensorlab(folder, "grade", "class.toml", file, "--format", "json"))
    (found,) = told["learners"]
    for each in (found, *found["questions"]):
        each.pop("seconds", None)
    return {name: found[name] for name in ("name", "points", "total", "flags", "questions")}


def tensorlab(folder: Path, action: str, *arguments: str, typed: str = "") -> str:
    """Return what a command of a class prints."""
    command = [sys.executable, "-m", "tensorlab", "class", action, *arguments]
    environment = {**os.environ, "TENSORLAB_HOME": str(folder / "home")}
    ran = subprocess.run(command, cwd=folder, env=environment, input=typed, check=False,
                         stdout=subprocess.PIPE, encoding="utf-8")  # fmt: skip
    return ran.stdout
