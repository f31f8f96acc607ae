"""The fences of the English pages, for mkdocs.en.yml."""

from . import (
    beside,
    cases,
    commands,
    data,
    errata_list,
    exercise,
    player,
    puzzle_files,
    readings,
    runner,
    skyline,
)
from .fences import fence

side_by_side_fence = fence(beside.html, "en")
errata_fence = fence(errata_list.html, "en")
data_fence = fence(data.html, "en")
exercise_fence = fence(exercise.exercise, "en")
player_fence = fence(player.html, "en")
worked_fence = fence(exercise.worked, "en")
manual_fence = fence(commands.html, "en")
case_fence = fence(cases.html, "en")
formats_fence = fence(puzzle_files.html, "en")
skyline_fence = fence(skyline.html, "en")
live_fence = fence(runner.html, "en")
readings_fence = fence(readings.html, "en")
