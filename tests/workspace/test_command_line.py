import os

import pytest

from tensorlab.workspace.candidates import files_beginning_with
from tensorlab.workspace.command_line import UnknownCommandError, command_named, split

NAMES = ("help", "vars", "type", "time", "quit")


def test_a_name_or_its_only_beginning_will_do():
    assert command_named("help", NAMES) == "help"
    assert command_named("v", NAMES) == "vars"


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("t", "can mean :type or :time"),
        ("quti", "did you mean :quit?"),
        ("zzz", ":help lists"),
        ("", ":help"),
    ],
)
def test_what_is_no_command_is_told_what_to_type_instead(word, words):
    with pytest.raises(UnknownCommandError, match=words.replace("?", r"\?")):
        command_named(word, NAMES)


def test_a_line_is_a_word_and_what_stands_behind_it():
    assert split(":type  x + 1 ") == ("type", "x + 1")


@pytest.mark.parametrize("separator", ["/", os.sep])
def test_files_are_found_as_their_folder_is_typed(tmp_path, separator):
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "program.py").touch()
    folder = f"{tmp_path}{separator}"
    assert list(files_beginning_with(f"{folder}o")) == [(f"{folder}one/", "folder")]
    program = f"{folder}one{separator}program.py"
    assert list(files_beginning_with(program[:-5])) == [(program, "file")]
