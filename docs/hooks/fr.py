"""The fences of the French pages, for mkdocs.fr.yml."""

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

side_by_side_fence = fence(beside.html, "fr")
errata_fence = fence(errata_list.html, "fr")
data_fence = fence(data.html, "fr")
exercise_fence = fence(exercise.exercise, "fr")
player_fence = fence(player.html, "fr")
worked_fence = fence(exercise.worked, "fr")
manual_fence = fence(commands.html, "fr")
case_fence = fence(cases.html, "fr")
formats_fence = fence(puzzle_files.html, "fr")
skyline_fence = fence(skyline.html, "fr")
live_fence = fence(runner.html, "fr")
readings_fence = fence(readings.html, "fr")
