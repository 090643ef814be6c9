"""Each option can be given by the environment; what does not suit a command is said."""

import os

import pytest
import typer

from tensorlab.cli.application import app
from tensorlab.cli.options import USAGE_ERROR
from tensorlab.process.environment import options_of, unknown_variables
from tensorlab.workspace.configuration import FIELDS, choices_of, chosen

GROUP = typer.main.get_command(app)
NEEDED = {"eval": ["1"], "run": ["f"], "python": ["f"], "watch": ["f"], "help": ["mm"],
          "explain": ["1"], "export": ["mm"], "completion": ["bash"]}  # fmt: skip
BAD = "no such thing"


@pytest.fixture
def read(monkeypatch, capsys):
    """Reads the command line of a command where the environment says one thing."""

    def reading(name, variable, value):
        with monkeypatch.context() as patch:
            patch.setenv(variable, value)
            whole = typer.Context(GROUP, info_name="tensorlab")
            words = list(NEEDED.get(name, ()))
            found = GROUP.commands[name].make_context(name, words, parent=whole)
        return found.params, capsys.readouterr().err

    return reading


COMMANDS = {name: each for name, each in GROUP.commands.items() if name != "course"}


@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_suits_some_command_stops_no_other(read, name):
    for option in options_of(COMMANDS[name].params):
        own = getattr(option.type, "choices", ())
        others = {
            word
            for command in COMMANDS.values()
            for each in options_of(command.params)
            if each.envvar == option.envvar
            for word in getattr(each.type, "choices", ())
        }
        for word in others:
            params, said = read(name, option.envvar, word)
            assert params[option.name] == (word if word in own else option.default)
            assert (f"{option.envvar}={word} means nothing to" in said) == (word not in own)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_suits_none_is_told_with_its_variable(read, name):
    for option in options_of(COMMANDS[name].params):
        if option.type.name != "str":
            with pytest.raises(USAGE_ERROR, match=option.envvar):
                read(name, option.envvar, BAD)


def test_several_values_are_lines(read):
    params, _ = read("eval", "TENSORLAB_SET", "x=1 + 2\ny=x + 1")
    assert list(params["set_"]) == ["x=1 + 2", "y=x + 1"]


def test_every_setting_can_be_given_and_a_wrong_one_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("TENSORLAB_HOME", str(tmp_path))
    for name in FIELDS:
        for word in (*choices_of(name), BAD):
            with monkeypatch.context() as patch:
                patch.setenv(f"TENSORLAB_{name.upper()}", word)
                found = chosen()
            assert bool(found.problems) == (word == BAD)
            assert found.origins[name].isupper() == (word != BAD)


def test_variables_that_nothing_reads_are_found(monkeypatch):
    for name in [name for name in os.environ if name.startswith("TENSORLAB_")]:
        monkeypatch.delenv(name)
    for option in ("TIMEOUT", "THEME", "A11Y", "JOBS"):
        monkeypatch.setenv(f"TENSORLAB_{option}", "1")
    assert list(unknown_variables(FIELDS)) == []
    monkeypatch.setenv("TENSORLAB_TIMEUOT", "1")
    monkeypatch.setenv("TENSORLAB_HOME", "here")
    assert list(unknown_variables(FIELDS)) == [
        "TENSORLAB_TIMEUOT means nothing: did you mean TENSORLAB_TIMEOUT?",
        "TENSORLAB_HOME must be an absolute path, not 'here'",
    ]


def test_colours_are_wished_for_before_the_command_or_behind_it(terminal):
    program = "torch.ones(2)"
    for words, coloured in (
        (("--color", "always", "eval", program), True),
        (("--color", "always", "eval", "--color", "never", program), False),
        (("eval", "--color", "always", program), True),
    ):
        assert ("\x1b[" in terminal.run(*words).stdout) is coloured
