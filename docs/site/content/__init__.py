"""The pages of the site: each module of MODULES has `pages()`, which gives their text by path.

A page is made by `layout.page(path, title, body)`; links in a body are relative to that page.
"""

from content import errors, functions, guide, lessons, prompt

MODULES = (prompt, lessons, functions, errors, guide)


def pages(address: str = "") -> dict[str, str]:
    """Return the text of every page by its path; with an address also the site map."""
    found: dict[str, str] = {}
    for module in MODULES:
        found |= module.pages()
    if address:
        found["sitemap.xml"] = site_map(address, found)
    return found


def site_map(address: str, paths: dict[str, str]) -> str:
    """Return the list of all pages for search engines, which takes whole addresses."""
    home = address.rstrip("/")
    entries = "".join(f"<url><loc>{home}/{path}</loc></url>\n" for path in sorted(paths)
                      if path.endswith(".html"))  # fmt: skip
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    )
