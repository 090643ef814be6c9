"""Lessons: their events, the list, the map, and how a learner stands."""
