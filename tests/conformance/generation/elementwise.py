"""Cases of functions that work cell by cell: arithmetic, comparison, one argument."""

from tests.conformance.generation.sheet import DTYPES, KINDS, REALS, Sheet, combined

ROW_OF_PAIRS = """\
for dtype in [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.complex64,
              torch.complex128, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64{bool}]:
    other = torch.tensor([3, 1, 2]).to(dtype)
    print(EXPR)
    print((EXPR).dtype)"""
ALL_OTHERS = ROW_OF_PAIRS.replace("{bool}", ", torch.bool")
BUT_BOOL = ROW_OF_PAIRS.replace("{bool}", "")
THREES = "\n".join(
    [
        "i = torch.tensor([-7, 7, 5])",
        "j = torch.tensor([2, -2, 3])",
        "x = torch.tensor([-7.5, 7.5, 5.0])",
        "y = torch.tensor([2.0, -2.0, 0.0])",
        "b = torch.tensor([True, False, True])",
        "z = torch.tensor([1 + 2j, -3j, 2.0])",
        "u = torch.tensor([200, 100, 0], dtype=torch.uint8)",
        "grid = torch.arange(6).reshape(2, 3)",
        "column = torch.tensor([[10.0], [20.0]])",
        "point = torch.tensor(4)",
        "none = torch.empty(0, 3)",
    ]
)

promotion = [
    Sheet(
        f"{name} with every type",
        "",
        combined(f"torch.{name}(torch.tensor([1, 2, 3]).to(torch.{{dtype}}), other)", dtype=DTYPES),
        ALL_OTHERS if name != "sub" else BUT_BOOL,
    )
    for name in ("add", "sub", "mul", "div")
]
promotion.append(
    Sheet(
        "result_type",
        "",
        combined(
            "torch.result_type({left}, {right})",
            left=("torch.tensor([1], dtype=torch.{dtype})", "torch.tensor(1, dtype=torch.{dtype})"),
            dtype=KINDS,
            right=("1", "2.5", "1j", "True", "torch.tensor(2.5, dtype=torch.float64)",
                   "torch.tensor([3], dtype=torch.int16)"),
        ),
    )
)  # fmt: skip
promotion.append(
    Sheet(
        "promote_types",
        "",
        combined("torch.{left}", left=DTYPES),
        "for dtype in [torch.float16, torch.bfloat16, torch.float32, torch.complex32,"
        " torch.complex64, torch.uint8, torch.int8, torch.int64, torch.bool]:\n"
        "    print(torch.promote_types(EXPR, dtype), torch.can_cast(EXPR, dtype))",
    )
)

scalars = [
    Sheet(
        "with a number",
        "",
        combined(
            "torch.tensor([1, 0, 3]).to(torch.{dtype}) {sign} {number}",
            dtype=KINDS,
            sign=("+", "-", "*", "/", "//", "%", "**"),
            number=("2", "-2.5", "True"),
        ),
    ),
    Sheet(
        "number first",
        "",
        combined(
            "{number} {sign} torch.tensor([1, 2, 3]).to(torch.{dtype})",
            number=("2", "-2.5"),
            sign=("+", "-", "*", "/", "//", "%", "**"),
            dtype=("float32", "float16", "uint8", "int64", "bool", "complex64"),
        ),
    ),
    Sheet(
        "complex number",
        "",
        combined(
            "torch.tensor([1, 2]).to(torch.{dtype}) {sign} (1 + 2j)",
            dtype=("float32", "float64", "float16", "int64", "bool", "complex128"),
            sign=("+", "-", "*", "/"),
        ),
    ),
]

arithmetic = [
    Sheet("", THREES, [
        *combined("torch.{name}({pair})", name=("add", "sub", "mul", "div", "true_divide",
                  "floor_divide", "remainder", "fmod", "pow", "maximum", "minimum"),
                  pair=("i, j", "x, y", "i, y", "grid, column", "u, 3", "none, x", "i, point", "point, point")),
        *combined("torch.{name}({pair}, alpha={alpha})", name=("add", "sub"),
                  pair=("i, j", "x, y", "i, y", "x, 2", "z, x", "u, u"), alpha=("2", "0.5", "-1", "True", "1j")),
        *combined("torch.div({pair}, rounding_mode={mode})",
                  pair=("i, j", "x, y", "u, 7", "x, i", "i, 2.5", "z, z", "b, b", "j, 0", "y, 0"),
                  mode=("'trunc'", "'floor'", "None", "'round'")),
        *combined("{left} {sign} {right}", left=("i", "x", "b", "z", "u", "point"),
                  sign=("+", "-", "*", "/", "//", "%", "**"), right=("j", "y", "b", "column")),
        *combined("{left} {sign} {right}", left=("i", "b", "u", "x"), sign=("&", "|", "^", "<<", ">>"),
                  right=("j", "b", "u", "2", "True")),
        *combined("{sign}{name}", sign=("-", "+", "~"), name=("i", "x", "b", "z", "u")),
        *combined("{builtin}({name})", builtin=("abs", "round"), name=("i", "x", "b", "z", "u")),
        "i.add(j)", "i.add(j, alpha=3)", "i.sub(1)", "i.subtract(j)", "i.mul(2.5)", "i.multiply(j)",
        "i.div(j)", "i.divide(j, rounding_mode='floor')", "i.true_divide(j)", "x.pow(2)", "x.pow(0.5)",
        "torch.pow(2, i)", "torch.pow(2.0, j)", "torch.pow(i, 2)", "torch.pow(i, -1)", "torch.pow(x, -2)",
        "torch.subtract(i, j, alpha=2)", "torch.multiply(i, j)", "torch.divide(i, j)", "torch.rsub(i, 10)",
        "torch.rsub(i, j, alpha=2)", "torch.add(input=i, other=j)", "torch.add(2, i)", "torch.mul(2, 3)",
        "torch.add(1, 2)", "torch.sub(5, i)", "torch.mul(i, True)", "i.float() / 0", "-x / 0", "y / y", "i // 0",
        "i % 0", "1 / j", "i @ j", "x @ y", "5 + point", "point + 0.5", "point * x", "point / 3",
    ]),
    Sheet("wrap around", "", combined(
        "torch.tensor([{low}, {high}], dtype=torch.{dtype}) {step}",
        low=("0",), high=("100",), dtype=("uint8", "int8", "int16", "int32", "int64"),
        step=("+ 200", "- 101", "* 100", "** 9", "+ 2 ** 31"))),
]  # fmt: skip

special = [
    Sheet("", "x = torch.tensor([float('nan'), float('inf'), -float('inf'), -0.0, 0.0, 1.5])\n"
              "y = x.flip(0)", [
        *combined("x {sign} {other}", sign=("+", "-", "*", "/", "//", "%", "**", "==", "<", ">=", "!="),
                  other=("y", "1", "0", "float('inf')", "float('nan')")),
        *combined("x.{name}()", name=("sum", "mean", "max", "min", "argmax", "argmin", "prod", "abs", "sign",
                  "isnan", "isinf", "isfinite", "exp", "log", "sqrt", "neg", "any", "all", "bool", "floor",
                  "round", "relu", "sigmoid", "tanh", "square", "reciprocal", "rsqrt", "signbit")),
        *combined("x.{name}(0)", name=("cumsum", "cumprod", "max", "min", "sort", "argsort")),
        *combined("torch.{name}(x, y)", name=("maximum", "minimum", "fmax", "fmin", "add", "equal", "atan2")),
        "x.nan_to_num()", "torch.nan_to_num(x, nan=9.0, posinf=1.0, neginf=-1.0)", "x.clamp(-1, 1)",
        "torch.where(x.isnan(), 0.0, x)", "x[x == x]", "x.masked_fill(x.isnan(), 0)", "x.double()", "x.half()",
        "x.bfloat16()", "x.to(torch.complex64)", "torch.nansum(x)", "x.nanmean()", "x.unique()", "x.tolist()",
    ]),
]  # fmt: skip

comparison = [
    Sheet("", THREES, [
        *combined("torch.{name}({pair})", name=("gt", "lt", "ge", "le", "eq", "ne"),
                  pair=("i, j", "x, y", "grid, column", "u, 150", "i, 2.5", "b, True", "none, x", "point, i", "z, z")),
        *combined("{left} {sign} {right}", left=("i", "x", "b", "u", "point"),
                  sign=("<", ">", "<=", ">=", "==", "!="), right=("j", "1", "0.5", "True", "column")),
        *combined("3 {sign} i", sign=("<", ">", "<=", ">=", "==", "!=")),
        *combined("i.{name}(j)", name=("gt", "lt", "ge", "le", "eq", "ne", "greater", "less", "greater_equal",
                  "less_equal", "not_equal")),
        *combined("torch.{name}(i, 0)", name=("greater", "less", "greater_equal", "less_equal", "not_equal")),
        "u == 300", "u < -1", "u > 255.5", "i == 'a'", "i == None", "i != None", "i < None", "z == 1", "z < 1",
        "torch.equal(i, i.clone())", "torch.equal(i, j)", "i.equal(grid)", "torch.allclose(x, x + 1e-9)",
        "torch.allclose(x, y)", "torch.isclose(x, x + 1e-3, atol=1e-2)", "x.allclose(x)", "torch.isclose(i, j)",
        "torch.logical_and(b, i > 0)", "torch.logical_or(b, ~b)", "torch.logical_not(i)", "torch.logical_xor(b, x)",
        "torch.isnan(x)", "torch.isin(i, torch.tensor([7, 5]))", "torch.maximum(i, y)", "bool(point)", "bool(i)",
        "bool(none)", "bool(point == 4)", "1 if point > 3 else 0", "not point", "i in [i]", "5 in i", "6 in i",
        "(i > 0) & b", "(i > 0) | (j > 0)", "(i > 0) + b", "(i > 0).sum()", "(i > 0).float().mean()",
        "torch.gt(i, j, out=torch.empty(3, dtype=torch.bool))", "torch.gt(i, j, out=torch.empty(3))",
    ]),
]  # fmt: skip

UNARY = (
    "abs", "absolute", "neg", "negative", "sign", "sgn", "square", "sqrt", "rsqrt", "reciprocal", "exp", "exp2",
    "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "arcsin", "sinh", "cosh",
    "tanh", "asinh", "acosh", "atanh", "sigmoid", "erf", "erfc", "lgamma", "digamma", "floor", "ceil", "round",
    "trunc", "fix", "frac", "relu", "logical_not", "bitwise_not", "positive", "signbit", "isnan", "isfinite",
    "isinf", "isreal", "real", "imag", "conj", "angle", "deg2rad", "rad2deg", "nan_to_num", "sinc", "logit",
)  # fmt: skip
unary = [
    Sheet("", "", combined(
        "torch.{name}(torch.tensor([[-2, 0.5], [1, 3]]).to(torch.{dtype}))", name=UNARY,
        dtype=("float32", "float16", "complex64", "uint8", "int64", "bool"))),
    Sheet("", "x = torch.tensor([[-2.5, 0.5], [1.5, 3]])", [
        *combined("x.{name}()", name=UNARY),
        *combined("torch.round(x, decimals={n})", n=("1", "0", "-1")),
        *combined("torch.clamp(x, {limits})", limits=("0, 1", "min=0", "max=1", "min=x - 1, max=x", "2, 1",
                  "min=torch.tensor(0.5)", "")),
        "torch.clip(x, -1, 1)", "x.clamp(max=1)", "x.clip(min=0)", "x.clamp_min(1)", "x.clamp_max(1)",
        "torch.exp(input=x)", "torch.exp(x.T)", "torch.exp(x[:, 1])", "torch.exp(torch.tensor([]))",
        "torch.exp(torch.tensor(1))", "torch.exp(1)", "torch.exp(2.0)", "torch.exp([1.0])", "torch.sqrt(-x)",
        "torch.exp(torch.tensor(1000.0))", "torch.exp(torch.tensor([-1000.0, 88.0, 89.0]))", "torch.log(x - 0.5)",
    ]),
    Sheet("exact", "x = torch.tensor([[-2, 0.1], [1, 3e-3]])", combined(
        "{f}(x.to(torch.{dtype})).tolist()", f=("torch.abs", "torch.square", "torch.sqrt", "torch.reciprocal",
        "torch.floor", "(lambda t: t / 3)", "(lambda t: t * 0.1)", "(lambda t: t + 0.1)", "(lambda t: t - 1e-3)",
        "(lambda t: t * t + t)", "(lambda t: 1 / t)"), dtype=REALS)),
]  # fmt: skip
