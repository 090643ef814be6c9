"""Where in an explanation somebody is, and the ways on and back."""

from dataclasses import dataclass

from tensorlab.explain.frames import Chapter


@dataclass
class Walk:
    """Where in an explanation somebody is."""

    chapters: tuple[Chapter, ...]
    chapter: int = 0
    frame: int = 0
    playing: bool = False

    @property
    def here(self) -> Chapter:
        """The operation that is shown."""
        return self.chapters[self.chapter]

    def forward(self) -> bool:
        """Go to the next frame, or to the next operation; return whether there was one."""
        if self.frame + 1 < len(self.here.frames):
            self.frame += 1
            return True
        return self.next_chapter()

    def back(self) -> None:
        """Go to the frame before, or to the last one of the operation before."""
        if self.frame:
            self.frame -= 1
        elif self.chapter:
            self.chapter -= 1
            self.frame = max(len(self.here.frames) - 1, 0)

    def next_chapter(self) -> bool:
        """Go to the next operation; return whether there was one."""
        if self.chapter + 1 >= len(self.chapters):
            return False
        self.chapter, self.frame = self.chapter + 1, 0
        return True

    def previous_chapter(self) -> None:
        """Go to the start of this operation, or to the operation before."""
        if not self.frame and self.chapter:
            self.chapter -= 1
        self.frame = 0

    def to_end(self) -> None:
        """Go to the last frame of all."""
        self.chapter = len(self.chapters) - 1
        self.frame = max(len(self.here.frames) - 1, 0)

    def to_start(self) -> None:
        """Go to the first frame of all."""
        self.chapter = self.frame = 0


def first_of_interest(chapters: tuple[Chapter, ...]) -> int:
    """Return the first operation that does more than to write numbers down."""
    return next((place for place, each in enumerate(chapters) if not each.is_made_of_nothing), 0)
