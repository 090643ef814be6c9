"""A class without a server: assignments, hand-ins, grading in processes, and a report."""
