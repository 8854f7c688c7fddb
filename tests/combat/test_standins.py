"""Somebody acts for somebody else at a fight: after both have said yes, until one of them ends it, and the log names him."""

import re

import pytest

from campaigns.phone.keeping import HEADER
from campaigns.reminders import standins
from campaigns.reminders.standins import Refused
from tests.combat.war import LANCERS_PLAN, plan, reveal, text_of, war


@pytest.fixture
def at_table(db):
    """bob is away; alice, who plays against him, is asked to act for him."""
    return war()


@pytest.fixture
def fight(at_table):
    made = at_table.fight(slots_per_round=7)
    plan(made, at_table.lancer, at_table.saber, LANCERS_PLAN)
    return made


def asked(at_table, by="bob"):
    row = standins.ask(at_table.seats["bob"], at_table.seats["alice"], at_table.seats[by])
    assert not isinstance(row, Refused), row
    return row


def stands_in(at_table):
    row = asked(at_table)
    standins.accept(row, at_table.seats["alice"])
    standins.agree(row, at_table.seats["gm"])
    row.refresh_from_db()
    return row


def page(at_table, fight, who="alice", acting=None):
    acting = at_table.lancer.code if acting is None else acting
    answer = at_table.client(who).get(at_table.address(f"fights/{fight.code}/?as={acting}"))
    return answer, " ".join(answer.content.decode().split())


def hand_in(at_table, fight, who="alice"):
    address = at_table.address(f"fights/{fight.code}/plans/{at_table.lancer.code}/")
    return at_table.client(who).post(address, {"round": "1", f"a-1-{at_table.saber.code}": "counter"}).status_code


OWN_PLAN = 'class="own-plan"'


def test_before_everybody_has_said_yes_the_hand_is_shut(at_table, fight):
    """Asked, accepted, agreed: only the last of the three opens it."""
    _, before = page(at_table, fight)
    row = asked(at_table)
    assert OWN_PLAN not in page(at_table, fight)[1] and hand_in(at_table, fight) == 403
    standins.accept(row, at_table.seats["alice"])
    _, after = page(at_table, fight)
    assert OWN_PLAN not in after and hand_in(at_table, fight) == 403
    assert len(before) == len(after)
    standins.agree(row, at_table.seats["gm"])
    assert OWN_PLAN in page(at_table, fight)[1]


def test_the_order_of_the_two_answers_does_not_matter(at_table, fight):
    row = asked(at_table)
    standins.agree(row, at_table.seats["gm"])
    assert OWN_PLAN not in page(at_table, fight)[1]
    standins.accept(row, at_table.seats["alice"])
    assert OWN_PLAN in page(at_table, fight)[1]


def test_the_gm_who_asks_has_agreed_but_the_stand_in_has_not(at_table, fight):
    row = asked(at_table, by="gm")
    assert not row.acts
    standins.accept(row, at_table.seats["alice"])
    row.refresh_from_db()
    assert row.acts


def test_the_log_names_who_handed_in(at_table, fight):
    stands_in(at_table)
    assert hand_in(at_table, fight) == 302
    text = re.sub(r"<[^>]+>", "", page(at_table, fight, "eve", "")[1])
    assert "alice 님이 랜서의 패를 봉인했습니다." in text


def test_the_absent_one_keeps_his_hand_beside_the_stand_in(at_table, fight):
    stands_in(at_table)
    assert OWN_PLAN in page(at_table, fight, "bob")[1]
    assert hand_in(at_table, fight, "bob") == 302


def test_nobody_else_sees_more_or_less_of_the_hand(at_table, fight):
    """I-6: while alice acts for bob, the others get the same bytes as before."""
    before = {who: text_of(page(at_table, fight, who, "")[0]) for who in ("eve", "hana")}
    stands_in(at_table)
    assert {who: text_of(page(at_table, fight, who, "")[0]) for who in ("eve", "hana")} == before


@pytest.mark.parametrize("who", ["alice", "bob", "gm"])
def test_any_of_the_three_ends_it_and_the_hand_shuts_at_once(at_table, fight, who):
    row = stands_in(at_table)
    assert standins.end(row, at_table.seats[who]) is None
    assert OWN_PLAN not in page(at_table, fight)[1] and hand_in(at_table, fight) == 403


def test_when_it_ends_the_open_streams_of_the_stand_in_end(
    at_table, fight, monkeypatch, django_capture_on_commit_callbacks
):
    row = stands_in(at_table)
    dismissed = []
    monkeypatch.setattr(standins.live, "dismiss", lambda user, scope: dismissed.append((user, scope)))
    with django_capture_on_commit_callbacks(execute=True):
        standins.end(row, at_table.seats["bob"])
    assert dismissed == [(at_table.seats["alice"].user_id, at_table.campaign.code)]


def test_a_stand_in_who_became_a_spectator_or_was_removed_holds_no_hand(at_table, fight):
    stands_in(at_table)
    alice = at_table.seats["alice"]
    alice.role = "spectator"
    alice.save()
    assert OWN_PLAN not in page(at_table, fight)[1] and hand_in(at_table, fight) == 403


def test_the_hand_of_somebody_else_is_kept_on_no_device(at_table, fight):
    assert HEADER in page(at_table, fight, acting=at_table.saber.code)[0]
    stands_in(at_table)
    assert HEADER not in page(at_table, fight, acting=at_table.saber.code)[0]
    assert HEADER not in page(at_table, fight)[0]


def test_a_seat_that_is_handed_over_has_no_stand_in_and_is_none(at_table, fight):
    row = stands_in(at_table)
    standins.follow(at_table.seats["bob"], at_table.seats["eve"])
    row.refresh_from_db()
    assert row.over_at and OWN_PLAN not in page(at_table, fight)[1]


def test_only_players_are_acted_for_and_spectators_do_not_act(at_table):
    seats = at_table.seats
    assert standins.ask(seats["bob"], seats["eve"], seats["gm"]) == Refused.NOT_A_PLAYER
    assert standins.ask(seats["hana"], seats["alice"], seats["gm"]) == Refused.NOT_A_PLAYER
    assert standins.ask(seats["bob"], seats["bob"], seats["gm"]) == Refused.SAME
    asked(at_table)
    assert standins.ask(seats["bob"], seats["hana"], seats["gm"]) == Refused.ASKED


def test_only_the_stand_in_accepts_and_only_the_gm_agrees(at_table):
    row = asked(at_table)
    for who in ("bob", "gm", "hana", "eve"):
        assert standins.accept(row, at_table.seats[who]) == Refused.OVER
    for who in ("bob", "alice", "hana", "eve"):
        assert standins.agree(row, at_table.seats[who]) == Refused.OVER
    assert standins.end(row, at_table.seats["eve"]) == Refused.OVER


def test_the_slots_that_lie_open_stay_open(at_table, fight):
    stands_in(at_table)
    plan(fight, at_table.saber, at_table.lancer, ("smash",) + ("",) * 6)
    reveal(at_table, fight, slots=1)
    assert page(at_table, fight)[0].status_code == 200
