"""Results, what they are called, and looking something up."""

from tests.repl.checks.check import check, shown
from tests.repl.examiner import BEGINNING


@check()
def the_last_results_have_names(sitting):
    sitting.enter("torch.arange(4) + 38", "41])")
    sitting.enter("_.sum() + 1000;")
    sitting.enter("_ + 1", "tensor(1159)")
    sitting.enter("(__ + 2, ___[0] + 5)", "tensor(1160), tensor(43)")


@check(screen=True)
def results_have_numbers(sitting):
    sitting.enter(":reset", "forgotten")
    sitting.enter("4000 + 1", "4001")
    sitting.until(lambda: "Out[1]" in sitting.lines[-1] and sitting.line[0] == ">>>")
    sitting.enter("Out[1] + _1", "8002")
    for line in BEGINNING:
        sitting.waited_for(line)


@check()
def containers_are_laid_out_and_shortened(sitting):
    sitting.enter("[list(range(900)), {'a': x, 'b': (1, 2)}]", "'b'", "(1, 2)")
    assert not sitting.has("777")
    assert max(map(len, sitting.lines)) <= sitting.kind.columns


shown("question name", "?cumprod", "torch.cumprod(", "Return the running")
shown("name question", "cumprod?", "torch.cumprod(")
shown("two questions", "??torch.relu", "is declared so", "def relu")
shown("two questions of one's own", "??blend", "def blend(a, b=3)")
shown("question method", "?w.sum", "torch.sum(")
shown("help method", "help x.sum", "torch.sum(")
shown("help call", "help(torch.det)", "torch.det(")
shown("help words", 'help "running product"', "torch.cumprod")
shown("question of a code", "?TL001", "broadcast")
shown("comment with a question", "40 + 36  # why?", "76")
shown("an unknown name", "?cumprot", "Did you mean")
