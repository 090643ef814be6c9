"""A lesson, or a learner's own work, as words and programs to keep."""

from collections.abc import Iterator, Sequence

from tensorlab.course.answers.bench import Bench, SessionFactory
from tensorlab.course.lessons import lesson as blocks
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.open_prediction import PROMPTS
from tensorlab.frozen import Frozen
from tensorlab.language.reading.source import tree_of


class Piece(Frozen):
    """Words, or a program with what it gives; `fails` where an error is the point.

    `echo` is how Python's `print` shows the program's value as it was shown, empty where none was.
    """

    words: str = ""
    program: str = ""
    output: str = ""
    fails: bool = False
    echo: str = ""


def handout(lesson: blocks.Lesson, progress: Progress, factory: SessionFactory) -> list[Piece]:
    """Return a lesson from its beginning to its end, with the learner's answers where there are."""
    bench = Bench(factory)
    record = progress.lesson(lesson.name)
    words = next((block.markdown for block in lesson.blocks if isinstance(block, blocks.Text)), "")
    pieces = [] if words.startswith("# ") else [Piece(f"# {lesson.title}")]
    for block in lesson.blocks:
        known = record.item(getattr(block, "item", ""), getattr(block, "content_hash", ""))
        pieces += of_block(block, bench, known.answer if known else "")
    return [piece for piece in pieces if piece.words or piece.program]


def own_work(
    lessons: Sequence[blocks.Lesson], progress: Progress, factory: SessionFactory
) -> list[Piece]:
    """Return the tasks that a learner has solved, each with its set-up and the own answer."""
    pieces: list[Piece] = []
    for lesson in lessons:
        record = progress.lesson(lesson.name)
        for number, step in enumerate(lesson.steps):
            for block in step:
                known = record.item(getattr(block, "item", ""), getattr(block, "content_hash", ""))
                if isinstance(block, blocks.Exercise) and known and known.answer:
                    bench = Bench(factory)
                    before = lesson.programs_before(number, until=block)
                    pieces.append(Piece(f"## {lesson.title}"))
                    pieces += [ran(program, bench) for program in before]
                    pieces += of_block(block, bench, known.answer)
    return pieces


def of_block(block: blocks.Block, bench: Bench, answer: str) -> Iterator[Piece]:
    """Yield what a block leaves to keep."""
    match block:
        case blocks.Text(markdown=markdown):
            yield Piece(markdown)
        case blocks.Run() | blocks.Explain():
            yield ran(block.source, bench)
        case blocks.Predict():
            yield Piece(f"**{block.question or PROMPTS[block.what]}**")
            yield ran(block.source, bench)
            yield Piece(block.why)
        case blocks.Exercise():
            yield Piece(f"**{block.task}**")
            if block.setup:
                yield ran(block.setup, bench)
            # What fills a blank or orders lines is no program by itself.
            is_own = block.kind in {"exercise", "golf"} and tree_of(answer) is not None
            program = answer.strip() if is_own and answer.strip() else block.solution
            yield Piece("Your answer:" if is_own and answer.strip() else "One way to do it:")
            yield ran(program, bench)
            yield Piece(block.why)
        case blocks.Choose():
            yield Piece(f"**{block.question}**\n\n{block.right}\n\n{block.why}")
        case blocks.Tell():
            yield Piece(f"**{block.question}**\n\n{answer or block.model}")


def ran(program: str, bench: Bench) -> Piece:
    """Return a program with what it prints and gives."""
    result = bench.run(program)
    outcome = result.outcome
    if outcome.failure is not None:
        output = f"{result.printed}{outcome.failure.type}: {outcome.failure.message}"
        return Piece(program=program, output=output, fails=True)
    plain = str(outcome.value) == repr(outcome.value)
    echo = "print({})" if plain else "print(repr({}))"
    text = (outcome.text or repr(outcome.value)) if outcome.has_value else ""
    output = f"{result.printed}{text}".rstrip("\n")
    return Piece(program=program, output=output, echo=echo if outcome.has_value else "")
