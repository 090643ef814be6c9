"""Syntax errors in words that a beginner knows."""

import ast
import keyword
import re

from tensorlab.language.lookalikes import lookalike_failure
from tensorlab.language.outcome import Failure, Span
from tensorlab.language.place import place_of
from tensorlab.language.source import Source

# Python's words, and ours.
WORDS: tuple[tuple[str, str, str], ...] = (
    (
        r"'(.)' was never closed",
        r"The bracket \1 is opened here and never closed.",
        "Add the closing bracket where it belongs.",
    ),
    (
        r"closing parenthesis '(.)' does not match opening parenthesis '(.)'(.*)",
        r"The bracket \1 closes what \2\3 opened: the two are not a pair.",
        "Close the brackets in the reverse order of opening.",
    ),
    (
        r"unmatched '(.)'",
        r"The bracket \1 closes something that was never opened.",
        "Remove it, or add the opening bracket.",
    ),
    (
        r"unterminated string literal.*|unterminated triple-quoted.*|unterminated f-string.*",
        "The text that begins here has no closing quote.",
        "Add the same quote at its end.",
    ),
    (
        r"invalid syntax. Maybe you meant '==' or ':=' instead of '='\?",
        "A single = gives a value to a name; it does not compare.",
        "Write == to compare.",
    ),
    (
        r"cannot assign to (.*?)(?: here)?\. Maybe you meant '==' instead of '='\?",
        r"\1 cannot stand on the left of =: only a name, x[i] or x.name can.",
        "Write == to compare.",
    ),
    (
        r"cannot assign to (.*)",
        r"\1 cannot be given a value: only a name, x[i] or x.name can.",
        "Put a name on the left of =.",
    ),
    (
        r"invalid syntax. Perhaps you forgot a comma\?",
        "Two values stand side by side with nothing between them.",
        "Put a comma, or an operator such as *, between them.",
    ),
    (r"expected ':'", "This line must end with a colon.", "Add : at the end of the line."),
    (
        r"expected an indented block after (.*)",
        r"After \1, the lines that belong to it must be indented.",
        "Begin the next line with four spaces.",
    ),
    (
        r"unexpected indent",
        "This line is indented further than the one before it, for no reason.",
        "Remove the spaces at its beginning.",
    ),
    (
        r"unindent does not match any outer indentation level",
        "This line's indentation fits none of the blocks around it.",
        "Line it up with the block to which it belongs.",
    ),
    (
        r"inconsistent use of tabs and spaces in indentation",
        "Tabs and spaces are mixed at the beginnings of lines.",
        "Use four spaces everywhere.",
    ),
    (
        r"too many nested parentheses|too many levels of indentation",
        "There are more levels inside one another than Python can read.",
        "Break the program into parts with names of their own.",
    ),
    (
        r"positional argument follows keyword argument.*",
        "A value without a name comes after one with a name.",
        "Put the named arguments last.",
    ),
    (
        r"'(return|yield|break|continue|await)'.*(outside|not properly).*",
        r"\1 stands where it means nothing.",
        "return belongs inside a def; break and continue belong inside a loop.",
    ),
    (
        r"duplicate argument '(.*)' in function definition",
        r"Two parameters have the name \1.",
        "Give each parameter a name of its own.",
    ),
    (
        r"keyword argument repeated: (.*)",
        r"The argument \1 is given twice.",
        "Give each argument once.",
    ),
    (
        r"no binding for nonlocal '(.*)' found",
        r"No enclosing function has a variable \1.",
        "Use global for a variable of the program itself.",
    ),
    (
        r"nonlocal declaration not allowed at module level",
        "nonlocal stands inside a function that is inside another.",
        "Remove the line.",
    ),
    (
        r"name '(.*)' is parameter and (.*)",
        r"\1 is a parameter already.",
        r"Remove the line that declares it.",
    ),
    (
        r"leading zeros in decimal integer literals.*",
        "A whole number does not begin with 0.",
        "Remove the zeros.",
    ),
    (
        r"invalid decimal literal",
        "A number runs into letters.",
        "A name begins with a letter; put * between a number and a name.",
    ),
    (
        r"f-string: (.*)",
        r"Inside the f-string: \1.",
        "Write {name}, and {{ for a brace that is meant as text.",
    ),
    (
        r"Missing parentheses in call to 'print'.*",
        "print is a function: what it prints stands in parentheses.",
        "Write print(...).",
    ),
    (
        r"source code cannot contain null bytes",
        "The program contains a null byte: it is not plain text.",
        "Save the file as plain text, in UTF-8.",
    ),
    (
        r"Exceeds the limit .* for integer string conversion.*",
        "The number has too many digits.",
        "A whole number may be written with 4,300 digits.",
    ),
    (
        r"unexpected EOF while parsing|invalid syntax at end",
        "The program ends in the middle of something.",
        "Finish the last line.",
    ),
    (
        r"unexpected character after line continuation character",
        r"A backslash at the end of a line continues it; here something follows the backslash.",
        "Remove the backslash or what follows it.",
    ),
    (
        r"expected 'except' or 'finally' block",
        "A try needs an except or a finally after it.",
        "Add except Exception: and what to do then.",
    ),
)


def syntax_failure(error: SyntaxError, source: Source) -> Failure:
    """Return the diagnosis of a text that is no program."""
    found = lookalike_failure(error, source)
    if found is not None:
        return found
    message = error.msg or str(error)
    words, hint = in_plain_words(message, error, source)
    return Failure(
        type(error).__name__,
        message,
        span_of(error, source),
        source.text,
        words,
        (hint,) if hint else (),
        code="syntax",
    )


def in_plain_words(message: str, error: SyntaxError, source: Source) -> tuple[str, str]:
    """Return the explanation and the hint for one of Python's messages."""
    for pattern, words, hint in WORDS:
        match = re.fullmatch(pattern, message)
        if match is not None:
            return capitalised(match.expand(words)), hint
    return special_case(error, source)


CODE_WORDS = ("print", "return", "break", "continue", "yield", "await", "nonlocal", "f-string")


def capitalised(text: str) -> str:
    """Return a sentence with a capital first letter, unless it begins with the learner's text."""
    return text if text.startswith(CODE_WORDS) else text[:1].upper() + text[1:]


SPECIAL: tuple[tuple[str, str, str], ...] = (  # a pattern for the line, with § at the place
    (
        r".*§\s*(else|elif|except|finally)\b.*",
        "This word has no statement before it that it could belong to.",
        "Check the indentation, and the if, for, while or try above.",
    ),
    (r".*(\+\+|--)\s*§?\s*\w*", "Python has no ++ and no --.", "Write x += 1 or x -= 1."),
    (r".*(&&|\|\||&§&|\|§\|).*", "Python writes these words out.", "Write and, or, not."),
    (
        r".*§\?.*",
        "A question mark means nothing in a program.",
        "At the prompt, ?name shows help.",
    ),
    (
        r"\s*(for|if|while|def|with|class)\b[^:]*",
        "This line must end with a colon.",
        "Add : at the end of the line.",
    ),
    (
        r"\s*§?\s*(\$|!|%|>>>).*",
        "This line begins with something that is no Python.",
        "Leave out prompts such as >>> or $, and commands of other programs.",
    ),
    (
        r".*§?=\s*§?>.*",
        "Python knows no =>.",
        "Write >= to compare, or lambda for a small function.",
    ),
    (
        r".*([-+*/%@=<>&|^,.]|\b(and|or|not|in|is))\s*§\s*",
        "The line ends where a value should follow.",
        "Write what is missing, or remove the operator at the end.",
    ),
    (
        r".*§\s*;.*|.*§\s*[)\]}].*",
        "A value is missing before the marked place.",
        "Write the value, or remove the operator or comma before it.",
    ),
)


def special_case(error: SyntaxError, source: Source) -> tuple[str, str]:
    """Return words for `invalid syntax`, which says nothing by itself."""
    number, place = error.lineno or 0, max((error.offset or 1) - 1, 0)
    line = source.lines[number - 1] if 0 < number <= len(source.lines) else ""
    word = re.match(r"\s*(\w+)\s*=", line)
    if word is not None and keyword.iskeyword(word[1]):
        return (
            f"{word[1]} is a word of Python's own; it cannot be a name.",
            f"Choose another name, such as {word[1]}_.",
        )
    marked = f"{line[:place]}§{line[place:]}"
    for pattern, words, hint in SPECIAL:
        if re.fullmatch(pattern, marked):
            return words, hint
    return (
        "Python cannot read the line from here on.",
        "Look at the marked place and just before it for a missing bracket, comma or operator.",
    )


def span_of(error: SyntaxError, source: Source) -> Span | None:
    """Return the place that a syntax error names; Python counts its columns from 1."""
    place = place_of(error)
    if isinstance(place, ast.AST):
        return source.span(place)
    if not error.lineno:
        return None
    line = min(error.lineno, len(source.lines))
    length = len(source.lines[line - 1])
    start = min(max((error.offset or 1) - 1, 0), length)
    end_line = max(error.end_lineno or line, line)
    end = (error.end_offset or 0) - 1
    if end_line == line:
        end = max(end, start + 1)
    return Span(line, start, min(end_line, len(source.lines)), max(end, 0))
