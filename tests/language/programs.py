"""Random programs of the subset that Python and tensorlab share."""

from hypothesis import strategies as st

NAMES = ("a", "b", "c", "x")
NUMBERS = st.sampled_from(("0", "1", "2", "3", "-1", "7", "True", "2.5", "-0.5", "1e3", "3j"))
TEXTS = st.sampled_from(("''", "'a'", "'ab c'", '"é"', "'3'"))
NONE = st.sampled_from(("None", "...", "()", "[]", "{}", "set()", "range(3)"))
NAME = st.sampled_from(NAMES)
BINARY = st.sampled_from(("+", "-", "*", "/", "//", "%", "&", "|", "^"))
COMPARE = st.sampled_from(("<", "<=", ">", ">=", "==", "!=", "is", "is not", "in", "not in"))
METHODS = st.sampled_from((
    "upper()", "split()", "strip('a')", "replace('a', 'bc')", "find('b')", "startswith('a')",
    "join(['p', 'q'])", "zfill(5)", "center(7, '*')", "count('a')", "index(1)", "append(1)",
    "pop()",
    "extend([4, 5])", "insert(0, 9)", "reverse()", "sort()", "copy()", "keys()", "items()",
    "get('a', 0)", "add(3)", "union([1])", "bit_length()", "conjugate()", "is_integer()", "real",
    "format(1, 2)", "title()", "partition('b')", "remove(1)", "update({1: 2})", "isdigit()",
))  # fmt: skip
FUNCTIONS = st.sampled_from((
    "len", "sum", "min", "max", "abs", "sorted", "list", "tuple", "set", "str", "repr", "int",
    "float", "bool", "any", "all", "round", "type", "ord", "chr", "bin", "hex", "complex", "dict",
    "reversed", "enumerate", "iter", "hash", "callable", "frozenset", "ascii",
))  # fmt: skip
SPECIFICATIONS = st.sampled_from(
    ("", ":>5", ":.2f", ":d", ":05", "!r", "!s:>4", "!a", ":,", ":e", ":x")
)


def joined(*parts: object) -> st.SearchStrategy[str]:
    """Return a strategy for texts put together from strategies and fixed texts."""
    strategies = [part if isinstance(part, st.SearchStrategy) else st.just(part) for part in parts]
    return st.tuples(*strategies).map("".join)


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return expressions made of smaller ones."""
    several = st.lists(inner, min_size=1, max_size=3).map(", ".join)
    return st.one_of(
        joined("(", inner, " ", BINARY, " ", inner, ")"),
        joined("(", inner, " ** ", st.sampled_from(("2", "0", "-1", "0.5")), ")"),
        joined("(", inner, " << ", st.sampled_from(("2", "0", "-1")), ")"),
        joined("(", inner, " ", COMPARE, " ", inner, ")"),
        joined("(", inner, " ", COMPARE, " ", inner, " ", COMPARE, " ", inner, ")"),
        joined("(", inner, st.sampled_from((" and ", " or ")), inner, ")"),
        joined("(", st.sampled_from(("-", "+", "~", "not ")), inner, ")"),
        joined("(", inner, " if ", inner, " else ", inner, ")"),
        joined("[", several, "]"),
        joined("(", several, ",)"),
        joined("{", several, "}"),
        joined("{", inner, ": ", inner, "}"),
        joined("[*", inner, ", ", inner, "]"),
        joined(inner, "[", inner, "]"),
        joined(inner, "[", st.sampled_from((":", "1:", ":-1", "::2", "::-1", "1:2")), "]"),
        joined("(", inner, ").", METHODS),
        joined(FUNCTIONS, "(", inner, ")"),
        joined("f'{", NAME, SPECIFICATIONS, "}'"),
        joined("[", inner, " for x in ", inner, " if ", inner, "]"),
        joined("{", inner, " for x in ", inner, "}"),
        joined("{x: ", inner, " for x in ", inner, "}"),
        joined("list(", inner, " for x in ", inner, " for b in ", inner, ")"),
        joined("(lambda x, y=2: ", inner, ")(", inner, ")"),
        joined("(", NAME, " := ", inner, ")"),
        joined("list(zip(", inner, ", ", inner, "))"),
        joined("list(map(str, ", inner, "))"),
        joined("isinstance(", inner, ", (int, str, list))"),
        joined("sorted(", inner, ", key=lambda v: ", inner, ", reverse=True)"),
        joined("'%s-%5.2f|%r' % ", inner),
        joined("'%d' % ", inner),
        joined("next(iter(", inner, "), 'none')"),
    )


EXPRESSION = st.recursive(st.one_of(NUMBERS, TEXTS, NONE, NAME, NAME), larger, max_leaves=6)


def indented(lines: list[str]) -> str:
    """Return statements as the body of a block."""
    return "".join(f"\n    {line}" for block in lines for line in block.split("\n"))


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return statements that hold others."""
    body = st.lists(inner, min_size=1, max_size=3).map(indented)
    leave = st.sampled_from(("", "\n    break", "\n    continue", "\n    if a: break"))
    return st.one_of(
        joined("if ", EXPRESSION, ":", body, "\nelse:", body),
        joined("for ", NAME, " in ", EXPRESSION, ":", body, leave, "\nelse:", body),
        joined("for a, b in ", EXPRESSION, ":", body),
        joined("n = 0\nwhile n < 3:\n    n += 1", body, leave),
        joined("try:", body, "\nexcept (TypeError, ValueError) as e:", body,
               "\n    print(type(e), e)\nelse:", body, "\nfinally:", body),
        joined("try:", body, "\nexcept Exception as e:\n    print(type(e).__name__, str(e))"),
        joined("def f(a, b=1, *c, x=2, **d):", body, "\n    return a, b, c, x, d\nprint(f(",
               EXPRESSION, ", x=", EXPRESSION, "))"),
        joined("def g(a):\n    def h():\n        nonlocal a\n        a = ", EXPRESSION,
               "\n        return a\n    h()\n    return a\nprint(g(", EXPRESSION, "))"),
        joined("def k():\n    global c", body, "\n    return ", EXPRESSION, "\nprint(k())"),
    )  # fmt: skip


SIMPLE = st.one_of(
    joined(NAME, " = ", EXPRESSION),
    joined(NAME, " = ", EXPRESSION),
    joined("print(", EXPRESSION, ")"),
    joined("print(", EXPRESSION, ", ", EXPRESSION, ", sep='|', end='\\n')"),
    joined(
        NAME, " ", st.sampled_from(("+=", "-=", "*=", "//=", "%=", "|=", "&=")), " ", EXPRESSION
    ),
    joined("a, b = ", EXPRESSION),
    joined("a, *b = ", EXPRESSION),
    joined("a = b = ", EXPRESSION),
    joined(NAME, "[", EXPRESSION, "] = ", EXPRESSION),
    joined(NAME, "[", EXPRESSION, "] += ", EXPRESSION),
    joined("del ", NAME),
    joined("assert ", EXPRESSION, ", 'no'"),
    joined("c: int = ", EXPRESSION),
    joined("raise ValueError(", EXPRESSION, ")"),
    EXPRESSION,
)
STATEMENT = st.recursive(SIMPLE, compound, max_leaves=4)
PROGRAM = st.lists(STATEMENT, min_size=1, max_size=6).map(
    lambda lines: "\n".join(["a, b, c, x = 3, 'ab', [1, 2], {'a': 1}", *lines])
)
