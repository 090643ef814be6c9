"""The files of the lessons: where they are, and what their heads say; no lesson is read."""

from itertools import islice
from pathlib import Path

PREFIXES = ("torch.nn.functional.", "torch.Tensor.", "torch.", "nn.functional.", "F.", "Tensor.")
NO_LESSON = "README"
HEAD = 10  # lines in which a lesson says its names


def lessons_folder() -> Path:
    """Return the folder of the lessons: inside an installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "lessons"
    return installed if installed.is_dir() else package.parent / "lessons"


def lesson_names() -> list[str]:
    """Return the names of the lessons, none of which is read."""
    names = (path.stem for path in lessons_folder().glob("*.md"))
    return sorted(name for name in names if name != NO_LESSON)


def taught_in(name: str) -> str:
    """Return the lesson that answers to a name, by the heads of the files alone; or nothing."""
    wanted = short_name(name).lower()
    for path in sorted(lessons_folder().glob("*.md")):
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            head = [line.partition(":")[2] for line in islice(file, HEAD) if line[:5] == "names"]
        names = {each.strip().lower() for each in ",".join(head).split(",")}
        if path.stem != NO_LESSON and wanted in names | {path.stem}:
            return path.stem
    return ""


def short_name(name: str) -> str:
    """Return a function's bare name: `torch.mm()` is mm."""
    bare = name.strip().removesuffix("()")
    for prefix in PREFIXES:
        if bare.startswith(prefix) and len(bare) > len(prefix):
            return bare.removeprefix(prefix)
    return bare
