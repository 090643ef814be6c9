"""The chapter of the guide for authors is done as it is written, and other commands as users do."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, terminal  # noqa: F401  a fixture

CHAPTER = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8").partition("## A class")[2]


@pytest.mark.slow
def test_the_chapter_is_true(tmp_path):
    """Its fences hold a lesson with fences of its own, so that it is cut at the blocks' ends."""
    parts = re.split(r"^```sh\n", CHAPTER, flags=re.MULTILINE)[1:]
    first = parts[0].partition("class.toml\n```\n")
    scripts = [
        first[0] + "class.toml\n",
        *(part.partition("\n```\n")[0] + "\n" for part in parts[1:]),
    ]
    command = tmp_path / "tensorlab"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tensorlab "$@"\n')
    command.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", "".join(scripts)],
        cwd=work,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT), "TENSORLAB_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = re.search(r"^name,.*?(?=^```)", CHAPTER, re.DOTALL | re.MULTILINE)[0]
    found = (work / "grades.csv").read_text(encoding="utf-8")
    assert found.replace(",late", ",") == said.replace(",late", ",")
    assert found in done.stdout
    assert "Adding up rows" not in done.stderr
    assert "Week 1" in (work / "report.html").read_text(encoding="utf-8")


LESSON = """---
title: Sevens
names: sevens
order: 1
---

Seven.

```predict value id=seven
3 + 4
```
"""


@pytest.mark.slow
def test_an_added_course_is_known_everywhere_and_learners_are_kept_apart(terminal):  # noqa: F811
    course = terminal.folder / "own"
    course.mkdir()
    (course / "sevens.md").write_text(LESSON, encoding="utf-8")
    assert terminal.run("lesson", "sevens").returncode == 2
    assert terminal.run("course", "add", "own").returncode == 0
    (listed,) = json.loads(terminal.run("course", "list", "--json").stdout)["courses"]
    assert listed == {"path": str(course), "origin": "added", "lessons": 1}
    assert terminal.run("lesson", "sevens", "--learner", "ada", input="7\n").returncode == 0
    assert terminal.run("lesson", "sevens", "--learner", "ben", input="8\n").returncode == 3

    def stands(*learner):
        told = json.loads(terminal.run("progress", "--json", *learner).stdout)
        return told["right"], told["missed"]

    assert stands("--learner", "ada") == (1, 0)
    assert stands("--learner", "ben") == (0, 1)
    assert stands() == (0, 0)
    again = terminal.run("review", "--missed", "--learner", "ben", input="1\n")
    assert "Sevens" in again.stdout
    assert "Nothing was missed" in terminal.run("review", "--missed", "--learner", "ada").stderr
    assert "Seven." in terminal.run("export", "sevens", "--learner", "ada").stdout
    new = terminal.run("class", "new", "week", "--lessons", "sevens", "--seed", "1")
    assert new.returncode == 0
    assert terminal.run("course", "remove", "own").returncode == 0
    assert terminal.run("lesson", "sevens").returncode == 2
    assert terminal.run("course", "remove", "own").returncode == 2
    assert terminal.run("class", "check", "week/class.toml").returncode == 3


def test_a_class_is_taken_from_standard_input(terminal):  # noqa: F811
    terminal.run("class", "new", "week", "--lessons", "matmul", "--seed", "1")
    file = Path("week", "class.toml")
    arguments = ("class", "take", str(file), "--learner", "ada", "--json")
    taken = terminal.run(*arguments, input="hint\n(97, 89)\n")
    events = [json.loads(line)["event"] for line in taken.stdout.splitlines()]
    assert {"Opened", "Asked", "Left"} <= set(events)
    listed = terminal.run("class", "take", str(file), "--learner", "ada", "--list")
    assert "missing" in listed.stdout
    assert terminal.run("class", "hand-in", str(file), "--learner", "ben").returncode == 2
    first, *lines = terminal.run(
        "class", "hand-in", str(file), "--learner", "ada"
    ).stdout.splitlines()
    assert json.loads(first)["learner"] == "ada"
    assert all("/" not in json.loads(line)["time"] for line in lines)
    assert str(terminal.folder) not in first


@pytest.mark.parametrize(
    "arguments",
    [
        ("new", "x", "--lessons", "nosuch"),
        ("new", "x", "--lessons", ""),
        ("new", "x", "--lessons", "add", "--due", "soon"),
        ("new", "x", "--lessons", "add", "--course", "absent"),
        ("check", "absent.toml"),
        ("take", "absent.toml", "--learner", "ada"),
        ("take", "absent.toml", "--learner", " "),
        ("grade", "absent.toml", "x"),
        ("grade",),
    ],
)
def test_wrong_usage_ends_with_2(terminal, arguments):  # noqa: F811
    refused = terminal.run("class", *arguments)
    assert refused.returncode == 2
    assert refused.stderr


def test_an_installed_course_is_read_without_running_it(terminal):  # noqa: F811
    site = terminal.folder / "site"
    lessons = site / "grand" / "lessons"
    lessons.mkdir(parents=True)
    (site / "grand" / "__init__.py").write_text("raise SystemExit('it was run')")
    (lessons / "sevens.md").write_text(LESSON, encoding="utf-8")
    about = site / "grand-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: grand\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[tensorlab.lessons]\ngrand = grand.lessons\n")
    path = {"PYTHONPATH": f"{ROOT}{os.pathsep}{site}"}
    taken = terminal.run("lesson", "sevens", input="7\n", environment=path)
    assert taken.returncode == 0, taken.stderr
    (listed,) = json.loads(terminal.run("course", "list", "--json", environment=path).stdout)[
        "courses"
    ]
    assert listed["origin"] == "installed"
