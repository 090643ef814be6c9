"""`tensorlab review` and `tensorlab progress`: what is due, and how one stands."""

from tensorlab.course.progress.due import answered, due
from tensorlab.course.progress.progress import saved_progress
from tensorlab.course.progress.standing import standing
from tensorlab.frozen import asdict
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, say
from tensorlab.render.lessons.standing_view import standing_view
from tensorlab.render.look.console import show
from tensorlab.repl.lesson_start import library_with, say_notices, take

EVERYTHING = "all"


def review(
    *, missed: bool = False, form: str = "auto", course: str | None = None, learner: str = ""
) -> int:
    """Ask a few questions that are due, or those that were missed, and return the exit code."""
    from tensorlab.course.progress.review import review_of
    from tensorlab.course.taking.events import Notice
    from tensorlab.workspace.lesson_actions import begun, new_session, nothing_due

    library, progress = library_with(course, learner), saved_progress(learner)
    questions = (answered if missed else due)(library.lessons, progress)
    questions = [each for each in questions if each.missed or not missed]
    if not questions:
        say_notices(progress)
        why = "Nothing was missed." if missed else nothing_due(library.lessons, progress)
        if form == "json":
            from tensorlab.repl.lesson_script import tell_as_json

            tell_as_json(Notice(why))
        else:
            say(why)
        return ExitCode.FINE
    lesson, written = review_of(questions, progress, new_session)
    return take(begun(lesson, written, library.lessons), form=form)


def show_progress(
    restart: str | None = None, form: str = "auto", course: str | None = None, learner: str = ""
) -> int:
    """Show how one stands, or forget a lesson, and return the exit code.

    It fails where the progress that is to be forgotten cannot be read or written.

    Raises:
        WrongUsageError: there is no such lesson to begin anew.
    """
    library, progress = library_with(course, learner), saved_progress(learner)
    if restart is not None:
        names = [each.name for each in library.lessons]
        if restart not in (*names, EVERYTHING):
            raise WrongUsageError(
                f"there is no lesson {restart!r}; {EVERYTHING} forgets all lessons"
            )
        for name in names if restart == EVERYTHING else [restart]:
            progress.restart(name)
        if progress.path is None:
            say_notices(progress)
            return ExitCode.FAILED
        say(f"note: {restart} starts again from the beginning")
    stands = standing(library.lessons, progress)
    if form == "json":
        from tensorlab.workspace.pages_json import line

        print(line(asdict(stands)))
    else:
        show(standing_view(stands))
    say_notices(progress)
    return ExitCode.FINE
