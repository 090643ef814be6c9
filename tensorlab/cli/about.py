"""The commands about tensorlab itself: its versions, its settings, its manual, its completion."""

from typing import Annotated

import typer

from tensorlab.cli.options import ColourOption, PageForm, argument, command

about = typer.Typer()


@command(about, "tensorlab info --format json")
def info(form: PageForm = "auto", color: ColourOption = "auto") -> int:
    """Show versions, devices and where files are kept."""
    from tensorlab.commands.config import show_information

    return show_information(form)


@command(about, "tensorlab config", "tensorlab config theme dark")
def config(
    name: Annotated[str | None, argument("[NAME]", "The setting to change.")] = None,
    value: Annotated[str | None, argument("[VALUE]", "Its new value.")] = None,
    form: PageForm = "auto",
    color: ColourOption = "auto",
) -> int:
    """Show the settings, what they mean and where each comes from, or change one."""
    from tensorlab.commands.config import change_setting, show_settings

    return show_settings(form) if name is None else change_setting(name, value, form)


@command(about, "tensorlab man | man -l -")
def man(context: typer.Context) -> int:
    """Write the manual page."""
    from tensorlab.commands.completion import write_manual

    return write_manual(context.find_root().command)


@command(
    about,
    'eval "$(tensorlab completion bash)"        in ~/.bashrc',
    'eval "$(tensorlab completion zsh)"         in ~/.zshrc',
    "tensorlab completion fish | source         in ~/.config/fish/config.fish",
)
def completion(shell: Annotated[str, argument("SHELL", "bash, zsh or fish.")]) -> int:
    """Write what makes a shell complete tensorlab's commands."""
    from tensorlab.commands.completion import write_script

    return write_script(shell)
