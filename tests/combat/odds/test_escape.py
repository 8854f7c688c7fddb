"""The odds of a retreat, by what the fleeing one may know (R-RET-2, R-RET-3, G-22)."""

from fractions import Fraction
from itertools import combinations

import pytest

from combat.odds.escape import Escape, escape
from combat.rules import view
from tests.combat.rules.table import archer, armour, folded, gm, lancer, plan, saber, slot


def told(*moves, sheets=None, me="saber", **settings):
    seen = view(folded(sheets or [saber(), lancer()], *moves, **{"slots_per_round": 5, **settings}), (me,))
    return escape(seen, next(one for one in seen.combatants if one.id == me), seen.own[0])


def by_hand(*deck, cards=3, limit=10):
    sums = [sum(drawn) for drawn in combinations(deck, cards)]
    return Escape(min(sums), max(sums), Fraction(sum(one < limit for one in sums), len(sums)))


def test_a_stranger_shows_three_ordinary_cards():
    assert told() == Escape(12, 12, Fraction(0))
    assert told(retreat={"fails_at": 13}) == Escape(12, 12, Fraction(1))


def test_what_struck_has_told_its_value_and_is_gone():
    """Lancer's Onslaught struck for five: four of five are left, beside four Smash and four Counter of four."""
    moves = (plan("lancer", slot(saber="onslaught")), gm("reveal", slots=1))
    assert told(*moves, retreat={"fails_at": 14}) == by_hand(*[5] * 4, *[4] * 8, limit=14)


@pytest.mark.parametrize(("tested", "lowest"), [("after_reduction", 6), ("before_reduction", 12)])
def test_armour_lowers_every_card_where_the_rules_say_so(tested, lowest):
    sheets = [saber(phantasms=[armour(2)]), lancer()]
    assert told(sheets=sheets, retreat={"tested": tested}).low == lowest


@pytest.mark.parametrize(("several", "most"), [("sum", 24), ("worst", 12)])
def test_several_enemies_count_together_or_the_worst_of_them(several, most):
    sheets = [saber(), lancer(), archer(id="other", side="C", line="front")]
    assert told(sheets=sheets, retreat={"several_enemies": several}).high == most


def test_from_the_back_line_nothing_is_guessed_unless_anyone_may_strike_there():
    sheets = [saber(), archer(), lancer()]
    assert told(sheets=sheets, me="archer") is None
    assert told(sheets=sheets, me="archer", back_line_targets="anyone") is not None


def test_who_has_fewer_cards_left_shows_fewer():
    shown = plan("lancer", *[slot(saber="smash")] * 4, slot(saber="counter"))
    counters = plan("lancer", *[slot(saber="counter")] * 2, *[slot(saber="onslaught")] * 3)
    rest = plan("lancer", *[slot(saber="onslaught")] * 2)
    moves = (shown, gm("reveal"), counters, gm("reveal"), rest, gm("reveal", slots=2))
    assert told(*moves, rounds=3) == Escape(0, 0, Fraction(1))


def test_what_the_enemy_hides_changes_nothing():
    strong = lancer(critical={"count": 3, "damage": 20}, cards={"smash": {"damage": 30}})
    assert told(sheets=[saber(), strong]) == told()
