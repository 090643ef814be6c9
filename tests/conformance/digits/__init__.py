"""The few digits beyond the printed ones that are promised: orders of sums, roundings."""
