"""Tricky slots worked out by hand from the rules and the format: what was done, and every reason with its number."""

from combat.rules import adjudicate
from tabletop.game import Illegal
from tests.combat.rules.table import ONE, REVEAL, caster, emi, gm, help_for, lancer, plan, record, saber, servant, slot

WAVE = {"id": "wave", "rank": "A", "effect": "attack", "targets": "area", "damage": 12, "mp_damage": 5, "mp": 40}
SPEAR = {"id": "spear", "rank": "B", "effect": "attack", "targets": "one", "damage": 10, "mp_damage": 7, "mp": 20}
CHEER = {"id": "cheer", "rank": "C", "effect": "card", "beats": ["smash", "counter"]}
DART = {"id": "dart", "effect": "attack", "mp": 1, "steps": 1, "damage": 5}
BOLT = {"id": "bolt", "effect": "attack", "mp": 10, "steps": 2, "damage": 6}


def rider(**more):
    return servant("rider", "A", "C C B B D", 50, 70, line="back", skills=[CHEER]) | more


def bowman(side="C", **more):
    return servant("bowman", side, "C D B C C", 50, 80) | more


def ward(amount, *against, uses=None):
    return {"id": "ward", "effect": "defence", "against": list(against), "amount": amount, "uses": uses}


def coat(amount, kind):
    return {"id": "coat", "rank": "A", "effect": "defence", "against": [kind], "amount": amount}


def judged(sheets, *moves, **settings):
    result = adjudicate(record(sheets, *moves, **settings))
    assert not isinstance(result, Illegal), result
    return result


def refused(sheets, *moves, **settings):
    fault = adjudicate(record(sheets, *moves, **settings))
    assert isinstance(fault, Illegal)
    return fault.at, fault.rule


def told(result, number=1):
    """The damages of a slot: `from to kind pool amount` and the trail."""
    return [
        (f"{d.source} {d.to} {d.kind} {d.pool} {d.amount}", " ".join(f"{why.rule}{why.value:+}" for why in d.why))
        for d in result.slots[number - 1].damage
    ]


def test_every_modifier_on_one_hit_in_the_order_of_g_28():
    sword = saber() | {"ranks": {**saber()["ranks"], "strength": "B++"}}
    struck = lancer(skills=[ward(3, "general", uses=2)], phantasms=[coat(2, "general")])
    result = judged(
        [sword, rider(), caster(side="A", line="back"), struck, bowman("B", line="back")],
        {"by": "saber", "do": "activate_plus", "stat": "strength"},
        plan("saber", slot(lancer="smash")),
        plan("lancer", slot(saber="onslaught")),
        plan("rider", help_for("saber", "skill:cheer")),
        plan("caster", help_for("saber")),
        plan("bowman", help_for("lancer", for_="defence")),
        ONE,
    )
    trail = "R-14+4 G-1+2 R-BACK-14+3 R-MELEE-9+1 G-27-3 R-BACK-15-1 R-16-2"
    assert told(result) == [("saber lancer general hp 4", trail)]
    assert [result.combatants[who]["support"] for who in ("rider", "caster", "bowman")] == [
        {"general": 5, "skill": 1},
        {"general": 2, "skill": 0},
        {"general": 4, "skill": 0},
    ]


def test_a_defence_skill_with_one_use_lowers_only_the_first_duel_of_the_slot():
    result = judged(
        [saber(skills=[ward(9, "general", uses=1)]), lancer(), bowman()],
        plan("saber", slot(lancer="counter", bowman="counter")),
        plan("lancer", slot(saber="onslaught")),
        plan("bowman", slot(saber="onslaught")),
        ONE,
    )
    assert told(result) == [("bowman saber general hp 4", "R-14+4")]
    assert result.combatants["saber"]["uses"] == {"skill:ward": 0}


def test_phantasms_differ_in_hp_alone_and_their_mp_damage_is_whole():
    result = judged(
        [saber(phantasms=[WAVE]), rider(), lancer(phantasms=[SPEAR]), bowman()],
        plan("saber", slot(lancer="np:wave", bowman="np:wave")),
        plan("lancer", slot(saber="np:spear")),
        plan("bowman", slot(saber="onslaught")),
        plan("rider", help_for("saber", "skill:cheer")),
        ONE,
    )
    assert told(result) == [
        ("saber lancer np hp 2", "G-5+2"),
        ("saber lancer np mp 5", "G-5+5"),
        ("saber bowman np hp 12", "G-5+12"),
        ("saber bowman np mp 5", "G-5+5"),
    ]
    assert [result.combatants[who]["mp"] for who in ("saber", "lancer", "bowman")] == [30, 45, 75]


def test_support_lifts_a_master_whom_the_reduction_took_below_nothing():
    weak = emi(ranks={"combat": "E", "fortune": "E", "conviction": "E"})
    result = judged(
        [weak, rider(), lancer()],
        plan("emi", slot(lancer="counter")),
        plan("lancer", slot(emi="smash")),
        plan("rider", help_for("emi", "skill:cheer")),
        ONE,
        master_reduction=3,
    )
    assert told(result) == [("emi lancer general hp 1", "R-14+1 G-12-3 R-BACK-14+3")]


def test_a_chant_lives_through_a_loss_of_mp_and_magic_meets_magic():
    result = judged(
        [caster(side="A", spells=[BOLT, DART]), lancer(spells=[{**DART, "damage": 3}])],
        plan("caster", slot(lancer="spell:bolt"), slot(lancer="spell:bolt"), slot(lancer="spell:dart")),
        plan("lancer", slot(caster="spell:dart"), slot(caster="smash"), slot(caster="spell:dart")),
        gm("reveal", slots=3),
    )
    assert told(result, 1) == [("lancer caster magic mp 3", "R-16+3")]
    assert told(result, 2) == [("caster lancer magic mp 6", "R-MAGIC-2+6")]
    assert told(result, 3) == [("caster lancer magic mp 2", "R-MAGIC-4+2")]


def test_a_phantasm_that_a_loss_of_mp_made_too_dear_is_wait_and_noted():
    result = judged(
        [saber(mp=10, phantasms=[WAVE]), caster(spells=[{**DART, "damage": 9}])],
        plan("saber", slot(caster="onslaught"), slot(caster="np:wave")),
        plan("caster", slot(saber="spell:dart"), slot(saber="counter")),
        gm("reveal", slots=2),
    )
    (note,) = result.slots[1].notes
    assert (note.who, note.to, note.card, note.rule) == ("saber", "caster", "np:wave", "R-OTHER-4b")
    assert told(result, 2) == [("caster saber general hp 4", "R-16+4")]


def test_in_a_retreat_each_enemy_is_asked_for_what_his_plan_lacks():
    """The phantasm is passed over; two enemies, 2 + 2 + 2 of Saber and 0 of the other after the coat's 1 each."""
    weak = bowman() | {"ranks": {**bowman()["ranks"], "strength": "E", "endurance": "E", "agility": "E"}}
    opening = (
        plan("saber", slot(lancer="np:wave"), slot(lancer="onslaught"), slot(lancer="onslaught")),
        plan("bowman", slot(lancer="smash")),
        {"by": "lancer", "do": "retreat"},
    )
    sheets = [saber(phantasms=[WAVE]), lancer(phantasms=[coat(1, "general")]), weak]
    first = judged(sheets, *opening)
    assert first.waiting_for == {"who": "saber", "for": "present", "fleeing": "lancer", "cards": 1}
    assert first.combatants["bowman"]["cards"]["smash"] == 0
    answers = (
        {"by": "saber", "do": "present", "cards": ["onslaught"]},
        {"by": "bowman", "do": "present", "cards": ["counter", "onslaught"]},
    )
    away = judged(sheets, *opening, *answers)
    (event,) = away.events
    assert (event.move, event.total, event.rule, len(event.damage)) == (2, 6, "R-RET-2", 3)
    assert (away.combatants["lancer"]["state"], away.combatants["lancer"]["hp"]) == ("fled", 54)
    assert away.combatants["saber"]["uses"] == {"np:wave": 1}


def test_whom_magic_takes_below_the_floor_no_command_spell_saves():
    result = judged(
        [saber(mp=0, phantasms=[{**WAVE, "mp": 32}]), lancer(mp=-30, master="bazett"), bowman()],
        plan("saber", slot(lancer="np:wave")),
        ONE,
    )
    assert (result.combatants["lancer"]["state"], result.waiting_for) == ("vanished", None)
    assert [(due.who, due.rule, due.at) for due in result.deadlines] == [("saber", "R-OTHER-4d", -32)]


def test_where_both_cards_hit_nobody_wins_and_no_support_counts():
    card = {**CHEER, "rank": "B"}
    result = judged(
        [saber(skills=[card]), rider(), lancer(skills=[card, ward(1, "skill")])],
        plan("saber", slot(lancer="skill:cheer")),
        plan("lancer", slot(saber="skill:cheer")),
        plan("rider", help_for("saber", for_="defence")),
        ONE,
        skill_vs_skill="both",
    )
    assert told(result) == [("saber lancer skill hp 3", "R-13b+4 G-27-1"), ("lancer saber skill hp 4", "R-13b+4")]
    assert result.slots[0].duels[0].winner is None


def test_what_is_left_of_conviction_does_not_count_against_the_loss():
    result = judged(
        [emi(), lancer()],
        {"by": "emi", "do": "spend_conviction"},
        plan("lancer", *[slot(emi="smash")] * 3),
        REVEAL,
        slots_per_round=3,
    )
    assert (result.combatants["emi"]["hp"], result.outcome.loss, result.outcome.winner) == (
        18,
        {"A": "2/20", "B": "0/60"},
        "B",
    )


def test_of_several_faults_the_first_row_of_the_table_is_named():
    sheets = [saber(line="back", phantasms=[WAVE]), rider(line="front"), lancer(), bowman("B")]
    assert refused(sheets, plan("saber", {}, slot(lancer="np:wave", bowman="smash"))) == (
        "moves[0].slots[1]",
        "R-MELEE-5",
    )
    assert refused(sheets, plan("saber", slot(lancer="np:wave"))) == ("moves[0].slots[0]", "R-BACK-2")


def test_nobody_wins_where_both_sides_fall_in_one_slot():
    result = judged(
        [saber(hp=3, phantasms=[WAVE]), lancer(hp=3, phantasms=[WAVE])],
        plan("saber", slot(lancer="np:wave")),
        plan("lancer", slot(saber="np:wave")),
        ONE,
        same_force="both",
    )
    assert (result.outcome.reason, result.outcome.winner, result.outcome.by) == ("last_standing", None, "last_standing")
    assert [(one.side, one.for_) for one in result.rewards] == [("B", "saber"), ("A", "lancer")]
