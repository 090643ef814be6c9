"""Where in an explanation somebody is, and the ways on and back."""

from dataclasses import dataclass

from tensorlab.explain.arithmetic.arithmetic import beats
from tensorlab.explain.story.frames import Chapter


@dataclass
class Walk:
    """Where in an explanation somebody is."""

    chapters: tuple[Chapter, ...]
    chapter: int = 0
    frame: int = 0
    playing: bool = False
    # the term or the step that is played; None shows the whole element
    beat: int | None = None

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
        self.beat = None
        if self.frame + 1 < len(self.here.frames):
            self.frame += 1
            return True
        return self.next_chapter()

    def back(self) -> None:
        """Go to the frame before, or to the last one of the operation before."""
        self.beat = None
        if self.frame:
            self.frame -= 1
        elif self.chapter:
            self.chapter -= 1
            self.frame = max(len(self.here.frames) - 1, 0)

    def next_chapter(self) -> bool:
        """Go to the next operation; return whether there was one."""
        self.beat = None
        if self.chapter + 1 >= len(self.chapters):
            return False
        self.chapter, self.frame = self.chapter + 1, 0
        return True

    def previous_chapter(self) -> None:
        """Go to the start of this operation, or to the operation before."""
        self.beat = None
        if not self.frame and self.chapter:
            self.chapter -= 1
        self.frame = 0

    def to_end(self) -> None:
        """Go to the last frame of all."""
        self.beat = None
        self.chapter = len(self.chapters) - 1
        self.frame = max(len(self.here.frames) - 1, 0)

    def to_start(self) -> None:
        """Go to the first frame of all."""
        self.beat = None
        self.chapter = self.frame = 0


def first_of_interest(chapters: tuple[Chapter, ...]) -> int:
    """Return the first operation that does more than to write numbers down."""
    return next((place for place, each in enumerate(chapters) if not each.is_made_of_nothing), 0)
