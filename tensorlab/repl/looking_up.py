"""Help on a name, or by words of what is looked for: at the prompt, in lessons, in a shell."""

import builtins
import inspect
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from tensorlab.course.lessons.files import taught_in
from tensorlab.explain.reference.examples import Page, page_about
from tensorlab.explain.reference.functions import function_names, last_named
from tensorlab.frozen import replace
from tensorlab.language.failing.hints import nearest
from tensorlab.language.rules.catalogue import CODED
from tensorlab.language.running.session import Session
from tensorlab.language.values.attributes import names_after
from tensorlab.language.values.functions import Builtin
from tensorlab.language.values.values import ErrorType, Namespace, TypeValue
from tensorlab.render.help_page import HelpPage
from tensorlab.render.look.console import plain_text
from tensorlab.render.look.highlighting import coloured
from tensorlab.render.look.remarks import heading, quiet, typed_as
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.answering import Answer, refusal
from tensorlab.workspace.cursor import operation_of, reached
from tensorlab.workspace.signatures import Part, call_of

if TYPE_CHECKING:
    from tensorlab.course.lessons.words import Meaning

ALIKE = 0.7  # how much of two names must be the same
OTHERWISE = "Other words may find it: describe what the function does, as in running product."

SELF = Part("self", "self")


def looked_up(
    name: str, session: Session, typed: Sequence[str] = (), *, in_full: bool = False
) -> Answer:
    """Return what there is to say about a name, in full with how it is declared, or about words.

    `typed` are the statements that gave names their meaning.
    """
    page = page_for(name, session)
    source = ""
    if in_full:
        from tensorlab.workspace.signatures import declaration_of

        source = declaration_of(session, name, typed)
    if source:
        title = heading("\n" * bool(page) + f"{name} is declared like this:")
        return Answer(Group(*([page] if page else []), title, coloured(source)))
    return with_lesson(Answer(page) if page else by_words(name), name, is_page=bool(page))


def with_lesson(answer: Answer, name: str, *, is_page: bool) -> Answer:
    """Return what is said of a name, what a word means, and the lesson that teaches it."""
    lesson = taught_in(name)
    meaning = None if is_page else meaning_in_lessons(name)
    if not lesson and meaning is None:
        return answer
    pointer = quiet(f"Lesson: {typed_as(f'lesson {lesson or (meaning and meaning.lesson)}')}")
    told: list[RenderableType] = [pointer]
    if meaning:
        from tensorlab.render.look.prose import Prose

        told.insert(0, Prose(meaning.sentence))
    if not answer.went_well or not answer.text:
        return Answer(Group(*told))
    parts = [answer.text, pointer] if is_page else [*told, Text(), answer.text]
    return replace(answer, text=Group(*parts))


def meaning_in_lessons(word: str) -> "Meaning | None":
    """Return what a word means, None where no lesson tells it; all of them are read."""
    from tensorlab.course.lessons.library import Library
    from tensorlab.course.lessons.words import meaning_of

    return meaning_of(word, Library().lessons)


def page_for(words: str, session: Session) -> RenderableType | None:
    """Return the page on a name, also where it is written as words, or is the sign in +=."""
    parts = words.split()
    ways = ["_".join(parts).lower(), "".join(map(str.title, parts))] if parts[1:] else []
    ways += [words[:-1]] if re.fullmatch(r"\W+=", words) else []
    pages = (page_on(each, session) for each in (words, *ways))
    return next((page for page in pages if page), None)


def page_on(name: str, session: Session) -> RenderableType | None:
    """Return the page about what a name stands for, None where it stands for nothing."""
    operation = operation_of(session, name)
    if operation is not None:
        page = page_about(operation.qualified_name) or page_about(name)
        return page and HelpPage(page)
    if call := call_of(session, name):
        # behind a dot it is not given
        call = call._replace(parts=call.parts[call.parts[:1] == (SELF,) :])
        return Text.assemble((call.text, "name"), f"\n\n{call.doc}" if call.doc else "")
    value = reached(session, name) if name.isidentifier() or "." in name else None
    if isinstance(value, Namespace):
        return Text.assemble((f"{value.name} has\n\n", "name"), ", ".join(names_after(value)))
    is_bare = value is not None and page_about(name) is None
    if is_bare and isinstance(value, Builtin | TypeValue) and name not in session.names:
        return described(name, value)
    if name in session.names or is_bare:
        from tensorlab.render.tensors.value import ValueView

        return ValueView(value)
    if rule := CODED.get(name.upper()):
        from tensorlab.render.help_page import ErrorStory

        return ErrorStory(rule)
    page = page_about(name) or page_about(f"Tensor.{name.rpartition('.')[2]}" * ("." in name))
    return (page and HelpPage(page)) or by_last_name(name, session)


def described(name: str, value: Builtin | TypeValue) -> RenderableType:
    """Return what is said of a function or a type that has no page: the first lines of its own."""
    if isinstance(value, ErrorType):
        python: Any = value.raised
    elif isinstance(value, Builtin):
        python = getattr(builtins, name, value.function)
    else:
        python = getattr(builtins, name, None) or value.classes[0]
    summary = (inspect.getdoc(python) or "").partition("\n\n")[0]
    return Text.assemble((name + parameters_of(python), "name"), f"\n\n{summary}" * bool(summary))


def parameters_of(python: Any) -> str:
    """Return the parameters of a function in brackets, nothing of a type."""
    try:
        signature = None if isinstance(python, type) else inspect.signature(python)
    except ValueError:  # some of Python's tell none
        signature = None
    parts = signature.parameters.values() if signature else ()
    bare = [part.replace(annotation=inspect.Parameter.empty) for part in parts]
    return str(inspect.Signature(bare)) if signature else ""


def by_last_name(name: str, session: Session) -> RenderableType | None:
    """Return the page about what a name alone means in a module: fft2, Dropout, Adam."""
    if (operation := last_named(name)) and "." not in name:
        page = page_about(operation.qualified_name)
        return page and HelpPage(page)
    from tensorlab.course.progress.nearest import class_place

    place = class_place(name)
    call = call_of(session, f"{place}.{name}") if place and "." not in name else None
    return call and Text.assemble((call.text, "name"), f"\n\n{call.doc}" if call.doc else "")


def as_object(name: str, answer: Answer) -> dict[str, Any]:
    """Return what is said of a name as JSON has it: a function's page, a code's story, a text."""
    from tensorlab.explain.reference.search import found_by
    from tensorlab.render.help_page import ErrorStory
    from tensorlab.workspace import pages_json

    found = page_for(name, Session())
    hits = found_by(name) if found is None else []
    if len(hits) > 1:
        return pages_json.found_object(hits)
    if hits and (page := page_about(hits[0].name)):
        found = HelpPage(page)
    if isinstance(found, HelpPage):
        return pages_json.page_object(Page(found.card, found.examples), taught_in(name))
    if isinstance(found, ErrorStory):
        return pages_json.rule_object(found.rule)
    return {"name": name, "text": plain_text(answer.text)}


def by_words(words: str) -> Answer:
    """Return the functions that words tell of, the page where there is but one."""
    from tensorlab.explain.reference.search import found_by

    hits = found_by(words)
    if len(hits) == 1 and (page := page_about(hits[0].name)):
        return Answer(HelpPage(page))
    word, names = words.rpartition(".")[2], sorted(function_names(), key=len)
    slips = nearest(word, names)
    if hits and not slips:
        return Answer(Pairs(hits))
    longer = [name for name in names if slips and name.startswith(word)][:3]  # conv2d for conv
    near = longer or slips or get_close_matches(word, names, 3, ALIKE)
    advice = f"Did you mean {', '.join(near)}?" if near else OTHERWISE
    return refusal(f"there is no help on {words!r}. {advice}")
