"""Record what PyTorch says to the lessons: `python -m tests.conformance.record_lessons`.

Needs `pip install torch==2.13.0 numpy` in an environment of its own; run it from the repository.
"""

import functools
import json
from pathlib import Path

import torch

from tensorlab.course.library import Library
from tests.lessons.python_session import PythonSession
from tests.lessons.sayings import sayings

TRUTH = Path(__file__).parents[1] / "lessons" / "truth.json"


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
    """Write the truth of every lesson."""
    torch.set_num_threads(1)
    torch.set_warn_always(False)
    factory = functools.partial(PythonSession, torch=torch)
    truth = {lesson.name: sayings(lesson, factory, truth_of) for lesson in Library().lessons}
    TRUTH.write_text(json.dumps(truth, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(truth)} lessons, {sum(map(len, truth.values()))} programs")


if __name__ == "__main__":
    main()
