"""Pictures of the built site, to be looked at: `make screenshots` leaves them in build/screenshots.

    python tests/docs/screenshots.py [--site build/site] [--out build/screenshots]

Two of them are the README's, docs/site-light.png and docs/site-dark.png: they are made anew each time.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser import NoBrowserError, installed
from seeing import Browser
from served import host

ROOT = Path(__file__).resolve().parents[2]
# What is looked at: a name for the pictures, and the page with what is lit or where the player is.
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
    there = {name: page for name, page in PAGES.items() if (given.site / page.split("#")[0]).is_dir()}
    for name in PAGES.keys() - there.keys():
        print(f"no picture of {name}: the site has no {PAGES[name]}", file=sys.stderr)
    try:
        chromium = Browser(installed(place), place)
    except NoBrowserError as missing:
        sys.exit(str(missing))
    pages = [f"{name}={page}" for name, page in there.items()]
    with host(given.site) as address:
        chromium.told("screenshots.mjs", address, given.out, ROOT / "docs", *pages)
    print(f"{len(list(given.out.glob('*.png')))} pictures in {given.out}")


if __name__ == "__main__":
    main()
