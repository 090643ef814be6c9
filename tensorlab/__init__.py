"""PyTorch's names for tensors and their functions, over numpy: `import tensorlab as torch`."""

import sys
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from os.path import isfile
from types import ModuleType
from typing import Any

# torch.jit, say, is the file namespaces/jit.py: a class of it says that it is of tensorlab.jit.
__path__.append(f"{__path__[0]}/namespaces")

MODULES = {
    "__config__", "_dynamo", "accelerator", "amp", "autograd", "backends", "compiler", "cpu",
    "cuda", "distributions", "fft", "func", "functional", "jit", "library", "linalg", "masked",
    "mps", "multiprocessing", "nested", "nn", "optim", "overrides", "profiler", "quasirandom",
    "random", "serialization", "signal", "sparse", "special", "storage", "testing",
    "torch_version", "types", "utils", "version", "xpu",
}  # fmt: skip
# What is no function of tensors, and where it is.
FILES = {
    "from_dlpack": "utils.dlpack", "to_dlpack": "utils.dlpack",
    "from_file": "serialization.reading", "save": "serialization", "load": "serialization",
    "compile": "compiler", "Event": "ops.devices.cuda",
    "TypedStorage": "ops.tensor.storages", "UntypedStorage": "ops.tensor.storages",
    "autocast": "amp", "GradScaler": "amp",
    **dict.fromkeys(
        ("lstm", "gru", "rnn_tanh", "rnn_relu", "lstm_cell", "gru_cell", "rnn_tanh_cell",
         "rnn_relu_cell"), "nn.recurrent_kernels"),
    **dict.fromkeys(
        ("get_autocast_dtype", "set_autocast_dtype", "get_autocast_cpu_dtype",
         "get_autocast_gpu_dtype", "set_autocast_cpu_dtype", "set_autocast_gpu_dtype",
         "set_autocast_enabled", "set_autocast_cpu_enabled",
         "is_autocast_enabled", "is_autocast_cpu_enabled", "is_autocast_cache_enabled",
         "set_autocast_cache_enabled", "clear_autocast_cache", "is_vulkan_available"),
        "amp.casting"),
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Return a public name, loading the engine on the first one."""
    if name in MODULES:
        _in_notebooks()
        module = import_module(f"tensorlab.{name}")
        return import_module("tensorlab.absent").complete(module, f"torch.{name}")
    if name == "__version__":  # which compares by numbers, when somebody asks
        return import_module("tensorlab.torch_version").__version__
    if name in FILES:
        return getattr(import_module(f"tensorlab.{FILES[name]}"), name)
    if name.startswith("_foreach_"):
        return import_module("tensorlab.ops.foreach").foreach(name)
    if not name.startswith("__") or name == "__future__":
        from tensorlab.ops.loading import NAMESPACES, find  # noqa: PLC0415  only programs pay

        _in_notebooks()
        value = find("torch", name)
        if name in NAMESPACES["torch"]:
            globals()[name] = value
            return value
        return import_module("tensorlab.absent").find_absent("torch", name)
    if name == "__all__":  # what a star import asks for
        return [word for word in __dir__() if word[0] != "_" and word not in MODULES]
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


class _Completing(SourceFileLoader):
    """Loads a module of torch's so that it also finds what is not here, whoever asks for it."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's file."""
        super().exec_module(module)
        title = self.name.replace("tensorlab", "torch")

        def find(name: str) -> Any:
            if name.startswith("__"):  # as Python's own imports ask
                raise AttributeError(f"module '{title}' has no attribute '{name}'")
            return import_module("tensorlab.absent").find_absent(title, name)

        if not hasattr(module, "__getattr__"):
            module.__getattr__ = find  # type: ignore[method-assign]  # of modules


class _Files:
    """Finds our own files at once: Python's finders take as long to find one as to load it."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return how a file or folder of ours is loaded, None for whatever is not ours."""
        # A name with capitals is no file's, though some systems would find one.
        if not path or not fullname.startswith("tensorlab.") or not fullname.islower():
            return None
        parent, _, name = fullname.rpartition(".")
        is_completed = parent == "tensorlab" and name in {*MODULES, "_ops"}
        loader = _Completing if is_completed else SourceFileLoader
        for place in (f"{folder}/{name}" for folder in path):
            for file, inner in ((f"{place}.py", None), (f"{place}/__init__.py", [place])):
                if isfile(file):  # noqa: PTH113  pathlib takes 3 ms
                    spec = ModuleSpec(fullname, loader(fullname, file), origin=file)
                    spec.submodule_search_locations = inner
                    spec.has_location = True
                    return spec
        return None  # it has no file, or all lie in an archive


class _Modules:
    """Finds torch's modules that have no file here, as in `import tensorlab.linalg`."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> Any:
        """Return how such a module is made, None for all others."""
        if not fullname.startswith("tensorlab."):
            return None
        from tensorlab.ops.modules import TorchImportHook  # noqa: PLC0415  only programs pay

        return TorchImportHook().find_spec(fullname)


sys.meta_path.insert(0, _Files)
sys.meta_path.append(_Modules)


@cache  # once for all names
def _in_notebooks() -> None:
    """Let notebooks show tensors as tables; their text stays PyTorch's."""
    from tensorlab.engine.tensor import Tensor  # noqa: PLC0415  only programs pay

    Tensor._repr_html_ = _tensor_html  # type: ignore[attr-defined]  # the engine draws nothing


def _tensor_html(tensor: object) -> str:
    """Return a tensor as HTML, which a notebook asks for."""
    return str(import_module("tensorlab.render.look.text_html").tensor_html(tensor))


def load_ipython_extension(shell: object) -> None:
    """Give a notebook `%why`, `%shapes` and `%%tensorlab`: `%load_ext tensorlab` calls it."""
    import_module("tensorlab.notebook.magics").load(shell)


def install_as_torch() -> None:
    """Let `import torch` give tensorlab, so that libraries for PyTorch can be imported."""
    import_module("tensorlab.commands.python").install()


def __dir__() -> list[str]:
    from tensorlab.ops.namespace import NAMESPACES  # noqa: PLC0415  only those who look pay

    of_python = (name for name in globals() if name.startswith("__"))
    return sorted({"__version__", *of_python, *MODULES, *FILES, *NAMESPACES["torch"]})
