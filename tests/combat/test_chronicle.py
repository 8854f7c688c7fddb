"""The public log of a fight is a fold of its entries, like the state."""

from msgspec.structs import replace

from characters import sheets
from combat.chronicle import chronicle
from tabletop import records, referee
from tests.combat.melee import melee
from tests.combat.war import battle, plan, reveal


def log(fight):
    fight.record.refresh_from_db()
    return chronicle(fight.record)


def told(fight):
    return [(line.do, line.slot, line.undone) for line in log(fight).lines]


def test_each_opened_slot_has_a_line_and_what_it_did_to_everybody(war):
    fight = battle(war)
    assert told(fight)[2:] == [("reveal", slot, False) for slot in range(1, 8)]
    after = [log(fight).health[1, slot] for slot in range(1, 8)]
    assert [health[war.lancer.code].hp for health in after] == [56, 51, 51, 51, 51, 51, 49]
    assert [health[war.saber.code].hp for health in after] == [80, 80, 75, 73, 69, 69, 69]


def test_slots_opened_one_by_one_tell_the_same_numbers(war):
    at_once, one_by_one = battle(war), battle(war, slots=0)
    for _ in range(7):
        reveal(war, one_by_one, slots=1)
    assert log(at_once).health == log(one_by_one).health


def test_a_slot_opened_with_others_knows_what_its_own_cards_cost(db):
    at_once, one_by_one = _costly(), _costly()
    reveal(at_once.war, at_once.fight)
    for _ in range(7):
        reveal(one_by_one.war, one_by_one.fight, slots=1)
    costs = [
        [(health[table.code("saber")].mp_before, health[table.code("saber")].mp) for health in _healths(table)[:5]]
        for table in (at_once, one_by_one)
    ]
    assert costs[0] == costs[1] == [(70, 30), (30, 20), (20, 20), (20, 20), (20, 20)]


def _costly():
    """Saber's phantasm costs 40 MP in the first slot, her spell 10 in the second."""
    table = melee(hp=60)
    table.plan("saber", {"lancer": "np:reeds"}, *[{"archer": "spell:long"}] * 3)
    return table


def _healths(table):
    return list(log(table.fight).health.values())


def test_a_fresh_fold_is_the_kept_one(war):
    fight = battle(war)
    referee.rewind(fight.record_id, to=2, reason="다시", by=war.seats["gm"].user, seen=3)
    kept = log(fight)
    records.forget()
    assert log(fight) == kept


def test_what_was_rewound_stays_in_the_log_as_undone(war):
    fight = battle(war, slots=2)
    referee.rewind(fight.record_id, to=1, reason="다시", by=war.seats["gm"].user, seen=3)
    assert told(fight) == [
        ("plan", 0, False),
        ("plan", 0, True),
        ("reveal", 1, True),
        ("reveal", 2, True),
        ("rewind", 0, False),
    ]
    assert set(log(fight).seals) == {(1, war.saber.code)}


def test_a_redone_slot_stands_again(war):
    fight = battle(war, slots=1)
    gm = war.seats["gm"].user
    referee.rewind(fight.record_id, to=2, reason="다시", by=gm, seen=3)
    referee.rewind(fight.record_id, to=3, reason="아니었음", by=gm, seen=4)
    assert ("reveal", 1, False) in told(fight)


def test_a_replaced_plan_leaves_only_its_last_seal(war):
    fight = war.fight(slots_per_round=7)
    plan(fight, war.saber, war.lancer, ("smash",))
    plan(fight, war.saber, war.lancer, ("counter",))
    (seal,) = log(fight).seals.values()
    assert seal.seq == 2


def test_plus_signs_are_in_the_log_of_their_owner_and_the_gm_alone(war):
    strong = replace(sheets.current(war.saber), strength="B++")
    sheets.write(war.saber, strong, None, "written")
    fight = war.fight(slots_per_round=7)
    move = {"by": war.saber.code, "do": "activate_plus", "stat": "strength"}
    assert isinstance(referee.play(fight.record_id, seat=war.saber.code, move=move, by=None), referee.Accepted)
    (line,) = log(fight).lines
    assert line.seats == (war.saber.code, "gm")
    for who, sees in {"alice": True, "gm": True, "bob": False, "eve": False}.items():
        page = war.client(who).get(war.address(f"fights/{fight.code}/")).content.decode()
        assert ("플러스를 켰습니다" in page) is sees


def test_a_new_entry_costs_one_query_for_the_log_and_one_for_the_state(war, django_assert_num_queries):
    fight = battle(war, slots=3)
    log(fight)
    reveal(war, fight, slots=1)
    with django_assert_num_queries(2):
        chronicle(fight.record)
