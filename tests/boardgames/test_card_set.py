"""A set of cards is data: every mistake in it is named with its card and column, and its content has a fingerprint."""

import msgspec
import pytest

from boardgames.card_set import BadCardSet, Mistake, fingerprint, read


class Card(msgspec.Struct, frozen=True):
    code: str
    power: int
    cost: int = 0


KINDS = {"cards": Card}


def mistakes(value: object) -> tuple[Mistake, ...]:
    with pytest.raises(BadCardSet) as refused:
        read(value, KINDS)
    return refused.value.mistakes


def test_cards_stand_under_their_codes_in_the_order_of_the_file():
    found = read({"cards": [{"code": "M4", "power": 4, "cost": 1}, {"code": "A2", "power": 2}]}, KINDS)
    assert found.tables["cards"] == {"M4": Card("M4", 4, 1), "A2": Card("A2", 2)}
    assert list(found.tables["cards"]) == ["M4", "A2"]


def test_all_mistakes_are_told_at_once_with_card_and_column():
    rows = [{"code": "M4", "power": "4"}, {"code": "A2", "colour": 1}, {"code": "M4", "power": 1}, 7]
    assert mistakes({"cards": rows}) == (
        Mistake("value", "cards", "M4", "power"),
        Mistake("unknown", "cards", "A2", "colour"),
        Mistake("missing", "cards", "A2", "power"),
        Mistake("twice", "cards", "M4", "code"),
        Mistake("row", "cards", "3"),
    )


def test_a_table_is_missed_and_a_strange_one_refused():
    assert mistakes({"tables": []}) == (Mistake("unknown", "tables"), Mistake("missing", "cards"))
    assert mistakes([]) == (Mistake("row", ""),)


def test_the_fingerprint_is_of_the_content_alone():
    assert fingerprint({"a": 1, "b": [2]}) == fingerprint({"b": [2], "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
