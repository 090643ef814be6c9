"""`tensorlab explain EXPR`: how a result came about."""

from tensorlab.process import WrongUsageError


def explain(expression: str) -> int:
    """Explain the value of an expression cell by cell and return the exit code.

    Raises:
        WrongUsageError: this version does not explain yet.
    """
    raise WrongUsageError("this version cannot explain yet; tensorlab help NAME tells the rule")
