import subprocess
import sys

import pytest

pytestmark = pytest.mark.sampled(2)  # a process each


def test_the_list_shows_every_lesson_and_what_is_done(terminal):
    done = terminal.run("lesson", "--list")
    assert "matmul" in done.stdout
    assert "[at step" not in done.stdout
    assert done.returncode == 0
    terminal.run("lesson", "matmul")
    assert "[at step" in terminal.run("lesson").stdout


@pytest.mark.parametrize("name", ["matmul", "mm", "torch.mm", "@"])
def test_a_lesson_answers_to_any_name_of_its_function(terminal, name):
    done = terminal.run("lesson", name)
    assert done.stdout.startswith("Matrix product")
    assert done.returncode == 0


def test_an_unknown_name_suggests_the_nearest(terminal):
    done = terminal.run("lesson", "matmull")
    assert "Did you mean matmul" in done.stderr
    assert done.returncode == 2


def test_a_right_answer_goes_on_and_a_wrong_one_ends_with_3(terminal):
    first = terminal.run("lesson", "matmul", input="[[23]]\n")
    assert "Right." in first.stdout
    assert first.returncode == 0
    second = terminal.run("lesson", "matmul", input="(17, 4)\n")
    assert "Not quite." in second.stdout
    assert second.returncode == 3


def test_the_lesson_resumes_where_the_answers_ended(terminal):
    terminal.run("lesson", "matmul", input="[[23]]\n")
    assert "Going on where you left" in terminal.run("lesson", "matmul").stdout


def test_the_transcript_is_plain_text(terminal):
    assert "\x1b" not in terminal.run("lesson", "matmul", input=":hint\n:skip\n:nonsense\n").stdout


def test_the_shell_completes_the_names_of_lessons(terminal):
    done = terminal.run("--complete", "tensorlab", "lesson", "matm")
    assert done.stdout.split() == ["matmul"]


def test_answers_are_taken_as_they_come(terminal):
    process = subprocess.Popen(
        terminal.command("lesson", "matmul"),
        env=terminal.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )

    def read_until(text):
        line = ""
        while text not in line:
            line = process.stdout.readline()
            assert line, f"the output ended before {text!r}"

    read_until("Type the value")
    process.stdin.write("[[23]]\n")
    process.stdin.flush()
    read_until("Right.")
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    process.stdout.close()


def test_answers_that_are_no_text_are_told_with_their_line(terminal):
    done = terminal.run("lesson", "matmul", input=b"[[23]]\n\xff\n")
    assert "line 2 of the answers is not UTF-8" in done.stderr
    assert done.returncode == 2


@pytest.mark.slow
def test_an_exported_lesson_runs_where_only_tensorlab_is(terminal, tmp_path):
    for name in ("pad", "tour"):
        terminal.run("export", name, "-o", str(tmp_path / f"{name}.py"))
        (tmp_path / "torch.py").write_text("raise ModuleNotFoundError(name='torch')")
        done = subprocess.run(
            [sys.executable, str(tmp_path / f"{name}.py")],
            env=terminal.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "tensor(" in done.stdout


def test_an_export_overwrites_nothing_and_says_so(terminal, tmp_path):
    kept = tmp_path / "tour.py"
    kept.write_text("mine")
    ended = terminal.run("export", "tour", "-o", str(kept))
    assert "tour.py exists already: choose another name" in " ".join(ended.stderr.split())
    assert kept.read_text() == "mine"


@pytest.mark.slow
def test_a_lesson_of_a_course_is_exported_and_counted_with_a_learners_numbers(terminal, tmp_path):
    lesson = (
        "---\ntitle: Own\nnames: own\norder: 1\n---\nA.\n```exercise id=e\ntask: Add up.\n"
        "vary:\n  v = ints(3)\nsolution: v.sum()\n```\n"
    )
    (tmp_path / "own.md").write_text(lesson)
    shown = [
        terminal.run("export", "own", "--course", str(tmp_path), "--learner", learner).stdout
        for learner in ("ann", "bob", "ann")
    ]
    assert shown[0] == shown[2] != shown[1]
    assert "of 53 lessons" in terminal.run("progress", "--course", str(tmp_path)).stdout
