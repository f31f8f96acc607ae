"""The forms of grids."""

import pytest
from sudoku_rosetta.external.forms import INPUTS, VALUES
from sudoku_rosetta.messages import LANGUAGES, Message


@pytest.mark.parametrize("name", [*VALUES, *INPUTS])
def test_every_form_is_named_in_every_language(name: str) -> None:
    for language in LANGUAGES:
        assert Message(f"form.{name.replace('-', '_')}").in_language(language)
