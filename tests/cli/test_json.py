"""docs/json.md is the schema: its examples are run, and what commands write is held against it."""

import json
import re
import shlex
import subprocess
from typing import get_args

import pytest
import typer

from tensorlab.cli.application import app, command_line
from tensorlab.cli.options import in_full
from tensorlab.course.taking.events import Event
from tensorlab.process.lifecycle import Telling
from tests.cli.conftest import ROOT

pytestmark = pytest.mark.sampled(3)  # a process each

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def rows_of(text):
    """The keys of a table, each with its kind and whether it may be absent."""
    rows, absent = {}, False
    for key, kind, about in ROW.findall(text):
        absent = "absent" in about or (absent and about.startswith("likewise"))
        rows[key] = kind, absent
    return rows


SCHEMA = {name.lower(): rows_of(text) for name, text in SECTIONS.items()}
EXAMPLES = re.findall(r"^```console\n\$ (.*?)\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
EVENTS = {kind.__name__: kind.fields for kind in get_args(Event)}
PLAIN = {"text": str, "whole number": int, "number": int | float, "yes or no": bool, "any": object}
# Of each command that knows JSON, what it writes: a new command says it here, or why it has none.
KIND_OF = {
    "eval": "result", "run": "result", "watch": "result", "explain": "explanation", "help": "page",
    "info": "information", "lesson": "event", "review": "event", "progress": "standing",
    "config": "setting", "course check": "checked", "course ideas": "ideas",
    "course list": "courses", "class check": "assignment", "class take": "event",
    "class grade": "class",
}  # fmt: skip
NO_DATA = {
    "batch": "it writes nothing but JSON",
    "python": "the script writes what it likes",
    "repl": "a prompt; another program asks `batch`",
    "export": "a handout", "man": "a manual page", "completion": "a script for a shell",
    "course new": "it writes a file", "course add": "it says what it did",
    "course remove": "it says what it did", "class new": "it writes a file",
    "class hand-in": "it writes JSON lines, whatever is asked",
    "course preview": "a lesson as people see it",
}  # fmt: skip


def check(value, kind, where="line"):
    """Fail where a value is not of a kind that the page describes."""
    if kind.endswith(" or null"):
        if value is not None:
            check(value, kind.removesuffix(" or null"), where)
    elif kind.startswith("list of "):
        assert isinstance(value, list), where
        for each in value:
            check(each, kind.removeprefix("list of "), where)
    elif kind.startswith("table of "):
        assert isinstance(value, dict), where
        for key, each in value.items():
            check(each, kind.removeprefix("table of "), f"{where}.{key}")
    elif kind in PLAIN:
        assert isinstance(value, PLAIN[kind]), f"{where} is {value!r}"
        assert kind in {"yes or no", "any"} or not isinstance(value, bool), where
    else:
        check_object(value, kind, where)


def check_object(value, kind, where):
    if kind == "event":
        check_event(value)
        return
    rows = SCHEMA[kind]
    assert isinstance(value, dict), where
    assert set(value) <= set(rows), f"{where}: {kind} has no {set(value) - set(rows)}"
    assert set(value) >= {key for key, (_, absent) in rows.items() if not absent}, where
    for key, each in value.items():
        check(each, rows[key][0], f"{where}.{key}")


def check_event(value):
    assert set(value) - {"event"} == set(EVENTS[value["event"]]), value


def written(terminal, *arguments, input="", code=0):
    done = terminal.run(*arguments, input=input)
    assert done.stderr == ""
    assert done.returncode == code
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    """What a command writes that runs no program of the user's, hence needs no process."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    def written_by(*arguments, code=0):
        assert command_line([*arguments, "--format", "json"]) == code
        shown = capsys.readouterr()
        assert shown.err == ""
        return json.loads(shown.out)

    yield written_by
    Telling.json = False


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_an_example_is_what_the_program_writes(terminal, command, shown):
    _, *arguments = shlex.split(command)
    done = terminal.run(*arguments)
    assert done.stdout == shown
    for line in map(json.loads, shown.splitlines()):
        kind = "hole" if "hole" in line else KIND_OF[arguments[0]]
        check({"notices": []} | line if "error" in line else line, kind)
        assert done.returncode == (0 if "error" not in line else 2 if "--seeds" in command else 1)


def test_the_environment_may_ask_for_json(terminal):
    for form, begin in (("json", "{"), ("grid", "torch.det(input)")):
        done = terminal.run("help", "det", environment={"TENSORLAB_FORMAT": form})
        assert done.stdout.startswith(begin)


def test_run_tells_what_was_printed_and_what_failed(terminal):
    for program, code in (("print(1)", 0), ("print(1)\ntorch.ones(2) @ 3", 1)):
        (told,) = written(terminal, "run", "--format", "json", "-", input=program, code=code)
        check(told, "result")
        assert told["printed"] == "1\n"


def test_answers_of_a_stream(terminal):
    lines = [
        {"program": "torch.ones(2)", "name": "first"},
        {"program": "x = 1"},
        {"program": "print(1)", "format": "text"},
        {"program": "torch.ones(2) @ torch.ones(3)", "hints": True},
        {"other": 1},
    ]
    told = written(terminal, "batch", input="\n".join(map(json.dumps, lines)))
    assert len(told) == len(lines)
    for each in told:
        check(each, "answer")


def commands_of(group, *before):
    """Every command with its words and its options."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_of(command, *before, name)
        else:
            yield " ".join((*before, name)), {each.name: each for each in command.params}


def test_every_command_writes_data_as_json_or_has_none():
    known = dict(commands_of(typer.main.get_command(app)))
    form = {name for name, options in known.items() if "json" in choices(options.get("form"))}
    assert form == set(KIND_OF)
    assert set(known) - form == set(NO_DATA)
    told = set(re.findall(r"`([a-z ]+)`", PAGE.partition(" take it")[0])) & set(known)
    assert told == set(KIND_OF)


def choices(option):
    return getattr(option and option.type, "choices", ())


def test_watch_writes_a_line_for_each_run(terminal):
    program = terminal.folder / "program.py"
    program.write_text("print(1)")
    with subprocess.Popen(
        terminal.command("watch", "program.py", "--format", "json"),
        cwd=terminal.folder,
        env=terminal.environment,
        stdout=subprocess.PIPE,
    ) as watching:
        for text in ("print(1)", "1 / 0"):
            program.write_text(text)
            check(json.loads(watching.stdout.readline()), KIND_OF["watch"])
        watching.kill()


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("info",), "information"),
        (("progress",), "standing"),
        (("review",), "event"),
        (("config",), "settings"),
        (("config", "theme", "dark"), "setting"),
        (("course", "ideas"), "ideas"),
        (("course", "list"), "courses"),
        (("course", "check", str(ROOT / "lessons" / "cumprod.md")), "checked"),
        (("lesson", "--list"), "lessons"),
        (("help", "running product"), "found"),
        (("help", "TL001"), "rule"),
        (("help", "torch.linalg"), "note"),
    ],
)
def test_other_pages(command, arguments, kind):
    check(command(*arguments), kind)


def test_a_short_way_to_ask_for_a_form_is_understood_but_behind_the_end_of_the_options(
    capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for words in (("config", "theme", "--json"), ("help", "--json", "det")):
        assert command_line(words) == 0
        json.loads(capsys.readouterr().out)
    assert command_line(("man", "--json")) == 2
    assert "UsageError" in capsys.readouterr().out
    assert in_full(["--plain", "--", "--json"], ["--format"]) == ["--format=plain", "--", "--json"]
    Telling.json = False


@pytest.mark.parametrize(
    "arguments",
    [
        ("help", "nosuch"),
        ("lesson", "nosuch"),
        ("run", "nosuch.py"),
        ("eval", "--max-memory", "x", "1"),
        ("explain", "TL999"),
        ("config", "nosuch"),
        ("config", "theme", "nosuch"),
        ("progress", "--restart", "nosuch"),
        ("course", "check", "nosuch"),
        ("watch", "nosuch.py"),
        ("man",),
        ("eval",),
        ("nosuch",),
    ],
)
def test_wrong_usage_is_told_in_json_too(command, arguments):
    told = command(*arguments, code=2)
    check(told["error"], "error")
    assert told["error"]["type"] == "UsageError"


def test_a_lesson_writes_its_events(terminal):
    told = written(
        terminal, "lesson", "matmul", "--format", "json", input="[[23]]\n?mm\n(1,)\n", code=3
    )
    assert set(EVENTS) == set(re.findall(r"[A-Z]\w+", ROW.findall(SECTIONS["Event"])[0][2]))
    for each in told:
        if "event" in each:
            check_event(each)
        else:
            check(each, "note")
    assert {"Asked", "Verdict", "Left"} <= {each.get("event") for each in told}
