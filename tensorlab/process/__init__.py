"""A process of ours and what is around it: streams, exit codes, folders, variables, the clock."""
