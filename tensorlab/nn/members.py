"""The modules, parameters and buffers within a module, walked over and found by dotted names."""

from collections.abc import Iterator
from typing import Any

from tensorlab.engine.naming import class_text
from tensorlab.engine.work import Work
from tensorlab.nn.parts import Parts, is_module


class Members(Parts):
    """What a module holds, and what its parts hold in turn."""

    def named_children(self) -> Iterator[tuple[str, Any]]:
        """Yield the parts that are modules, each once, under their names."""
        seen: set[int] = set()
        Work.spend(4)
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def children(self) -> Iterator[Any]:
        """Yield the parts that are modules."""
        yield from (module for _, module in self.named_children())

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield this module and all modules within it, under their dotted names."""
        memo = set() if memo is None else memo
        Work.spend(4)
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        inner = prefix and prefix + "."
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, inner + name, remove_duplicate)

    def modules(self, remove_duplicate: bool = True) -> Iterator[Any]:
        """Yield this module and all modules within it."""
        found = self.named_modules(None, "", remove_duplicate)
        yield from (module for _, module in found)

    def _named_members(
        self,
        get_members_fn: Any,
        prefix: str = "",
        recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        """Yield what get_members_fn finds in each module as (name, value), under dotted names."""
        seen: set[int] = set()
        found = self.named_modules(None, prefix, remove_duplicate)
        for path, module in found if recurse else [(prefix, self)]:
            for name, value in get_members_fn(module):
                if value is None or id(value) in seen:
                    continue
                Work.spend(1)
                if remove_duplicate:
                    seen.add(id(value))
                yield (path and path + ".") + name, value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield the parameters under their dotted names."""
        yield from self._named_members(
            lambda part: part._parameters.items(), prefix, recurse, remove_duplicate
        )

    def parameters(self, recurse: bool = True) -> Iterator[Any]:
        """Yield the parameters: what an optimiser takes."""
        yield from (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        """Yield the buffers under their dotted names."""
        yield from self._named_members(
            lambda part: part._buffers.items(), prefix, recurse, remove_duplicate
        )

    def buffers(self, recurse: bool = True) -> Iterator[Any]:
        """Yield the buffers."""
        yield from (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def get_submodule(self, target: str) -> Any:
        """Return the module of a dotted name."""
        module: Any = self
        for name in () if target == "" else target.split("."):
            if not hasattr(module, name):
                raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
            module = getattr(module, name)
            if not is_module(module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def set_submodule(self, target: str, module: object, strict: bool = False) -> None:
        """Put a module in the place of the one of a dotted name.

        Raises:
            ValueError: there is no name, or what is given is no module.
            AttributeError: there is none of the name, and strict=True.
        """
        if not target:
            raise ValueError("Cannot set the submodule without a target name!")
        if not is_module(module):
            raise ValueError(f"`module` is not an nn.Module, found {class_text(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict or hasattr(parent, name):
            parent.get_submodule(name)
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Any:
        """Return the parameter of a dotted name."""
        return member_at(self, target, "_parameters", "an nn.Parameter")

    def get_buffer(self, target: str) -> Any:
        """Return the buffer of a dotted name."""
        return member_at(self, target, "_buffers", "a buffer")


def member_at(module: Any, target: str, place: str, what: str) -> Any:
    """Return the parameter or the buffer of a dotted name."""
    path, _, name = target.rpartition(".")
    module = module.get_submodule(path)
    if not hasattr(module, name):
        raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
    if name not in module.__dict__[place]:
        raise AttributeError(f"`{name}` is not {what}")
    return getattr(module, name)
