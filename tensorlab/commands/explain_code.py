"""`tensorlab explain TL001`: the whole story of an error, with a live example."""

from difflib import get_close_matches

from tensorlab.language.rules.others import CODED
from tensorlab.process.lifecycle import ExitCode, WrongUsageError


def explain_code(code: str, form: str) -> int:
    """Show the story of an error's code and return the exit code.

    Raises:
        WrongUsageError: there is no such code.
    """
    rule = CODED.get(code)
    if rule is None:
        near = get_close_matches(code, CODED, 3)
        raise WrongUsageError(f"there is no error {code}. Did you mean {', '.join(near)}?")
    if form == "json":
        from tensorlab.workspace.pages_json import line, rule_object

        print(line(rule_object(rule)))
    elif form == "narrated":
        from tensorlab.explain.reference.examples import example_of
        from tensorlab.render.failures.narrated_failure import narrated_rule

        print(narrated_rule(rule, example_of(rule)))
    else:
        from tensorlab.explain.reference.examples import example_of
        from tensorlab.render.failures.error_story import ErrorStory
        from tensorlab.render.look.console import show

        show(ErrorStory(rule, example_of(rule)))
    return ExitCode.FINE
