"""From a tree to closures: nodes, names and their slots, where errors come from."""
