"""The lists and the map of the lessons, and how a learner stands."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from tensorlab.course.lessons.lesson import Lesson
from tensorlab.course.progress.path import next_lesson, state_of, track_of
from tensorlab.course.progress.progress import Progress
from tensorlab.course.progress.standing import Standing
from tensorlab.course.taking.events import Advice
from tensorlab.process.colour import is_for_the_ear
from tensorlab.render.look.remarks import heading, quiet, typed_as
from tensorlab.render.look.tables import Pairs, bar
from tensorlab.wording import counted

MARKS = {"done": "\u2713", "begun": "\u00b7", "open": ""}
NEXT = "\u2192"
# columns from which on all names are shown; below, those of the track one is in
WIDE = 60
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
    count = quiet(f"{states.count('done')} of {counted(len(lessons), 'lesson')} done.")
    drawn = bar(states.count("done"), len(lessons)).append("  ").append_text(count)
    if advice is None:
        said = f"Everything is done. To remember it: {typed_as('review')}"
    else:
        word = "Start here" if states.count("open") == len(states) else "Next"
        said = f"{word}: {advice.lesson} ({advice.why}): {typed_as(f'lesson {advice.lesson}')}"
    return Group(count if is_for_the_ear() else drawn, Text(said))


def capital(track: str) -> str:
    """Return the name of a track as a heading."""
    return f"{track[0].upper()}{track[1:]}"


def lesson_list(
    lessons: Sequence[Lesson], progress: Progress, track: str | None = None
) -> RenderableType:
    """Return the lessons of one track, or of all, each with its title and how far one has come."""
    if not lessons:
        return Text("There are no lessons here.")
    advice = next_lesson(lessons, progress)
    shown = [each for each in lessons if track in (None, track_of(each))]
    return Group(*tracks(shown, progress, advice), Text(), ending(lessons, progress, advice))


def tracks(
    lessons: Sequence[Lesson], progress: Progress, advice: Advice | None
) -> Iterator[RenderableType]:
    """Yield the tracks."""
    longest = max(len(each.name) for each in lessons) + len("  ")
    begun = any(state_of(each, progress) != "open" for each in lessons)
    for track, members in groupby(lessons, track_of):
        yield heading(capital(track))
        if is_for_the_ear():
            yield from (spoken_lesson(each, progress, advice) for each in members)
            continue
        rows = []
        for each in members:
            here = advice is not None and advice.lesson == each.name
            note = ("  <- next" if begun else "  <- start here") if here else ""
            mark = Text().append(f"{MARKS[state_of(each, progress)]:1} ", "right")
            title = Text(each.title).append(state(each, progress), "quiet").append(note, "hint")
            rows.append((mark.append(each.name, "name"), title))
        yield Pairs(rows, least=longest)


def spoken_lesson(lesson: Lesson, progress: Progress, advice: Advice | None) -> Text:
    """Return a lesson as a sentence: its name, its title, how far one has come, what is next."""
    done = state(lesson, progress).strip(" []")
    here = advice is not None and advice.lesson == lesson.name
    parts = [f"{lesson.name}: {lesson.title}", *([done] if done else [])]
    return Text(", ".join([*parts, *(["this one is next"] if here else [])]) + ".")


def state(lesson: Lesson, progress: Progress) -> str:
    """Return how far a lesson has been taken, nothing where it has not been begun."""
    record = progress.lesson(lesson.name)
    questions = len(lesson.questions)
    right = record.states(lesson.questions).count("right")
    if record.finished:
        return f"  [done, {right} of {questions} right]" if questions else "  [done]"
    if record.step or record.items:
        return f"  [at step {record.step + 1} of {len(lesson.steps)}]"
    return ""


def standing_view(standing: Standing) -> RenderableType:
    """Return how a learner stands."""
    return Group(*parts(standing))


def parts(standing: Standing) -> Iterator[RenderableType]:
    """Yield what is done, what is due, what is weak, and what comes next."""
    done, questions = len(standing.done), standing.questions
    rows = [("done", f"{done} of {counted(standing.lessons, 'lesson')}{listed(standing.done)}")]
    if standing.begun:
        rows.append(("begun", ", ".join(standing.begun)))
    rows.append(("questions", f"{standing.right} of {questions} right, {standing.missed} missed"))
    rows.append(("due", f"{standing.due} to review" if standing.due else "nothing today"))
    yield Pairs(rows)
    if standing.weak:
        from tensorlab.render.look.prose import Prose

        yield heading("\nBehind your wrong answers")
        for each in standing.weak:
            times = "once" if each.times == 1 else f"{each.times} times"
            said = each.sentence or f"An idea called {each.idea}."
            yield Prose(f"- {said} ({times}, in {', '.join(each.lessons)})")
    yield Text("")
    if standing.due:
        yield Text(f"Five minutes of review: {typed_as('review')}")
    if standing.next:
        yield Text(f"Next: {standing.next.title}: {typed_as(f'lesson {standing.next.lesson}')}")


def listed(names: tuple[str, ...]) -> str:
    """Return names in brackets, where there are any."""
    return f" ({', '.join(names)})" if names else ""
