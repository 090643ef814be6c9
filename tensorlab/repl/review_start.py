"""`tensorlab review` and `tensorlab progress`: what is due, and how one stands."""

from dataclasses import asdict

from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress, saved_progress
from tensorlab.course.progress.review import answered, days_left, due, review_of
from tensorlab.course.progress.standing import standing
from tensorlab.course.taking.events import Notice
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say
from tensorlab.render.lessons.standing_view import standing_view
from tensorlab.render.look.console import show
from tensorlab.repl.lesson_script import tell_as_json
from tensorlab.repl.lesson_start import say_notices, take
from tensorlab.workspace.lesson_actions import begun, new_session
from tensorlab.workspace.pages_json import line

EVERYTHING = "all"


def review(*, missed: bool = False, form: str = "auto") -> int:
    """Ask a few questions that are due, or those that were missed, and return the exit code."""
    library, progress = Library(), saved_progress()
    if missed:
        questions = [each for each in answered(library.lessons, progress) if each.missed]
    else:
        questions = due(library.lessons, progress)
    if not questions:
        say_notices(progress)
        why = "Nothing was missed." if missed else nothing_due(library, progress)
        if form == "json":
            tell_as_json(Notice(why))
        else:
            say(why)
        return ExitCode.FINE
    lesson, written = review_of(questions, progress, new_session)
    return take(begun(lesson, written), form=form)


def nothing_due(library: Library, progress: Progress) -> str:
    """Return that nothing is due, and when something is."""
    days = days_left(library.lessons, progress)
    if days is None:
        return "Nothing is due: questions come back here once a lesson has asked them."
    again = "tomorrow" if days <= 1 else f"in {days} days"
    return f"Nothing is due today. The next questions come back {again}."


def show_progress(restart: str | None = None, form: str = "auto") -> int:
    """Show how one stands, or forget a lesson, and return the exit code.

    It fails where the progress that is to be forgotten cannot be read or written.

    Raises:
        WrongUsageError: there is no such lesson to begin anew.
    """
    library, progress = Library(), saved_progress()
    if restart is not None:
        names = [each.name for each in library.lessons]
        if restart not in (*names, EVERYTHING):
            raise WrongUsageError(f"there is no lesson {restart!r}; {EVERYTHING} begins all anew")
        for name in names if restart == EVERYTHING else [restart]:
            progress.restart(name)
        if progress.path is None:
            say_notices(progress)
            return ExitCode.FAILED
        say(f"note: {restart} begins anew")
    stands = standing(library.lessons, progress)
    if form == "json":
        print(line(asdict(stands)))
    else:
        show(standing_view(stands))
    say_notices(progress)
    return ExitCode.FINE
