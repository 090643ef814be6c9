"""What a learner's line means to a lesson."""

from tensorlab.course import events
from tensorlab.workspace.command_line import MARK, command_named, split

COMMANDS = {
    "next": "go on (or press Enter)",
    "back": "go back one step",
    "hint": "a hint for the question",
    "skip": "leave the question and see the answer",
    "try": "run something beside the question: :try a.shape",
    "reset": "forget what you tried at this step",
    "quit": "leave; the lesson goes on here next time",
    "help": "show these",
}
PLAIN: dict[str, events.Action] = {
    "next": events.Next(),
    "back": events.Back(),
    "hint": events.Hint(),
    "skip": events.Skip(),
    "reset": events.Reset(),
    "quit": events.Quit(),
}


def action_of(line: str) -> events.Action | None:
    """Return the action that a line stands for, None where the commands are to be shown.

    Raises:
        UnknownCommandError: the line begins with a colon and names no command.
    """
    if not line.strip():
        return events.Next()
    if not line.startswith(MARK):
        return events.Answer(line)
    word, argument = split(line)
    name = command_named(word, COMMANDS)
    if name == "try":
        return events.Try(argument) if argument else None
    return PLAIN.get(name)
