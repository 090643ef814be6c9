"""What a function takes: parameters, their roles, and PyTorch's words for calls that do not fit."""
