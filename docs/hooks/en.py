"""The fences of the English pages, for mkdocs.en.yml."""

from . import beside, cases, commands, data, errata_list, exercise, player, runner, skyline
from .fences import fence

side_by_side = fence(beside.html, "en")
errata = fence(errata_list.html, "en")
measured = fence(data.html, "en")
to_carry = fence(exercise.to_carry, "en")
followed = fence(player.html, "en")
worked = fence(exercise.worked, "en")
manual = fence(commands.html, "en")
case = fence(cases.html, "en")
skyline_of = fence(skyline.html, "en")
live = fence(runner.html, "en")
