"""Write PyTorch's bits of the calls, under the instruction set of the environment.

python -m tests.conformance.digits.record SEED FILE      # compare.py runs this
"""

import sys

import numpy as np
import torch

from tests.conformance.digits.calls import calls


def main() -> None:
    """Record; what PyTorch refuses has no bits."""
    found, texts = [], []
    for call in calls(int(sys.argv[1])):
        try:
            bits, text = call.answer(torch, torch.nn.functional)
        except (RuntimeError, NotImplementedError, ValueError) as error:
            print(f"{call.dtype} {call.expression}: {error}", file=sys.stderr)
            bits, text = np.empty(0, np.uint8), 0
        found.append(bits.reshape(-1))
        texts.append(text)
    sizes = np.array([bits.size for bits in found])
    np.savez(sys.argv[2], sizes=sizes, bits=np.concatenate(found), texts=np.array(texts, np.uint32))


if __name__ == "__main__":
    main()
