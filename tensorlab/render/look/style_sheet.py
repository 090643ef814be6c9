"""The theme as CSS, for pages and for pictures: a class for each role, on light and on dark."""

from collections.abc import Iterator
from typing import Literal

from tensorlab.render.look.themes import GROUNDS, GROUPS, ROLES, Look

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
