"""What gives a value: operators, calls, subscripts, literals, comparisons, comprehensions."""
