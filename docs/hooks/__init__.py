"""What the site's fences become: code, errata and figures read from the real files while a page is built."""
