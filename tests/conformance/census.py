"""Count PyTorch's public names that are here, and list those that are not.

`python -m tests.conformance.census [torch.nn ...]` needs torch and tensorlab in one environment.
Names of what makes no sense without PyTorch's own machinery are left out, by the reasons below.
"""

import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import torch

import tensorlab

MODULES = (
    "torch", "torch.Tensor", "torch.nn", "torch.nn.functional", "torch.linalg", "torch.fft",
    "torch.special", "torch.optim", "torch.optim.lr_scheduler", "torch.utils.data",
    "torch.distributions", "torch.distributions.constraints", "torch.distributions.transforms",
    "torch.autograd", "torch.autograd.functional", "torch.func", "torch.signal.windows",
    "torch.sparse", "torch.nn.utils", "torch.nn.utils.rnn", "torch.nn.utils.parametrizations",
    "torch.nn.utils.parametrize", "torch.nn.utils.prune", "torch.nn.init", "torch.random",
    "torch.amp", "torch.nn.parameter",
)  # fmt: skip
LEFT_OUT = {
    "the compiler's and the serializer's types": (
        r".*(Type|Storage|Context|Error|Exception|Reader|Writer|Module|Method|Function|Class|List"
        r"|Dict|Iterator|Serializer|Guard|Object|ObjectProperty|Logger|Benchmark|Spec|State)$"
        r"|Sym\w+|sym_\w+|Script\w+|(Argument|Graph|Node|Block|Code|Value|Use|Tag|Future|AliasDb"
        r"|Capsule|Gradient|IODescriptor|CallStack|CompilationUnit|ExecutionPlan|FileCheck"
        r"|FunctionSchema|OperatorInfo|DispatchKey\w*|Benchmark\w+|Complete\w+|Concrete\w+"
        r"|AggregationType|AVG|SUM|Disable\w+|StreamObjType|Stream|Event|ErrorReport|PRIVATE_OPS"
        r"|TYPE_CHECKING|USE_\w+|Any|Callable|Optional|Literal|TypeVar|ParamSpec|ABC|Iterable"
        r"|abstractmethod|classproperty|BroadcastingList\d|DType|DimOrDims|GRID_\w+)$"
    ),
    "other backends' kernels": (
        r"(cudnn|miopen|mkldnn|fbgemm|quantized|native|fused|batch_norm)_\w+"
    ),
    "the compiler's calls": (
        r"(fork|wait|import_ir\w*|parse_\w+|merge_type\w+|unify_type\w+|while_loop|cond"
        r"|get_file_path|boolean_dispatch|assert_int_or_pair|\w*has_torch_function\w*|handle_torch_function"
        r"|prepare_\w+|profiler_\w+|init_num_threads|compiled_with\w+|debug_unwrap|functionalize"
        r"|thread_safe_generator|factory_kwargs|\w*common_\w+|\w+_notes|get_device_module)$"
    ),
    "types of quantization's and other chips' kits": (
        r"(float[48]_\w+|u?int[1-7]|bits?\w*|quint2x4|jagged|scaled_\w+|grouped_mm|\w*SemiStruct\w*"
        r"|ScalingType|SwizzleType|ipu|mtia|to_mkldnn|record_stream|choose_qparams\w*|\w+DataPipe"
        r"|DataChunk|\w*datapipe\w*|runtime_validation\w*|argument_validation|non_deterministic"
        r"|DistributedSampler|SyncBatchNorm|empty_quantized)$"
    ),
}
UNWANTED = re.compile("|".join(f"(?:{words})" for words in LEFT_OUT.values()))


def place_of(library: ModuleType, name: str) -> Any:
    """Return a module or a class of one of the two libraries, None where there is none."""
    found: Any = library
    for part in name.split(".")[1:]:
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = import_module(f"{found.__name__}.{part}")
            except ImportError:
                return None
    return found


def public(place: Any) -> Iterator[str]:
    """Yield the public names of a module or a class that mean something here."""
    whole = place in (torch, torch.nn.functional)  # whose lists of names leave some out
    for name in dir(place) if whole else getattr(place, "__all__", None) or dir(place):
        if not name.startswith("_") and not UNWANTED.match(name):
            value = getattr(place, name, None)
            if not inspect.ismodule(value):
                yield name


def main() -> None:
    """Print for each module how many names there are, how many of them here, and the others."""
    here = there = 0
    for name in sys.argv[1:] or MODULES:
        theirs, ours = place_of(torch, name), place_of(tensorlab, name)
        names = list(public(theirs))
        missing = [each for each in names if ours is None or not hasattr(ours, each)]
        here, there = here + len(names) - len(missing), there + len(names)
        print(f"{name}: {len(names) - len(missing)} of {len(names)}; {' '.join(missing)}")
    print(f"all: {here} of {there}")


if __name__ == "__main__":
    main()
