"""What is asked beside a lesson: pages of help, and the prompt's commands on a lesson's names."""

from tensorlab.course.taking.machine import LessonRun
from tensorlab.process.lifecycle import emit
from tensorlab.render.look.console import show
from tensorlab.render.look.remarks import quiet
from tensorlab.render.look.tables import Pairs
from tensorlab.workspace import lesson_actions
from tensorlab.workspace.command_line import MARK

WHY_LATER = "The reason comes with the answer. Until then: hint, or :why a + b for an expression."


def show_lookup(lookup: lesson_actions.Lookup | lesson_actions.Question, run: LessonRun) -> None:
    """Show what was looked up, or what the prompt answers about a lesson's names."""
    if isinstance(lookup, lesson_actions.Question):
        if lookup.line.strip() == f"{MARK}why" and run.waiting == "answer":
            show(quiet(WHY_LATER))
        else:
            answer_question(lookup.line, run)
        return
    if not lookup.name:
        if run.question and run.waiting == "answer":
            show(quiet(f"Type {run.question.asked().accepts}. Or one of these:"))
        asked = ((f"{MARK}{name}", about) for name, about in lesson_actions.OF_PROMPT.items())
        show(Pairs([*lesson_actions.COMMANDS.items(), *asked]))
        return
    from tensorlab.repl.looking_up import looked_up
    from tensorlab.repl.response import shown

    session = lesson_actions.session_of(run)
    shown(looked_up(lookup.name, session), session)


def answer_question(line: str, run: LessonRun) -> None:
    """Show what the prompt answers, had it run what the lesson has."""
    from tensorlab.repl.commands import answer
    from tensorlab.repl.response import shown
    from tensorlab.workspace.statements import statements
    from tensorlab.workspace.workspace import Workspace

    workspace = Workspace(emit, notices=False)
    workspace.session = session = lesson_actions.session_of(run)
    workspace.has_run([source for _, source in statements("\n".join(run.bench.ran))])
    workspace.failed = run.bench.failed
    shown(answer(line, workspace), session)
