"""Of several mistakes in the text of a record the first in the order of the format is named, at its own place."""

import pytest

from boardgames import dominate
from boardgames.record_reading import replay_record
from tabletop import strict_json
from tabletop.game import Illegal
from tests.boardgames.dominate.table import Table
from tests.boardgames.dominate.test_records import RECORDS

TEXT = (RECORDS / "D-22_engaged.json").read_text()


def error(old: str, new: str) -> tuple[str, str]:
    """Place and rule of what is wrong after `old` was written as `new`."""
    assert old in TEXT
    value = strict_json.read_marked(TEXT.replace(old, new))
    illegal = value if isinstance(value, Illegal) else replay_record(dominate, value)
    assert isinstance(illegal, Illegal)
    return illegal.at, illegal.rule


@pytest.mark.parametrize("number", ["4.0", "4e0", "1e999", "-0.0", "9" * 30])
def test_a_number_that_is_none_of_ours_is_refused_where_it_stands(number):
    assert error('"options": {}', f'"options": {{"spell_mana": {number}}}') == ("options.spell_mana", "format")
    assert error('"options": {}', f'"options": {{"house": 1, "spell_mana": {number}}}') == ("options.house", "format")
    assert error('"version": 1', f'"version": {number}') == ("", "format")


def test_a_key_that_stands_twice_is_refused_where_it_stands():
    for key in ('"version": 1', '"options": {}'):
        assert error(key, f"{key}, {key}") == ("", "format")
    assert error('"options": {}', '"options": {"swap": "off", "swap": "off"}') == ("options.swap", "format")
    assert error('{"id": "bo"}', '{"id": "bo", "id": "bo"}') == ("seats[1]", "format")
    assert error('"do": "start"', '"do": "start", "do": "start"') == ("moves[8]", "format")


@pytest.mark.parametrize("options", ['{"spell_mana": NaN}', "{'spell_mana': 4}", "{} //"])
def test_what_is_no_json_has_no_place(options):
    assert error('"options": {}', f'"options": {options}') == ("", "format")


@pytest.mark.parametrize("cards", [{"up": ("M9", "M2")}, {"down": ("M2", "m2")}, {"up": ("",)}])
def test_D_25_a_card_that_nobody_has_is_an_unknown_word(cards):
    table = Table().place("workshop", "field_a", "field_a", "workshop")
    assert table.refused("alice", "commit", **cards) == "D-25"
    assert table.refused("bob", "commit", **cards) == "D-25"
    assert table.refused("bob", "commit", up=("M2",)) == "D-18"


def test_D_25_an_extra_card_that_nobody_has_is_an_unknown_word():
    assert Table().refused("alice", "extra", up=("M9",)) == "D-25"
