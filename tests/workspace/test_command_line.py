import pytest

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
