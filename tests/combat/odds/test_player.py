"""The app's own player: never refused, never sees what is hidden, and no fool."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.odds.guess import list_against
from combat.odds.luck import Luck
from combat.odds.player import declared
from combat.odds.simulated import fought
from combat.rules import awaits, options, play, start, view
from combat.rules.moves import ActivatePlus, ForcedReturn, Plan, Present, Regroup, SpendConviction
from combat.rules.state import Fight
from tabletop.game import Illegal
from tests.combat.odds.duels import setup
from tests.combat.rules.chance_fights import begun, offered, read
from tests.combat.rules.chance_fights import setup as any_setup
from tests.combat.rules.table import (
    aid_spell,
    archer,
    emi,
    folded,
    gm,
    lancer,
    phantasm,
    plan,
    ren,
    saber,
    skill_card,
    slot,
    spell,
)


def declares(fight: Fight, seat: str, seed: int = 0):
    return declared(view(fight, (seat,)), options(fight, seat), Luck(seed))


def laid(fight: Fight, seat: str, seed: int = 0):
    """The cards and supports of the plan, slot by slot."""
    move = declares(fight, seat, seed)
    assert isinstance(move, Plan) and not isinstance(play(fight, move), Illegal)
    return move.slots


def words(slots):
    return Counter(word for slot in slots for word in slot.attack.values())


@settings(max_examples=150)
@given(st.randoms(use_true_random=False))
def test_whatever_it_declares_is_accepted(rng: Random):
    """In any fight under any settings, also after others have done what they like."""
    fight = begun(any_setup(rng))
    for _ in range(25):
        if fight.verdict:
            return
        seats = awaits(fight).seats
        own = bool(seats) and rng.random() < 0.8
        move = declares(fight, seats[0], rng.randrange(99)) if own else read(offered(rng, fight))
        played = play(fight, move)
        assert not (own and isinstance(played, Illegal)), (played, move)
        fight = fight if isinstance(played, Illegal) else played.state


@pytest.mark.parametrize("seed", range(8))
def test_any_fight_that_it_plays_alone_comes_to_an_end(seed):
    value = any_setup(Random(seed))
    value["settings"] |= {"master_reduction": 1}
    assert fought(begun(value), Luck(seed)).verdict


@settings(max_examples=25)
@given(st.integers(0, 99))
def test_it_plays_the_same_whatever_the_others_hide(seed):
    """I-6: the enemy's ranks, skills and sealed plan change nothing of what is declared."""
    plain = start(setup(saber(), lancer(), slots_per_round=7))
    other = lancer(skills=[skill_card()], phantasms=[phantasm()], spells=[spell()])
    other["ranks"] |= {"strength": "E", "agility": "EX", "endurance": "A+"}
    hiding = play(start(setup(saber(), other, slots_per_round=7)), read(plan("lancer", slot(saber="onslaught")))).state
    shown = play(plain, read(plan("lancer"))).state
    assert declares(hiding, "saber", seed) == declares(shown, "saber", seed)


def test_it_deals_a_full_hand_in_an_order_that_differs_from_seed_to_seed():
    fight = start(setup(saber(), lancer(), slots_per_round=12))
    assert words(laid(fight, "saber")) == {"smash": 4, "counter": 5, "onslaught": 3}
    assert len({str(laid(fight, "saber", seed)) for seed in range(6)}) == 6


def test_against_several_it_shows_a_card_to_each_and_the_hardest_first():
    fight = start(setup(saber(), lancer(), lancer(id="third", side="C"), slots_per_round=3))
    slots = laid(fight, "saber")
    assert [set(slot.attack) for slot in slots] == [{"lancer", "third"}] * 3
    assert words(slots) == {"counter": 5, "smash": 1}


def test_a_phantasm_and_every_spell_go_in_once_while_mp_stays_above_nothing():
    many = saber(mp=35, phantasms=[phantasm(mp=20, targets="area")], spells=[spell(steps=3), spell("spark", 1, 3, 10)])
    fight = start(setup(many, lancer(), lancer(id="third", side="C")))
    slots = laid(fight, "saber")
    assert words(slots)["np:blade"] == 2 and words(slots)["spell:ray"] == 3 and words(slots)["spell:spark"] == 0
    assert next(slot.attack for slot in slots if "np:blade" in slot.attack.values()).keys() == {"lancer", "third"}


def test_from_the_back_line_it_supports_with_the_better_half_first():
    helper = archer(ranged=False, skills=[skill_card(count=3)], spells=[aid_spell(attack=2)])
    slots = laid(start(setup(saber(), helper, lancer(), slots_per_round=5)), "archer")
    assert [slot.support.with_ for slot in slots].count("skill:burst") == 2
    assert {slot.support.to for slot in slots} == {"saber"} and {slot.support.for_ for slot in slots} <= {
        "attack",
        "defence",
    }


def test_a_bow_shoots_from_the_back_line():
    slots = laid(start(setup(saber(), archer(), lancer(), slots_per_round=7)), "archer")
    assert [set(slot.attack) for slot in slots] == [{"lancer"}] * 7


def test_it_first_does_what_makes_its_plan_stronger():
    fight = start(setup(saber(ranks=lancer()["ranks"] | {"strength": "B+"}), lancer()))
    assert declares(fight, "saber") == ActivatePlus(by="saber", stat="strength")
    fight = start(setup(emi(), ren(line="front"), master_reduction=1))
    assert declares(fight, "emi") == SpendConviction(by="emi")
    fight = folded([saber(skills=[{"id": "again", "effect": "regroup"}]), lancer()], rounds=3)
    empty = gm("override", who="saber", set={"smash": 0, "counter": 0, "onslaught": 0}, reason="a test")
    assert declares(play(fight, read(empty)).state, "saber") == Regroup(by="saber")


def test_it_calls_its_servant_home():
    fight = folded([saber(master="somebody", hp=1), lancer()], gm("special_damage", to="saber", amount=5, reason="x"))
    assert declares(fight, "somebody") == ForcedReturn(by="somebody", servant="saber", accept=True)


def test_a_fleeing_enemy_meets_its_hardest_cards():
    fight = folded([saber(), lancer()], {"by": "lancer", "do": "retreat"})
    assert declares(fight, "saber") == Present(by="saber", cards=("counter",) * 3)


def test_nothing_is_due_of_who_has_handed_in_or_is_not_there():
    fight = folded([saber(), lancer()], plan("saber", slot(lancer="smash")))
    assert declares(fight, "saber") is None and declares(fight, "nobody") is None


def test_what_was_opened_corrects_the_guess():
    """Lancer has no Counter left and an Onslaught of 5: Smash beats what is to come, so Saber shows more of it."""
    first = [plan("lancer", *[slot(saber="counter")] * 3, slot(saber="onslaught")), plan("saber")]
    fight = folded([saber(), lancer()], *first, gm("reveal"), rounds=2, slots_per_round=4)
    seen = view(fight, ("saber",))
    assert smashes(seen) > smashes(msgspec.structs.replace(seen, slots=()))


def smashes(seen):
    """How many go into the lists of Saber's next rounds, as forty seeds draw them."""
    me, foe = seen.combatants
    hand = [card for card in seen.own[0].hand if card.family == "basic"]
    return sum(list_against(seen, me, foe, hand, 4, Luck(seed)).count("smash") for seed in range(40))
