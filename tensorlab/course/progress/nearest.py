"""Which lesson is nearest to a function, a class or a module that no lesson is named after."""

import tensorlab
from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.lessons.library import Library
from tensorlab.engine.operation import Operation
from tensorlab.explain.reference.functions import declared, last_named

# Where classes are, and the lesson in which one meets the first of them.
CLASSES = {
    "torch.utils.data": "batches",
    "torch.optim.lr_scheduler": "line",
    "torch.optim": "line",
    "nn.init": "modules",
    "nn": "modules",
    "torch.distributions": "random",
}


# Folders of functions none of which has a lesson.
FOLDERS = {"fourier": "complex", "ordering": "argmax", "devices": "devices"}


def nearest_lesson(library: Library, name: str) -> Lesson | None:
    """Return the lesson that teaches a relative of a function, or what stands beside it."""
    operation = declared(name) or last_named(name)
    if operation is not None:
        return of_relatives(library, operation) or of_family(library, operation)
    place = class_place(name)
    return library.by_name.get(CLASSES[place]) if place else None


def of_relatives(library: Library, operation: Operation) -> Lesson | None:
    """Return the lesson of the nearest function that a function is related to."""
    near = [operation.name]
    for relative in near:
        if relative in library.by_name:
            return library.by_name[relative]
        known = declared(relative)
        further = known.facts.get("related", ()) if known else ()
        near += [each for each in further if each not in near]
    return None


def of_family(library: Library, operation: Operation) -> Lesson | None:
    """Return a lesson on a function of the same file, or of the same folder and most alike."""
    family, folder = place_of(operation), place_of(operation).rpartition(".")[0]
    beside: list[tuple[bool, Lesson]] = []
    for lesson in library.lessons:
        for known in filter(None, map(declared, lesson.names)):
            if place_of(known) == family:
                return lesson
            if place_of(known).startswith(f"{folder}."):
                beside.append((len(known.operands) != len(operation.operands), lesson))
    if beside:
        return min(beside, key=lambda pair: pair[0])[1]
    return library.by_name.get(FOLDERS.get(folder.rpartition(".")[2], ""))


def place_of(operation: Operation) -> str:
    """Return the module in which a function is declared."""
    return str(operation.forward.__module__)


def class_place(name: str) -> str:
    """Return where a class of such a name is, such as nn of Dropout; nothing where none is."""
    for place in CLASSES:
        found: object = tensorlab
        for part in (*place.removeprefix("torch.").split("."), name.rpartition(".")[2]):
            found = getattr(found, part, None)
        if isinstance(found, type):
            return place
    return ""
