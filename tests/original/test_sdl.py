"""The SDL program of document c (`make -C csrc/original sdl`), tested by its pictures, without a screen.

SDL saves the screen as BMP with 24 bits per pixel, which the tests read without a library.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

import pytest
from naming import names
from waiting import HANG_GUARD_S

ORIGINAL = Path(__file__).resolve().parents[2] / "csrc" / "original"
PACKAGES, FONT = "libsdl1.2-dev", "times.ttf"
"""The packages and files that error messages must mention."""
SkipOrFail = Callable[[str, str], NoReturn]
Colour = tuple[int, int, int]
Glyph = frozenset[tuple[int, int]]

XORIG, YORIG, PAS = 20, 20, 40
WHITE, PINK, BLACK = (255, 255, 255), (255, 200, 200), (0, 0, 0)

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLVED_1 = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"


def make(*arguments: str, folder: Path = ORIGINAL) -> subprocess.CompletedProcess[str]:
    """Run `make` without the flags of the `make` that runs the tests."""
    outer = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CFLAGS", "LDFLAGS"}
    env = {name: value for name, value in os.environ.items() if name not in outer}
    return subprocess.run(["make", "-C", str(folder), *arguments], env=env, capture_output=True, text=True)


class Picture:
    """The pixels of a BMP file, (0, 0) in the upper left corner."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        start, _, self.width, height, _, bits = struct.unpack_from("<IIiiHH", data, 10)
        assert (data[:2], bits) == (b"BM", 24)
        self.height = abs(height)
        self._stride = (self.width * 3 + 3) // 4 * 4
        self._data, self._start, self._upward = data, start, height > 0

    def at(self, x: int, y: int) -> Colour:
        row = self.height - 1 - y if self._upward else y
        place = self._start + row * self._stride + 3 * x
        blue, green, red = self._data[place : place + 3]
        return red, green, blue

    def colours(self, xs: Iterable[int], ys: Iterable[int]) -> set[Colour]:
        ys = list(ys)
        return {self.at(x, y) for x in xs for y in ys}

    def black_in(self, xs: range, ys: range) -> Glyph:
        """The black pixels of the rectangle, relative to its corner."""
        return frozenset((x - xs[0], y - ys[0]) for x in xs for y in ys if self.at(x, y) == BLACK)


def inside(cell: int) -> tuple[range, range]:
    """The pixels of a cell, without the lines of the grid."""
    left, top = XORIG + PAS * (cell % 9), YORIG + PAS * (cell // 9)
    return range(left + 1, left + PAS), range(top + 1, top + PAS)


@pytest.fixture(scope="session")
def program(skip_or_fail: SkipOrFail, tmp_path_factory: pytest.TempPathFactory) -> Path:
    for tool in ("make", "cc"):
        if shutil.which(tool) is None:
            skip_or_fail("cc", f"no {tool} on this machine")
    build = tmp_path_factory.mktemp("build")
    made = make("sdl", f"BUILD={build}")
    if PACKAGES in made.stderr:
        skip_or_fail("sdl", made.stderr.splitlines()[0])
    assert made.returncode == 0, made.stderr
    return build / "sudoku-sdl"


def run(program: Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program without a screen, and without a times.ttf in its folder."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SUDOKU_PICTURES": str(folder), **environment}
    return subprocess.run(
        [str(program)], cwd=folder, env=env, capture_output=True, text=True, timeout=HANG_GUARD_S
    )


@pytest.fixture(scope="session")
def pages(program: Path, skip_or_fail: SkipOrFail, tmp_path_factory: pytest.TempPathFactory) -> list[Picture]:
    folder = tmp_path_factory.mktemp("pictures")
    done = run(program, folder)
    if FONT in done.stderr:
        skip_or_fail("sdl", done.stderr.strip())
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert sorted(path.name for path in folder.iterdir()) == ["page-1.bmp", "page-2.bmp"]
    return [Picture(folder / "page-1.bmp"), Picture(folder / "page-2.bmp")]


# ---- drawing ----


def test_the_window_is_800_by_800_and_white_around_the_grid(pages: list[Picture]) -> None:
    for page in pages:
        assert (page.width, page.height) == (800, 800)
        assert page.colours(range(800), range(20)) == {WHITE}
        assert page.colours(range(20), range(800)) == {WHITE}
        assert page.colours(range(381, 800), range(400)) == {WHITE}
        assert page.colours(range(800), range(381, 500)) == {WHITE}
    assert pages[0].colours(range(800), range(381, 800)) == {WHITE}


def test_only_the_clues_are_pink(pages: list[Picture]) -> None:
    for cell, clue in enumerate(GRID_1):
        expected = {WHITE} if clue == "0" else {PINK, BLACK}
        assert pages[0].colours(*inside(cell)) == expected, f"cell {cell}"


def test_at_the_end_all_81_cells_are_pink(pages: list[Picture]) -> None:
    for cell in range(81):
        assert pages[1].colours(*inside(cell)) == {PINK, BLACK}, f"cell {cell}"


def test_black_lines_separate_the_boxes_only(pages: list[Picture]) -> None:
    along = range(XORIG, XORIG + 9 * PAS + 1)
    for page in pages:
        for i in range(4):
            assert page.colours(along, [YORIG + 3 * PAS * i]) == {BLACK}
            assert page.colours([XORIG + 3 * PAS * i], along) == {BLACK}
    for i in (1, 2, 4, 5, 7, 8):
        assert BLACK not in pages[0].colours(range(XORIG + 1, XORIG + 3 * PAS), [YORIG + PAS * i])
        assert BLACK not in pages[0].colours([XORIG + PAS * i], range(YORIG + 6 * PAS + 1, YORIG + 7 * PAS))


def glyphs(page: Picture, digits: str) -> dict[str, set[Glyph]]:
    """The shapes of each digit in a grid."""
    shapes: dict[str, set[Glyph]] = {}
    for cell, digit in enumerate(digits):
        if digit != "0":
            shapes.setdefault(digit, set()).add(page.black_in(*inside(cell)))
    return shapes


def test_each_digit_has_one_shape_of_its_own(pages: list[Picture]) -> None:
    first, last = glyphs(pages[0], GRID_1), glyphs(pages[1], SOLVED_1)
    assert all(len(shapes) == 1 for shapes in first.values())
    assert len(set().union(*first.values())) == 9
    assert last == first  # so the second page shows the solution


def test_the_digits_are_at_the_right_place_in_the_cell(pages: list[Picture]) -> None:
    for shapes in glyphs(pages[0], GRID_1).values():
        (shape,) = shapes
        # 12 pixels from the left of the cell; `inside` leaves out one of them
        assert min(x for x, _ in shape) >= 11
        assert len(shape) > 20


def test_the_number_of_solutions_is_written_at_30_500(pages: list[Picture]) -> None:
    page = pages[1]
    written = page.black_in(range(30, 800), range(500, 545))
    assert page.colours(range(30, 800), range(500, 545)) == {WHITE, BLACK}
    assert page.colours(range(30), range(381, 800)) == {WHITE}
    assert page.colours(range(800), range(545, 800)) == {WHITE}
    columns = sorted({x for x, _ in written})
    assert columns[0] < 5
    assert columns[-1] > 200
    assert last_character(written, columns) == from_corner(next(iter(glyphs(page, SOLVED_1)["1"])))


def last_character(written: Glyph, columns: list[int]) -> Glyph:
    """The pixels after the last gap between two characters."""
    start = columns[-1]
    while start - 1 in columns:
        start -= 1
    return from_corner(frozenset((x, y) for x, y in written if x >= start))


def from_corner(shape: Glyph) -> Glyph:
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - top) for x, y in shape)


# ---- fonts and errors ----


def test_a_font_can_be_chosen(program: Path, pages: list[Picture], tmp_path: Path) -> None:
    candidates = Path("/usr/share/fonts").glob("**/*Mono*Bold*.ttf")
    font = next((path for path in candidates if path.is_file()), None)
    if font is None:
        pytest.skip("no second font under /usr/share/fonts")
    assert run(program, tmp_path, SUDOKU_FONT=str(font)).returncode == 0
    chosen = Picture(tmp_path / "page-1.bmp")
    assert glyphs(chosen, GRID_1) != glyphs(pages[0], GRID_1)

    shutil.copy(font, tmp_path / "times.ttf")  # the document's own font name is tried first
    assert run(program, tmp_path, SUDOKU_FONT="/no/such/font.ttf").returncode == 0
    assert glyphs(Picture(tmp_path / "page-1.bmp"), GRID_1) == glyphs(chosen, GRID_1)


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"SUDOKU_FONT": "/no/such/font.ttf"}, "SUDOKU_FONT"),
        ({"SDL_VIDEODRIVER": "no-such-driver"}, "video"),
        ({"SUDOKU_PICTURES": "/no/such/folder"}, "/no/such/folder/page-1.bmp"),
        ({"SUDOKU_PICTURES": "/" + "x" * 5000}, "SUDOKU_PICTURES"),
    ],
    ids=["font", "video", "folder", "long name"],
)
def test_an_error_is_one_line_and_exit_code_2(
    program: Path, pages: list[Picture], tmp_path: Path, environment: dict[str, str], named: str
) -> None:
    done = run(program, tmp_path, **environment)
    assert (done.stdout, done.returncode) == ("", 2)
    assert names(done.stderr, "sudoku-sdl", named)
    assert done.stderr.count("\n") == 1


def copied_sources(folder: Path) -> Path:
    """A copy of csrc/original, with the file that its Makefile includes."""
    shutil.copy(ORIGINAL.parent / "common.mk", folder)
    return shutil.copytree(ORIGINAL, folder / "copy", ignore=shutil.ignore_patterns("build"))


def test_without_fonts_the_message_says_what_to_do(program: Path, tmp_path: Path) -> None:
    copied = copied_sources(tmp_path)
    source = copied / "sdl.c"
    source.write_text(source.read_text().replace('"/', '"/nowhere/').replace("fc-match", "no-such-tool"))
    made = make("sdl", folder=copied)
    assert made.returncode == 0, made.stderr
    done = run(copied / "build" / "sudoku-sdl", tmp_path)
    assert done.returncode == 2
    assert names(done.stderr, "sudoku-sdl", FONT, "SUDOKU_FONT")
    assert done.stderr.count("\n") == 1


# ---- the four functions that we added ----

FUNCTIONS = r"""
#include <SDL/SDL.h>
#include <SDL/SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#define pause pause_of_the_document
#include "declarations.h"
#include "graphical_functions.c"

static void push(Uint8 type) { SDL_Event event; event.type = type; SDL_PushEvent(&event); }

int main(int argc, char **argv)
{   int x, y;
    (void)argc; (void)argv;
    SDL_Init(SDL_INIT_VIDEO);
    screen = SDL_SetVideoMode(12, 6, 32, 0);
    SDL_FillRect(screen, 0, 0); /* SDL has drawn its mouse pointer there */
    putpixel(-1, 0, 1); putpixel(0, -1, 1); putpixel(12, 0, 1); putpixel(0, 6, 1);
    line(1, 1, 10, 4, 1); line(11, -3, 11, 9, 1); line(0, 5, 0, 5, 1); line(3, 5, 5, 3, 1);
    for (y = 0; y < 6; y++, putchar('\n'))
        for (x = 0; x < 12; x++) putchar(getpixel(x, y) ? '#' : '.');
    printf("%u%u\n", getpixel(-1, 0), getpixel(12, 5));
    push(SDL_MOUSEMOTION); push(SDL_KEYDOWN); pause(); puts("key");
    push(SDL_QUIT); pause(); pause(); puts("closed");
    return 0;
}
"""

DRAWN = """\
...........#
.##........#
...###.....#
.....####..#
....#....###
#..#.......#
00
key
closed
"""


def test_line_putpixel_and_pause(program: Path, tmp_path: Path) -> None:
    copied = copied_sources(tmp_path)
    (copied / "sdl.c").write_text(FUNCTIONS)  # the Makefile can build an SDL program of that name
    built = make("sdl", folder=copied)
    assert built.returncode == 0, built.stderr
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    command = [str(copied / "build" / "sudoku-sdl")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=HANG_GUARD_S)
    assert done.stdout == DRAWN


# ---- the build ----


@pytest.mark.parametrize("cc", ["cc", "gcc", "clang"])
def test_no_compiler_warns(program: Path, cc: str, tmp_path: Path) -> None:
    if shutil.which(cc) is None:
        pytest.skip(f"no {cc} on this machine")
    made = make("sdl", f"BUILD={tmp_path}", f"CC={cc}", "CFLAGS=-std=c11 -O2 -Wall -Wextra -Werror")
    assert made.returncode == 0, made.stderr
    assert "warning" not in made.stderr


def test_without_sdl_make_names_the_packages_to_install(program: Path, tmp_path: Path) -> None:
    made = make("sdl", f"BUILD={tmp_path}", "CC=false")  # a compiler that does not find the header
    assert made.returncode != 0
    assert names(made.stderr, "SDL", f"apt install {PACKAGES}")
