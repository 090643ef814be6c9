"""What an error means: the rule behind it in words, and of the frequent ones a code and a page."""
