"""A prediction while it is open: what is typed, what is nearly right, and what really happens."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tensorlab.course.answers.bench import COSTLY, EACH_RUN, PATIENCE, Bench, Result
from tensorlab.course.answers.comparison import see
from tensorlab.course.answers.verdicts import Misconception, PredictionKind, Verdict
from tensorlab.course.lessons.lesson import Predict
from tensorlab.course.predictions import prediction
from tensorlab.course.predictions.nearly import RIGHT_SHAPE, advice, nearly, right_shape
from tensorlab.course.predictions.phrases import bare_prediction
from tensorlab.course.predictions.reader import ERROR, NO_IDEA, SAME, read_prediction, read_value
from tensorlab.course.progress.progress import Progress
from tensorlab.course.taking.events import Asked, Event, Misread, Nearly, Prose, Ran
from tensorlab.course.taking.questions import Open
from tensorlab.engine.tensor import Tensor
from tensorlab.frozen import replace
from tensorlab.language.limits.meter import meter

YES_OR_NO = "Type yes or no."  # so ends a question of two answers
PROMPTS: dict[PredictionKind, str] = {
    "shape": "What is the shape?",
    "dtype": "What is the data type?",
    "value": "What is the value?",
    "view-or-copy": "View or copy: does the result share memory with a tensor you have?",
    "text": "What does PyTorch print?",
}


class OpenPrediction(Open[Predict]):
    """A prediction: one answer that can be understood, then what really happens."""

    def __init__(
        self, lesson: str, predict: Predict, progress: Progress, fresh: Callable[[], Bench]
    ) -> None:
        # Its own bench: whatever is tried beside the question happens elsewhere.
        super().__init__(lesson, predict, progress, fresh())
        self.fresh = fresh
        self.named = named_in(predict.source, self.bench)
        self.found: tuple[Any, Result] | None = None
        self.spent = 0  # steps for what is tried

    def asked(self) -> Asked:
        """Return the event that opens the question."""
        predict = self.block
        prompt = predict.question or PROMPTS[predict.what]
        return Asked(
            item=predict.item,
            kind="predict",
            prompt=prompt.removesuffix(YES_OR_NO).rstrip(),
            source=predict.source,
            accepts="yes or no" if self.decides else prediction.ACCEPTS[predict.what],
            what=predict.what,
            hints=bool(predict.hints),
        )

    @property
    def decides(self) -> bool:
        """Whether yes or no is asked."""
        return self.block.question.endswith(YES_OR_NO)

    def reality(self) -> tuple[Any, Result]:
        """Return the right prediction, and what really happens."""
        if self.found is None:
            self.found = reality(self.block, self.bench)
        return self.found

    def answer(self, text: str) -> Iterator[Event]:
        """Judge a prediction and show what really happens."""
        what = self.block.what
        given = self.read(text)
        expected, result = self.reality()
        if self.is_of_another_kind(expected, given, text):
            yield Misread(f"Type {self.asked().accepts}.")
            return
        if given is None:
            is_shape = right_shape(what, expected, text)
            yield Nearly(RIGHT_SHAPE) if is_shape else Misread(advice(what, text))
            return
        right = prediction.judge(what, expected, given).equal
        if not right and what == "shape" and is_value(text, result):
            yield Nearly("Those are the numbers, and they are right. And the shape?")
            return
        authors = None if right else prediction.misconception_of(self.block, given)
        if told := nearly(what, expected, given, text):
            yield Nearly(told, authors)  # anything else would say that it is wrong
            return
        self.closed = True
        yield self.verdict(expected, given, authors or (None if right else self.idea(given)))
        yield from self._reveal(result)

    def is_of_another_kind(self, expected: object, given: object, text: str) -> bool:
        """Return whether somebody types a number where yes or no is asked, or the reverse."""
        if given == ERROR or NO_IDEA.fullmatch(text.strip()):
            return False
        if self.decides:
            return not isinstance(given, bool)
        is_word = isinstance(given, bool) and text.strip().lower() not in {"true", "false"}
        return is_word and not isinstance(expected, bool)

    def idea(self, given: object) -> Misconception | None:
        """Return the idea by which somebody foretells this, None where none is sure."""
        expected, result = self.reality()
        if given == ERROR:
            return None
        # Before anything is answered, nobody waits for what knows all ideas.
        from tensorlab.course.misconceptions.diagnosis import known  # noqa: PLC0415
        from tensorlab.course.misconceptions.facts import idea_of_failure  # noqa: PLC0415
        from tensorlab.course.predictions.believed import idea_behind  # noqa: PLC0415

        if failure := result.outcome.failure:
            return known(name) if (name := idea_of_failure(failure)) else None
        return idea_behind(self.block, expected, given, partial(self.gives, given))

    def gives(self, given: object, program: str) -> bool:
        """Return whether a prediction would be right of another program."""
        before = meter.total
        changed = replace(self.block, source=program)
        try:
            spare = self.spent < PATIENCE
            found = reality(changed, self.fresh(), Bench.run)[0] if spare else ERROR
        except prediction.UnpredictableError:
            return False
        self.spent += EACH_RUN + COSTLY * (meter.total - before)
        return prediction.judge(changed.what, found, given).equal

    def read(self, text: str) -> Any:
        """Return what a text predicts; "same" is what all tensors of the program have."""
        what = self.block.what
        if what in {"shape", "dtype"} and SAME.fullmatch(bare_prediction(" ".join(text.split()))):
            stated = {prediction.truth(what, tensor, ()) for tensor in self.named}
            return stated.pop() if len(stated) == 1 else None
        return read_prediction(what, text)

    def verdict(
        self, expected: object, given: object, misconception: Misconception | None
    ) -> Verdict:
        """Return the verdict on a prediction, and write it down."""
        comparison = prediction.judge(self.block.what, expected, given)
        right, reasons = comparison.equal, comparison.reasons
        if self.decides and not right and given != ERROR:
            answer = "yes" if expected else "no"
            reasons = (replace(reasons[0], sentence=f"The answer is {answer}."),)
        self.ledger.write("right" if right else "wrong", self.hints.given, misconception)
        return Verdict(
            item=self.block.item,
            right=right,
            checked=comparison.checked,
            reasons=reasons,
            difference=comparison.difference,
            misconception=misconception,
        )

    def skip(self) -> Iterator[Event]:
        """Show what happens and close the question."""
        self.reality()  # a question that its author broke is not written down
        yield from super().skip()

    def again(self) -> Iterator[Event]:
        """Show what happens to one who has answered already."""
        self.closed = True
        expected, result = self.reality()
        hidden = see(result.outcome.value).kind == "tensor" and expected != ERROR
        told = prediction.STATED.get(self.block.what, "") if hidden else ""
        yield from self._reveal(result, told.format(expected))

    def _reveal(self, result: Result, told: str = "") -> Iterator[Event]:
        fails = result.outcome.failure is not None
        yield Ran(self.block.source, result.outcome, result.printed, fails)
        if told:
            yield Prose(told)
        yield from self.reason()


def is_value(text: str, result: Result) -> bool:
    """Return whether somebody typed the elements of a result, which must have some."""
    typed, value = read_value(text), result.outcome.value
    if typed is None or not isinstance(value, Tensor) or value.is_meta or not value.numel():
        return False
    return prediction.judge("value", prediction.nested(value), typed).equal


def reality(
    predict: Predict, bench: Bench, run: Callable[[Bench, str], Result] = Bench.run_told
) -> tuple[object, Result]:
    """Return the right prediction and the result of the program that is predicted.

    Raises:
        UnpredictableError: the result has no such thing as a shape.
    """
    before = bench.values()
    result = run(bench, predict.source)
    if result.outcome.failure is not None:
        return ERROR, result
    value = result.outcome.value
    if not result.outcome.has_value and predict.what == "text":
        return result.printed.rstrip("\n"), result
    others = before + [other for other in bench.values() if other is not value]
    return prediction.truth(predict.what, value, others), result


def named_in(source: str, bench: Bench) -> list[Tensor]:
    """Return the tensors whose names a program uses, as they are before it runs."""
    names = bench.session.names.items()
    words = set(re.findall(r"[A-Za-z_]\w*", source))
    return [value for name, value in names if name in words and isinstance(value, Tensor)]
