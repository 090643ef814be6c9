from pathlib import Path

import pytest

from tensorlab.course.lessons.lesson import Exercise, Explain, LessonError, Predict, Run, Text
from tensorlab.course.lessons.markdown import parse_lesson, read_lesson
from tests.course.conftest import FRONT

PREDICT = (
    "```predict value id=two\n1 + 1\n---\nwrong: 11\nreveals: glue: Not text.\nwhy: Sum.\n```\n"
)
EXERCISE = """```exercise id=three
task: Make three,
  in words of two lines.
setup:
  a = 1
  b = 2
also: a = 5
solution: a + b
wrong: a * b
reveals: times: You multiplied.
hint: One.
hint: Two.
```
"""


def test_a_lesson_has_its_front_matter(lesson_of):
    lesson = lesson_of("Words.\n")
    assert (lesson.name, lesson.title, lesson.names, lesson.order) == ("test", "Test", ("test",), 1)
    assert lesson.related == ("next",)
    assert lesson.needs == ()


def test_blocks_come_in_the_order_of_the_file(lesson_of):
    lesson = lesson_of(
        f"One.\n\n```run\na = 1\n```\nTwo.\n{PREDICT}{EXERCISE}```explain\na\n```\nEnd."
    )
    kinds = [type(block) for block in lesson.blocks]
    assert kinds == [Text, Run, Text, Predict, Exercise, Explain, Text]


def test_words_and_the_block_after_them_are_one_step(lesson_of):
    lesson = lesson_of("One.\n```run quiet\na = 1\n```\nTwo.\n```run\na\n```\n\nEnd.")
    assert [len(step) for step in lesson.steps] == [4, 1]


def test_a_text_fence_is_prose(lesson_of):
    lesson = lesson_of("A drawing:\n```text\n```run\n  x\n```\nEnd.")
    assert lesson.blocks == (Text(7, "A drawing:\n```text\n```run\n  x\n```\nEnd."),)


def test_an_exercise_has_all_its_fields(lesson_of):
    exercise = lesson_of(EXERCISE).blocks[0]
    assert exercise.task == "Make three,\nin words of two lines."
    assert exercise.setup == "a = 1\nb = 2"
    assert exercise.also == ("a = 5",)
    assert exercise.wrong[0].answer == "a * b"
    assert exercise.wrong[0].misconception.name == "times"
    assert exercise.hints == ("One.", "Two.")


def test_a_prediction_has_all_its_fields(lesson_of):
    predict = lesson_of(PREDICT).blocks[0]
    assert (predict.item, predict.what, predict.source, predict.why) == (
        "two",
        "value",
        "1 + 1",
        "Sum.",
    )


def test_elements_to_explain_are_indices(lesson_of):
    assert lesson_of("```explain elements=0,1;1,0\nx\n```").blocks[0].elements == ((0, 1), (1, 0))


def test_a_typo_fix_in_words_keeps_a_questions_hash_and_a_new_solution_does_not(lesson_of):
    before = lesson_of(EXERCISE).questions[0]
    words = lesson_of(EXERCISE.replace("Make three", "Make 3")).questions[0]
    program = lesson_of(EXERCISE.replace("a + b", "b + a")).questions[0]
    assert before.content_hash == words.content_hash != program.content_hash


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("```rum\n1\n```", 7, "there is no fence 'rum'"),
        ("```\n1\n```", 7, "there is no fence ''"),
        ("```run loud\n1\n```", 7, "run has no option 'loud'"),
        ("```run fails\n1\n```", 7, "fails names the error's class"),
        ("```predict\n1\n```", 7, "say what to predict"),
        ("```predict size\n1\n```", 7, "predict has no option 'size'"),
        ("```predict value\n1\n---\nwhi: x\n```", 10, "there is no field 'whi' here"),
        ("```predict value\n1\n---\nwrong: 2\n```", 10, "needs a 'reveals'"),
        ("```predict value\n1\n---\nreveals: a: b\n```", 10, "right after a 'wrong'"),
        ("```predict value\n1\n---\nwrong: 2\nreveals: Because.\n```", 11, "a short name and"),
        ("```exercise\ntask: x\n```", 7, "no 'solution'"),
        ("```exercise\ntask: x\ntask: y\nsolution: 1\n```", 7, "given twice"),
        ("```exercise\ntask: x\nsolution: 1\n" + "hint: x\n" * 4 + "```", 13, "3 hints at most"),
        ("```exercise\nloose words\n```", 8, "expected a field"),
        ("```explain elements=a\n1\n```", 7, "elements look like"),
        ("```run\n\n```", 7, "the block is empty"),
        ("Words.\n```run\n1", 8, "never closed"),
        ("```predict value id=a\n1\n```\n```predict value id=a\n2\n```", 10, "two questions"),
    ],
)
def test_an_authors_mistake_is_reported_with_its_line(lesson_of, body, line, words):
    with pytest.raises(LessonError, match=words) as caught:
        lesson_of(body)
    assert str(caught.value).startswith(f"test.md:{line}: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Words.", "front matter"),
        ("---\ntitle: A\nnames: a\n---\n", "no 'order'"),
        ("---\ntitle: A\nnames: a\norder: first\n---\n", "whole number"),
        ("---\ntitle: A\ncolour: red\n---\n", "no field 'colour'"),
        ("---\ntitle: A\ntitle: B\n---\n", "given twice"),
    ],
)
def test_a_mistake_in_the_front_matter_is_reported(text, words):
    with pytest.raises(LessonError, match=words):
        parse_lesson(text, Path("test.md"))


def test_a_file_as_windows_writes_it_reads_the_same(tmp_path, lesson_of):
    text = FRONT + "Words.\n\n" + PREDICT + EXERCISE
    path = tmp_path / "test.md"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "  \r\n").encode())
    assert read_lesson(path).blocks == parse_lesson(text, path).blocks


def test_a_file_that_is_not_text_is_the_authors_mistake(tmp_path):
    path = tmp_path / "bad.md"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LessonError, match="not UTF-8"):
        read_lesson(path)


def test_a_heading_that_says_the_title_again_is_left_out(lesson_of):
    assert lesson_of("# Test\n\nWords.").blocks[0].markdown == "Words."
    assert lesson_of("# Other\n\nWords.").blocks[0].markdown == "# Other\n\nWords."
    assert lesson_of("# Test\n\n```run\n1\n```").blocks[0].source == "1"
