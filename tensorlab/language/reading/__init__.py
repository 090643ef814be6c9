"""From text to a tree: what is allowed, what is wrong, and whether it is whole."""
