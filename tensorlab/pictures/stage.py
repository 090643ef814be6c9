"""What stands on the stage of a page: the tensors of an operation; which elements light which."""

from collections.abc import Iterator

from tensorlab.explain.arithmetic.arithmetic import Arithmetic, arithmetic_of
from tensorlab.explain.story.frames import Chapter, Frame
from tensorlab.pictures.grids import dotted, inline, kept
from tensorlab.pictures.matching import scene
from tensorlab.pictures.svg import tensors

MOST_LIT = 64  # elements that one element lights, if its text has not all of them


class Drawn:
    """The picture of an operation, and which of its elements each element of the result lights."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.arithmetic = [arithmetic_of(frame) for frame in chapter.frames]
        self.inputs, results, _ = scene(chapter)
        self.shown = [set(kept(seen)) for seen in self.inputs]
        self.stage = inline(tensors(chapter, self.inputs, results), chapter.source)

    def lit(self, frame: Frame, found: Arithmetic) -> Iterator[str]:
        """Yield what an element lights, as the script reads it: tensor, place, term."""
        for number, (seen, shown) in enumerate(zip(self.inputs, self.shown, strict=True)):
            name = seen.tensor.name
            places = [each.index for each in frame.inputs if each.name == name]
            if seen.stretched and places:  # its copies stand where they are read
                yield f"{number}:{dotted(frame.index)}:{found.terms.get((name, places[0]), '')}"
                continue
            written = [index for index in places if (name, index) in found.terms]
            places = written if written and len(places) > MOST_LIT else places
            if not written and len(places) == len(seen.tensor.elements):
                yield f"{number}:*"
                continue
            for index in places:
                if index in shown:
                    term = found.terms.get((name, index), "")
                    mark = "w" if (name, index) == found.winner else term
                    yield f"{number}:{dotted(index)}:{mark}"
