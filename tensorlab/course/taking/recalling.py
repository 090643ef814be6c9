"""What the names of a question stand for, where a screen shows it no more."""

from collections.abc import Sequence

from tensorlab.course.answers.bench import Bench
from tensorlab.course.answers.needed import names_in
from tensorlab.course.answers.spellings import assigned
from tensorlab.course.lessons import lesson as blocks
from tensorlab.course.taking.events import Shown
from tensorlab.engine.tensor import Tensor

MOST_LINES = 6  # of a value; of a larger one the shape says enough


def recalled(
    question: blocks.Question, on_screen: Sequence[blocks.Block], bench: Bench
) -> tuple[Shown, ...]:
    """Return the names that a question uses, run, but for those that are still to be seen."""
    seen = set().union(*(shown_by(block) for block in on_screen))
    program = asked(question)
    wanted = names_in(program) - assigned(program) - seen
    names = [name for name in bench.session.names if name in wanted]
    return tuple(shown for name in names if (shown := value_of(name, bench)) is not None)


def asked(question: blocks.Question) -> str:
    """Return the program that a question is about; what is chosen or told speaks for itself."""
    match question:
        case blocks.Predict():
            return question.source
        case blocks.Exercise():
            return f"{question.setup}\n{question.solution}"
    return ""


def shown_by(block: blocks.Block) -> set[str]:
    """Return the names that a block gives something to before one's eyes, or shows."""
    if isinstance(block, blocks.Run) and block.quiet:
        return set()
    program = blocks.program_of(block)
    last = program.rstrip().rpartition("\n")[2]
    is_shown = isinstance(block, blocks.Run | blocks.Explain) and last.isidentifier()
    whole = {last} if is_shown else set()
    return assigned(program) | whole


def value_of(name: str, bench: Bench) -> Shown | None:
    """Return what a name stands for, None where that is nothing to look at."""
    value = bench.session.names[name]
    if isinstance(value, type) or (callable(value) and not hasattr(value, "parameters")):
        return None
    found = bench.run(name).outcome
    text = found.text or ""
    if text == f"{type(value).__name__}()":  # a module without parts
        return None
    if len(text.split("\n")) <= MOST_LINES:
        return Shown(name, found)
    if not isinstance(value, Tensor):
        return None
    return Shown(f"{name}.shape", bench.run(f"{name}.shape").outcome)
