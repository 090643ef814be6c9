"""Walk every lesson from start to end: `python -m tests.course.walk [--terminal] [LESSON ...]`.

By standard input, or with --terminal on a pseudo-terminal. Every question is answered rightly, so
anything but a row of right answers and the end is told.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tensorlab.course.answers.bench import Bench
from tensorlab.course.lessons import forms
from tensorlab.course.lessons.lesson import Choose, Exercise, Explain, Predict, Run
from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.open_choice import OpenChoice
from tensorlab.course.taking.open_prediction import reality
from tensorlab.workspace.lesson_actions import new_session

ROOT = Path(__file__).parents[2]
WRONG = ("Traceback", "Not quite", "was not understood", "is broken", "Not yet")
WIDTH, HEIGHT = 80, 24


def right_answer(block, programs):
    """Return a line that answers a question rightly."""
    match block:
        case Predict():
            expected, _ = reality(block, Bench(new_session, programs))
            return str(expected)
        case Exercise(kind="complete"):
            return "; ".join(forms.BLANK.findall(block.code))
        case Exercise(kind="order"):
            letters = {line: letter for letter, line in forms.lettered(block).items()}
            return " ".join(letters[line.text] for line in block.lines)
        case Exercise(kind="find"):
            return str(block.faulty[0])
        case Exercise():
            return block.solution
        case Choose():
            asked = OpenChoice("test", block, Progress(None), Bench(new_session))
            return next(key for key, text in asked.options.items() if text == block.right)
    return "I would say it in these words"


def answers(lesson):
    """Return for each step of a lesson its right answer, nothing where nothing is asked."""
    found = []
    for number, step in enumerate(lesson.steps):
        asked = [
            block
            for block in step
            if not isinstance(block, Run | Explain) and hasattr(block, "item")
        ]
        programs = [lesson.programs_before(number, until=block) for block in asked]
        pairs = zip(asked, programs, strict=True)
        found.append(next((right_answer(block, before) for block, before in pairs), ""))
    return found


def by_input(lesson, folder, *options):
    """Return what is shown to answers that come line by line, and what is wrong with it."""
    lines = [line for answer in answers(lesson) if answer for line in answer.split("\n")]
    done = subprocess.run(
        [sys.executable, "-m", "tensorlab", "lesson", lesson.name, *options],
        input="\n".join(lines) + "\n",
        env=os.environ | {"TENSORLAB_HOME": str(folder), "COLUMNS": str(WIDTH)},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    found = [*faults(lesson, done.stdout + done.stderr), *scrolled_off(done.stdout)]
    return done.stdout, [*found, *ending(done.returncode)]


def scrolled_off(shown):
    """Yield the steps whose question is not to be seen as a whole on a screen of 24 lines."""
    for step in re.split(r"^(?=Step \d+ of )", shown, flags=re.MULTILINE)[1:]:
        head, asked, _ = step.partition("\n> ")
        if asked and head.count("\n") + 1 >= HEIGHT - 1:  # a line for the prompt, one for the bar
            yield f"{head.splitlines()[0][:14]} has {head.count(chr(10)) + 1} lines"


def ending(code):
    return [f"it ends with {code}"] if code else []


def faults(lesson, shown):
    """Yield what is wrong with what was shown of a lesson."""
    for words in WRONG:
        if words in shown:
            yield f"{words!r} in {shown[max(0, shown.index(words) - 200) :][:400]!r}"
    count = len(lesson.questions)
    if f"The end of {lesson.title}." not in shown:
        yield f"no end: {shown[-300:]!r}"
    elif count and f"{count} of {count} questions right." not in shown:
        yield f"not all right: {shown[-200:]!r}"
    steps = [int(each) for each in re.findall(r"^Step (\d+) of ", shown, re.MULTILINE)]
    if steps != list(range(1, len(lesson.steps) + 1)):
        yield f"the steps are {steps}"


def on_terminal(lesson, folder, *options):
    """Return what a terminal shows of a lesson, and what is wrong with it."""
    from tests.repl.terminal import PseudoTerminal

    home = {"TENSORLAB_HOME": str(folder)}
    terminal = PseudoTerminal(
        folder, "lesson", lesson.name, *options, columns=WIDTH, environment=home
    )
    try:
        for number, answer in enumerate(answers(lesson)):
            terminal.wait_for(f"Step {number + 1} of ")
            if answer:
                terminal.wait_for("answer>")
                for line in answer.split("\n"):
                    terminal.enter(line)
            leave_frames(terminal)
            terminal.type("\r")
        terminal.wait_for("The end of ")
        terminal.wait_for("lesson>")
        terminal.enter("quit")
        code = terminal.end()
    except AssertionError as error:
        return terminal.screen, [str(error)[:500]]
    finally:
        terminal.kill()
    found = [each for each in faults(lesson, terminal.screen) if "the steps are" not in each]
    return terminal.screen, [*found, *ending(code)]


def leave_frames(terminal):
    """Wait until lines are asked for again; leave an explanation that keys step through."""
    left = False
    while "lesson>" not in terminal.screen[terminal.seen :]:
        if "q: end" in terminal.lines[-1] and not left:
            terminal.type("q")
            left = True
        if not terminal.read(0.3) and terminal.process.poll() is not None:
            raise AssertionError(terminal.lines)
    terminal.wait_for("lesson>")


def main(*names):
    """Walk all lessons, or some."""
    walk = on_terminal if "--terminal" in names else by_input
    names = [name for name in names if not name.startswith("--")]
    count = 0
    lessons = [each for each in Library().lessons if not names or each.name in names]
    for lesson in lessons:
        with tempfile.TemporaryDirectory() as folder:
            _, found = walk(lesson, Path(folder))
        count += bool(found)
        print(lesson.name, len(lesson.steps), "steps", found or "fine", flush=True)
    print(len(lessons), "lessons,", count, "with faults")


if __name__ == "__main__":
    main(*sys.argv[1:])
