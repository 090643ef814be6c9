"""Every form of a call: what PyTorch's signatures allow, what they refuse, and its answers."""
