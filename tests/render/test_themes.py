"""The theme: what is read on what, what tells a role without colour, and no style beside it."""

import ast
import io
import re
from pathlib import Path

import pytest
from prompt_toolkit.styles import Style as EditorStyle
from prompt_toolkit.styles import default_ui_style, merge_styles
from prompt_toolkit.styles.defaults import PROMPT_TOOLKIT_STYLE
from rich.style import Style
from rich.theme import Theme

import tensorlab
from tensorlab.process.colour import Colour
from tensorlab.render.look.console import Size, terminal_console
from tensorlab.render.look.themes import GROUNDS, GROUPS, HEAT, ROLES, drawn, of_input, of_output

READABLE = 4.5
THEMES = ("auto", "ansi", "dark", "light", "none")
PACKAGE = Path(tensorlab.__file__).parent
WORD = (
    r"(?:not )?(?:bold|dim|italic|underline2?|reverse|strike|blink2?|conceal|overline|none"
    r"|(?:on )?(?:bright_)?(?:black|red|green|yellow|blue|magenta|cyan|white)|#[0-9a-f]{6})"
)
LITERAL = re.compile(rf"{WORD}(?: {WORD})*")
WORDS_ELSEWHERE = {"none"}  # the name of a theme, an argument of a picture


def brightness(colour):
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_what_the_standard_says():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_read_on_dark_and_on_light(role):
    look = ROLES[role]
    assert contrast(look.dark, look.dark_ground or GROUNDS["dark"]) >= READABLE
    assert contrast(look.light, look.light_ground or GROUNDS["light"]) >= READABLE
    assert bool(look.dark_ground) == bool(look.light_ground)


@pytest.mark.parametrize("role", ROLES)
def test_no_role_is_told_by_its_colour_alone(role):
    assert ROLES[role].besides


def test_numbers_are_read_on_every_shade_of_heat_and_shades_darken():
    assert min(contrast(ground, ink) for ground, ink in HEAT) >= READABLE
    shades = [brightness(ground) for ground, _ in HEAT]
    assert shades == sorted(shades, reverse=True)


def test_numbers_are_read_on_the_ground_of_every_group():
    words = ROLES["untouched"]
    for ground, ink in (("dark", words.dark), ("light", words.light)):
        assert min(contrast(fill, ink) for fill in GROUPS[ground].split()) >= READABLE


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_word_of_a_picture_has_the_colour_of_its_ground(ground):
    rules = "".join(drawn(ground))
    inks = re.findall(r"tspan[.][\w-]+{fill:(#\w+)}", rules)
    assert len(inks) == len(ROLES)
    assert min(contrast(ink, GROUNDS[ground]) for ink in inks) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
def test_terminal_and_line_editor_understand_each_theme(theme):
    Theme(of_output(theme))
    EditorStyle.from_dict(of_input(theme))
    coloured = [name for name, style in of_output(theme).items() if Style.parse(style).color]
    assert (len(coloured) == len(HEAT)) if theme == "none" else len(coloured) > len(ROLES)


# What no completer of ours, and nothing of the prompt's layout, shows.
NOT_SHOWN = re.compile(r"fuzzymatch|readline-like")
COLOUR = re.compile(r"#|bg:|ansi")
OF_LIBRARY = [
    name
    for name, style in PROMPT_TOOLKIT_STYLE
    if COLOUR.search(style) and not NOT_SHOWN.search(name)
]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_line_editor_has_no_colour_of_its_own_and_all_is_read(theme):
    assert set(OF_LIBRARY) <= set(of_input(theme))
    style = merge_styles([default_ui_style(), EditorStyle.from_dict(of_input(theme))])
    own = {look for role in ROLES.values() for look in role} | {*GROUNDS.values()}
    for part in of_input(theme):
        seen = style.get_attrs_for_style_str(" ".join(f"class:{each}" for each in upwards(part)))
        ink, ground = seen.color, f"#{seen.bgcolor}" if seen.bgcolor else GROUNDS[theme]
        assert ground in own
        if ink not in {"", "default", "ansidefault", None}:
            assert f"#{ink}" in own
            assert contrast(f"#{ink}", ground) >= READABLE, part


@pytest.mark.parametrize("theme", ["auto", "ansi", "none"])
def test_the_line_editor_leaves_the_ground_to_the_terminal(theme):
    style = merge_styles([default_ui_style(), EditorStyle.from_dict(of_input(theme))])
    for part in of_input(theme):
        seen = style.get_attrs_for_style_str(" ".join(f"class:{each}" for each in upwards(part)))
        assert seen.bgcolor in {"", "default", None}, part


def upwards(part):
    """A part of the line editor, after those that it lies in: a menu, then what is in it."""
    words = part.split(".")
    return [".".join(words[:end]) for end in range(1, len(words) + 1)]


def test_every_style_is_spelled_in_the_theme():
    assert list(literal_styles()) == []


def literal_styles():
    """Yield the strings of what draws that are styles of Rich's, with their places."""
    for room in ("render", "repl", "commands"):
        for path in (PACKAGE / room).rglob("*.py"):
            if path.name in {"themes.py", "text_svg.py", "svg.py", "style_sheet.py"}:
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Constant)
                    and isinstance(node.value, str)
                    and LITERAL.fullmatch(node.value)
                    and node.value not in WORDS_ELSEWHERE
                ):
                    yield f"{path.name}:{node.lineno} {node.value!r}"


def test_the_theme_of_the_settings_holds_where_there_is_no_prompt(monkeypatch, tmp_path):
    monkeypatch.setattr(Colour, "theme", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("TENSORLAB_THEME", "light")
    stream = io.StringIO()
    console = terminal_console(stream, Size(40, 10))
    assert console.get_style("error") == Style.parse(of_output("light")["error"])
    monkeypatch.setattr(Colour, "theme", "")
    monkeypatch.delenv("TENSORLAB_THEME")
    assert terminal_console(stream).get_style("error") == Style.parse(of_output("auto")["error"])


def test_a_dumb_terminal_is_as_wide_as_its_window(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("tensorlab.render.look.console.get_terminal_size", lambda: (60, 20))
    assert terminal_console(io.StringIO()).size == (60, 20)
