"""The command line: each command with its options, and what all of them share."""
