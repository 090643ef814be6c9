"""Many elements become one, or a running record: totals, extremes, spread, counts."""
