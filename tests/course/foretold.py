"""The ways in which people type a prediction, each with what should come of it.

`right` and `wrong` are verdicts; `open` is whatever asks once more and loses nothing. The words are
in `foretold.txt`.
"""

import cmath
import itertools
import math
from pathlib import Path

DTYPES = (
    "float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8",
    "bool", "complex64", "complex128",
)  # fmt: skip
WRONG_FOR_ERROR = {
    "shape": ["(2, 3)", "3", "2 by 2", "scalar", "(7,)"],
    "value": ["3", "[1, 2]", "True", "no", "0.5", "[[1, 2], [3, 4]]"],
    "dtype": ["float32", "bool"],
    "view-or-copy": ["view", "copy"],
}


def sections():
    """Return the words of the file by the headings in brackets."""
    text = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    found = {}
    for section in text.rstrip("\n").split("\n\n"):
        name, *lines = section.split("\n")
        found[name.strip("[]")] = lines
    return found


SAID = sections()
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def typed(what, expected):
    """Yield texts that people type for a prediction, each with what should come of it."""
    for text in SAID["nothing"]:
        yield text, "open"
    if expected == "error":
        yield from ((text, "right") for text in SAID["error"])
        yield from ((text, "wrong") for text in WRONG_FOR_ERROR[what])
        return
    yield from ((text, "wrong") for text in SAID["error"])
    yield from BY_KIND[what](expected)


def shape(expected):
    """Yield shapes, right and wrong."""
    for text in spelled_shape(expected):
        yield text, "right"
    for other in other_shapes(expected):
        for text in spelled_shape(other):
            yield text, "wrong"
    if expected[1:] == (1,):
        yield from ((form.format(expected[0]), "right") for form in SAID["column"])
    yield "(2, 3", "any"
    yield "as before", "open"
    yield f"{len(expected) + 1} dimensions", "open"
    yield from ((f"{each} rows", "open") for each in expected[:1])
    yield "float32", "open"
    yield "rows and columns", "open"


def spelled_shape(shape):
    """Yield ways to say a shape."""
    plain = [str(each) for each in shape]
    if not shape:
        yield from SAID["scalar"]
        return
    tail = "," if len(shape) == 1 else ""
    for comma in (", ", ",", " , ", " ,"):
        inner = comma.join(plain)
        yield from (
            f"({inner}{tail})",
            f"[{inner}]",
            f"torch.Size([{inner}])",
            f"( {inner}{tail} )",
        )
    words = [WORDS[each] if each < len(WORDS) else str(each) for each in shape]
    named = {f"w{place}": word for place, word in enumerate(words)}
    for text in (*SAID["shape"], *SAID.get(f"shape {len(shape)}", ())):
        yield text.format(*plain, c=", ".join(plain), s=" ".join(plain), **named)
    if len(shape) > 1:
        for sign in ("x", " x ", "\u00d7", " by ", "*", " * ", " X ", "-by-"):
            yield sign.join(plain)
        yield " by ".join(words)
        yield f"a {'x'.join(plain)} tensor"


def other_shapes(shape):
    """Yield shapes that somebody may believe."""
    found = {shape[::-1], (*shape, 1), (1, *shape), shape[:-1], shape[1:], ()}
    if shape:
        found |= {(shape[0] + 1, *shape[1:]), (*shape[:-1], shape[-1] + 2)}
    return sorted(found - {shape}, key=str)[:4]


def dtype(expected):
    """Yield data types."""
    name = expected.removeprefix("torch.")
    for known in DTYPES:
        yield from ((text, "right" if known == name else "wrong") for text in SAID[known])
    yield from ((text, "open") for text in SAID["vague"])
    yield "3", "open"
    yield "(2, 3)", "open"


def memory(expected):
    """Yield what shares memory and what does not."""
    for known in ("view", "copy"):
        yield from ((text, "right" if known == expected else "wrong") for text in SAID[known])
    yield "maybe", "open"
    yield "(2, 3)", "open"


def value(expected):
    """Yield numbers: right ones, nearly right ones and wrong ones."""
    flat = list(elements(expected))
    for text in spelled_value(expected):
        yield text, "right"
    for other in other_values(expected):
        for text in itertools.islice(spelled_value(other), 8):
            yield text, "wrong"
    if isinstance(expected, list):
        yield from nearly_lists(expected, flat)
    if flat and all(type(element) is int for element in flat):
        yield written(numbered(expected, float)), "open"
    if flat and all(type(element) is float for element in flat):
        yield from nearly_floats(expected, flat)
    if flat and all(type(element) is bool for element in flat):
        yield written(numbered(expected, int)), "open"
        if isinstance(expected, bool):
            yield "maybe", "open"
    if len(flat) == 1 and type(flat[0]) is int and not isinstance(expected, list):
        yield f"{flat[0]} - 0", "open"
        yield f"{flat[0] + 1} - 1", "open"
        yield f"{flat[0] - 1}+1", "open"


def nearly_lists(expected, flat):
    """Yield right numbers in wrong brackets, and the shape in place of the numbers."""
    yield f"[[{written(expected)}]]", "open"
    yield f"[{written(expected)}]", "open"
    if isinstance(expected[0] if expected else 0, list):
        yield f"[{', '.join(map(scalar, flat))}]", "open"
        yield " ".join(map(scalar, flat)), "open"
    shape = shape_of(expected)
    if shape and 0 not in shape and len(shape) > 1:
        yield " by ".join(map(str, shape)), "open"
        yield f"shape ({', '.join(map(str, shape))})", "open"
    text = written(expected)
    yield text[:-1], "open"
    if len(flat) > 1 and "[[" in text:
        yield text.replace("]", "", 1), "open"


def nearly_floats(expected, flat):
    """Yield floats with a decimal comma, and cut ones."""
    if len(flat) == 1 and not flat[0].is_integer() and abs(flat[0]) < 1000:
        yield scalar(flat[0]).replace(".", ","), "open"
    if len(flat) > 1 and all(math.isfinite(each) and not each.is_integer() for each in flat):
        yield f"[{'; '.join(scalar(each).replace('.', ',') for each in flat)}]", "any"
        yield f"[{', '.join(scalar(each).replace('.', ',') for each in flat)}]", "open"


def elements(value):
    """Yield the numbers in nested lists."""
    if not isinstance(value, list):
        yield value
        return
    for part in value:
        yield from elements(part)


def numbered(value, kind):
    return [numbered(part, kind) for part in value] if isinstance(value, list) else kind(value)


def shape_of(value):
    if not isinstance(value, list):
        return ()
    return (len(value), *(shape_of(value[0]) if value else ()))


def scalar(element):
    """Return a number as PyTorch would print it."""
    if isinstance(element, bool | int):
        return str(element)
    if isinstance(element, complex):
        return f"{element.real:g}{element.imag:+g}j"
    return f"{element:.4f}".rstrip("0") if abs(element) >= 1e-3 or not element else f"{element:.4e}"


def written(value, between=", ", brackets="[]"):
    """Return nested lists as text."""
    if not isinstance(value, list):
        return scalar(value)
    inner = between.join(written(part, between, brackets) for part in value)
    return f"{brackets[0]}{inner}{brackets[1]}"


def spelled_value(value):
    """Yield ways to type a value."""
    text = written(value)
    yield from (form.format(text) for form in SAID["value"])
    yield text.replace(" ", "")
    yield text.replace(", ", " , ")
    if isinstance(value, bool):
        yield from SAID[str(value)]
    if isinstance(value, int) and not isinstance(value, bool):
        yield f"{value}!"
        yield f"+{value}" if value >= 0 else f"- {abs(value)}"
        yield f"{value} "
        if 0 <= value < len(WORDS):
            yield WORDS[value]
    if isinstance(value, float) and value.is_integer():
        yield f"{value:.0f}"
        yield f"{value:.0f}."
        yield f"{value:.4f}"
    if isinstance(value, list):
        yield from spelled_list(value)


def spelled_list(value):
    """Yield ways to type a table."""
    yield written(value, " ")  # numpy's
    yield written(value, ",\n")
    yield written(value, "\n ")
    yield written(value, ",", "()")
    yield f"tensor({written(value, ',')})"
    yield written(value, ", ").replace("], [", "],\n        [")
    yield written(value, "  ")
    yield written(value, ", ").replace("[", "[ ").replace("]", " ]")
    yield written(value, ", ").replace("]]", ",]]")
    yield (
        written(value, "; ")
        if not any(isinstance(part, list) for part in value)
        else written(value)
    )
    flat = list(elements(value))
    if len(shape_of(value)) == 1 and len(flat) > 1:
        yield ", ".join(map(scalar, flat))
        yield " ".join(map(scalar, flat))
        yield ",".join(map(scalar, flat))
        yield " and ".join(map(scalar, flat)) if len(flat) == 2 else ", ".join(map(scalar, flat))
    if flat and all(type(element) is float and element.is_integer() for element in flat):
        yield written(numbered(value, int))
        yield written(value).replace(".", ".0")
    if flat and all(type(element) is bool for element in flat):
        yield written(value).lower()
    if (
        len(shape_of(value)) == 2
        and 0 not in shape_of(value)
        and len(value) > 1
        and len(value[0]) > 1
    ):
        yield "\n".join(" ".join(map(scalar, row)) for row in value)
        yield "; ".join(" ".join(map(scalar, row)) for row in value)
        yield "; ".join(", ".join(map(scalar, row)) for row in value)


def other_values(value):
    """Yield values that are wrong."""
    flat = list(elements(value))
    if isinstance(value, bool):
        yield not value
        return
    if not flat:
        yield [0]
        return
    for place in {0, len(flat) - 1}:
        element = flat[place]
        if not cmath.isfinite(element):
            continue
        changed = (
            (not element) if isinstance(element, bool) else element + (2 if element == -1 else 1)
        )
        yield rebuilt(value, [*flat[:place], changed, *flat[place + 1 :]])
    if len(flat) > 1 and flat != flat[::-1] and all(map(cmath.isfinite, flat)):
        yield rebuilt(value, flat[::-1])
    if len(flat) > 2:
        yield value[:-1]


def rebuilt(value, flat):
    numbers = iter(flat)

    def fill(part):
        return [fill(each) for each in part] if isinstance(part, list) else next(numbers)

    return fill(value)


BY_KIND = {"shape": shape, "dtype": dtype, "view-or-copy": memory, "value": value}
