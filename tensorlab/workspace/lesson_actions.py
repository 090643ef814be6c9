"""What a learner's line means to a lesson."""

from collections.abc import Callable, Collection, Sequence
from typing import cast

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.due import missed, returning
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking import events
from tensorlab.course.taking.machine import LessonRun
from tensorlab.frozen import Frozen, pattern
from tensorlab.language.running.session import Budget, Session
from tensorlab.workspace.command_line import (
    MARK,
    OF_BOTH,
    UnknownCommandError,
    command_named,
    habit,
    split,
    typed_for_a_shell,
)

COMMANDS = {
    "next": "go on (or press Enter)",
    "back": "go back one step",
    "hint": "a hint for the question",
    "skip": "leave the question and see the answer",
    "try": "run something beside the question: try a.shape",
    "reset": "forget what you tried at this step",
    "quit": "leave; the lesson goes on here next time",
    "help": "show these; ?sum is the page about a function",
}
SIMPLE = (events.Next, events.Back, events.Hint, events.Skip, events.Reset, events.Quit)
PLAIN: dict[str, events.Action] = {kind.__name__.lower(): kind() for kind in SIMPLE}
LEAVING = {"exit", "exit()", "quit()", ":exit", ":exit()", ":quit()", ":q", "q"}
LEAVE_FIRST = "quit leaves this lesson; after that, type it again"
ASKED = "?"
SAID = {"yes", "no", "true", "false", "error", "same", "scalar", "copy"}  # doubtful answers
# Functions, classes, operators: what there can be a page about.
NAMED = pattern(r"[A-Za-z_][\w.]*(\(\))?|[-+*/@%<>=!&|^~]+|\[\]")


# What the prompt answers about the lesson's own names.
OF_PROMPT = {
    "why": "explain an expression, as :why a @ b",
    "vars": "list the variables",
    "shapes": "show the shape of each part, as :shapes a @ b",
    "type": "say what a value is, as :type a",
    "view": "show a tensor as grids, as :view a",
}


class Question(Frozen):
    """Ask about the lesson's names what a command of the prompt answers."""

    line: str


class Lookup(Frozen):
    """Show a page of help: about a function, or without a name what can be typed here."""

    name: str = ""


def action_of(line: str, taken: Collection[str] = ()) -> events.Action | Lookup | Question:
    """Return what a line asks for; the commands need no colon unless a name is `taken`.

    Raises:
        UnknownCommandError: the line begins with a colon and names no command, or is a shell's.
    """
    typed = typed_for_a_shell(bare := line.strip(), taken)
    bare = typed if typed.startswith((":help ", ":why ")) else bare
    word = bare.lower().rstrip(".!")
    if not bare:
        return events.Next()
    if (name := asked_for(bare, word, taken)) is not None:
        return Lookup(name)
    if word in LEAVING and word not in taken:
        return events.Quit()
    if word in COMMANDS and word not in taken:
        return command(word, "")
    if bare.lower().startswith("try ") and "try" not in taken:
        return command("try", bare[len("try ") :].strip())
    if word.split()[0] == "why" and "why" not in taken:
        bare = f"{MARK}{bare}"
    if not bare.startswith(MARK):
        if advice := LEAVE_FIRST * bool(OF_BOTH.fullmatch(bare)) or habit(line, (), taken):
            raise UnknownCommandError(advice)
        return events.Answer(line)
    word, argument = split(bare)
    name = command_named(word.lower(), [*COMMANDS, *OF_PROMPT])
    return Question(f"{MARK}{name} {argument}") if name in OF_PROMPT else command(name, argument)


def asked_for(bare: str, word: str, taken: Collection[str]) -> str | None:
    """Return the name in `?sum`, `sum?` or `help sum`; numbers are no names, but answers."""
    plain = bare.removeprefix(MARK).strip()
    if "help" not in taken and word.startswith("help "):
        return plain[len("help ") :].strip()
    if not plain.startswith(ASKED) and not plain.endswith(ASKED):
        return None
    name = plain.strip(f"{ASKED} ")
    return name if not name or (NAMED.fullmatch(name) and name.lower() not in SAID) else None


def command(name: str, argument: str) -> events.Action | Lookup | Question:
    """Return what a command asks for."""
    if name == "help":
        return Lookup(argument)
    if name == "try":
        return events.Try(argument) if argument else Lookup()
    return PLAIN[name]


# Nobody means an answer that takes longer. How busy a machine is does not change where it ends.
ANSWERING = Budget(steps=10_000_000, seconds=4.0, processor=True)


def begun(lesson: Lesson, progress: Progress, lessons: Sequence[Lesson] = ()) -> LessonRun:
    """Return the learner's way through a lesson: `send` it actions, and draw its events.

    `lessons` are those among which the next one is.
    """
    return LessonRun(lesson, new_session, progress, lessons)


def ways_on(run: LessonRun) -> str:
    """Return what can be typed after the end of a lesson, nothing where nothing follows."""
    if (ending := run.ending) is None or not (ending.missed or ending.next):
        return ""
    repeat = f"Enter repeats what you missed ({ending.missed}); " if ending.missed else ""
    on = f"{'next' if repeat else 'Enter'} begins {ending.next.lesson}; " if ending.next else ""
    return f"{repeat}{on}quit leaves."


def following(run: LessonRun, line: str) -> LessonRun | None:
    """Return what a line begins after the end of a lesson; None where it leaves."""
    word, ending, saved = line.strip().lower().removeprefix(MARK), run.ending, run.progress.real
    if ending and ending.missed and not word:
        from tensorlab.course.progress.review import review_of  # noqa: PLC0415  no lesson begins so

        left = missed(run.lesson, run.lessons, run.progress)
        return begun(*review_of(left, saved, new_session), run.lessons)
    if ending and ending.next and word in {"", "next"}:
        lesson = next(each for each in run.lessons if each.name == ending.next.lesson)
        return begun(lesson, saved, run.lessons)
    return None if word in PLAIN or word in LEAVING else run


def nothing_due(lessons: Sequence[Lesson], progress: Progress) -> str:
    """Return that nothing is due, and when something is."""
    comes = returning(lessons, progress)
    if comes is None:
        return "Nothing is due: questions come back here once a lesson has asked them."
    again = "tomorrow" if comes[0] == 1 else f"in {comes[0]} days"
    return f"Nothing is due today. The next questions come back {again}."


def new_session(write: Callable[[str], object], /) -> Session:
    """Return a session of a lesson: the usual limits, and a clock."""
    return Session(budget=ANSWERING, write=write)


def session_of(run: LessonRun) -> Session:
    """Return the session that holds the lesson's names at this step."""
    return cast("Session", run.bench.session)  # what new_session made
