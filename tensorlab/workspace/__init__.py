"""What any front end needs, as plain data: variables, candidates, questions, statements, JSON."""
