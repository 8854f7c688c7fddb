"""What holds in every legal fight, whatever its settings."""

import json
import os
import subprocess
import sys
from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combat.rules import adjudicate, awaits, check_plan, draw, offers, options, play, read_move, read_setup
from combat.rules.record import fold
from combat.rules.state import Fight
from tabletop.game import GM, Illegal
from tests.combat.rules import chance_fights
from tests.combat.rules.table import judged

seeds = st.integers(0, 2**32)
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@few
@given(seeds)
def test_i_12_every_damage_is_the_sum_of_its_steps_and_more_than_nothing(seed):
    found = judged(chance_fights.record(Random(seed)))
    damages = [hit for part in (*found["slots"], *found["events"]) for hit in part["damage"]]
    for hit in damages:
        assert hit["amount"] == sum(step["value"] for step in hit["why"]) > 0
        assert all(step["value"] for step in hit["why"][1:])


@few
@given(seeds)
def test_cards_shown_are_cards_gone(seed):
    """Without overrides, regroups, retreats and returning cards, what is missing is what was laid open."""
    rng = Random(seed)
    value = chance_fights.setup(rng)
    value["settings"]["cards_return"] = "end_of_fight"
    fight = chance_fights.begun(value)
    for _, after in chance_fights.walked(rng, fight, 25, gm_changes=False):
        if after.events or any(f.spent or f.regroups < f.kit.regroups for f in after.fighters):
            return
        fight = after
    opened: Counter[tuple[str, str]] = Counter()
    for report in fight.slots:
        opened.update((duel.a, duel.a_card) for duel in report.duels)
        opened.update((duel.b, duel.b_card) for duel in report.duels)
    for fighter in fight.fighters:
        for card in fighter.kit.cards:
            if card.family in ("basic", "critical", "skill"):
                assert fighter.full[card.at] - fighter.left[card.at] == opened[fighter.kit.id, card.word]


@few
@given(seeds)
def test_i_13_a_fight_played_move_by_move_is_the_fold_of_its_record(seed):
    rng = Random(seed)
    value = chance_fights.setup(rng)
    moves, states = [], [chance_fights.begun(value)]
    for move, fight in chance_fights.walked(rng, states[0], 15):
        moves.append(move)
        states.append(fight)
    head = {"format": "grailkeeper/fight", "version": 1, **value}
    for length, state in enumerate(states):
        assert fold(head | {"moves": moves[:length]}) == state


@few
@given(seeds)
def test_setups_and_moves_read_back_from_the_json_they_give(seed):
    rng = Random(seed)
    value = chance_fights.setup(rng)
    setup = read_setup(value)
    assert read_setup(msgspec.to_builtins(setup)) == setup
    for move, _ in chance_fights.walked(rng, chance_fights.begun(value), 8):
        read = chance_fights.read(move)
        assert read_move(msgspec.to_builtins(read)) == read


@few
@given(seeds)
def test_the_fight_awaits_who_can_act_and_nobody_once_it_is_over(seed):
    rng = Random(seed)
    for _, fight in chance_fights.walked(rng, chance_fights.begun(chance_fights.setup(rng)), 15):
        due = awaits(fight)
        assert due.nobody == (fight.verdict is not None)
        assert not due.chance
        for seat in due.seats:
            offer = options(fight, seat)
            assert offer.plan or offer.present or offer.forced_return


def test_a_fight_never_awaits_chance():
    with pytest.raises(ValueError, match="no chance"):
        draw(chance_fights.begun(chance_fights.setup(Random(1))), Random(1))


@few
@given(seeds)
def test_i_11_a_simple_move_is_accepted_if_and_only_if_it_is_offered(seed):
    rng = Random(seed)
    for _, fight in chance_fights.walked(rng, chance_fights.begun(chance_fights.setup(rng)), 7):
        for seat in chance_fights.seats(fight):
            _agrees(fight, seat)


def _agrees(fight: Fight, seat: str) -> None:
    offer, by = options(fight, seat), {"by": seat}
    stats = ("strength", "endurance", "agility", "mana", "combat", "fortune", "conviction")
    claims = [(by | {"do": "activate_plus", "stat": stat}, stat in offer.activate_plus) for stat in stats]
    claims += [
        (by | {"do": "plan", "slots": []}, offer.plan is not None),
        (by | {"do": "spend_conviction"}, offer.spend_conviction),
        (by | {"do": "retreat"}, offer.retreat is not None),
        (by | {"do": "retreat", "fortune": True}, offer.retreat is not None and offer.retreat.fortune),
        (by | {"do": "regroup"}, offer.regroup),
    ]
    servants = [fighter.kit.id for fighter in fight.fighters]
    wanted = offer.forced_return and offer.forced_return.servant
    claims += [(by | {"do": "forced_return", "servant": id, "accept": True}, id == wanted) for id in servants]
    if seat == GM:
        claims = _gm_claims(fight)
    for value, claimed in claims:
        played = play(fight, chance_fights.read(value))
        accepted = not isinstance(played, Illegal) or (played.rule, value["do"]) in chance_fights.FORESEEN_BY_NOBODY
        assert accepted == claimed, (value, played)


def _gm_claims(fight: Fight) -> list[tuple[dict, bool]]:
    offer, gm = options(fight, GM), {"by": GM}
    lines = {(line.who, line.line) for line in offer.move_line}
    least = {chosen.who: chosen.least for chosen in offer.override}
    claims: list[tuple[dict, bool]] = [(gm | {"do": "end"}, offer.end)]
    claims += [(gm | {"do": "reveal", "slots": count}, count <= offer.reveal) for count in range(1, 7)]
    for fighter in fight.fighters:
        id, other = fighter.kit.id, "back" if fighter.line == "front" else "front"
        claims.append((gm | {"do": "move_line", "who": id, "line": other}, (id, other) in lines))
        claims.append((gm | {"do": "special_damage", "to": id, "amount": 1, "reason": ""}, id in offer.special_damage))
        for key in ("hp", "mp", "fortune", "command_spells", "critical", "smash", "np:n0"):
            lowest = least.get(id, {}).get(key, 0)
            claim = gm | {"do": "override", "who": id, "set": {key: lowest or 0}, "reason": ""}
            claims.append((claim, key in least.get(id, {})))
            if lowest is not None:
                claims.append((claim | {"set": {key: lowest - 1}}, False))
    return claims


@few
@given(seeds)
def test_i_11_a_card_is_accepted_if_and_only_if_it_is_offered_without_a_refusal(seed):
    rng = Random(seed)
    for _, fight in chance_fights.walked(rng, chance_fights.begun(chance_fights.setup(rng)), 6):
        seat = rng.choice(chance_fights.seats(fight)[:-2])
        if options(fight, seat).plan is None:
            continue
        for target in chance_fights.seats(fight)[:-2]:
            if target == seat or not fight.fighter(target).fighting:
                continue
            for found in offers(fight, seat, (), 0, target):
                slots = chance_fights.placed(fight, seat, target, found.word, found.purpose)
                fault = check_plan(fight, seat, slots)
                fault = None if fault and fault.rule == "R-MELEE-11" else fault
                assert (fault is None) == (found.refused is None), (found, fault)
                assert fault is None or fault.rule == found.refused.rule


def test_i_2_the_same_record_gives_the_same_bytes_under_other_hash_seeds():
    script = (
        "import sys, json, msgspec\n"
        "from random import Random\n"
        "from combat.rules import adjudicate\n"
        "from tests.combat.rules import chance_fights\n"
        "for seed in range(12):\n"
        "    record = chance_fights.record(Random(seed))\n"
        "    sys.stdout.write(json.dumps(record) + msgspec.json.encode(adjudicate(record)).decode())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script], env=os.environ | {"PYTHONHASHSEED": hashed}, capture_output=True, check=True
        ).stdout
        for hashed in ("1", "2")
    }
    assert len(outputs) == 1


def mutated(rng: Random, value: object) -> object:
    """The value with one part of it exchanged, dropped or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {other: part for other, part in value.items() if other != key}
        return {**value, key: mutated(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        if rng.random() < 0.1:
            return [*value, value[at]]
        return [*value[:at], mutated(rng, value[at]), *value[at + 1 :]]
    strange = (
        None,
        True,
        -1,
        0,
        10**15,
        "",
        "saber",
        "c0",
        "c1",
        "gm",
        "smash",
        "np:n0",
        "spell:p0",
        [],
        {},
        "wait",
        "back",
    )
    return rng.choice(strange)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seeds)
def test_a_broken_record_gives_an_error_with_place_and_rule_and_never_raises(seed):
    rng = Random(seed)
    record = chance_fights.record(rng, length=10)
    for _ in range(8):
        broken: object = record
        for _ in range(rng.randint(1, 3)):
            broken = mutated(rng, broken)
        found = adjudicate(broken)
        if isinstance(found, Illegal):
            assert found.code and found.rule
            assert found.at == "" or found.at.startswith(("settings.", "combatants", "moves["))
        else:
            json.loads(msgspec.json.encode(found))


@pytest.mark.parametrize("value", [None, 1, "plan", [], {}, {"do": "plan"}, {"do": ["plan"]}, {"by": 1, "do": "end"}])
def test_a_value_that_is_no_move_is_refused(value):
    assert isinstance(read_move(value), Illegal)
