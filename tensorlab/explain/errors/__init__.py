"""The errors that learners meet: their codes, their rules, and the repairs to try."""
