"""How much memory a step of a network takes at most, as a multiple of PyTorch's."""

import subprocess
import sys

# Each runs in a process of its own, which tells how far its memory rose above what imports take.
# Linux is asked for the peak of the program itself: `getrusage` begins with that of the process
# that started it, in which both libraries are loaded, and so saw no rise at all.
PROGRAM = """
import {library} as torch
def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
from {library} import nn
from {library}.nn import functional as F
torch.manual_seed(0)
{warm}
before = peak()
{work}
print(peak() - before)
"""
# Loads what both steps need, with next to no numbers.
WARM = """
net = nn.Sequential(nn.Conv2d(1, 1, 3), nn.MaxPool2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(1, 3))
F.cross_entropy(net(torch.rand(1, 1, 4, 4)), torch.randint(0, 3, (1,))).backward()
"""
MLP = """
net = nn.Sequential(nn.Linear(784, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.ReLU(),
                    nn.Linear(1024, 10))
x, y = torch.rand({n}, 784), torch.randint(0, 10, ({n},))
F.cross_entropy(net(x), y).backward()
"""
CNN = """
net = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
                    nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.Flatten(),
                    nn.Linear(32 * 256, 10))
x, y = torch.rand({n}, 3, 32, 32), torch.randint(0, 10, ({n},))
F.cross_entropy(net(x), y).backward()
"""


def rise(library: str, work: str, count: int) -> int:
    """Return by how many kilobytes the memory of a process rises in a step."""
    program = PROGRAM.format(library=library, warm=WARM, work=work.format(n=count))
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    return int(told.stdout)


def ratios() -> dict[str, float]:
    """Return the peak of each step over PyTorch's."""
    works = {"a step of an MLP": (MLP, 2048), "a step of a CNN": (CNN, 256)}
    return {
        name: rise("tensorlab", work, count) / rise("torch", work, count)
        for name, (work, count) in works.items()
    }
