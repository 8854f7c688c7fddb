"""What a fight teaches once it has ended: who met whom often enough, whose phantasm was seen, and what a rewind takes back."""

import msgspec
import pytest

from characters import sheets
from characters.knowledge import giving
from characters.knowledge.books import books
from characters.knowledge.rules import Rules, write_rules
from characters.models import Knowledge
from characters.sheet import Phantasm
from combat import learning, tasks
from combat.models import Fight
from tabletop import referee
from tests.combat.war import LANCERS_PLAN, SABERS_PLAN, battle, gm_does, plan, war

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_table():
    return war()


def ended(at_table, fight):
    """The fight is over, and what follows after the commit has happened."""
    fight.record.refresh_from_db()
    assert fight.record.closed
    learning.ended(fight.record)
    return fight


def skirmish(at_table):
    """Four slots and no more."""
    fight = at_table.fight(slots_per_round=4)
    plan(fight, at_table.saber, at_table.lancer, SABERS_PLAN[:4])
    plan(fight, at_table.lancer, at_table.saber, LANCERS_PLAN[:4])
    gm_does(at_table, fight, "reveal", slots=4)
    return fight


def points(at_table, who, about):
    return books(at_table.campaign).points(at_table.seats[who].pk, about.pk)


def test_seven_judgements_teach_both_sides(at_table):
    ended(at_table, battle(at_table))
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}
    assert points(at_table, "bob", at_table.saber) == {"battle": 1}
    assert points(at_table, "eve", at_table.saber) == {}


def test_four_judgements_are_too_few(at_table):
    ended(at_table, skirmish(at_table))
    assert not Knowledge.objects.exists()


def test_the_gm_may_say_that_four_are_enough_or_that_fights_teach_nothing(at_table):
    fight = ended(at_table, skirmish(at_table))
    write_rules(at_table.campaign, Rules(judgements=4))
    learning.ended(fight.record)
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}
    write_rules(at_table.campaign, Rules(judgements=4, fights=False))
    learning.ended(fight.record)
    assert points(at_table, "alice", at_table.lancer) == {"battle": 0}


def test_told_twice_it_is_counted_once(at_table):
    fight = ended(at_table, battle(at_table))
    learning.ended(fight.record)
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}


def test_a_fight_that_goes_on_again_has_taught_nothing_yet(at_table):
    fight = ended(at_table, battle(at_table))
    done = referee.rewind(fight.record_id, to=2, reason="다시", by=at_table.seats["gm"].user, seen=fight.record.seq)
    assert isinstance(done, referee.Accepted)
    fight.record.refresh_from_db()
    learning.ended(fight.record)
    assert points(at_table, "alice", at_table.lancer) == {"battle": 0}
    gm_does(at_table, fight, "reveal", slots=7)
    ended(at_table, fight)
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}


def test_without_pairs_each_person_learns_for_himself(at_table):
    write_rules(at_table.campaign, Rules(pairs=False))
    ended(at_table, battle(at_table))
    assert {entry.seat.user.nickname for entry in Knowledge.objects.all()} == {"alice", "bob"}


def test_a_phantasm_that_was_seen_gives_more_and_opens_the_fact_about_it(at_table):
    reed = Phantasm(id="reed", name="갈대 물결", rank="B", damage=12, mp=10)
    sheets.change(at_table.saber, lambda sheet: msgspec.structs.replace(sheet, phantasms=(reed,)), None, "written")
    giving.fact_about(at_table.saber, "phantasms.reed")
    fight = at_table.fight(slots_per_round=2)
    plan(fight, at_table.saber, at_table.lancer, ("np:reed", "smash"))
    plan(fight, at_table.lancer, at_table.saber, ("smash", "smash"))
    gm_does(at_table, fight, "reveal", slots=2)
    ended(at_table, fight)
    assert points(at_table, "bob", at_table.saber) == {"battle": 1}
    assert books(at_table.campaign).keys(at_table.seats["bob"].pk, at_table.saber.pk) == {"phantasms.reed"}


def test_the_end_of_a_fight_is_heard(at_table, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        battle(at_table)
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}


# ---- where counting failed when the fight ended


def test_a_look_at_the_fight_counts_what_was_not_counted_at_its_end(at_table):
    fight = battle(at_table)  # a test commits nothing, so nothing was told of the end
    assert not Knowledge.objects.exists()
    at_table.client("alice").get(at_table.address(f"fights/{fight.code}/"))
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}


def test_the_schedule_counts_it_where_nobody_looks_and_only_once(at_table):
    battle(at_table)
    tasks.teach()
    tasks.teach()
    assert points(at_table, "alice", at_table.lancer) == {"battle": 1}
    assert Knowledge.objects.count() == 2


def test_what_a_fight_taught_that_goes_on_again_is_taken_back_too(at_table):
    fight = ended(at_table, battle(at_table))
    referee.rewind(fight.record_id, to=0, reason="noch einmal", by=at_table.seats["gm"].user, seen=fight.record.seq)
    tasks.teach()
    assert points(at_table, "alice", at_table.lancer) == {"battle": 0}
    fight.refresh_from_db()
    assert fight.taught is None


def test_a_fight_that_was_counted_is_not_counted_at_every_look(at_table, django_assert_num_queries):
    fight = ended(at_table, battle(at_table))
    fight = Fight.objects.select_related("record").get(pk=fight.pk)
    with django_assert_num_queries(0):
        learning.settle(fight)
