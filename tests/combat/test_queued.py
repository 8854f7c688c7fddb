"""A plan that was sealed without signal and comes when there is one: taken in time, told to be late, never taken twice."""

import re

import pytest

from campaigns.models import Role
from tabletop.models import Entry
from tests.combat.war import LANCERS_PLAN, SABERS_PLAN, plan, reveal, war


@pytest.fixture
def at_table(db):
    return war()


@pytest.fixture
def fight(at_table):
    return at_table.fight(slots_per_round=7)


def came(at_table, fight, cards=SABERS_PLAN, *, who="alice", round_=1, **more):
    """Send what the device kept; the outcome and the sentence."""
    fields = {f"a-{slot}-{at_table.lancer.code}": card or "wait" for slot, card in enumerate(cards, 1)}
    address = at_table.address(f"fights/{fight.code}/plans/{at_table.saber.code}/queued/")
    answer = at_table.client(who).post(address, {"round": str(round_), **fields, **more})
    text = re.sub(r"<[^>]+>", "", answer.content.decode())
    return answer.headers.get("X-Outcome") or answer.status_code, " ".join(text.split())


def plans(fight):
    return [
        entry.move for entry in Entry.objects.filter(record=fight.record).order_by("seq") if entry.move["do"] == "plan"
    ]


def test_a_plan_that_comes_before_the_first_slot_opens_is_sealed(at_table, fight):
    outcome, said = came(at_table, fight)
    assert outcome == "taken" and "제때" in said and fight.title in said
    (move,) = plans(fight)
    assert move["slots"][0] == {"attack": {at_table.lancer.code: "smash"}}


def test_a_plan_that_comes_after_the_first_slot_is_late_and_changes_nothing(at_table, fight):
    plan(fight, at_table.saber, at_table.lancer, ("counter",) * 4 + ("",) * 3)
    plan(fight, at_table.lancer, at_table.saber, LANCERS_PLAN)
    reveal(at_table, fight, slots=1)
    outcome, said = came(at_table, fight)
    assert outcome == "late" and "늦" in said
    assert len(plans(fight)) == 2


def test_a_plan_of_a_round_that_is_over_is_late_though_the_next_is_planned(at_table, fight):
    for who, other, cards in (
        (at_table.saber, at_table.lancer, SABERS_PLAN),
        (at_table.lancer, at_table.saber, LANCERS_PLAN),
    ):
        plan(fight, who, other, cards)
    reveal(at_table, fight, slots=7)
    outcome, _ = came(at_table, fight, ("smash",) * 3 + ("",) * 4)
    assert outcome == "late"
    assert len(plans(fight)) == 2


def test_what_had_got_through_is_not_called_late_nor_sealed_again(at_table, fight):
    plan(fight, at_table.saber, at_table.lancer, SABERS_PLAN)
    assert came(at_table, fight)[0] == "taken"
    plan(fight, at_table.lancer, at_table.saber, LANCERS_PLAN)
    reveal(at_table, fight, slots=2)
    assert came(at_table, fight)[0] == "taken"
    assert len(plans(fight)) == 2


def test_a_second_tap_is_one_plan(at_table, fight):
    assert [came(at_table, fight)[0] for _ in range(3)] == ["taken"] * 3
    assert len(plans(fight)) == 1


def test_a_plan_that_the_rules_refuse_says_why(at_table, fight):
    outcome, said = came(at_table, fight, ("smash",) * 7)
    assert outcome == "refused" and "받지 않았습니다" in said
    assert plans(fight) == []


@pytest.mark.parametrize("round_", ["", "x", "-1", "9" * 40, "1\0"])
def test_a_round_that_is_none_is_late_and_no_fault_of_the_server(at_table, fight, round_):
    assert came(at_table, fight, round_=round_)[0] == "late"


def test_nobody_hands_in_for_somebody_else(at_table, fight):
    assert [came(at_table, fight, who=who)[0] for who in ("bob", "eve", "mallory", "nobody")] == [403, 403, 404, 404]
    at_table.seats["alice"].role = Role.SPECTATOR
    at_table.seats["alice"].save()
    assert came(at_table, fight)[0] == 403
    assert plans(fight) == []


def test_the_answer_says_nothing_of_what_others_laid(at_table, fight):
    """I-6: change only what Bob hides."""

    def told(cards):
        plan(fight, at_table.lancer, at_table.saber, cards)
        return came(at_table, fight)

    assert told(LANCERS_PLAN) == told(("counter", "counter") + ("",) * 5)


def test_the_hand_names_the_address_for_what_is_kept(at_table, fight):
    page = at_table.client("alice").get(at_table.address(f"fights/{fight.code}/")).content.decode()
    assert f"plans/{at_table.saber.code}/queued/" in page
