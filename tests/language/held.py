"""Programs whose loops in C would hold the interpreter: no clock stops them, and no Ctrl-C."""

ALIKE = "(2**61 - 1) * i"  # whole numbers with one and the same hash
HELD = [
    "range(10**12).index(1.5)",
    "range(10**12).index('a')",
    "sum([1 << 262000] * 10**7)",
    "hash((1 << 262000,) * 10**7)",
    "hash(('a' * 10**6,) * 10**6)",
    "a = b'x' * 10**6\nb = b'x' * 10**6\n[a] * 10**6 == [b] * 10**6",
    "a = 'x' * 10**6\nb = 'x' * 10**6\n[a] * 10**6 == [b] * 10**6",
    "a = 1 << 262000\nb = 1 << 262000\n[a] * 10**6 == [b] * 10**6",
    "a = 1 << 262000\nb = 1 << 262000\n[[a] * 1000] * 1000 < [[b] * 1000] * 1000",
    "a, b = 'x' * 10**6 + 'a', 'x' * 10**6 + 'b'\nsorted([a, b] * 10**4)",
    "a, b = 'x' * 10**6 + 'a', 'x' * 10**6 + 'b'\nsorted(range(9999), key=lambda i: (a, b)[i%2])",
    "a, b = 'x' * 10**6 + 'a', 'x' * 10**6 + 'b'\nmax([a, b] * 10**6)",
    "a, b = 'x' * 10**6 + 'a', 'x' * 10**6 + 'b'\nb in [a] * 10**6",
    "a, b = 'x' * 10**6 + 'a', 'x' * 10**6 + 'b'\n([a] * 10**6).count(b)",
    "a, b = 'x' * 10**6 + 'a', 'x' * 10**6 + 'b'\n([a] * 10**6).remove(b)",
    "math.gcd(*[1 << 262000] * 10**7)",
    "math.lcm(*range(1, 10**6))",
    "math.fsum([0.1] * 10**9)",
    "math.hypot(*[0.1] * 10**9)",
    "pow(3, -1, (1 << 262000) + 1)",
    "x = (1 << 262000) - 1\nfor _ in range(10**6): x % ((1 << 131000) - 1)",
    *(
        make.format(item=item.format(alike=ALIKE))
        for item in ("{alike}", "({alike},)", "complex(-1000003 * i, i)", "({alike}, ({alike},))")
        for make in (
            "set([{item} for i in range(10**5)])",
            "frozenset([{item} for i in range(10**5)])",
            "dict.fromkeys([{item} for i in range(10**5)])",
            "set().union([{item} for i in range(10**5)])",
            "{{}}.keys() | [{item} for i in range(10**5)]",
            "{{{item} for i in range(10**5)}}",
        )
    ),
    "{1: 2}.keys() | range(10**12)",
    "{1: 2}.keys() - range(10**12)",
    "{1: 2}.items() & range(10**12)",
    "x = {}\nx |= zip(range(10**12), range(10**12))",
    "x = [0]\nx[:] = range(10**12)",
    "*x, = range(10**12)",
    "('a' * 10**6).rfind('b' + 'a' * (5 * 10**5))",
    "('a' * 10**6).rsplit('b' + 'a' * (5 * 10**5))",
    "('a' * 10**6).strip('b' * 10**6 + 'a')",
    "('a' * 10**7).translate({97: 'b'}) * 100",
    "str.maketrans('a' * 10**9, 'b' * 10**9)",
    "int('f' * 10**8, 16)",
    "next(filter(None, [0] * 10**7), 0)",
]
