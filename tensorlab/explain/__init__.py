"""Why: frames, provenance, shape rules and diagnosis, as data."""
