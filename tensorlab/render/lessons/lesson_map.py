"""The map of the lessons, which fits a window: tracks with ticks, where to go on, and why."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.path import next_lesson, state_of, track_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Advice
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.commands import typed_as
from tensorlab.render.look.remarks import quiet
from tensorlab.render.look.tables import Pairs, bar

MARKS = {"done": "\u2713", "begun": "\u00b7", "open": ""}
NEXT = "\u2192"
WIDE = 60  # columns from which on all names are shown; below, those of the track one is in
BETWEEN = "  "


class LessonMap:
    """Every track with its lessons in a line or two; in a narrow window how many are done."""

    def __init__(self, lessons: Sequence[Lesson], progress: Progress) -> None:
        self.lessons = lessons
        self.progress = progress
        self.advice = next_lesson(lessons, progress)
        self.tracks = {name: list(members) for name, members in groupby(lessons, track_of)}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDE:
            longest = max(map(len, self.tracks), default=0)
            room = options.max_width - longest - len(BETWEEN)
            yield Pairs(
                (
                    Text(capital(track), "heading"),
                    Text("\n").join(flow(map(self.named, members), room)),
                )
                for track, members in self.tracks.items()
            )
        else:
            for track, members in self.tracks.items():
                yield from self.briefly(track, members, options.max_width - len(BETWEEN))
        yield Text()
        yield ending(self.lessons, self.progress, self.advice)
        yield quiet(f"With titles: {typed_as('lesson --list --all')}, or a track in place of --all")

    def briefly(self, track: str, members: Sequence[Lesson], room: int) -> Iterator[Text]:
        """Yield how far one is in a track, and its lessons where it is the one to go on with."""
        done = sum(state_of(each, self.progress) == "done" for each in members)
        mark = f"{MARKS['done']} " if done == len(members) else ""
        head = Text(capital(track), "heading").append(BETWEEN).append(mark, "right")
        yield head.append(f"{done} of {len(members)}", "quiet")
        if self.advice is not None and any(self.advice.lesson == each.name for each in members):
            for line in flow(map(self.named, members), room):
                yield Text(BETWEEN).append_text(line)

    def named(self, lesson: Lesson) -> Text:
        """Return the name of a lesson with its mark."""
        if self.advice is not None and self.advice.lesson == lesson.name:
            return Text(f"{NEXT} {lesson.name}", "hint")
        state = state_of(lesson, self.progress)
        mark = Text(f"{MARKS[state]} ", "right") if MARKS[state] else Text()
        return mark.append(lesson.name, "name" if state != "done" else "quiet")


def flow(items: Iterable[Text], room: int) -> Iterator[Text]:
    """Yield lines that hold so many items as there is room for, none of which is broken."""
    line = Text()
    for item in items:
        if line and line.cell_len + len(BETWEEN) + item.cell_len > room:
            yield line
            line = Text()
        line = line.append(BETWEEN if line else "").append_text(item)
    yield line


def ending(lessons: Sequence[Lesson], progress: Progress, advice: Advice | None) -> RenderableType:
    """Return how much is done, and what comes next and why."""
    states = [state_of(each, progress) for each in lessons]
    count = quiet(f"{states.count('done')} of {len(lessons)} lessons done.")
    drawn = bar(states.count("done"), len(lessons)).append("  ").append_text(count)
    if advice is None:
        said = f"Everything is done. To keep it: {typed_as('review')}"
    else:
        word = "Start here" if states.count("open") == len(states) else "Next"
        said = f"{word}: {advice.lesson} ({advice.why}): {typed_as(f'lesson {advice.lesson}')}"
    return Group(count if is_for_the_ear() else drawn, Text(said))


def capital(track: str) -> str:
    """Return the name of a track as a heading."""
    return f"{track[0].upper()}{track[1:]}"
