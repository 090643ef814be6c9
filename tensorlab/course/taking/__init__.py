"""A lesson being taken: actions in, events out, and the questions that are open."""
