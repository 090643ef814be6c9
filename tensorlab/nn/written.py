"""How modules are printed: a tree of their parts."""

from typing import Any

from tensorlab.engine.work import Work


def tree(module: Any) -> str:
    """Return a module's name, what it says of itself, and its parts below, indented."""
    Work.spend(8)
    extra = module.extra_repr()
    lines = extra.split("\n") if extra else []
    parts = [f"({name}): {indented(repr(part))}" for name, part in module._modules.items()]
    head = f"{module._get_name()}("
    if len(lines) == 1 and not parts:
        return f"{head}{lines[0]})"
    if not (lines or parts):
        return f"{head})"
    return head + "\n  " + "\n  ".join(lines + parts) + "\n)"


def unusual(module: object, defaults: dict[str, Any]) -> str:
    """Return the settings that differ from their defaults, each after a comma."""
    own = {name: getattr(module, name) for name in defaults}
    return "".join(f", {name}={own[name]}" for name in own if own[name] != defaults[name])


def indented(text: str) -> str:
    """Return a text whose lines, but for the first, begin further right."""
    Work.spend(len(text) // 16)
    return text.replace("\n", "\n  ")
