"""Python's messages about wrong syntax, and ours."""

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
        r"':' expected after dictionary key|expression expected after dictionary key and ':'",
        "In a dict, each key has a value after a colon.",
        "Write key: value; values alone belong in a list.",
    ),
    (
        r"Generator expression must be parenthesized",
        "Beside other arguments, a loop written as an argument needs brackets of its own.",
        "Write f([x for x in items], 2).",
    ),
    (
        r"non-default argument follows default.*|parameter without a default follows.*",
        "A parameter without a default comes after one with a default.",
        "Put the parameters with defaults last.",
    ),
    (
        r"iterable argument unpacking follows keyword argument unpacking",
        "A *list comes after a **dict.",
        "Put the *list first.",
    ),
    (
        r"expected 'else' after 'if' expression",
        "An if inside an expression needs an else.",
        "Write a if test else b, or begin the line with if test: instead.",
    ),
    (
        r"cannot delete (.*)",
        r"\1 cannot be deleted: only a name or x[i] can.",
        "Write del and a name.",
    ),
    (
        r"expression cannot contain assignment.*",
        "The left of = in a call must be the name of a parameter.",
        "Write == to compare, or a plain name before =.",
    ),
    (
        r"did you forget parentheses around the comprehension target\?",
        "Several values in front of for need brackets.",
        "Write [(a, b) for a, b in pairs].",
    ),
    (
        r"multiple exception types must be parenthesized",
        "Several kinds of exceptions need brackets.",
        "Write except (ValueError, TypeError):",
    ),
    (
        r"invalid (hexadecimal|octal|binary|imaginary) literal|invalid digit '(.)' in .*",
        "A number contains something that does not belong there.",
        "Write the digits alone.",
    ),
    (
        r"expected '\('",
        "The name of a function is followed by its parameters in brackets.",
        "Write def name(x):",
    ),
    (
        r"assignment expression cannot .*",
        "The name cannot be given a value at this place.",
        "Give it its value on a line before.",
    ),
    (
        r"can't use starred expression here|starred assignment target must be in .*",
        "A star stands before an argument, or before an item inside brackets.",
        "Write [*items], f(*items), or a, *rest = items.",
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
        r"\(unicode error\).*",
        r"A backslash in text begins a special character, such as \\n; this one does not exist.",
        "Write two backslashes for one, or r'...' for text without special characters.",
    ),
    (
        r"expected 'except' or 'finally' block",
        "A try needs an except or a finally after it.",
        "Add except Exception: and what to do then.",
    ),
)

# A pattern for the line, in which § marks the place.
SPECIAL: tuple[tuple[str, str, str], ...] = (
    (r".*=\s+§=.*", "Two = stand apart.", "Write == to compare, or one = to give a value."),
    (
        r".*[-+*/%]\s+§=.*",
        "The operator and its = stand apart.",
        "Write them together, such as +=.",
    ),
    (r".*§?<§?>.*", "Python writes <> as !=.", "Write !=."),
    (r".*§`.*", "Back quotes mean nothing in Python.", "Write ' or \" around text."),
    (
        r"\s*§?@.*",
        "A line that begins with @ stands before a function.",
        "Write the def on the next line.",
    ),
    (
        r"\s*(var|let|const|auto|int|float|double|bool|string)\s+§\w+\s*=.*",
        "Python declares no variables and no types.",
        "Write the name alone: x = 5.",
    ),
    (
        r".*\.\s*§[.(\[].*",
        "After a dot comes the name of an attribute or of a function.",
        "Write the name, or remove the dot.",
    ),
    (r".*\bas\s+§.*", "A name must follow as.", "Write as and a name."),
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
        r".*§\s*",
        "The line ends where something should follow.",
        "Write what is missing, or remove the beginning.",
    ),
    (
        r"\s*§\*.*",
        "A star here means nothing: it stands before an argument, or inside brackets.",
        "Write [*items] or f(*items).",
    ),
    (
        r".*[\w'\")\]}]\s+§[\w'\"(\[{].*",
        "Two things stand side by side with nothing between them.",
        "Put a comma or an operator between them, or begin a new line.",
    ),
    (
        r".*§\s*[;,)\]}].*",
        "A value is missing before the marked place.",
        "Write the value, or remove the operator or comma before it.",
    ),
)
