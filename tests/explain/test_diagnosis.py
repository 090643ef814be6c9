"""What is said beside PyTorch's errors: the code, the clash, and repairs that work."""

import pytest

from tensorlab.explain.errors.diagnosis import aligned, diagnosed
from tensorlab.explain.errors.edit import EDITS, repair
from tensorlab.explain.errors.repairs import GENERAL
from tensorlab.frozen import replace
from tensorlab.language.outcome import Operand
from tensorlab.language.rules.catalogue import CODED, RULES, by_code, rule_for
from tensorlab.language.running.session import Session
from tests.explain.confusing import CONFUSING, TABLE, failed, table


@pytest.mark.parametrize(("program", "code", "repair"), CONFUSING)
def test_a_confusing_error_has_its_code_and_repairs_that_work(program, code, repair):
    failure = failed(program)
    assert failure.code == code
    assert repair in [each.source for each in failure.repairs]
    for each in failure.repairs:
        assert Session(write=lambda text: None).run(each.source).failure is None


def test_the_table_of_confusing_errors_is_what_the_program_says():
    assert TABLE.read_text(encoding="utf-8") == table()


def test_pytorchs_own_words_stay_as_they_are():
    assert failed("torch.ones(2) + torch.ones(3)").message == (
        "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"
    )


def test_the_clashing_column_is_marked():
    alignment = failed("torch.ones(2, 3) + torch.ones(4)").alignment
    assert alignment.rows == (("torch.ones(2, 3)", ("2", "3")), ("torch.ones(4)", ("", "4")))
    assert alignment.clashes == (False, True)


def test_a_reduction_is_offered_keepdim_first():
    failure = failed("x = torch.ones(2, 3)\nx - x.mean(1)")
    assert failure.repairs[0].source == "x - x.mean(1, keepdim=True)"


def test_trying_repairs_changes_none_of_the_learners_tensors():
    session = Session(write=lambda text: None)
    session.run("x = torch.zeros(2)")
    outcome = session.run("x.add_(torch.ones(3, 2))")
    diagnosed(outcome.failure, session.names)
    assert session.run("x.tolist()").value == [0.0, 0.0]


@pytest.mark.parametrize("rule", CODED.values(), ids=lambda rule: rule.code)
def test_the_example_of_every_code_fails_with_that_error(rule):
    outcome = Session(write=lambda text: None).run(rule.example)
    assert outcome.failure is not None
    assert outcome.failure.code == rule.code
    assert rule_for(outcome.failure.type, outcome.failure.message) is rule


def test_a_code_that_is_given_twice_is_named():
    first, second = [*CODED.values()][:2]
    with pytest.raises(ValueError, match=f"code {first.code} is given twice"):
        by_code([first, replace(second, code=first.code)])


def test_what_rules_try_are_the_repairs_and_each_repair_is_tried_by_one():
    named = {name for rule in RULES for name in rule.edits}
    assert named | set(GENERAL) == set(EDITS)


def test_two_repairs_of_one_name_are_refused():
    def transpose(scene):
        yield from ()

    with pytest.raises(ValueError, match="two repairs are called transpose"):
        repair(transpose)


CLASHES = [
    ("broadcast", (1, 3), (2, 3), (False, False)),
    ("broadcast", (2, 3), (3, 3), (True, False)),
    ("same", (1, 3), (2, 3), (True, False)),
    ("inner", (3, 4), (5, 4, 6), (False, False, False)),
    ("inner", (3, 2, 4), (5, 7, 6), (True, False, True, False)),
]


@pytest.mark.parametrize(("how", "one", "other", "clashes"), CLASHES)
def test_the_lengths_that_clash_are_marked_and_no_others(how, one, other, clashes):
    operands = [Operand("a", "", one), Operand("b", "", other)]
    assert aligned(how, operands).clashes == clashes


def test_what_a_program_raises_itself_is_not_explained():
    session = Session(write=lambda text: None)
    failure = session.run("raise ValueError('the sizes must be positive')").failure
    assert (failure.explanation, failure.code) == ("", None)
