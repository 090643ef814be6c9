import pytest

from tensorlab.course.lessons.library import Library
from tensorlab.course.progress.due import Due
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord
from tensorlab.course.progress.review import review_of
from tensorlab.course.taking.events import Answer
from tensorlab.workspace.command_line import (
    UnknownCommandError,
    command_asked_about,
    habit,
    question,
    typed_for_a_shell,
)
from tensorlab.workspace.lesson_actions import Lookup, Question, action_of, begun, new_session
from tensorlab.workspace.statements import statements
from tensorlab.workspace.workspace import Workspace


@pytest.mark.parametrize(
    ("line", "subject", "in_full"),
    [
        ("?x", "x", False), ("x.sum?", "x.sum", False), ("??mm", "mm", True), ("mm ??", "mm", True),
        ("?", "", False), ("x?  # or y?", "x", False), ("help", "", False),
        ("help x.sum", "x.sum", False), ('help "running product"', "running product", False),
        ("help(torch.mm)", "torch.mm", False), ("? running product", "running product", False),
        ("?@", "@", False), ("help @", "@", False),
    ],
)  # fmt: skip
def test_a_question_is_about_its_subject(line, subject, in_full):
    assert question(line) == (subject, in_full)


@pytest.mark.parametrize(
    "line",
    [
        "x = 1  # why?",
        "'what?'",
        "f'''\n?",
        "x = '?'  # ?",
        "helper(1)",
        "help = 3",
        "mm(a, ?)",
        "",
    ],
)
def test_other_lines_ask_nothing(line):
    assert question(line) is None


def test_commands_are_asked_about_as_functions_are():
    asked = ["?:mem", "? :mem", ":mem?", ":mem ?", "??:mem", ":mem", ":mem a", "mem?"]
    assert [command_asked_about(line) for line in asked] == [":mem"] * 5 + [""] * 3


def test_the_programs_own_help_is_no_question():
    assert question("help(3)", {"help": 1}) is None


@pytest.mark.parametrize("line", ["x % 3", "ls = 3", "time(3)", "undo + 1", "save",
                                  "cat((a, b))", ".5", "-x", "x", "cat - x"])  # fmt: skip
def test_statements_are_no_habits(line):
    assert habit(line, {"undo", "time"}, {}) == ""


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("ls -la", "no shell here"), ("%pwd", "and there is no shell here"), ("dir()", ":vars"),
        ("whos", ":vars"), ("q", ":quit"), ("\\q", ":quit"), (".exit", ":quit"),
        ("/help", ":help"), ("--help", ":help"), ("man torch", "no shell here"),
        ("tensorlab eval 1", "no shell here"),
    ],
)  # fmt: skip
def test_habits_get_a_useful_word(line, word):
    assert word in habit(line, {"undo"}, {})


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        ("help running product", ":help running product"),
        ("lesson add", ":lesson add"),
        ("review", ":review"),
        ("explain TL001", ":help TL001"),
        ("explain a @ b", ":why a @ b"),
        ("lesson --list", ""),
        ("helper", ""),
        ("eval 1", ""),
    ],
)
def test_what_a_shell_is_given_is_done_here(line, typed):
    assert typed_for_a_shell(f"tensorlab {line}", {}) == typed


def test_variables_are_no_habits():
    for line in ("q", "who", "-h", "ls -la", "ls"):
        assert habit(line, {}, {line.strip("-").split(" ")[0]: 1}) == "", line


def test_a_variable_is_no_command():
    assert habit("undo", {"undo"}, {"undo": 1}) == ""
    assert ":undo" in habit("undo", {"undo"}, {})


def past(run):
    workspace = Workspace(print)
    workspace.has_run([source for _, source in statements("\n".join(run.bench.ran))])
    return workspace.past


def test_why_alone_in_a_lesson_is_about_what_the_step_shows_last():
    run = begun(Library().find("autograd"), Progress(None))
    run.start()
    assert past(run)[-1].statement.source == "z"
    assert action_of("why", taken={"why"}) == Answer("why")
    run = begun(Library().find("tour"), Progress(None))
    run.start()
    assert past(run)[-1].statement.source.startswith("torch.tensor([[1, 2, 3],")
    run.send(action_of("torch.ones(2) + 1"))
    assert past(run)[-1].statement.source == "torch.ones(2) + 1"
    assert run.bench.failed == ""
    run.send(action_of("torch.ones(2) @ torch.ones(3)"))
    assert run.bench.failed == "torch.ones(2) @ torch.ones(3)"


def test_a_review_tells_why_by_what_its_own_question_ran():
    tour, progress = Library().find("tour"), Progress(None)
    asked = [
        Due(tour, step, each[-1], ItemRecord("", "wrong")) for step, each in enumerate(tour.steps)
    ]
    sums = [each for each in asked if getattr(each.question, "item", "") == "sum-dim"]
    run = begun(*review_of(sums, progress, new_session))
    run.start()
    run.send(Answer("(7,)"))
    assert past(run)[-1].statement.source == "a.sum(dim=1)"


def test_help_is_asked_in_a_lesson_as_in_a_shell():
    assert action_of("tensorlab explain TL040") == action_of("TL040") == Lookup("TL040")
    assert action_of("tensorlab help sum") == Lookup("sum")
    assert action_of("tensorlab explain a + b") == Question(":why a + b")


@pytest.mark.parametrize(
    ("line", "word"),
    [("tensorlab lesson matmul", "quit leaves this lesson"), ("git clone x", "no shell here")],
)
def test_what_is_meant_for_a_shell_is_no_answer_to_a_lesson(line, word):
    with pytest.raises(UnknownCommandError, match=word):
        action_of(line)
    assert action_of("ls", taken={"ls"}) == Answer("ls")
