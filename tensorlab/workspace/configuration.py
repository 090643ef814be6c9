"""The settings of the prompt: a TOML file of plain data, never code."""

import json
import os
import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tensorlab.process.paths import configuration_directory

T = TypeVar("T")
MOST_BYTES = 1 << 20
SWITCHES = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False,
            "no": False, "0": False}  # fmt: skip


def setting(default: T, about: str, *choices: str) -> T:
    """Return a field of the settings: what holds where nobody chose, and what it is for."""
    found: T = field(default=default, metadata={"about": about, "choices": choices})
    return found


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a user can choose; the defaults are what nobody has to choose."""

    device: str = setting("cpu", "where tensors are made", "cpu", "cuda", "meta")
    editing: str = setting("emacs", "what the keys do", "emacs", "vi")
    history: bool = setting(True, "keep what is typed")
    notices: bool = setting(True, "notes on surprising results")
    suggestions: bool = setting(True, "grey suggestions from the history")
    toolbar: bool = setting(True, "the bar at the bottom")
    theme: str = setting("auto", "the colours", "auto", "light", "dark", "ansi", "none")
    view: str = setting("text", "how values are shown", "text", "grid", "plain", "narrated")


FIELDS = {each.name: each for each in fields(Configuration)}


def choices_of(name: str) -> tuple[str, ...]:
    """Return the words that a setting can be."""
    return FIELDS[name].metadata["choices"] or ("on", "off")


def configuration_file() -> Path:
    """Return where the settings are read from; the file need not exist."""
    return configuration_directory() / "config.toml"


def read_configuration(path: Path) -> tuple[Configuration, list[str]]:
    """Return the settings in a file, and a sentence for each that is wrong and ignored."""
    try:
        with path.open("rb") as file:
            import tomllib  # noqa: PLC0415  most people have no settings

            settings = tomllib.loads(file.read(MOST_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        return Configuration(), []
    except OSError as error:
        return Configuration(), [f"the settings in {path} cannot be read: {error.strerror}"]
    except RecursionError:
        return Configuration(), [f"the settings in {path} are nested too deeply to be read"]
    except ValueError as error:  # no text, no TOML, or a number of too many digits
        return Configuration(), [f"the settings in {path} are not TOML: {error}"]
    problems = [problem for name in settings if (problem := problem_with(name, settings[name]))]
    good = {name: value for name, value in settings.items() if not problem_with(name, value)}
    return replace(Configuration(), **good), [f"{path}: {problem}" for problem in problems]


def problem_with(name: str, value: object) -> str:
    """Return what is wrong with a setting, nothing when all is well."""
    if name not in FIELDS:
        from difflib import get_close_matches  # noqa: PLC0415

        near = get_close_matches(name, FIELDS, 1)
        return f"there is no setting {name!r}" + (f": did you mean {near[0]!r}?" if near else "")
    kind = type(FIELDS[name].default)
    if type(value) is not kind:
        wanted = {bool: "true or false", str: "a string"}[kind]
        return f"{name} must be {wanted}, not {value!r}"
    choices = FIELDS[name].metadata["choices"]
    if choices and value not in choices:
        return f"{name} must be one of {', '.join(choices)}, not {value!r}"
    return ""


def value_of(name: str, text: str) -> Any:
    """Return the value that a text stands for as a setting: `on` and `off` are truth values.

    Raises:
        ValueError: there is no such setting, or it cannot be that; the message says what it can.
    """
    switched = name in FIELDS and isinstance(FIELDS[name].default, bool)
    value = SWITCHES.get(text.lower(), text) if switched else text
    if problem := problem_with(name, value):
        raise ValueError(problem)
    return value


def remember(name: str, value: object, path: Path) -> None:
    """Write a setting to the file of the settings, in place of what it was there.

    Raises:
        OSError: that is impossible.
    """
    text = path.read_text("utf-8") if path.exists() else ""
    line = f"{name} = {json.dumps(value)}\n"
    told = re.compile(rf"^{name}[ \t]*=[^\n]*\n?", re.MULTILINE)
    text = told.sub(lambda found: line, text, count=1) if told.search(text) else line + text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


class Chosen(NamedTuple):
    """The settings, where each comes from, and a sentence for each that is wrong and ignored."""

    configuration: Configuration
    origins: dict[str, str]
    problems: list[str]


def chosen() -> Chosen:
    """Return the settings of the environment, else of the file, else as they usually are."""
    path = configuration_file()
    configuration, problems = read_configuration(path)
    usual = Configuration()
    origins = {
        name: "usual" if getattr(configuration, name) == getattr(usual, name) else path.name
        for name in FIELDS
    }
    for name in FIELDS:
        variable = f"TENSORLAB_{name.upper()}"
        if text := os.environ.get(variable):
            try:
                configuration = replace(configuration, **{name: value_of(name, text)})
                origins[name] = variable
            except ValueError as error:
                problems.append(f"{variable}: {error}")
    return Chosen(configuration, origins, problems)


def as_text(value: object) -> str:
    """Return a setting's value as it is typed."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)
