"""The fences of the English pages, for mkdocs.en.yml."""

from . import beside, data, errata_list, exercise, player
from .fences import fence

side_by_side = fence(beside.html, "en")
errata = fence(errata_list.html, "en")
measured = fence(data.html, "en")
to_carry = fence(exercise.html, "en")
followed = fence(player.html, "en")
