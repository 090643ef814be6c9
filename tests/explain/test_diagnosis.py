"""What is said beside PyTorch's errors: the code, the clash, and repairs that work."""

import pytest

from tensorlab.explain.errors.codes import RULES, rule_for
from tensorlab.explain.errors.diagnosis import diagnosed
from tensorlab.language.session import Session

# The fifteen shape and type errors that confuse most: PyTorch's text names neither the operands
# nor what to do. (program, code, a repair that is offered)
CONFUSING = [
    ("torch.ones(2, 3) - torch.ones(2)", "TL001", "torch.ones(2, 3) - torch.ones(2).unsqueeze(1)"),
    ("torch.ones(2, 3) @ torch.ones(2, 3)", "TL002", "torch.ones(2, 3) @ torch.ones(2, 3).T"),
    ("torch.mm(torch.ones(2, 3), torch.ones(3))", "TL003", "torch.ones(2, 3) @ torch.ones(3)"),
    ("torch.ones(2, 2) @ torch.tensor([[1, 2], [3, 4]])", "TL004",
     "torch.ones(2, 2) @ torch.tensor([[1, 2], [3, 4]]).to(torch.float32)"),
    ("torch.masked_select(torch.ones(2, 3), torch.ones(3, 2) > 0)", "TL001",
     "torch.masked_select(torch.ones(2, 3), (torch.ones(3, 2) > 0).T)"),
    ("torch.ones(2, 3).permute(0, 1, 2)", "TL022", "torch.ones(2, 3).permute(1, 0)"),
    ("torch.cat((torch.ones(2, 3), torch.ones(3)))", "TL010",
     "torch.cat((torch.ones(2, 3), torch.ones(3).unsqueeze(0)))"),
    ("torch.cat((torch.ones(2, 3), torch.ones(2, 5)))", "TL011",
     "torch.cat((torch.ones(2, 3), torch.ones(2, 5)), dim=1)"),
    ("torch.arange(6).view(4, 2)", "TL020", "torch.arange(6).view(-1, 2)"),
    ("torch.ones(2, 3).T.view(6)", "TL021", "torch.ones(2, 3).T.reshape(6)"),
    ("torch.ones(2, 3).vsplit(3)", "TL025", "torch.ones(2, 3).tensor_split(3)"),
    ("torch.ones(2, 3).repeat(2)", "TL024", "torch.ones(2, 3).repeat(2, 1)"),
    ("torch.det(torch.ones(2, 2).long())", "TL032", "torch.det(torch.ones(2, 2).long().float())"),
    ("torch.ones(2, 3, 4).sum(1, 2)", "TL062", "torch.ones(2, 3, 4).sum(dim=(1, 2))"),
    ("torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4))", "TL005",
     "torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4).mT)"),
]  # fmt: skip


def failed(program: str):
    """Return the diagnosis of a program that fails."""
    session = Session(write=lambda text: None)
    outcome = session.run(program)
    assert outcome.failure is not None, program
    return diagnosed(outcome.failure, session.names)


@pytest.mark.parametrize(("program", "code", "repair"), CONFUSING)
def test_a_confusing_error_has_its_code_and_repairs_that_work(program, code, repair):
    failure = failed(program)
    assert failure.code == code
    assert repair in [each.source for each in failure.repairs]
    for each in failure.repairs:
        assert Session(write=lambda text: None).run(each.source).failure is None


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


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_example_of_every_code_fails_with_that_error(rule):
    outcome = Session(write=lambda text: None).run(rule.example)
    assert outcome.failure is not None
    assert rule_for(outcome.failure.message) is rule


def test_codes_are_given_once():
    codes = [rule.code for rule in RULES]
    assert len(codes) == len(set(codes))
