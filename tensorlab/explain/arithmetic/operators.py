"""Python's operators in the words that explanations, lessons and narrations have for them."""

import ast
import operator

from tensorlab.frozen import lines_beside

OPERATORS = [row.split(" | ") for row in lines_beside(__file__, "operators.txt")]
FUNCTIONS = {symbol: getattr(operator, name) for _, name, symbol, *_ in OPERATORS}
SYMBOLS = {getattr(ast, kind): symbol for kind, _, symbol, *_ in OPERATORS}
# As they are read aloud, and how strongly they bind; then what they do, or as they compare.
ALOUD = {getattr(ast, row[0]): row[4:] for row in OPERATORS if row[4:]}
