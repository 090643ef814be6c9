"""Python's messages about wrong syntax, and ours."""


def phrases(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return the entries of a list of phrases: a pattern, what is wrong, what to do."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return tuple(zip(lines[::3], lines[1::3], lines[2::3], strict=True))


WORDS = phrases(r"""
'(.)' was never closed
    The bracket \1 is opened here and never closed.
    Add the closing bracket where it belongs.
closing parenthesis '(.)' does not match opening parenthesis '(.)'(.*)
    The bracket \1 closes what \2\3 opened: the two are not a pair.
    Close the brackets in the reverse order of opening.
unmatched '(.)'
    The bracket \1 closes something that was never opened.
    Remove it, or add the opening bracket.
unterminated string literal.*|unterminated triple-quoted.*|unterminated f-string.*
    The text that begins here has no closing quote.
    Add the same quote at its end.
invalid syntax. Maybe you meant '==' or ':=' instead of '='\?
    A single = gives a value to a name; it does not compare.
    Write == to compare.
cannot assign to (.*?)(?: here)?\. Maybe you meant '==' instead of '='\?
    \1 cannot stand on the left of =: only a name, x[i] or x.name can.
    Write == to compare.
cannot assign to (.*)
    \1 cannot be given a value: only a name, x[i] or x.name can.
    Put a name on the left of =.
invalid syntax. Perhaps you forgot a comma\?
    Two values stand side by side with nothing between them.
    Put a comma, or an operator such as *, between them.
expected ':'
    This line must end with a colon.
    Add : at the end of the line.
expected an indented block after (.*)
    After \1, the lines that belong to it must be indented.
    Begin the next line with four spaces.
unexpected indent
    This line is indented further than the one before it, for no reason.
    Remove the spaces at its beginning.
unindent does not match any outer indentation level
    This line's indentation fits none of the blocks around it.
    Line it up with the block to which it belongs.
inconsistent use of tabs and spaces in indentation
    Tabs and spaces are mixed at the beginnings of lines.
    Use four spaces everywhere.
too many nested parentheses|too many levels of indentation
    There are more levels inside one another than Python can read.
    Break the program into parts with names of their own.
positional argument follows keyword argument.*
    A value without a name comes after one with a name.
    Put the named arguments last.
'(return|yield|break|continue|await)'.*(outside|not properly).*
    \1 stands where it means nothing.
    return belongs inside a def; break and continue belong inside a loop.
duplicate argument '(.*)' in function definition
    Two parameters have the name \1.
    Give each parameter a name of its own.
keyword argument repeated: (.*)
    The argument \1 is given twice.
    Give each argument once.
no binding for nonlocal '(.*)' found
    No enclosing function has a variable \1.
    Use global for a variable of the program itself.
nonlocal declaration not allowed at module level
    nonlocal stands inside a function that is inside another.
    Remove the line.
name '(.*)' is parameter and (.*)
    \1 is a parameter already.
    Remove the line that declares it.
':' expected after dictionary key|expression expected after dictionary key and ':'
    In a dict, each key has a value after a colon.
    Write key: value; values alone belong in a list.
Generator expression must be parenthesized
    Beside other arguments, a loop written as an argument needs brackets of its own.
    Write f([x for x in items], 2).
non-default argument follows default.*|parameter without a default follows.*
    A parameter without a default comes after one with a default.
    Put the parameters with defaults last.
iterable argument unpacking follows keyword argument unpacking
    A *list comes after a **dict.
    Put the *list first.
expected 'else' after 'if' expression
    An if inside an expression needs an else.
    Write a if test else b, or begin the line with if test: instead.
cannot delete (.*)
    \1 cannot be deleted: only a name or x[i] can.
    Write del and a name.
expression cannot contain assignment.*
    The left of = in a call must be the name of a parameter.
    Write == to compare, or a plain name before =.
did you forget parentheses around the comprehension target\?
    Several values in front of for need brackets.
    Write [(a, b) for a, b in pairs].
multiple exception types must be parenthesized
    Several kinds of exceptions need brackets.
    Write except (ValueError, TypeError):
invalid (hexadecimal|octal|binary|imaginary) literal|invalid digit '(.)' in .*
    A number contains something that does not belong there.
    Write the digits alone.
expected '\('
    The name of a function is followed by its parameters in brackets.
    Write def name(x):
assignment expression cannot .*
    The name cannot be given a value at this place.
    Give it its value on a line before.
can't use starred expression here|starred assignment target must be in .*
    A star stands before an argument, or before an item inside brackets.
    Write [*items], f(*items), or a, *rest = items.
leading zeros in decimal integer literals.*
    A whole number does not begin with 0.
    Remove the zeros.
invalid decimal literal
    A number runs into letters.
    A name begins with a letter; put * between a number and a name.
f-string: (.*)
    Inside the f-string: \1.
    Write {name}, and {{ for a brace that is meant as text.
Missing parentheses in call to 'print'.*
    print is a function: what it prints stands in parentheses.
    Write print(...).
source code cannot contain null bytes
    The program contains a null byte: it is not plain text.
    Save the file as plain text, in UTF-8.
Exceeds the limit .* for integer string conversion.*
    The number has too many digits.
    A whole number may be written with 4,300 digits.
unexpected EOF while parsing|invalid syntax at end
    The program ends in the middle of something.
    Finish the last line.
unexpected character after line continuation character
    A backslash at the end of a line continues it; here something follows the backslash.
    Remove the backslash or what follows it.
\(unicode error\).*
    A backslash in text begins a special character, such as \\n; this one does not exist.
    Write two backslashes for one, or r'...' for text without special characters.
expected 'except' or 'finally' block
    A try needs an except or a finally after it.
    Add except Exception: and what to do then.
""")

# A pattern for the line, in which § marks the place.
SPECIAL = phrases(r"""
.*=\s+§=.*
    Two = stand apart.
    Write == to compare, or one = to give a value.
.*[-+*/%]\s+§=.*
    The operator and its = stand apart.
    Write them together, such as +=.
.*§?<§?>.*
    Python writes <> as !=.
    Write !=.
.*§`.*
    Back quotes mean nothing in Python.
    Write ' or " around text.
\s*§?@.*
    A line that begins with @ stands before a function.
    Write the def on the next line.
\s*(var|let|const|auto|int|float|double|bool|string)\s+§\w+\s*=.*
    Python declares no variables and no types.
    Write the name alone: x = 5.
.*\.\s*§[.(\[].*
    After a dot comes the name of an attribute or of a function.
    Write the name, or remove the dot.
.*\bas\s+§.*
    A name must follow as.
    Write as and a name.
.*§\s*(else|elif|except|finally)\b.*
    This word has no statement before it that it could belong to.
    Check the indentation, and the if, for, while or try above.
.*(\+\+|--)\s*§?\s*\w*
    Python has no ++ and no --.
    Write x += 1 or x -= 1.
.*(&&|\|\||&§&|\|§\|).*
    Python writes these words out.
    Write and, or, not.
.*§\?.*
    A question mark means nothing in a program.
    At the prompt, ?name shows help.
\s*(for|if|while|def|with|class)\b[^:]*
    This line must end with a colon.
    Add : at the end of the line.
\s*§?\s*(\$|!|%|>>>).*
    This line begins with something that is not Python.
    Leave out prompts such as >>> or $, and commands of other programs.
.*§?=\s*§?>.*
    Python has no =>.
    Write >= to compare, or lambda for a small function.
.*([-+*/%@=<>&|^,.]|\b(and|or|not|in|is))\s*§\s*
    The line ends where a value should follow.
    Write what is missing, or remove the operator at the end.
.*§\s*
    The line ends where something should follow.
    Write what is missing, or remove the beginning.
\s*§\*.*
    A star here means nothing: it stands before an argument, or inside brackets.
    Write [*items] or f(*items).
.*[\w'\")\]}]\s+§[\w'\"(\[{].*
    Two things stand side by side with nothing between them.
    Put a comma or an operator between them, or begin a new line.
.*§\s*[;,)\]}].*
    A value is missing before the marked place.
    Write the value, or remove the operator or comma before it.
""")
