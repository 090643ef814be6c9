"""Record what PyTorch says to the lessons: `python -m tests.conformance.record_lessons [NAME ...]`.

Needs `pip install torch==2.13.0 numpy` in an environment of its own; run it from the repository.
"""

import functools
import json
import sys
from pathlib import Path

import torch

from tensorlab.course.lessons.library import Library
from tests.lessons.python_session import PythonSession
from tests.lessons.sayings import sayings

TRUTH = Path(__file__).parents[1] / "lessons" / "truth"


def truth_of(what, value, others):
    """Return the right prediction of a value, told by PyTorch alone."""
    if what == "shape":
        return tuple(value if isinstance(value, torch.Size) else value.shape)
    if what == "dtype":
        return value if isinstance(value, torch.dtype) else value.dtype
    if what == "view-or-copy":
        shares = any(storage(value) == storage(other) for other in others)
        return "view" if shares else "copy"
    return numbers(value) if what == "value" else repr(value)


def storage(value):
    return value.untyped_storage().data_ptr() if isinstance(value, torch.Tensor) else id(value)


def numbers(value):
    if isinstance(value, torch.Tensor):
        return value.to_dense().tolist()
    return [numbers(part) for part in value] if isinstance(value, list | tuple) else value


def main() -> None:
    """Write the truth of the named lessons, of every lesson without a name."""
    torch.set_num_threads(1)
    torch.set_warn_always(False)
    factory = functools.partial(PythonSession, torch=torch)
    chosen = [each for each in Library().lessons if each.name in sys.argv[1:] or not sys.argv[1:]]
    for lesson in chosen:
        said = sayings(lesson, factory, truth_of)
        text = json.dumps(said, indent=1, ensure_ascii=False)
        (TRUTH / f"{lesson.name}.json").write_text(f"{text}\n", encoding="utf-8")
    print(f"{len(chosen)} lessons")


if __name__ == "__main__":
    main()
