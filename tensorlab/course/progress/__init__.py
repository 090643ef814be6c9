"""What a learner has done, what is due, and where the path goes on."""
