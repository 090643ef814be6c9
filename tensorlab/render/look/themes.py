"""The theme of every form, as data: a look for each role, on dark, on light, and in 16 colours.

The terminal, SVG and HTML draw from it. A colour is never alone: `besides` says what else tells
the role, so that it reads in grey, on paper and for every eye.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

GROUNDS = {"dark": "#1e1e1e", "light": "#ffffff"}


class Look(NamedTuple):
    """The colours of a role: hexadecimal on dark and on light, and one of a terminal's sixteen.

    A role with a ground of its own is read on that. `style` is there with and without colour.
    """

    dark: str
    light: str
    ansi: str
    style: str = ""
    besides: str = ""
    dark_ground: str = ""
    light_ground: str = ""


WORDS = Look("#e6e6e6", "#1f2328", "default", besides="its words")
QUIET = Look("#9da5b0", "#59636e", "default", "dim", besides="its place beside what matters")
ROLES = {
    # The elements of an explanation. Elements that are combined share a hue.
    "result": Look("#1e1e1e", "#1f2328", "default", "bold reverse", "brackets around it",
                   "#f0c674", "#ffe08a"),
    "first": Look("#6cb8f0", "#0068a8", "cyan", "bold", "brackets around it"),
    "second": Look("#f0a94b", "#a04a00", "magenta", "bold", "brackets around it"),
    "third": Look("#e3a6d5", "#93307a", "green", "bold", "brackets around it"),
    "winner": Look("#63d2a4", "#116329", "green", "bold underline", "arrows around it"),
    "active": Look("#e6e6e6", "#1f2328", "default", "bold", "brackets around it"),
    "untouched": WORDS._replace(besides="no brackets"),
    "index": QUIET._replace(besides="its place at the edge"),
    "operator": Look("#e6e6e6", "#1f2328", "default", "bold", "its sign"),
    # The numbers of a tensor.
    "nan": Look("#c8a5ff", "#6639ba", "magenta", "bold", "its word"),
    "inf": Look("#7fd4e8", "#00687a", "cyan", "underline", "its word"),
    "negative": Look("#ff9d8a", "#a3320b", "red", besides="its sign"),
    "zero": QUIET._replace(besides="its digit"),
    # Text.
    "heading": Look("#e6e6e6", "#1f2328", "default", "bold", "a line of its own"),
    "name": Look("#e6e6e6", "#1f2328", "default", "bold", "its place"),
    "badge": Look("#7fd4e8", "#00687a", "cyan", besides="its words"),
    "quiet": QUIET,
    "question": Look("#e6e6e6", "#1f2328", "default", "bold", "its mark"),
    # A program. The words of the language are what they are in every colour.
    "code": WORDS,
    "code.prompt": QUIET,
    "code.keyword": Look("#d2a8ff", "#6639ba", "magenta", besides="its word"),
    "code.function": Look("#f0c674", "#7d4e00", "default", besides="the bracket behind it"),
    "code.number": Look("#7fd4e8", "#00687a", "cyan", besides="its digits"),
    "code.string": Look("#7ee787", "#116329", "green", besides="its quotes"),
    "code.comment": QUIET._replace(style="italic dim", besides="its #"),
    "code.operator": WORDS._replace(besides="its sign"),
    # What stands over the line that is typed: the menu of completions, what is searched for.
    "menu": Look("#e6e6e6", "#1f2328", "default", "", "its place below the word",
                 "#32363d", "#e6e9ed"),
    "menu.note": Look("#b4bac4", "#4f5861", "default", "dim", "its place behind the word",
                      "#32363d", "#e6e9ed"),
    "menu.current": Look("#1e1e1e", "#ffffff", "default", "bold reverse", "bold letters",
                         "#9ccbf2", "#0068a8"),
    # What is said to somebody.
    "error": Look("#ff8f85", "#a40e26", "red", "bold", "the class of the error, carets"),
    "notice": Look("#f0c674", "#7d4e00", "magenta", besides="the word note"),
    "right": Look("#7ee787", "#116329", "green", "bold", "a tick and its word"),
    "wrong": Look("#ff8f85", "#a40e26", "red", "bold", "a cross and its word"),
    "hint": Look("#d2a8ff", "#6639ba", "magenta", besides="the word hint"),
    "progress": Look("#7ee787", "#116329", "green", besides="the length of its bar"),
    "progress.rest": QUIET._replace(besides="the length of its bar"),
}  # fmt: skip
HUES = ("first", "second", "third")  # of the terms of a sum, again and again
# The scale of heat, from low to high: grounds that differ in brightness, so they read in grey too,
# each with the colour of the numbers on it.
HEAT = (
    ("#eef3f8", "#1f2328"), ("#cfe1f2", "#1f2328"), ("#9dc6e8", "#1f2328"),
    ("#6cabdb", "#1f2328"), ("#2b6ca8", "#ffffff"), ("#123f73", "#ffffff"),
)  # fmt: skip
# The grounds of elements that belong together; equal numbers tell it, too.
GROUPS = {
    "light": "#cfe3f7 #fbdcb8 #cdebd2 #efcfe6 #f6eea6 #bfe9e6 #f7cdc9 #dad4f5",
    "dark": "#1f4a6e #6b4314 #1f5233 #5d3054 #565012 #14504f #66302c #423c78",
}
# The roles that Rich's Markdown asks for, and the line editor, by their names.
OF_MARKDOWN = {
    "markdown.code": "badge", "markdown.h1": "heading", "markdown.h2": "heading",
    "markdown.item.bullet": "untouched", "markdown.item.number": "untouched",
}  # fmt: skip
OF_EDITOR = {
    "pygments.keyword": "code.keyword", "pygments.name.builtin": "code.function",
    "pygments.literal.string": "code.string", "pygments.literal.number": "code.number",
    "pygments.comment": "code.comment", "bottom-toolbar": "quiet", "auto-suggestion": "quiet",
    "aborting": "quiet", "exiting": "quiet", "digraph": "quiet", "tilde": "quiet", "tab": "quiet",
    "trailing-whitespace": "quiet", "line-number": "quiet", "control-character": "notice",
    "nbsp": "notice", "validation-toolbar": "error", "window-too-small": "error",
    "search": "result", "multiple-cursors": "result", "cursor-column": "menu",
    "color-column": "menu", "scrollbar.background": "menu", "scrollbar.button": "menu.current",
    "completion-menu": "menu", "completion-menu.completion.current": "menu.current",
    "completion-menu.meta.completion": "menu.note", "completion-toolbar": "menu",
    "completion-menu.meta.completion.current": "menu.current",
    "completion-menu.multi-column-meta": "menu.note", "completion-toolbar.arrow": "menu.note",
    "completion-toolbar.completion": "menu",
    "completion-toolbar.completion.current": "menu.current",
}  # fmt: skip
# What the line editor marks without a colour.
MARKED = {
    "prompt": "bold", "current-parameter": "bold underline nodim ansidefault", "pygments.error": "",
    "matching-bracket.cursor": "noinherit underline",
    "matching-bracket.other": "noinherit underline",
}  # fmt: skip
# What letters can be besides their colour, as the line editor calls it.
OF_LETTERS = {"bold", "italic", "underline", "reverse", "dim"}


def hue(term: int) -> str:
    """Return the role of what stands in a term of the arithmetic, in the picture and below it."""
    return HUES[term % len(HUES)]


def of_output(theme: str) -> dict[str, str]:
    """Return the styles of what is shown, as Rich writes them, by role."""
    styles = {role: style_of(look, theme) for role, look in ROLES.items()}
    styles |= {name: styles[role] for name, role in OF_MARKDOWN.items()}
    return styles | {f"heat.{at}": f"{ink} on {ground}" for at, (ground, ink) in enumerate(HEAT)}


def of_input(theme: str) -> dict[str, str]:
    """Return the styles of what is typed, as the line editor writes them, in place of its own."""
    styles = {part: style_of(ROLES[role], theme) for part, role in OF_EDITOR.items()}
    return {part: f"noinherit {in_editor(style)}" for part, style in styles.items()} | MARKED


def style_of(look: Look, theme: str) -> str:
    """Return a look in a theme as words: bold, italic and the like, a colour, what it is on."""
    if theme == "none":
        return look.style or "none"
    if theme not in GROUNDS:
        return f"{look.style} {look.ansi}".strip()
    colour, ground = (
        (look.dark, look.dark_ground) if theme == "dark" else (look.light, look.light_ground)
    )
    # With colours of its own nothing is dimmed or reversed.
    kept = [word for word in look.style.split() if word not in {"dim", "reverse"}]
    return " ".join([*kept, colour, *(["on", ground] if ground else [])])


def in_editor(style: str) -> str:
    """Return a style as the line editor writes it: its names of the 16 colours begin with ansi."""
    if style in {"dim default", "italic dim default"}:
        return style.replace("dim default", "ansibrightblack")
    words = style.replace("on #", "bg:#").replace("none", "").split()
    return " ".join(
        word if word in OF_LETTERS or word.startswith(("#", "bg:")) else f"ansi{word}"
        for word in words
    )


Ground = Literal["light", "dark"]
DARK = "@media (prefers-color-scheme: dark)"
# The roles of boxes around elements, each with the dashes of its line: no hue is alone.
BOXED = {
    "result": "", "first": "", "second": "5 2", "third": "2 2", "winner": "", "active": "",
}  # fmt: skip


def class_of(role: str) -> str:
    """Return the class that stands for a role: a dot would begin another one."""
    return role.replace(".", "-")


def page_rules() -> str:
    """Return the rules of a page: the colour of each role's words, and what they stand on."""
    light, dark = ("".join(colours(ground)) for ground in ("light", "dark"))
    return f":root{{{light}}}\n{DARK}{{:root{{{dark}}}}}\n{''.join(map(of_words, ROLES))}"


def colours(ground: Ground) -> Iterator[str]:
    """Yield the colours of all roles as variables."""
    yield f"--ground:{GROUNDS[ground]};"
    for role, look in ROLES.items():
        ink, under = inks(look, ground)
        yield f"--{class_of(role)}:{ink};"
        if under:
            yield f"--{class_of(role)}-ground:{under};"


def of_words(role: str) -> str:
    """Return the rule for words of a role."""
    look, name = ROLES[role], class_of(role)
    under = f"background:var(--{name}-ground);" if look.light_ground else ""
    return f".{name}{{color:var(--{name});{under}{shape(look)}}}"


def inks(look: Look, ground: Ground) -> tuple[str, str]:
    """Return the colour of a look on a ground, and the ground of its own where it has one."""
    return (look.light, look.light_ground) if ground == "light" else (look.dark, look.dark_ground)


def shape(look: Look) -> str:
    """Return what a look is beside its colour."""
    words = look.style.split()
    return "".join(
        rule
        for word, rule in (
            ("bold", "font-weight:bold;"),
            ("italic", "font-style:italic;"),
            ("underline", "text-decoration:underline;"),
        )
        if word in words
    )


def picture_rules() -> str:
    """Return the rules of a picture: of each role the colour of its words and of its boxes.

    They name no variables: what makes pictures of pictures does not know them.
    """
    light, dark = ("".join(drawn(ground)) for ground in ("light", "dark"))
    shapes = "".join(
        f".{class_of(role)}{{{shape(look)}}}" for role, look in ROLES.items() if shape(look)
    )
    shapes += "".join(
        f"rect.{role}{{stroke-width:2;{f'stroke-dasharray:{dashes};' if dashes else ''}}}"
        for role, dashes in BOXED.items()
    )
    return f"{shapes}\n{light}\n{DARK}{{{dark}}}"


def drawn(ground: Ground) -> Iterator[str]:
    """Yield the rules of a picture on one ground."""
    words, quiet = (inks(ROLES[role], ground)[0] for role in ("untouched", "quiet"))
    yield f"text{{fill:{words}}}rect.ground{{fill:{GROUNDS[ground]}}}"
    yield f"rect.cell{{stroke:{quiet};stroke-opacity:.5}}"
    yield "rect.pale{stroke-dasharray:3 3;fill-opacity:.4}"
    yield from (f"rect.group{at}{{fill:{fill}}}" for at, fill in enumerate(GROUPS[ground].split()))
    yield f".edge{{stroke:{quiet}}}"
    for role, look in ROLES.items():
        ink, under = inks(look, ground)
        name = class_of(role)
        seen = under if ink == GROUNDS[ground] else ink  # words in a line have no ground of theirs
        yield f"text.{name}{{fill:{ink}}}tspan.{name}{{fill:{seen}}}"
        if role in BOXED:
            yield f"rect.{name}{{stroke:{ink};fill:{under or 'none'}}}"
