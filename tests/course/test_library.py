import pytest

from tensorlab.course.lessons.library import Library, UnknownLessonError
from tensorlab.course.progress.nearest import nearest_lesson
from tensorlab.explain.reference.functions import function_names


@pytest.fixture
def library(tmp_path):
    lessons = {"matmul": "mm, @, bmm", "pad": "nn.functional.pad", "add": "add, +"}
    for order, (name, names) in enumerate(lessons.items()):
        text = f"---\ntitle: {name}\nnames: {names}\norder: {9 - order}\n---\nWords.\n"
        (tmp_path / f"{name}.md").write_text(text)
    (tmp_path / "README.md").write_text("For authors.")
    return Library(tmp_path)


def test_lessons_are_listed_in_their_order(library):
    assert [lesson.name for lesson in library.lessons] == ["add", "pad", "matmul"]


@pytest.mark.parametrize(
    "name",
    [
        "mm",
        "matmul",
        "torch.mm",
        "Tensor.matmul",
        "torch.Tensor.mm",
        "@",
        "torch.mm()",
        "MM",
        " mm ",
    ],
)
def test_a_lesson_answers_to_every_name_of_its_function(library, name):
    assert library.find(name).name == "matmul"


@pytest.mark.parametrize("name", ["pad", "F.pad", "torch.nn.functional.pad", "nn.functional.pad"])
def test_a_function_in_a_namespace_is_found_by_each_spelling(library, name):
    assert library.find(name).name == "pad"


def test_an_unknown_name_suggests_the_nearest(library):
    with pytest.raises(
        UnknownLessonError, match=r"no lesson 'torch.matmull'. Did you mean matmul\?"
    ):
        library.find("torch.matmull")


@pytest.mark.parametrize("name", ["../lessons/add", "add.md", "/etc/passwd", "README", ""])
def test_a_name_is_never_a_path(library, name):
    with pytest.raises(UnknownLessonError):
        library.find(name)


def test_a_broken_file_does_not_close_the_other_lessons(tmp_path):
    (tmp_path / "bad.md").write_text("no front matter")
    (tmp_path / "good.md").write_text("---\ntitle: G\nnames: g\norder: 1\n---\nWords.\n")
    library = Library(tmp_path)
    assert library.find("g").title == "G"
    assert [error.path.name for error in library.broken] == ["bad.md"]


def test_what_was_begun_is_known_without_reading_other_lessons(library):
    usual = Library()
    assert [lesson.name for lesson in usual.begun({"matmul", "add", "gone"})] == ["add", "matmul"]
    assert len(usual.known) == 2
    assert library.begun({"add"}) == library.read


@pytest.mark.parametrize(
    ("name", "lesson"),
    [
        ("sin", "exp"), ("fft2", "complex"), ("nn.Dropout", "modules"), ("Adam", "line"),
        ("sort", "argmax"), ("cosine_similarity", "matmul"),
    ],
)  # fmt: skip
def test_what_has_no_lesson_has_a_nearest_one(name, lesson):
    assert nearest_lesson(Library(), name).name == lesson


def test_every_function_has_a_lesson_or_a_nearest_one():
    library = Library()
    lost = [
        name
        for name in function_names()[::7]
        if name not in library.by_name and nearest_lesson(library, name) is None
    ]
    assert not lost
