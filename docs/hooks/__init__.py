"""The fences of the pages: they include code, errata and figures from the project's files."""
