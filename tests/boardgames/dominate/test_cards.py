"""The built-in set: its counts and sums are those of part 3.8, and a set with wrong numbers is told card by card."""

import json
from importlib.resources import files

import pytest

from boardgames.card_set import BadCardSet, Mistake, read
from boardgames.dominate.cards import SHIPPED, TABLES, check

SUMS = {
    "HAL": (41, 9),
    "SEF": (35, 6),
    "IRE": (36, 7),
    "QAM": (35, 7),
    "ODE": (34, 6),
    "ASH": (35, 6),
    "KOR": (50, 15),
    "GIL": (34, 5),
    "DAN": (40, 8),
}


@pytest.mark.parametrize("code", SUMS)
def test_each_champion_has_twelve_attack_cards_of_the_printed_sums_and_three_arts(code):
    deck = [SHIPPED.cards[card] for card, copies in SHIPPED.champions[code].deck.items() for _ in range(copies)]
    assert len(deck) == 12
    assert (sum(card.power for card in deck), sum(card.cost for card in deck)) == SUMS[code]
    assert SHIPPED.champions[code].arts == (f"{code}1", f"{code}2", f"{code}3")


def test_the_counts_of_the_box():
    assert (
        len(SHIPPED.champions),
        len(SHIPPED.wardens),
        len(SHIPPED.arts),
        len(SHIPPED.situations),
        len(SHIPPED.all_stakes),
    ) == (9, 7, 27, 13, 20)
    assert len(SHIPPED.normal_situations) == 10
    assert sum(SHIPPED.stakes[code].results for code in SHIPPED.all_stakes) == 57


def test_marks_of_the_arts():
    assert [code for code, card in SHIPPED.arts.items() if card.reveals] == (
        ["HAL1", "SEF1", "SEF3", "IRE1", "IRE2", "QAM1", "QAM2", "ODE1", "ASH1", "GIL1", "GIL2"]
    )
    assert [code for code, card in SHIPPED.arts.items() if card.once] == ["SEF2", "IRE2", "ODE1"]
    assert [code for code, card in SHIPPED.arts.items() if card.lingers] == ["ODE3", "ASH3"]


def test_DG_28_four_or_more_left_have_one_climax_card():
    assert [SHIPPED.climax_situation(left) for left in (2, 3, 4, 5, 6)] == [
        "last-bell",
        "closing-ring",
        "eve-of-crowning",
        "eve-of-crowning",
        "eve-of-crowning",
    ]


def test_a_set_with_wrong_numbers_is_told_card_by_card():
    value = json.loads(files("boardgames.dominate").joinpath("vessel_war.json").read_text())
    value["champions"][0]["deck"]["M2"] = 5
    value["champions"][1]["arts"] = ["SEF1", "???"]
    value["stakes"][0]["copies"] = 2
    value["situations"].pop()
    with pytest.raises(BadCardSet) as refused:
        check(read(value, TABLES))
    assert refused.value.mistakes == (
        Mistake("deck", "champions", "HAL", "deck"),
        Mistake("arts", "champions", "SEF", "arts"),
        Mistake("number", "situations"),
        Mistake("number", "stakes"),
    )


def test_an_unknown_op_is_a_mistake_of_its_card():
    value = json.loads(files("boardgames.dominate").joinpath("vessel_war.json").read_text())
    value["arts"][0]["use"] = [{"op": "win_the_game"}]
    with pytest.raises(BadCardSet) as refused:
        read(value, TABLES)
    assert refused.value.mistakes == (Mistake("value", "arts", "HAL1", "use"),)
