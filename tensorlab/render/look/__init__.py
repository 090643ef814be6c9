"""The look that all share: themes, badges, tables, prose, code, and the ear's words."""
