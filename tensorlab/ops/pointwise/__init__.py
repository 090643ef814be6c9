"""Functions of each cell for itself: arithmetic, powers, comparisons, logic, special functions."""
