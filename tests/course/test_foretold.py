"""A sample of `python -m tests.course.examine_predictions`."""

import pytest

from tests.course.examine_predictions import examined, predictions

EVERY = 16
SAMPLE = [
    pytest.param(predict, programs, id=f"{lesson.name}-{predict.item}")
    for lesson, predict, programs in list(predictions())[3::EVERY]
]


@pytest.mark.parametrize(("predict", "programs"), SAMPLE)
def test_no_prediction_gets_a_false_verdict(predict, programs):
    false = [
        (text, due, came)
        for text, due, came, _, _ in examined(predict, programs)
        if due not in {"any", came} and "open" not in (due, came)
    ]
    assert false == []
