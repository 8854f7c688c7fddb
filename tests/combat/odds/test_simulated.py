"""Many fights: the same for the same seed, right where the right answer is known, and honest about chance."""

import pytest

from combat.odds.sealed import shuffled
from combat.odds.simulated import Ending, fights, rate, summed
from tests.combat.odds.duels import between, setup
from tests.combat.rules.table import caster, emi, lancer, phantasm, saber, servant

DUEL = setup(saber(), lancer(), slots_per_round=7)


def test_a_seed_is_always_the_same_fights_in_whatever_portions():
    whole = list(fights(DUEL, 7, range(20)))
    assert whole == [*fights(DUEL, 7, range(12)), *fights(DUEL, 7, range(12, 20))]
    assert whole != list(fights(DUEL, 8, range(20)))


def test_where_all_cards_are_shown_the_mean_is_the_exact_value():
    """Both hold a card for every slot, so they can only shuffle; the difference of HP shares lost is known."""
    endings = list(fights(setup(saber(), lancer(), slots_per_round=12), 1, range(1500)))
    found = sum((60 - one.hp["lancer"]) / 60 - (80 - one.hp["saber"]) / 80 for one in endings) / len(endings)
    assert found == pytest.approx(float(shuffled(between(slots_per_round=12))), abs=0.01)


def test_the_wins_and_draws_are_all_fights():
    found = summed(DUEL, 7, list(fights(DUEL, 7, range(60))))
    assert sum(won.count for won in found.wins.values()) + found.draws.count == found.fights == 60
    assert (list(found.wins), found.seed, found.slots) == (["A", "B"], 7, 7)


def test_who_is_stronger_wins_and_nothing_is_sure_after_few_fights():
    few = setup(servant("giant", "A", "EX EX EX E E", 500, 10), servant("child", "B", "E E E E E", 20, 10))
    won = summed(few, 1, list(fights(few, 1, range(20)))).wins
    assert won["A"].share == 1 and won["A"].low < 0.85


def test_a_duel_of_equals_is_even():
    even = setup(saber(), saber(id="twin", side="B"), slots_per_round=7)
    won = summed(even, 3, list(fights(even, 3, range(400)))).wins
    assert won["A"].low < won["B"].share < won["A"].high


ENDINGS = [
    Ending("A", 7, {"saber": 80, "lancer": 0}, ("lancer",), (("saber", "smash"),), ("saber", "smash")),
    Ending("A", 7, {"saber": 79, "lancer": 1}, (), (("saber", "smash"),), ("saber", "counter")),
    Ending(None, 4, {"saber": 8, "lancer": 6}, (), (), None),
    Ending("B", 6, {"saber": 1, "lancer": 60}, (), (("lancer", "counter"),), ("lancer", "counter")),
]


def test_what_is_left_what_runs_out_and_what_decides_are_told_by_person():
    saber, lancer = summed(DUEL, 1, ENDINGS).people
    assert (saber.left, lancer.fell.count, saber.fell.count) == (42, 1, 0)
    assert saber.tenths == (0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert lancer.tenths == (1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert {word: spent.count for word, spent in saber.spent.items()} == {"smash": 2}
    assert {word: cards.count for word, cards in saber.decisive.items()} == {"smash": 1, "counter": 1}


def test_the_card_that_decided_took_most_hp_for_the_side_that_won():
    one_blow = setup(saber(phantasms=[phantasm(damage=59)]), lancer(), slots_per_round=3)
    endings = list(fights(one_blow, 5, range(20)))
    assert {one.decisive for one in endings if one.winner == "A"} == {("saber", "np:blade")}
    assert ("saber", "np:blade") in endings[0].spent and not endings[0].fallen


def test_melees_with_supports_and_masters_are_fought_too():
    many = setup(
        saber(),
        emi(line="back"),
        lancer(),
        caster(line="back"),
        servant("third", "C", "A A A D E", 60, 70),
        master_reduction=1,
    )
    found = summed(many, 2, list(fights(many, 2, range(10))))
    assert list(found.wins) == ["A", "B", "C"] and len(found.people) == 5


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (540, 1000, 0.5090, 0.5707)],
)
def test_intervals_are_wilsons(count, of, low, high):
    found = rate(count, of)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))
