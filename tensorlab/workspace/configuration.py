"""The settings of the prompt: a TOML file of plain data, never code."""

import tomllib
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tensorlab.paths import configuration_directory

MOST_BYTES = 1 << 20
CHOICES = {"device": ("cpu", "cuda", "meta"), "editing": ("emacs", "vi"), "view": ("text", "grid")}


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a user can choose; the defaults are what nobody has to choose."""

    device: str = "cpu"  # where tensors are made
    editing: str = "emacs"
    history: bool = True
    notices: bool = True
    suggestions: bool = True  # the grey continuation from the history
    toolbar: bool = True
    view: str = "text"  # of tensors: PyTorch's text, or grids with labels


def configuration_file() -> Path:
    """Return where the settings are read from; the file need not exist."""
    return configuration_directory() / "config.toml"


def read_configuration(path: Path) -> tuple[Configuration, list[str]]:
    """Return the settings in a file, and a sentence for each that is wrong and ignored."""
    try:
        with path.open("rb") as file:
            settings = tomllib.loads(file.read(MOST_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        return Configuration(), []
    except OSError as error:
        return Configuration(), [f"the settings in {path} cannot be read: {error.strerror}"]
    except RecursionError:
        return Configuration(), [f"the settings in {path} are nested too deep to be read"]
    except ValueError as error:  # no text, no TOML, or a number of too many digits
        return Configuration(), [f"the settings in {path} are not TOML: {error}"]
    problems = [problem for name in settings if (problem := problem_with(name, settings[name]))]
    good = {name: value for name, value in settings.items() if not problem_with(name, value)}
    return replace(Configuration(), **good), [f"{path}: {problem}" for problem in problems]


def problem_with(name: str, value: Any) -> str:
    """Return what is wrong with a setting, nothing when all is well."""
    defaults = {field.name: field.default for field in fields(Configuration)}
    if name not in defaults:
        near = get_close_matches(name, defaults, 1)
        return f"there is no setting {name!r}" + (f": did you mean {near[0]!r}?" if near else "")
    if type(value) is not type(defaults[name]):
        wanted = {bool: "true or false", str: "a string"}[type(defaults[name])]
        return f"{name} must be {wanted}, not {value!r}"
    if name in CHOICES and value not in CHOICES[name]:
        return f"{name} must be one of {', '.join(CHOICES[name])}, not {value!r}"
    return ""
