"""The table of a duel says of every two cards what the rules say."""

from fractions import Fraction as F

import pytest

from combat.odds.duel import duel
from tabletop.game import Illegal
from tests.combat.odds.duels import between, setup
from tests.combat.rules.table import archer, emi, guard, lancer, phantasm, ren, saber, skill_card, spell


def test_every_card_meets_every_other_in_shares_of_hp():
    found = between()
    assert found.words == (("smash", "counter", "onslaught"),) * 2
    assert found.counts == ((4, 5, 3), (4, 3, 5))
    assert found.gains == (
        (F(0), F(-3, 80), F(4, 60), F(4, 60)),
        (F(5, 60), F(2, 60), F(-5, 80), F(5, 60)),
        (F(-4, 80), F(3, 60), F(-2, 80), F(3, 60)),
        (F(-4, 80), F(-3, 80), F(-5, 80), F(0)),
    )


def test_skill_cards_and_criticals_are_cards_too():
    found = between(saber(skills=[skill_card(count=0), skill_card("gale", "E")], critical={"count": 1, "damage": 9}))
    assert found.words[0] == ("smash", "counter", "onslaught", "critical", "skill:gale")
    assert found.gains[3] == (F(9, 60),) * 4


def test_wounds_do_not_make_a_blow_smaller():
    found = between(saber(hp=2), lancer(hp=3))
    assert found.gains[0][2] == F(4, 3) and found.gains[3][0] == -2


def test_what_costs_mp_and_what_runs_out_is_named():
    assert between().left_out == ()
    many = saber(phantasms=[phantasm()], spells=[spell()], skills=[guard(uses=1)])
    assert between(many).left_out == ("phantasms", "spells", "defences")
    assert between(saber(phantasms=[phantasm(uses=0)])).left_out == ()


def test_somebody_may_fall_when_the_most_the_other_can_do_takes_his_hp():
    most = 5 * 5 + 4 * 4 + 3 * 3
    assert between(saber(hp=most + 1), slots_per_round=12).left_out == ()
    assert between(saber(hp=most), slots_per_round=12).left_out == ("falls",)
    assert between(saber(hp=most), slots_per_round=11).left_out == ()


def test_masters_fight_like_servants():
    assert between(emi(), ren()).counts == ((2, 1, 2), (2, 1, 2))


@pytest.mark.parametrize(
    ("sheets", "code"),
    [
        ((saber(), lancer(), archer()), "not_a_duel"),
        ((emi(), lancer()), "reduction_unsettled"),
        ((emi(hp=0), ren()), "not_a_duel"),
    ],
)
def test_what_cannot_be_computed_says_why(sheets, code):
    found = duel(setup(*sheets))
    assert isinstance(found, Illegal) and found.code == code
