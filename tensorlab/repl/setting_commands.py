"""The commands on the settings: what holds here, and what is remembered."""

from dataclasses import replace

from rich.console import RenderableType

from tensorlab.explain.looking.notices import Watcher
from tensorlab.process.colour import Colour
from tensorlab.process.devices import choose, chosen
from tensorlab.process.lifecycle import WrongUsageError
from tensorlab.render.look.tables import Pairs
from tensorlab.repl.answering import Answer, quietly, refusal
from tensorlab.workspace import configuration
from tensorlab.workspace.workspace import Workspace


def change(workspace: Workspace, name: str, text: str) -> Answer:
    """Change a setting here, and remember it."""
    try:
        value = configuration.value_of(name, text)
    except ValueError as error:
        return refusal(str(error))
    workspace.configuration = replace(workspace.configuration, **{name: value})
    hold(workspace, name)
    said = f"{name} is {configuration.as_text(value)}"
    try:
        configuration.remember(name, value, configuration.configuration_file())
    except OSError as error:
        return quietly(f"{said}; it cannot be remembered: {error.strerror}")
    return quietly(said)


def hold(workspace: Workspace, name: str) -> None:
    """Let a setting hold that is not asked for at each line."""
    if name == "theme":
        Colour.theme = workspace.configuration.theme
    if name == "notices":
        workspace.session.watch = Watcher() if workspace.configuration.notices else None
    if name == "device":
        choose(workspace.configuration.device)


def settings(workspace: Workspace, argument: str) -> Answer | RenderableType:
    """List the settings, say what one is, or change it."""
    name, _, text = argument.partition(" ")
    if text:
        return change(workspace, name, text.strip())
    if name and name not in configuration.FIELDS:
        return refusal(f"there is no setting {name!r}; :set lists them")
    chosen_here = workspace.configuration
    rows = (
        (each, f"{configuration.as_text(getattr(chosen_here, each))}: {field.metadata['about']}")
        for each, field in configuration.FIELDS.items()
        if name in {"", each}
    )
    return Pairs(rows)


def notices(workspace: Workspace, argument: str) -> Answer:
    """Switch the notices on surprises on or off, and say which it is."""
    if argument not in {"", "on", "off"}:
        return refusal("write :notices on or :notices off")
    if argument:
        workspace.session.watch = Watcher() if argument == "on" else None
    return quietly(f"notices are {'off' if workspace.session.watch is None else 'on'}")


def theme(workspace: Workspace, argument: str) -> Answer | RenderableType:
    """Choose the colours, or say which there are."""
    return one(workspace, "theme", argument)


def form(workspace: Workspace, argument: str) -> Answer | RenderableType:
    """Choose how values are shown, or say which ways there are."""
    return one(workspace, "view", argument)


def one(workspace: Workspace, name: str, argument: str) -> Answer | RenderableType:
    """Change a setting, or say what it is and what it can be."""
    if argument:
        return change(workspace, name, argument)
    ways = ", ".join(configuration.FIELDS[name].metadata["choices"])
    return quietly(f"{name} is {getattr(workspace.configuration, name)}, of {ways}")


def device(workspace: Workspace, argument: str) -> Answer:
    """Say where tensors are made, or choose another device."""
    if argument:
        try:
            choose(argument)
        except WrongUsageError as error:
            return refusal(str(error))
    return quietly(f"tensors are made on {chosen()}")
