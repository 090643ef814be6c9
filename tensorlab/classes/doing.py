"""`tensorlab class take` and `class hand-in`: what a learner does with an assignment."""

from pathlib import Path

from tensorlab.assignments.assignment import Assignment, Part
from tensorlab.assignments.hand_in import hand_in_text, named
from tensorlab.assignments.taking import ClassRun, states
from tensorlab.classes.kept import RecordFile, progress_of, read_assignment
from tensorlab.course.progress.progress import write_atomically
from tensorlab.frozen import json_line
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, emit, say
from tensorlab.render.look.console import show
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.lesson_start import take as take_lesson
from tensorlab.wording import counted

BEGINS = b'{"hand_in"'


def take(file: str, learner: str, lesson: str | None, form: str, *, as_list: bool) -> int:
    """Take the lessons of an assignment that are left, one after the other; return the exit code.

    Raises:
        WrongUsageError: the assignment cannot be read, or has no such lesson.
    """
    assignment, learner = read_assignment(file), named(learner)
    if as_list:
        return show_states(assignment, learner, form)
    left = [part for part in assignment.parts if not is_finished(assignment, part, learner)]
    if lesson is not None:
        left = [chosen(assignment, lesson)]
    code = ExitCode.FINE
    for part in left:
        progress, record = progress_of(assignment, learner), RecordFile(assignment, learner)
        run = ClassRun(part, learner, progress, record)
        code = ExitCode(max(code, take_lesson(run, form=form)))
        if not is_finished(assignment, part, learner):
            return code
    if form != "json":
        say(
            "Everything is answered. Hand it in: "
            f"tensorlab class hand-in {file} --learner NAME -o NAME.jsonl"
        )
    return code


def is_finished(assignment: Assignment, part: Part, learner: str) -> bool:
    """Return whether a lesson was taken to its end."""
    return bool(progress_of(assignment, learner).lesson(part.lesson.name).finished)


def chosen(assignment: Assignment, name: str) -> Part:
    """Return a lesson of an assignment by its name.

    Raises:
        WrongUsageError: there is none.
    """
    names = [part.lesson.name for part in assignment.parts]
    for part in assignment.parts:
        if name in {part.lesson.name, *part.lesson.names}:
            return part
    raise WrongUsageError(f"there is no lesson {name!r} here; there are: {', '.join(names)}")


def show_states(assignment: Assignment, learner: str, form: str) -> int:
    """Show what is done and what is missing."""
    found = states(assignment, RecordFile(assignment, learner).done)
    if form == "json":
        rows = [{"lesson": a, "question": b, "state": state} for (a, b), state in found.items()]
        print(json_line({"title": assignment.title, "questions": rows}))
        return ExitCode.FINE
    show(Pairs((f"{lesson} / {item}", state) for (lesson, item), state in found.items()))
    missing = sum(state == "missing" for state in found.values())
    print(f"{len(found) - missing} of {counted(len(found), 'question')} done, {missing} missing.")
    return ExitCode.FINE


def hand_in(file: str, learner: str, output: str | None) -> int:
    """Write all that a learner did in a class to one file, or to standard output.

    Raises:
        WrongUsageError: nothing was done, or the file is something else, or cannot be written.
    """
    assignment, learner = read_assignment(file), named(learner)
    done = RecordFile(assignment, learner).done
    if not done:
        words = f"{learner!r} has answered nothing here yet; use the name given to class take"
        raise WrongUsageError(words)
    text = hand_in_text(assignment, learner, done)
    if output is None:
        emit(text)
        return ExitCode.FINE
    path = Path(output)
    try:
        if path.exists() and not path.read_bytes().startswith(BEGINS):
            raise WrongUsageError(f"{output} exists and is not a hand-in: it is left alone")
        write_atomically(path, text)
    except OSError as error:
        raise WrongUsageError(f"{output} cannot be written: {error.strerror}") from None
    missing = sum(state == "missing" for state in states(assignment, done).values())
    open_ = f"; {counted(missing, 'question is', 'questions are')} not answered yet"
    say(f"written to {output}{open_ * bool(missing)}")
    return ExitCode.FINE
