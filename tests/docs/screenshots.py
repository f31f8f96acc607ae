"""Take screenshots of the built site: `make screenshots` writes them to build/screenshots.

    python tests/docs/screenshots.py [--site build/site] [--out build/screenshots]

It also overwrites the README's screenshots, docs/site-light.png and docs/site-dark.png.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser import Browser, NoBrowserError, install
from http_host import serve

ROOT = Path(__file__).resolve().parents[2]
# Name of the screenshot and URL of the page, with the state of the page after the #.
PAGES = {
    "home": "en/",
    "accueil": "fr/",
    "read": "en/read/try/#try-try=down",
    "follow": "en/follow/#grid=grid-1&writings=c-style,pseudocode-style,deduction-style&step=417",
    "run": "en/run/",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    given = parser.parse_args()
    place = ROOT / "build" / "browser"
    for folder in (place, given.out):
        folder.mkdir(parents=True, exist_ok=True)
    available = {name: page for name, page in PAGES.items() if (given.site / page.split("#")[0]).is_dir()}
    for name in PAGES.keys() - available.keys():
        print(f"no screenshot of {name}: the site has no {PAGES[name]}", file=sys.stderr)
    try:
        chromium = Browser(install(place), place)
    except NoBrowserError as missing:
        sys.exit(str(missing))
    pages = [f"{name}={page}" for name, page in available.items()]
    with serve(given.site) as address:
        chromium.run("screenshots.mjs", address, given.out, ROOT / "docs", *pages)
    print(f"{len(list(given.out.glob('*.png')))} screenshots in {given.out}")


if __name__ == "__main__":
    main()
