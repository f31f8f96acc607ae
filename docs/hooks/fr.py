"""The fences of the French pages, for mkdocs.fr.yml."""

from . import beside, cases, commands, data, errata_list, exercise, player, runner, skyline
from .fences import fence

side_by_side = fence(beside.html, "fr")
errata = fence(errata_list.html, "fr")
measured = fence(data.html, "fr")
to_carry = fence(exercise.to_carry, "fr")
followed = fence(player.html, "fr")
worked = fence(exercise.worked, "fr")
manual = fence(commands.html, "fr")
case = fence(cases.html, "fr")
skyline_of = fence(skyline.html, "fr")
live = fence(runner.html, "fr")
