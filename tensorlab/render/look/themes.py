"""The theme of every form, as data: a look for each role, on dark, on light, and in 16 colours.

The terminal, SVG and HTML draw from it. A colour is never alone: `besides` says what else tells
the role, so that it reads in grey, on paper and for every eye.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tensorlab.frozen import lines_beside

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


ROLES: dict[str, Look] = {}
# The roles that Rich's Markdown asks for, and the line editor, by their names.
OF_MARKDOWN: dict[str, str] = {}
OF_EDITOR: dict[str, str] = {}
for line in lines_beside(__file__, "themes.txt"):
    words, *more = line.split("|")
    if more:
        role, dark, light, ansi, *style = words.split()
        besides, *grounds = map(str.strip, more)
        ROLES[role] = Look(dark, light, ansi, " ".join(style), besides, *" ".join(grounds).split())
    else:
        borrower = OF_MARKDOWN if "markdown." in words else OF_EDITOR
        borrower.update(dict.fromkeys(words.split(), role))
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
        # words in a line have no ground of theirs
        seen = under if ink == GROUNDS[ground] else ink
        yield f"text.{name}{{fill:{ink}}}tspan.{name}{{fill:{seen}}}"
        if role in BOXED:
            yield f"rect.{name}{{stroke:{ink};fill:{under or 'none'}}}"
