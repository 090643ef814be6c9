"""What authors and learners pass on: checked courses, handouts, variants, translations."""

import io
import json
from contextlib import redirect_stdout

import pytest

import tensorlab
from tensorlab.course.answers.bench import Bench
from tensorlab.course.authoring.course_check import check_course
from tensorlab.course.authoring.handout import handout, own_work, ran
from tensorlab.course.lessons.library import Library, for_learner
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.record import ItemRecord
from tensorlab.process.lifecycle import ExitCode
from tensorlab.repl.course_commands import check, new
from tensorlab.workspace.exporting import FORMS, commented
from tensorlab.workspace.lesson_actions import new_session

BODY = """# Words

A **table** with `code`.

```run
a = torch.tensor([[1, 2], [3, 4]])
a.sum()
```

```run fails=RuntimeError
a @ torch.ones(3, 3)
```

```exercise id=rows
task: Add up each row.
vary:
  n = size(2, 4)
  m = ints(n, 3)
solution: m.sum(dim=1)
hint: Which one?
```
"""


def solved(lesson, answer):
    progress = Progress(None)
    content_hash = lesson.questions[-1].content_hash
    progress.answered(lesson.name, "rows", ItemRecord(content_hash, "right", answer=answer))
    return progress


@pytest.mark.parametrize("form", FORMS)
def test_a_lesson_is_kept_in_each_form_with_the_own_answer(lesson_of, form):
    lesson = lesson_of(BODY)
    pieces = handout(lesson, solved(lesson, "m.sum(1)"), new_session)
    text = FORMS[form]("Test", pieces)
    assert "m.sum(1)" in text
    assert "m.sum(dim=1)" not in text
    if form == "ipynb":
        assert [element["cell_type"] for element in json.loads(text)["cells"]].count("code") == 5


def test_a_kept_program_runs_from_beginning_to_end(lesson_of, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "torch", tensorlab)
    lesson = lesson_of(BODY)
    text = FORMS["py"]("Test", handout(lesson, Progress(None), new_session))
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(text, "kept.py", "exec"), {"__name__": "kept"})  # noqa: S102  our own text
    assert printed.getvalue().startswith("tensor(10)\n")
    assert "expected m1 and m2" in printed.getvalue() or "shapes cannot" in printed.getvalue()


@pytest.mark.parametrize(
    "program",
    [
        "a = 1; a + 1  # two", "1, 'b'", "'text'", "(torch.arange(4)\n .sum())  # 6", "None",
        "def f():\n    return '''a\n  b'''\n\nf()\n# done", "s = '''a\n b'''; print(s); s[9]",
        "{}['key']", "torch.ones(2) + torch.ones(3)", "print('ä'); 'ö'; (1, 2)", "print(1)",
        "torch.device('cpu')",
    ],
)  # fmt: skip
def test_a_kept_program_prints_what_was_shown(program, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "torch", tensorlab)
    piece = ran(program, Bench(new_session))
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(FORMS["py"]("Kept", [piece]), "kept.py", "exec"), {})  # noqa: S102  our own text
    assert printed.getvalue().rstrip("\n") == piece.output


def test_a_page_escapes_what_it_shows(lesson_of):
    lesson = lesson_of("`a < b` & more\n\n```run\n'<script>'\n```")
    page = FORMS["html"]("<Test>", handout(lesson, Progress(None), new_session))
    assert "<script>" not in page
    assert "<code>a &lt; b</code>" in page


def test_own_work_is_what_was_solved_with_what_it_needs(lesson_of):
    lesson = lesson_of(BODY)
    pieces = own_work([lesson], solved(lesson, "m.sum(1)"), new_session)
    programs = [piece.program for piece in pieces if piece.program]
    assert programs[0].startswith("a = torch.tensor")
    assert programs[-1] == "m.sum(1)"
    assert own_work([lesson], Progress(None), new_session) == []


def test_each_learner_has_numbers_of_their_own_and_always_the_same(lesson_of):
    lesson = lesson_of(BODY)
    setups = [for_learner(lesson, who).questions[-1].setup for who in ("", "ann", "bob", "ann")]
    assert setups[0] == lesson.questions[-1].setup
    assert setups[1] == setups[3]
    assert len(set(setups)) == 3
    assert (
        for_learner(lesson, "ann").questions[-1].content_hash == lesson.questions[-1].content_hash
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("hint: Which one?", "hint: Try `m.sum(dim=1)`.", "gives the answer away"),
        ("A **table**", "See [this](nowhere.md).", "leads nowhere"),
        ("A **table**", "word " * 5000, "minutes"),
    ],
)
def test_a_fault_that_running_does_not_show_is_found(lesson_of, old, new, words):
    faults = check_course([lesson_of(BODY.replace(old, new))], new_session)
    assert any(words in str(fault) for fault in faults)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("A **zig**, a **zag** and a **zog**.", "3 new words in a step, 2 at most: zag, zig, zog"),
        ("Zigs.\n\n```run\n1\n```\n\nA **zig**.\n\n```run\n1\n```", "'zig' is used before test"),
        ("`zig`\n\n```run\n1\n```\n\nA **zig**.\n\n```run\n1\n```\n\nZigs.", ""),
    ],
)
def test_new_words_are_few_and_told_before_they_are_used(lesson_of, body, words):
    _, *faults = map(str, check_course([lesson_of(body)], new_session))  # behind: no lesson 'next'
    assert [words in fault for fault in faults] == [True] * bool(words)


def write(path, title, needs=""):
    needs = f"needs: {needs}\n" if needs else ""
    path.write_text(f"---\ntitle: {title}\nnames: x\norder: 1\n{needs}---\nA.", encoding="utf-8")


def test_lessons_of_a_folder_are_added_under_names_of_their_own(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    write(folder / "tour.md", "Mine")
    write(folder / "other.md", "Other", needs="nothing")
    library = Library(more=[folder])
    assert library.find("mine-tour").title == "Mine"
    assert library.find("tour").title != "Mine"
    faults = check_course(
        [each for each in library.lessons if each.path.parent == folder], new_session
    )
    assert any("no lesson 'nothing'" in str(fault) for fault in faults)


def test_a_translation_stands_in_for_its_lesson(tmp_path, monkeypatch):
    write(tmp_path / "one.md", "One")
    write(tmp_path / "one.de.md", "Eins")
    monkeypatch.setenv("TENSORLAB_LANGUAGE", "de")
    assert [(each.name, each.title) for each in Library(tmp_path).lessons] == [("one", "Eins")]
    monkeypatch.setenv("TENSORLAB_LANGUAGE", "en")
    assert [each.title for each in Library(tmp_path).lessons] == ["One"]


def test_a_folder_of_new_lessons_stands_among_the_installed_ones(tmp_path, capsys):
    assert new(str(tmp_path / "mine.md")) == ExitCode.FINE
    assert check(str(tmp_path)) == ExitCode.FINE
    assert "0 faults" in capsys.readouterr().out


def test_comments_are_wrapped_by_paragraphs_and_lists_keep_their_lines():
    words = "One word\nand another.\n\n- first\n- second\n\n```text\na  (2)\n   ^\n```"
    assert "# One word and another.\n" in commented(words.partition("```")[0])
    assert "# - first\n# - second\n" in commented(words.partition("```")[0])
    assert "#    ^" in commented("```text\na  (2)\n   ^\n```")
