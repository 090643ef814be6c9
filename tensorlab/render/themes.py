"""The colours of each theme, by what they are for; `auto` is the terminal's own sixteen."""

# For each use: the terminal's own colour, then on a light and on a dark background.
USES = {
    "fact": ("cyan", "#00687a", "#7fd4e8"),
    "code": ("default", "#1f2328", "#e6e6e6"),
    "right": ("bold green", "bold #116329", "bold #7ee787"),
    "wrong": ("bold red", "bold #a40e26", "bold #ff8f85"),
    "error": ("bold red", "bold #a40e26", "bold #ff8f85"),
    "hint": ("magenta", "#8250df", "#d2a8ff"),
    "active": ("bold cyan", "bold #00687a", "bold #7fd4e8"),
    "markdown.code": ("cyan", "#00687a", "#7fd4e8"),
}
# What has no colour in any theme.
ALIKE = {
    "quiet": "dim",
    "name": "bold",
    "question": "bold",
    "current": "bold reverse",
    "markdown.h1": "bold",
    "markdown.h2": "bold",
    "markdown.item.bullet": "none",
    "markdown.item.number": "none",
}
# The line editor's words for the parts of a program, in the same order.
PARTS = {
    "pygments.keyword": ("ansimagenta", "#8250df", "#d2a8ff"),
    "pygments.name.builtin": ("ansiyellow", "#7d4e00", "#f0c674"),
    "pygments.literal.string": ("ansigreen", "#116329", "#7ee787"),
    "pygments.literal.number": ("ansicyan", "#00687a", "#7fd4e8"),
    "pygments.comment": ("ansibrightblack italic", "#59636e italic", "#8b949e italic"),
    "bottom-toolbar": ("noreverse ansibrightblack", "noreverse #59636e", "noreverse #8b949e"),
    "auto-suggestion": ("ansibrightblack", "#8c959f", "#6e7681"),
}
PARTS_ALIKE = {
    "prompt": "bold",
    "current-parameter": "bold underline nodim ansidefault",
    "pygments.error": "",
    "matching-bracket.cursor": "underline",
    "matching-bracket.other": "underline",
}
COLUMNS = {"auto": 0, "ansi": 0, "light": 1, "dark": 2}


def of_output(theme: str) -> dict[str, str]:
    """Return the styles of what is shown."""
    if theme == "none":
        return {**dict.fromkeys(USES, "none"), **ALIKE}
    return {use: styles[COLUMNS[theme]] for use, styles in USES.items()} | ALIKE


def of_input(theme: str) -> dict[str, str]:
    """Return the styles of what is typed."""
    if theme == "none":
        return PARTS_ALIKE | {"bottom-toolbar": "noreverse"}
    return {part: styles[COLUMNS[theme]] for part, styles in PARTS.items()} | PARTS_ALIKE
