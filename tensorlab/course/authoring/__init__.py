"""What an author needs: checks of a lesson and of a course, and handouts."""
