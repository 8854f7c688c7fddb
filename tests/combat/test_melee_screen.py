"""What the screens of a melee show of a slot: cards, sums and the log, readable with many people in it."""

import re

import pytest

from tests.combat.melee import melee
from tests.combat.war import reveal, text_of


@pytest.fixture
def table(db):
    """Saber and Archer strike two each in the first slot; in the second Saber's phantasm meets both others."""
    table = melee(hp=60)
    table.plan("saber", {"lancer": "smash"}, {"lancer": "np:reeds", "archer": "np:reeds"})
    table.plan("lancer", {"saber": "onslaught"})
    table.plan("archer", {"saber": "onslaught", "lancer": "smash"}, {"lancer": "counter"})
    reveal(table.war, table.fight, slots=2)
    return table


def page(table, who, rest=""):
    return text_of(table.war.client(who).get(table.at(rest)))


def cell(table, who, slot, page):
    """The kinds of the cards in a place of the board."""
    found = re.search(rf'id="c-{table.code(who)}-{slot}">(.*?)</span>(?=<span class="(?:cell|who|cap)")', page, re.S)
    return re.findall(r'class="card card-(\w+)', found[1])


def test_a_place_of_the_board_shows_the_cards_and_no_wait_beside_them(table):
    desk = page(table, "gm")
    assert cell(table, "saber", 1, desk) == ["smash"]
    assert cell(table, "archer", 1, desk) == ["onslaught", "smash"]


def test_an_area_phantasm_lies_on_the_board_once(table):
    assert cell(table, "saber", 2, page(table, "gm")) == ["phantasm"]


def test_who_only_waited_shows_one_wait(table):
    assert cell(table, "lancer", 2, page(table, "gm")) == ["wait"]


def test_a_column_of_the_desk_adds_up_what_somebody_lost(table):
    """Archer's Smash and Saber's Smash hit Lancer for 3 and 4; his Onslaught comes to nothing."""
    sums = re.search(r'id="s-1">(.*?)</span>', page(table, "gm"), re.S)[1]
    assert re.findall(r"<b>−(\d+)</b> <abbr title=\"([^\"]+)\"", sums) == [("7", "랜서"), ("4", "세이버")]


def test_the_log_says_who_met_whom_and_what_it_did(table):
    log = page(table, "eve", "log/")
    bout = re.search(r'<span class="bout"><b>세이버</b> · <b>랜서</b>: (.*?)</span></span>', log, re.S)[1]
    assert "보구가 대기를 이겼습니다." in bout and "<b>−12</b>" in bout and "53 → 41" in bout


def test_among_three_a_single_duel_is_told_with_names_too(table):
    reveal(table.war, table.fight)  # nobody has laid anything more
    table.plan("archer", {"saber": "onslaught"})
    reveal(table.war, table.fight, slots=1)
    assert '<span class="bout"><b>세이버</b> · <b>아처</b>: 맹공이 대기를 이겼습니다.' in page(table, "eve", "log/")


def test_the_log_tells_everybody_the_duels_in_one_order(table):
    bouts = [
        re.findall(r'class="bout"><b>(.*?)</b> · <b>(.*?)</b>', page(table, who, "log/")) for who in ("dan", "bob")
    ]
    assert bouts[0] == bouts[1]
