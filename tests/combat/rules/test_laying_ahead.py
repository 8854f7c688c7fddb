"""The coming round as its owner can foresee it: what the covered plan still spends, and what comes back."""

import pytest

from combat.rules.laying import next_round, reach
from tests.combat.rules.table import archer, folded, gm, help_for, lancer, phantasm, plan, saber, slot, spell

AREA = phantasm("wave", targets="area", mp=20)
SPELL = spell(steps=2, mp=10)


def opened(*slots, helper=(), **settings):
    sheets = [saber(phantasms=[AREA], spells=[SPELL]), archer(), lancer(), archer(id="other", side="C", line="front")]
    plans = [plan("saber", *slots), plan("archer", *helper)]
    return folded(sheets, *plans, gm("reveal", slots=1), slots_per_round=5, rounds=3, **settings)


def foreseen(fight, seat="saber", *, knows=True):
    me = next_round(fight, seat, knows=knows).fighter(seat)
    return {word: me.left[me.hand[word].at] for word in ("smash", "counter")}, me.mp


def test_covered_cards_are_spent_and_opened_ones_only_once():
    fight = opened(slot(lancer="smash"), slot(lancer="smash"), slot(lancer="counter", other="counter"))
    assert foreseen(fight) == ({"smash": 2, "counter": 3}, 70)


def test_an_area_phantasm_is_paid_once_and_a_spell_with_its_first_slot():
    chant = slot(lancer="spell:ray")
    fight = opened({}, slot(lancer="np:wave", other="np:wave"), chant, chant)
    assert foreseen(fight)[1] == 70 - 20 - 10


def test_a_spell_that_is_being_chanted_is_paid_already():
    fight = opened(*[slot(lancer="spell:ray")] * 2)
    assert fight.fighter("saber").mp == foreseen(fight)[1] == 60


def test_covered_supports_are_spent():
    fight = opened(helper=({}, help_for("saber"), help_for("saber")))
    me = next_round(fight, "archer", knows=True).fighter("archer")
    at = me.kit.supports["general"].at
    assert (fight.fighter("archer").left[at], me.left[at]) == (5, 3)


@pytest.mark.parametrize("knows", [True, False])
def test_cards_that_come_back_are_back(knows):
    fight = opened(slot(lancer="smash"), slot(lancer="smash"), cards_return="end_of_round")
    assert foreseen(fight, knows=knows)[0]["smash"] == 4


def test_without_knowing_the_plan_nothing_of_it_is_counted():
    fight = opened(slot(lancer="smash"), slot(lancer="smash"))
    assert foreseen(fight, knows=False)[0]["smash"] == 3


def test_the_round_is_a_new_one_in_which_a_plan_can_be_laid():
    coming = next_round(opened(slot(lancer="smash")), "saber", knows=True)
    assert (coming.round, coming.slot, coming.fighter("saber").plan) == (2, 0, None)
    assert reach(coming, "saber").slots == 5


def test_all_others_stand_in_the_coming_round_where_they_stand_now():
    fight = opened(slot(lancer="smash"), slot(lancer="smash"))
    for at, me in enumerate(fight.fighters):
        coming = next_round(fight, me.kit.id, knows=True).fighters
        assert (coming[:at], coming[at + 1 :]) == (fight.fighters[:at], fight.fighters[at + 1 :])


def test_who_has_fallen_reaches_nobody_and_neither_does_anybody_after_the_end():
    fallen = folded(
        [saber(), lancer(hp=1), lancer(id="rider")], plan("saber", slot(lancer="smash")), gm("reveal", slots=1)
    )
    assert (reach(fallen, "lancer"), reach(fallen, "saber").targets) == (None, ("rider",))
    assert reach(folded([saber(), lancer()], gm("end")), "saber") is None


def test_nobody_is_nobody():
    fight = opened()
    assert next_round(fight, "nobody", knows=True) is fight
