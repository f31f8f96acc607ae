"""The edition: one faithful Python module for each document, and errata.toml, what was wrong in it."""
