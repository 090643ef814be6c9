"""In a notebook: `%load_ext tensorlab` gives `%why`, `%shapes` and `%%tensorlab`."""
