"""Where in an explanation somebody is, and the ways on and back."""

from tensorlab.explain.arithmetic.arithmetic import beats
from tensorlab.explain.story.frames import Chapter


class Walk:
    """Where in an explanation somebody is: at an element, perhaps at a part of its arithmetic."""

    def __init__(self, chapters: tuple[Chapter, ...], first: int = 0) -> None:
        self.chapters = chapters
        # operations and elements; one without elements is looked at as a whole
        self.places = [
            (chapter, frame)
            for chapter, each in enumerate(chapters)
            for frame in range(max(len(each.frames), 1))
        ]
        self.playing = False
        # the term or the step that is played; None shows the whole element
        self.beat: int | None = None
        self.go(self.places.index((first, 0)))

    def go(self, at: int) -> bool:
        """Go to a place, the first or the last where there is none; return whether there is one."""
        self.beat = None
        self.at = min(max(at, 0), len(self.places) - 1)
        self.chapter, self.frame = self.places[self.at]
        return self.at == at

    @property
    def here(self) -> Chapter:
        """The operation that is shown."""
        return self.chapters[self.chapter]

    @property
    def beats(self) -> int:
        """In how many beats the element is played."""
        return beats(self.here.frames[self.frame]) if self.here.frames else 0

    def on(self) -> None:
        """Go to the next beat of the element; behind the last, the whole element is shown."""
        begun = -1 if self.beat is None else self.beat
        self.beat = begun + 1 if begun + 1 < self.beats else None

    def off(self) -> None:
        """Go to the beat before; the first comes after the whole element."""
        begun = self.beats if self.beat is None else self.beat
        self.beat = begun - 1 if begun > 0 else None

    def play(self) -> bool:
        """Go on by a beat, or to the next element; return whether there was one."""
        if self.beat is not None:
            self.on()
            return True
        if not self.forward():
            return False
        self.beat = 0 if self.beats else None
        return True

    def forward(self) -> bool:
        """Go to the next frame, or to the next operation; return whether there was one."""
        return self.go(self.at + 1)

    def back(self) -> None:
        """Go to the frame before, or to the last one of the operation before."""
        self.go(self.at - 1)

    def next_chapter(self) -> None:
        """Go to the next operation, if there is one."""
        after = (self.chapter + 1, 0)
        self.go(self.places.index(after) if after in self.places else self.at)

    def previous_chapter(self) -> None:
        """Go to the start of this operation, or to the operation before."""
        before = self.chapter if self.frame else max(self.chapter - 1, 0)
        self.go(self.places.index((before, 0)))

    def to_end(self) -> None:
        """Go to the last frame of all."""
        self.go(len(self.places) - 1)

    def to_start(self) -> None:
        """Go to the first frame of all."""
        self.go(0)


def first_of_interest(chapters: tuple[Chapter, ...]) -> int:
    """Return the first operation that does more than to write numbers down."""
    return next((place for place, each in enumerate(chapters) if not each.is_made_of_nothing), 0)
