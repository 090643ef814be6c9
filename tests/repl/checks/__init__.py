"""What the prompt is held to, check by check; see tests/repl/examiner.py."""

from tests.repl.checks import completion as completion
from tests.repl.checks import keys as keys
from tests.repl.checks import results as results
from tests.repl.checks import session as session
from tests.repl.checks import ways as ways
from tests.repl.checks.check import CHECKS as CHECKS
