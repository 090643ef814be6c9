"""What a result depends on, proven by runs on changed inputs."""
