"""What can be said about a fight and about every pair, how much work it is, and that it can be stopped."""

from fractions import Fraction

import msgspec
import pytest

from combat.odds import answers
from combat.odds.answers import Answer, AskedFight, AskedPairs, FightOdds, answer, is_whole, work
from tests.combat.rules.table import archer, emi, lancer, saber, servant, skill_card


@pytest.fixture(autouse=True)
def _few_fights(monkeypatch):
    for name in ("FIGHTS_OF_TWO", "FIGHTS_OF_MORE", "FIGHTS_A_PAIR"):
        monkeypatch.setattr(answers, name, 60)


def fight(*sheets, **settings):
    return AskedFight({"combatants": list(sheets), "settings": {"slots_per_round": 7, **settings}}, 5)


def told(asked):
    """The answer, and how much work it said it was."""
    heard, found = [], None
    while found is None or not is_whole(asked, found):
        found = answer(asked, heard.append, found)
    return found, sum(heard)


def test_a_duel_is_told_exactly_and_by_many_fights():
    odds, done = told(fight(saber(), lancer()))
    assert odds.summary.fights == 60 and odds.summary.seed == 5 and not odds.inexact
    assert (odds.duel.best, Fraction(odds.duel.shuffled)) == ("11/210", Fraction(539, 11520))
    assert [sum(mix.values()) for mix in odds.duel.mixes] == pytest.approx([1, 1])
    assert odds.duel.lists[0][0].cards == {"smash": 4, "counter": 3}
    assert done == pytest.approx(work(fight(saber(), lancer())), rel=0.05)


def test_a_melee_has_no_exact_answer():
    asked = fight(saber(), archer(), lancer())
    odds, done = told(asked)
    assert (odds.duel, odds.inexact) == (None, "not_a_duel") and done == work(asked) == 60


def test_a_master_whose_reduction_is_unsettled_is_said_to_be():
    assert told(fight(emi(), lancer()))[0].inexact == "reduction_unsettled"


def test_where_it_would_take_too_long_the_sealed_lists_are_told_all_the_same():
    skills = [skill_card(f"k{number}", "EX") for number in range(3)]
    many = [servant(id, side, "EX EX EX E E", 80, 70, skills=skills) for id, side in (("x", "A"), ("y", "B"))]
    odds, _ = told(fight(*many))
    assert (odds.duel.value, odds.duel.mixes, odds.duel.best) == (None, None, "0/1")


def test_every_pair_meets_alone_in_front_and_its_rates_are_all_fights():
    asked = AskedPairs((saber(), lancer(), archer(side="A")), {"slots_per_round": 7}, 1)
    odds, done = told(asked)
    assert [(pair.one, pair.other) for pair in odds.pairs] == [
        ("saber", "lancer"),
        ("saber", "archer"),
        ("lancer", "archer"),
    ]
    assert done == work(asked) == 180
    assert all(pair.wins.count + pair.losses.count + pair.draws.count == 60 for pair in odds.pairs)


def test_the_same_seed_gives_the_same_answer_and_survives_its_way_through_json():
    odds, _ = told(fight(saber(), lancer()))
    assert odds == told(fight(saber(), lancer()))[0]
    assert msgspec.json.decode(msgspec.json.encode(odds), type=Answer) == odds
    assert isinstance(odds, FightOdds)


def test_who_hears_of_the_work_can_stop_it():
    def enough(_):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        answer(fight(saber(), lancer()), enough)
