"""The fences of the French pages, for mkdocs.fr.yml."""

from . import beside, data, errata_list, exercise, player
from .fences import fence

side_by_side = fence(beside.html, "fr")
errata = fence(errata_list.html, "fr")
measured = fence(data.html, "fr")
to_carry = fence(exercise.html, "fr")
followed = fence(player.html, "fr")
