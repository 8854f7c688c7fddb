"""What a device may keep to show it without signal: the own sheet and the own hand, and nothing else."""

import pytest

from campaigns.phone.keeping import HEADER
from tests.combat.war import battle, war


@pytest.fixture
def at_table(db):
    return war()


def kept(at_table, who, rest):
    answer = at_table.client(who).get(at_table.address(rest))
    assert answer.status_code == 200, rest
    return HEADER in answer


def test_a_player_keeps_his_own_sheet_and_nobody_elses(at_table):
    saber, lancer = (f"sheets/{one.code}/" for one in (at_table.saber, at_table.lancer))
    assert kept(at_table, "alice", saber) and not kept(at_table, "alice", lancer)
    assert kept(at_table, "bob", lancer) and not kept(at_table, "bob", saber)


def test_who_runs_the_table_or_watches_keeps_no_sheet(at_table):
    for who in ("gm", "hana", "eve"):
        assert not kept(at_table, who, f"sheets/{at_table.saber.code}/")


def test_a_player_keeps_his_hand_but_not_while_he_changes_what_is_sealed(at_table):
    fight = battle(at_table, slots=0)
    assert kept(at_table, "alice", f"fights/{fight.code}/")
    assert kept(at_table, "alice", f"fights/{fight.code}/?as={at_table.saber.code}")
    assert not kept(at_table, "alice", f"fights/{fight.code}/?as={at_table.saber.code}&change=1")


def test_who_runs_the_table_keeps_neither_desk_nor_hand_of_others(at_table):
    fight = battle(at_table, slots=0)
    for who in ("gm", "hana"):
        assert not kept(at_table, who, f"fights/{fight.code}/")
        assert not kept(at_table, who, f"fights/{fight.code}/?as={at_table.saber.code}")


def test_a_spectator_keeps_nothing(at_table):
    fight = battle(at_table)
    for page in ("", "stage/", "review/", "text/"):
        assert not kept(at_table, "eve", f"fights/{fight.code}/{page}")


def test_no_other_page_of_a_war_is_kept(at_table):
    fight = battle(at_table)
    for page in (
        "",
        "log/",
        "sheets/",
        "fights/",
        f"sheets/{at_table.saber.code}/versions/",
        f"fights/{fight.code}/stage/",
    ):
        assert not kept(at_table, "alice", page)
