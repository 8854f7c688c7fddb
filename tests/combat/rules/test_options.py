"""What a seat may do now, and why a card of a draft is refused (I-11)."""

from combat.rules import check_plan, offers, options, read_move
from combat.rules.moves import Slot
from combat.rules.options import Offer
from combat.rules.state import Fight
from tabletop.game import GM
from tests.combat.rules.table import (
    ONE,
    Value,
    aid_spell,
    archer,
    caster,
    emi,
    folded,
    gm,
    help_for,
    lancer,
    phantasm,
    plan,
    ren,
    saber,
    slot,
    spell,
)

FLEE = {"by": "lancer", "do": "retreat"}


def drafted(*slots: Value) -> tuple[Slot, ...]:
    return read_move(plan("saber", *slots)).slots


def offered(fight: Fight, seat: str, target: str, *draft: Value, at: int | None = None) -> dict[str, Offer]:
    index = len(draft) if at is None else at
    return {offer.word: offer for offer in offers(fight, seat, drafted(*draft), index, target)}


def rule(offer: Offer) -> str | None:
    return offer.refused.rule if offer.refused else None


def test_between_rounds_a_combatant_plans_and_declares():
    offer = options(folded([saber(), archer(), emi(line="back"), lancer()]), "archer")
    assert (offer.plan.slots, offer.plan.targets, offer.plan.allies) == (10, ("lancer",), ("saber",))
    assert offer.retreat is not None and not offer.regroup and not offer.reveal


def test_the_fallen_are_neither_targets_nor_allies():
    sheets = [saber(), archer(), lancer(hp=1), caster(), saber(id="ally", hp=1)]
    fallen = [plan("saber", slot(lancer="smash")), plan("caster", slot(ally="smash")), gm("reveal")]
    offer = options(folded(sheets, *fallen, rounds=2, slots_per_round=1), "archer").plan
    assert (offer.targets, offer.allies) == (("caster",), ("saber",))


def test_regroup_is_offered_while_a_use_is_left():
    again = saber(skills=[{"id": "again", "effect": "regroup"}])
    assert options(folded([again, lancer()]), "saber").regroup
    assert not options(folded([again, lancer()], {"by": "saber", "do": "regroup"}), "saber").regroup


def test_a_spectator_and_the_fallen_are_offered_nothing():
    fight = folded([saber(), lancer(hp=1), lancer(id="rider")], plan("saber", slot(lancer="smash")), ONE)
    for seat in ("eve", "lancer"):
        assert options(fight, seat) == options(folded([saber(), lancer()], gm("end")), seat)


def test_in_the_middle_of_a_round_no_plan_is_offered():
    offer = options(folded([saber(), lancer()], ONE), "saber")
    assert offer.plan is None and offer.retreat is not None


def test_a_retreat_may_be_bought_where_a_master_can_pay():
    sheets = [saber(master="emi"), emi(line="back"), lancer(master="ren")]
    assert options(folded(sheets), "saber").retreat.fortune
    assert not options(folded(sheets), "lancer").retreat.fortune


def test_while_a_present_is_awaited_its_owner_and_the_gm_are_told_what_is_missing():
    sheets = [saber(phantasms=[phantasm()], spells=[spell(), spell("dart", steps=1, mp=30, uses=1)]), lancer()]
    fight = folded(sheets, FLEE)
    present = options(fight, "saber").present
    assert (present.fleeing, present.cards) == ("lancer", 3)
    assert present.left == {"smash": 4, "counter": 5, "onslaught": 3, "spell:dart": 1}
    assert (present.mp, present.spare) == ({"spell:dart": 30}, 102)
    assert options(fight, GM).on_behalf == ("saber",)
    assert options(fight, "lancer").present is None


def test_the_absent_master_is_offered_his_answer():
    strike = [plan("saber", slot(lancer="smash")), ONE]
    fight = folded([saber(), lancer(hp=1, master="ren")], *strike)
    answer = options(fight, "ren").forced_return
    assert (answer.by, answer.servant) == ("ren", "lancer")
    assert options(fight, "lancer").forced_return is None
    assert options(fight, GM).forced_return is None


def test_the_gm_is_offered_what_runs_the_fight():
    offer = options(folded([saber(), lancer(), ren(line="back")], ONE), GM)
    assert (offer.reveal, offer.enter, offer.move_line, offer.end) == (9, (), (), True)
    assert offer.override[0].least == {"hp": 0, "mp": -32, "smash": 0, "counter": 0, "onslaught": 0}
    assert offer.override[2].least["hp"] is None


def test_a_master_at_hp_0_or_without_a_settled_reduction_has_no_targets():
    assert options(folded([saber(), ren(hp=0)]), "ren").plan.targets == ()
    assert options(folded([saber(), ren()]), "ren").plan.targets == ()
    assert options(folded([saber(), ren()], master_reduction=0), "ren").plan.targets == ("saber",)


def test_an_offer_counts_what_is_left_after_the_whole_draft():
    fight = folded([saber(), lancer()])
    found = offered(fight, "saber", "lancer", slot(lancer="onslaught"), slot(lancer="onslaught"))
    assert (found["onslaught"].left, found["smash"].left, rule(found["onslaught"])) == (1, 4, None)


def test_a_card_that_a_later_slot_already_uses_up_is_refused():
    fight = folded([saber(), lancer()])
    draft = [{}, *[slot(lancer="onslaught")] * 3]
    assert rule(offered(fight, "saber", "lancer", *draft, at=0)["onslaught"]) == "G-2"


def test_a_card_is_refused_for_no_fault_but_its_own():
    fight = folded([saber(), lancer()])
    draft = [slot(lancer="critical"), {}, slot(lancer="critical")]
    assert rule(offered(fight, "saber", "lancer", *draft, at=1)["smash"]) is None


def test_a_card_over_the_end_of_a_chant_is_not_refused_for_the_spell_that_began_before():
    fight = folded([saber(), caster(spells=[spell()])])
    assert rule(offered(fight, "caster", "saber", *[slot(saber="spell:ray")] * 2, at=1)["smash"]) is None


def test_an_offer_tells_the_mp_after_the_draft_and_refuses_below_the_floor():
    fight = folded([saber(phantasms=[phantasm(mp=70, uses=None)]), lancer()])
    found = offered(fight, "saber", "lancer", slot(lancer="np:blade"))
    assert (found["np:blade"].mp_after, rule(found["np:blade"])) == (0, "R-OTHER-4b")


def test_a_long_spell_needs_room_for_all_its_slots():
    fight = folded([saber(), caster(spells=[spell(steps=3)])], slots_per_round=3)
    assert rule(offered(fight, "caster", "saber")["spell:ray"]) is None
    refused = offered(fight, "caster", "saber", {})["spell:ray"].refused
    assert (refused.code, refused.at) == ("plan_too_long", "slots[1]")


def test_a_phantasm_is_refused_beside_another_card_and_for_a_second_enemy():
    sheets = [saber(phantasms=[phantasm(), phantasm("army", targets="area")]), lancer(), archer(side="C", line="front")]
    fight = folded(sheets)
    beside = offered(fight, "saber", "archer", slot(lancer="smash"), at=0)
    assert (rule(beside["np:blade"]), rule(beside["np:army"]), rule(beside["counter"])) == (
        "R-MELEE-5",
        "R-MELEE-5",
        None,
    )
    again = offered(fight, "saber", "archer", slot(lancer="np:blade"), at=0)
    assert (rule(again["np:blade"]), rule(again["smash"])) == ("R-MELEE-4", "R-MELEE-5")


def test_supports_are_offered_for_attack_and_defence_and_spells_for_their_own():
    fight = folded([saber(), archer(spells=[aid_spell(attack=3)]), lancer()])
    found = [(offer.word, offer.purpose) for offer in offers(fight, "archer", (), 0, "saber")]
    assert found == [("general", "attack"), ("general", "defence"), ("spell:bless", "attack")]


def test_an_offer_does_not_look_into_an_allys_sealed_plan():
    helpers = [archer(id=id, spells=[aid_spell(attack=3)]) for id in ("one", "two")]
    bless = help_for("saber", "spell:bless", None)
    fight = folded([saber(), *helpers, lancer()], plan("one", bless))
    assert rule(offered(fight, "two", "saber")["spell:bless"]) is None
    assert check_plan(fight, "two", drafted(bless)).rule == "R-MELEE-11"


def test_check_plan_names_the_slot_of_the_fault():
    fight = folded([saber(), lancer()])
    fault = check_plan(fight, "saber", drafted({}, slot(lancer="critical")))
    assert (fault.at, fault.rule, fault.numbers) == ("slots[1]", "G-2", {"card": "critical"})
    assert check_plan(fight, "saber", drafted(slot(lancer="smash"))) is None


def test_nobody_plans_for_who_is_not_there_or_when_it_is_too_late():
    assert check_plan(folded([saber(), lancer()]), "eve", ()).code == "not_yours"
    assert check_plan(folded([saber(), lancer()], ONE), "saber", ()).code == "round_has_begun"


def test_the_fallen_plan_no_more_and_nobody_does_after_the_end():
    strike = [plan("saber", slot(lancer="smash")), gm("reveal")]
    fallen = folded([saber(), lancer(hp=1), lancer(id="rider")], *strike, rounds=2)
    assert check_plan(fallen, "rider", ()) is None
    assert check_plan(fallen, "lancer", ()).code == "not_yours"
    assert check_plan(folded([saber(), lancer()], gm("end")), "saber", ()).code == "not_yours"


def test_nothing_is_offered_for_somebody_who_is_not_in_the_fight():
    fight = folded([saber(), lancer()])
    assert offers(fight, "eve", (), 0, "saber") == offers(fight, "saber", (), 0, "eve") == ()
