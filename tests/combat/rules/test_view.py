"""Who sees what (I-6): alice holds Saber, bob holds Lancer, eve watches, the gm runs the fight."""

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from combat.rules import looked, offers, options, play, view
from combat.rules.seen import DefenceView, FightView, SupportOption
from combat.rules.state import Fight
from tabletop.game import GM, Illegal
from tests.combat.rules import chance_fights
from tests.combat.rules.table import (
    ONE,
    aid_spell,
    archer,
    armour,
    caster,
    emi,
    folded,
    gm,
    guard,
    help_for,
    lancer,
    phantasm,
    plan,
    ren,
    saber,
    skill_card,
    slot,
    spell,
)

ALICE, BOB, EVE = ("saber",), ("lancer",), ()
SECRETS = ("hidden-edge", "숨은 칼", "hidden-blade", "hidden-word")
ARMED = lancer(
    skills=[skill_card("hidden-edge", name="숨은 칼")],
    phantasms=[phantasm("hidden-blade", uses=3)],
    spells=[spell("hidden-word")],
)


def shown(fight: Fight, seats: tuple[str, ...]) -> bytes:
    return msgspec.json.encode(view(fight, seats))


def test_everybody_sees_the_public_numbers_and_whether_a_plan_is_in():
    fight = folded([saber(), ARMED], plan("lancer", slot(saber="skill:hidden-edge")))
    for seats in (ALICE, EVE):
        lancer_seen = view(fight, seats).combatants[1]
        assert (lancer_seen.hp, lancer_seen.hp_at_start, lancer_seen.mp, lancer_seen.planned) == (60, 60, 70, True)


@pytest.mark.parametrize("seats", [ALICE, EVE])
def test_nobody_else_sees_a_hand_or_a_sealed_plan(seats):
    fight = folded([saber(), ARMED], plan("lancer", slot(saber="skill:hidden-edge"), slot(saber="np:hidden-blade")))
    assert all(secret.encode() not in shown(fight, seats) for secret in SECRETS)


def test_the_owner_sees_his_hand_his_plan_and_what_is_left():
    own = view(folded([saber(), ARMED], plan("lancer", slot(saber="skill:hidden-edge"))), BOB).own[0]
    hand = {card.word: card for card in own.hand}
    assert (hand["smash"].value, hand["smash"].left, hand["smash"].full) == (4, 4, 4)
    assert (hand["skill:hidden-edge"].beats, hand["np:hidden-blade"].left) == (("smash", "counter"), 3)
    assert (own.floor, own.ranks["agility"], own.plan[0].attack) == (-32, "A", {"saber": "skill:hidden-edge"})


def test_the_owner_sees_what_lowers_a_damage_whether_skill_or_armour():
    for sheet, seen in (
        (lancer(skills=[guard("eyes", amount=3, uses=5)]), DefenceView("skill:eyes", ("general",), 3, 5)),
        (lancer(phantasms=[armour(2)]), DefenceView("np:armour", ("general",), 2, None)),
    ):
        assert view(folded([saber(), sheet]), BOB).own[0].defences == (seen,)


def test_the_owner_sees_how_he_can_support_with_names_points_and_costs():
    skilled = archer(skills=[skill_card("rapid", "C", name="속사")], spells=[aid_spell(attack=4, uses=2, name="축복")])
    assert view(folded([saber(), skilled, lancer()]), ("archer",)).own[0].supports == (
        SupportOption("general", "", 2, 1, 5, 5, 0),
        SupportOption("skill:rapid", "속사", 3, 2, 2, 2, 0),
        SupportOption("spell:bless", "축복", 4, 0, 2, 2, 5),
    )


def test_one_person_may_hold_a_servant_and_his_master():
    held = view(folded([saber(), emi(line="back"), lancer()]), ("saber", "emi")).own
    assert [(own.id, own.fortune, own.command_spells) for own in held] == [("saber", None, None), ("emi", 2, 3)]


def test_the_holder_of_a_servant_sees_the_command_spells_of_the_absent_master():
    own = view(folded([saber(master="emi"), lancer()]), ALICE).own[0]
    assert (own.command_spells, own.forced_return_used) == (3, False)


def test_the_gm_sees_every_hand_and_no_sealed_plan():
    fight = folded([saber(), ARMED], plan("lancer", slot(saber="np:hidden-blade")))
    assert [(own.id, own.plan) for own in view(fight, (GM,)).own] == [("saber", None), ("lancer", None)]
    assert "skill:hidden-edge" in [card.word for card in view(fight, (GM,)).own[1].hand]


def test_a_gm_who_holds_a_combatant_sees_that_plan_alone():
    fight = folded([saber(), ARMED], plan("saber", slot(lancer="smash")), plan("lancer", slot(saber="smash")))
    held = view(fight, (GM, "saber")).own
    assert [own.plan is not None for own in held] == [True, False]


def test_a_gm_who_looks_sees_the_sealed_plans():
    fight = folded([saber(), ARMED], plan("lancer", slot(saber="np:hidden-blade")))
    assert [own.plan and own.plan[0].attack for own in looked(fight).own] == [None, {"saber": "np:hidden-blade"}]


def test_a_chant_shows_neither_spell_nor_target():
    sheets = [saber(), caster(spells=[spell("hidden-word")]), archer(side="C", line="front")]
    moves = [plan("caster", *[slot(archer="spell:hidden-word")] * 2), plan("saber", slot(caster="counter")), ONE]
    fight = folded(sheets, *moves, magic_cancelled_by="never")
    assert view(fight, ALICE).slots[0].duels[0].b_card == "chant"
    assert b"hidden-word" not in shown(fight, ALICE)


def test_a_cancelled_chant_is_told_without_its_spell_and_target():
    sheets = [saber(), caster(spells=[spell("hidden-word")]), archer(side="C", line="front")]
    moves = [plan("caster", *[slot(archer="spell:hidden-word")] * 2), plan("saber", slot(caster="counter")), ONE]
    fight = folded(sheets, *moves)
    for seats in (ALICE, EVE):
        note = view(fight, seats).slots[0].notes[0]
        assert (note.who, note.rule, note.to, note.card) == ("caster", "G-9", None, None)
    assert view(fight, ("caster",)).slots[0].notes[0].card == "spell:hidden-word"


def test_an_entry_that_turned_into_wait_is_known_to_its_owner_alone_and_the_gm_without_the_card():
    moves = [
        plan("lancer", slot(saber="skill:hidden-edge")),
        gm("override", who="lancer", set={"skill:hidden-edge": 0}, reason="x"),
        ONE,
    ]
    fight = folded([saber(), ARMED], *moves)
    assert view(fight, BOB).slots[0].notes[0].card == "skill:hidden-edge"
    assert view(fight, ALICE).slots[0].notes == ()
    assert (view(fight, (GM,)).slots[0].notes[0].rule, view(fight, (GM,)).slots[0].notes[0].card) == ("G-2", None)
    assert looked(fight).slots[0].notes[0].card == "skill:hidden-edge"


def test_how_many_cards_are_owed_to_who_flees_is_told_to_who_owes_them():
    fight = folded([saber(), ARMED, ren()], plan("saber", slot(lancer="smash")), {"by": "lancer", "do": "retreat"})
    assert view(fight, ALICE).waiting_for.cards == 2
    assert view(fight, BOB).waiting_for.cards is None
    assert view(fight, (GM,)).waiting_for.cards == 2


def test_the_name_of_a_card_is_known_from_its_opening_on():
    moves = [plan("lancer", slot(saber="skill:hidden-edge"))]
    assert view(folded([saber(), ARMED], *moves), ALICE).named == {}
    opened = view(folded([saber(), ARMED], *moves, ONE), ALICE)
    assert opened.named == {"lancer": {"skill:hidden-edge": "숨은 칼"}}


def test_the_phase_says_what_the_fight_is_at():
    alone = lancer(hp=1, master="ren")
    strike = [plan("saber", slot(lancer="smash")), ONE]
    phases = [view(folded([saber(), lancer()], *moves), EVE).phase for moves in ([], [ONE], [gm("end")])] + [
        view(folded([saber(), alone], *strike), EVE).phase
    ]
    assert phases == ["planning", "opening", "ended", "waiting"]


def test_an_intruder_shows_whom_he_named():
    fight = folded([saber(), lancer()], gm("enter", combatant=archer(side="C", line="front"), against="lancer"))
    assert [seen.against for seen in view(fight, EVE).combatants] == [None, None, "lancer"]


def test_a_view_reads_back_from_its_json():
    fight = folded(
        [saber(), archer(), ARMED], plan("archer", help_for("saber")), plan("saber", slot(lancer="smash")), ONE
    )
    for seats in (("saber", "archer"), BOB, EVE, (GM,)):
        assert msgspec.json.decode(shown(fight, seats), type=FightView) == view(fight, seats)


seeds = st.integers(0, 2**32)
few = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def planned(rng: Random, fight: Fight, only: str | None = None) -> Fight:
    """Everybody (or only one) hands in a random plan."""
    for seat in [fighter.kit.id for fighter in fight.fighters] if only is None else [only]:
        move = {"by": seat, "do": "plan", "slots": chance_fights.plan(rng, fight, options(fight, seat))}
        played = play(fight, chance_fights.read(move))
        fight = fight if isinstance(played, Illegal) else played.state
    return fight


def everything(fight: Fight, seat: str) -> list[bytes]:
    """Every byte that one player can get from the rules."""
    others = [fighter.kit.id for fighter in fight.fighters if fighter.kit.id != seat]
    found = [shown(fight, (seat,)), msgspec.json.encode(options(fight, seat))]
    return found + [msgspec.json.encode(offers(fight, seat, (), 0, other)) for other in others]


@few
@given(seeds)
def test_i_6_what_bob_hides_changes_nothing_that_anybody_else_can_get(seed):
    rng = Random(seed)
    value = chance_fights.setup(rng)
    bob = rng.choice(value["combatants"])
    other = chance_fights.combatant(rng, 0, bob["side"], front=True)
    kept = {key: bob[key] for key in ("id", "kind", "side", "line", "hp", "mp", "class", "master") if key in bob}
    assume(other["kind"] == bob["kind"])
    disguised = {key: part for key, part in other.items() if key not in ("class", "master")} | kept
    sheets = [disguised if sheet is bob else sheet for sheet in value["combatants"]]
    one, two = chance_fights.begun(value), chance_fights.begun(value | {"combatants": sheets})
    one, two = planned(rng, one, bob["id"]), planned(rng, two, bob["id"])
    for fighter in one.fighters:
        if fighter.kit.id != bob["id"]:
            assert everything(one, fighter.kit.id) == everything(two, fighter.kit.id)
    assert shown(one, ()) == shown(two, ())


@few
@given(seeds)
def test_i_6_slots_of_a_plan_that_are_not_open_yet_change_nothing_for_others(seed):
    rng = Random(seed)
    value = chance_fights.setup(rng)
    value["settings"] |= {"slots_per_round": 5}
    fight = planned(rng, chance_fights.begun(value))
    bob = rng.choice(fight.fighters).kit.id
    written = view(fight, (bob,)).own[0].plan
    opened = rng.randint(0, len(written or ()))
    shorter = chance_fights.read(
        {"by": bob, "do": "plan", "slots": [chance_fights.written(slot) for slot in (written or ())[:opened]]}
    )
    changed = play(fight, shorter)
    assume(not isinstance(changed, Illegal))
    two = changed.state
    if opened:
        reveal = chance_fights.read({"by": GM, "do": "reveal", "slots": opened})
        fight, two = play(fight, reveal).state, play(two, reveal).state
    for seats in [(f.kit.id,) for f in fight.fighters if f.kit.id != bob] + [(), (GM,)]:
        assert shown(fight, seats) == shown(two, seats)


@pytest.mark.parametrize("card", ["smash", "counter", "onslaught"])
def test_i_6_a_card_that_cannot_be_shown_any_more_looks_to_others_like_a_wait(card):
    sheets = [saber(), lancer(), archer(side="C", line="front")]
    broke = gm("override", who="lancer", set={card: 0}, reason="x")
    tried = folded(sheets, plan("lancer", slot(saber=card)), broke, ONE)
    waited = folded(sheets, plan("lancer", {}), broke, ONE)
    assert shown(tried, ALICE) == shown(waited, ALICE)
    assert shown(tried, EVE) == shown(waited, EVE)
