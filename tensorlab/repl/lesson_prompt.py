"""A lesson on a terminal: Enter goes on, a question has a prompt of its own."""

from tensorlab.course.taking import events
from tensorlab.course.taking.machine import LessonRun
from tensorlab.frozen import replace
from tensorlab.process.colour import Place, is_for_the_ear
from tensorlab.process.lifecycle import ExitCode, say
from tensorlab.render.lessons.lesson import GAP, view
from tensorlab.render.look.console import show
from tensorlab.render.look.remarks import quiet
from tensorlab.wording import SEPARATOR
from tensorlab.workspace import lesson_actions
from tensorlab.workspace.command_line import UnknownCommandError
from tensorlab.workspace.configuration import Configuration

# Unlike the prompt where everything goes: one sees at once whom one is talking to.
GOING_ON, ANSWERING = "lesson> ", "answer> "


def take_at_prompt(run: LessonRun, configuration: Configuration) -> int:
    """Take a lesson at the terminal and return the exit code; it begins without a prompt."""
    Place.typed |= {"help", "explain"}
    tell(run.start())
    from tensorlab.repl.bar import call_bar
    from tensorlab.repl.interrupting import hear_interrupts, interruptible, take_line, take_turns
    from tensorlab.repl.prompt import Editor, Surroundings, leave_on_terminate

    leave_on_terminate()
    hear_interrupts()
    surroundings = Surroundings(
        session=lambda: lesson_actions.session_of(run),
        commands=lesson_actions.COMMANDS,
        toolbar=lambda text, in_full: (
            call_bar(lesson_actions.session_of(run), text, in_full) or toolbar(run)
        ),
    )
    editor = Editor(surroundings)
    editor.adapt(configuration)

    def turn() -> bool:
        nonlocal run
        question = ANSWERING if run.waiting == "answer" else GOING_ON
        line = take_line(editor.session, question)
        if run.ending is None:
            step_through_all(interruptible(lambda: take(run, line)))
        elif (begins := lesson_actions.following(run, line)) is None:
            return False
        elif begins is not run:
            run = begins
            tell(run.start())
        if ways := lesson_actions.ways_on(run):
            show(quiet(f"\n{ways}"))
        return run.waiting != "end" or bool(ways)

    if not take_turns(turn):
        tell(run.send(events.Quit()))
    return ExitCode.FINE


def take(run: LessonRun, line: str) -> list[events.Explained]:
    """Do what a line says and show what comes of it; return what is to be stepped through."""
    try:
        action = lesson_actions.action_of(line, run.bench.session.names)
    except UnknownCommandError as error:
        say(str(error))
        return []
    if isinstance(action, lesson_actions.Lookup | lesson_actions.Question):
        from tensorlab.repl.lesson_lookup import show_lookup

        show_lookup(action, run)
        return []
    return tell(run.send(action))


def tell(happened: list[events.Event]) -> list[events.Explained]:
    """Show events one after the other; return the explanations that keys step through."""
    walks = []
    for event in happened:
        if isinstance(event, events.Explained) and is_walk(event):
            walks.append(event)
            show(view(replace(event, explanation=None)))
        else:
            show(view(event))
    return walks


def is_walk(event: events.Explained) -> bool:
    """Return whether an explanation has more than fits a look, on a terminal that can step."""
    from prompt_toolkit.utils import is_dumb_terminal

    explanation = event.explanation
    frames = sum(len(chapter.frames) for chapter in explanation.chapters) if explanation else 0
    return frames > 1 and not is_dumb_terminal() and not is_for_the_ear()


def step_through_all(walks: list[events.Explained]) -> None:
    """Let keys step through explanations."""
    from tensorlab.repl.stepping import step_through

    for event in walks:
        if event.explanation is not None:
            show(GAP)
            step_through(event.explanation)


def toolbar(run: LessonRun) -> str:
    """Return the bar's text: where one is, and what can be typed now."""
    from prompt_toolkit.application import get_app

    from tensorlab.repl.prompt import as_there_is_room

    if ways := lesson_actions.ways_on(run):
        return ways
    place = SEPARATOR.join((run.lesson.name, f"step {run.step + 1} of {len(run.steps)}", ""))
    keys = (
        ("hint", "skip", "try ...", "back", "quit")
        if run.waiting == "answer"
        else ("Enter goes on", "back", "quit", "or type an expression")
    )
    room = get_app().output.get_size().columns - len(place)
    return place + as_there_is_room(keys, room, "  ")
