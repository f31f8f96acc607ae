"""The edition: a faithful Python module for each document, and errata.toml, the list of their errors."""
