"""Classes of the program: made, looked up and used through tables of ours."""
