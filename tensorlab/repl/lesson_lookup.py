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
            return
        from tensorlab.language.running.world import World
        from tensorlab.repl.commands import answer
        from tensorlab.repl.response import shown
        from tensorlab.workspace.statements import Statement, statements
        from tensorlab.workspace.workspace import Past, Workspace

        workspace = Workspace(emit, notices=False)
        workspace.session = session = lesson_actions.session_of(run)
        # What has run in the lesson until now: by it `:why` tells how a value came about.
        ran, as_it_is = enumerate(statements("\n".join(run.bench.ran))), World([])
        workspace.undoable = [
            Past(Statement(source, number + 1), as_it_is, number) for number, (_, source) in ran
        ]
        shown(answer(lookup.line, workspace), session)
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
