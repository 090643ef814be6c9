"""Elements by their order: sorting, searching, ranks and quantiles."""
