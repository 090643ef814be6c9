"""An exercise while it is open: answers until one is right, in any of its forms."""

from collections.abc import Iterator, Sequence

from tensorlab.course.answers.bench import Bench, Result, SessionFactory
from tensorlab.course.answers.checking import MISSPELT, ExerciseChecker
from tensorlab.course.answers.spellings import assigned, meant, with_value
from tensorlab.course.answers.verdicts import Reason, Verdict
from tensorlab.course.lessons import forms
from tensorlab.course.lessons.lesson import Exercise
from tensorlab.course.predictions.phrases import place_named
from tensorlab.course.predictions.reader import NO_IDEA, is_error, read_value
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Aside, Asked, Drafted, Event, Misread, Prose, Solution
from tensorlab.course.taking.questions import Open
from tensorlab.language.outcome import Outcome
from tensorlab.wording import counted

# kinds of exercises that are answered by code
WRITTEN = {"exercise", "golf", "complete"}


class OpenExercise(Open[Exercise]):
    """An exercise: answers until one is right; statements are kept for the next answer."""

    def __init__(
        self,
        lesson: str,
        exercise: Exercise,
        progress: Progress,
        factory: SessionFactory,
        programs: Sequence[str],
        bench: Bench,
    ) -> None:
        super().__init__(lesson, exercise, progress, bench)
        self.checker = ExerciseChecker(factory, programs, exercise)
        self.draft = ""

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        exercise = self.block
        return Asked(
            item=exercise.item,
            kind=exercise.kind,
            prompt=exercise.task,
            source=exercise.setup,
            accepts=forms.accepts(exercise),
            hints=bool(exercise.hints),
            code=forms.shown(exercise),
        )

    def answer(self, text: str) -> Iterator[Event]:
        """Judge an answer; keep statements for the next one."""
        if self.block.kind == "find" and (found := self.found(text)) is not None:
            yield from self.judged(found, "") if isinstance(found, Verdict) else (found,)
            return
        if said := self.advice(text.strip()):
            yield Misread(said)
            return
        typed = forms.unnumbered(text) if self.block.kind == "find" else text
        sources = forms.programs(self.block, meant(typed))
        if sources is None:
            yield Misread(f"Type {forms.accepts(self.block)}.")
            return
        programs = self.candidates(sources)
        verdicts = [(self.checker.check(source, diagnosed=False), source) for source in programs]
        decided = next((each for each, _ in verdicts if each.right or each.stopped), None)
        if decided is None and (event := self.drafted(text, sources)) is not None:
            yield event
            return
        if decided is None and self.block.kind == "find":
            decided = self.verdict_on_place(text)
        decided = decided or self.checker.check(best(verdicts))
        if self.block.kind in WRITTEN and (failed := unreadable(decided)):
            yield Aside(text, failed)
            yield Misread("That could not be read, and is not counted.")
            return
        yield from self.judged(decided, text)

    def advice(self, text: str) -> str:
        """Return what to say to an answer that is no program; nothing to one that may be."""
        if NO_IDEA.fullmatch(text):
            return "Try anything: it costs nothing. Or type hint, or skip to see a solution."
        if text in self.bench.session.names or self.block.kind not in WRITTEN:
            return ""
        if is_error(text):
            return f"It can be done without an error: type {forms.accepts(self.block)}; or skip."
        if text.isidentifier() and isinstance(read_value(text), bool):
            return f"This is not a yes-or-no question: type {forms.accepts(self.block)}."
        return ""

    def candidates(self, sources: Sequence[str]) -> list[str]:
        """Return the programs that an answer may be: without the draft, or after it.

        A draft that gives the set-up's names something else, or fails under another set-up, must
        not spoil a right answer.
        """
        found = [draft + source for source in sources for draft in dict.fromkeys(("", self.draft))]
        return [with_value(source) or source for source in found]

    def drafted(self, text: str, sources: Sequence[str]) -> Drafted | None:
        """Return the event of statements without a value, which are kept; None for an answer."""
        if self.block.kind not in {"exercise", "golf"}:
            return None
        for source in (self.draft + sources[0], sources[0]):
            result = self.checker.run(source)
            if result.outcome.failure is None:
                break
        if result.outcome.failure is not None or result.outcome.has_value:
            return None
        self.draft = source + "\n"
        return Drafted(text, result.outcome, result.printed)

    def found(self, text: str) -> Verdict | Misread | None:
        """Return what comes of the number of a line, None where a line was typed instead."""
        if told := forms.unanswered(self.block, text):
            return Misread(told)
        line = place_named(text, self.block.code.count("\n") + 1)
        if line or assigned(meant(forms.unnumbered(text))):
            return self.verdict_on_line(line) if line else None
        # an expression is no way round the mistake
        return self.verdict_on_place(text)

    def verdict_on_line(self, line: int) -> Verdict:
        """Return the verdict on the number of a line."""
        right = line in self.block.faulty
        sentence = f"Line {line} does what it should."
        reasons = () if right else (Reason("line", "", str(line), sentence),)
        return Verdict(self.block.item, right, ("line",), reasons)

    def verdict_on_place(self, text: str) -> Verdict | None:
        """Return the verdict on a line that mends none with a mistake, None on any other."""
        places = forms.placed(self.block, meant(text))[0]
        others = [line for line in places if line not in self.block.faulty]
        return self.verdict_on_line(others[0]) if others else None

    def judged(self, verdict: Verdict, answer: str) -> Iterator[Event]:
        """Write a verdict down and show it, and after a right answer the solution."""
        self.hints.attempted = True
        answered, idea = self.draft + answer, verdict.misconception
        self.ledger.write("right" if verdict.right else "wrong", self.hints.given, idea, answered)
        yield verdict
        if verdict.right:
            yield from self._reveal(answer)

    def again(self) -> Iterator[Event]:
        """Show the solution to one who has answered already."""
        yield from self._reveal("")

    def _reveal(self, answer: str) -> Iterator[Event]:
        self.closed = True
        solution = self.block.solution
        self.bench.run(solution)
        given = meant(answer)
        if self.block.kind == "golf" and given:
            yield Prose(score(given, solution))
        if "".join(given.split()) != "".join(solution.split()):
            result: Result = self.checker.run(solution)
            yield Solution(solution, result.outcome, result.printed)
        yield from self.reason()


def best(verdicts: Sequence[tuple[Verdict, str]]) -> str:
    """Return the program whose verdict says most: the first that ran, or that can be read."""
    told = [(each.outcome, program) for each, program in verdicts if each.outcome is not None]
    ran = [program for outcome, program in told if outcome.failure is None]
    readable = [program for outcome, program in told if not misspelt(outcome)]
    return [*ran, *readable, *(program for _, program in verdicts)][0]


def unreadable(verdict: Verdict) -> Outcome | None:
    """Return the failure of an answer that is no program, as one with a bracket too few."""
    failure = verdict.outcome.failure if verdict.outcome else None
    return verdict.outcome if failure is not None and failure.type == "SyntaxError" else None


def misspelt(outcome: Outcome) -> bool:
    """Return whether a program could not be read, or spoke of names that nobody gave."""
    return outcome.failure is not None and outcome.failure.type in MISSPELT


def score(answer: str, solution: str) -> str:
    """Return how long an answer is beside the shortest one that is known."""
    mine, par = (len("".join(text.split())) for text in (answer, solution))
    said = counted(mine, "character")
    if mine < par:
        return f"{said}: shorter than the shortest known here ({par})."
    if mine == par:
        return f"{said}: no shorter one is known here."
    return f"{said}; it can be done with {par}."
