"""`tensorlab run --check`: the examples of a page or a transcript, run and compared."""

import re
from collections.abc import Iterator
from doctest import SKIP, DocTestParser, Example, OutputChecker

from tensorlab.commands.initial_options import InitialOptions
from tensorlab.language.running.session import Budget, Session
from tensorlab.language.values.display import describe
from tensorlab.process.lifecycle import ExitCode, WrongUsageError, emit
from tensorlab.process.program_text import NotTextError, program_of_file
from tensorlab.wording import counted
from tensorlab.workspace.statements import keep

# a blank line ends an example
FENCE = re.compile(r"^[ \t]*(```|~~~).*$", re.MULTILINE)


def check(file: str, budget: Budget, beginning: InitialOptions) -> int:
    """Run what stands behind `>>>` in a file, in one session, and show where it differs.

    What Python's doctest understands is understood: `<BLANKLINE>`, `# doctest: +ELLIPSIS`, `+SKIP`.

    Returns the exit code: 0 where all agree, 1 where one differs.

    Raises:
        WrongUsageError: the file is no text, or has no example.
    """
    try:
        text = FENCE.sub("", program_of_file(file).text)
        found = DocTestParser().get_examples(text, file)
    except (NotTextError, ValueError) as error:
        raise WrongUsageError(f"cannot check {file!r}: {error}") from None
    examples = [each for each in found if not each.options.get(SKIP)]
    if not found:
        raise WrongUsageError(f"cannot check {file!r}: no line begins with >>>")
    differences = list(different(examples, budget, beginning))
    for example, answer in differences:
        emit("\n".join(lines_of(example, answer)) + "\n")
    agree = len(examples) - len(differences)
    emit(f"{agree} of {counted(len(examples), 'example agrees', 'examples agree')}\n")
    return ExitCode.FAILED if differences else ExitCode.FINE


def different(
    examples: list[Example], budget: Budget, beginning: InitialOptions
) -> Iterator[tuple[Example, str]]:
    """Yield the examples that answer something else than they say, with the answer."""
    printed: list[str] = []
    session = Session(budget=budget, write=printed.append)
    beginning.enter(session)
    for number, example in enumerate(examples, 1):
        printed.clear()
        outcome = session.run(example.source)
        if outcome.failure is not None:
            printed.append(f"{outcome.failure.type}: {outcome.failure.message}\n")
        elif outcome.has_value and outcome.value is not None:
            printed.append(f"{describe(outcome.value)}\n")
            keep(session.names, number, outcome.value)  # a prompt calls it _
        answer = "".join(printed)
        if not agrees(example, answer):
            yield example, answer


def agrees(example: Example, answer: str) -> bool:
    """Return whether an example answers what it says."""
    said = settled(example.exc_msg or example.want)
    flags = sum(flag for flag, wanted in example.options.items() if wanted)
    return OutputChecker().check_output(said, settled(answer), flags)


def settled(text: str) -> str:
    """Return a text as it is compared: without blanks at the ends of lines and of the text."""
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


def lines_of(example: Example, answer: str) -> Iterator[str]:
    """Yield an example that differs: the line, what the page says, what tensorlab answers."""
    yield f"line {example.lineno + 1}: {example.source.rstrip()}"
    for title, text in (("the page says", example.want), ("tensorlab says", answer)):
        yield f"  {title}:"
        yield from (f"    {line}" for line in text.rstrip().split("\n"))
