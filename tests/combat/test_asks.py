"""What fights wait for stands on the board of the war, and the cards that are left in the ledger."""

import pytest
from django.urls import reverse

from combat.asks import asks
from tests.combat.war import SABERS_PLAN, battle, gm_does, plan


def told(war, who):
    return [(ask.template.rpartition("/")[2], ask.mine, ask.who) for ask in asks(war.seats[who])]


def test_who_owes_a_plan_is_asked_for_it_and_the_others_know(war):
    fight = war.fight()
    assert told(war, "alice") == [("fight_plan.html", True, ""), ("fight_plan.html", False, "bob")]
    assert told(war, "eve") == [("fight_plan.html", False, "alice, bob")]
    plan(fight, war.saber, war.lancer, SABERS_PLAN)
    assert told(war, "alice") == [("fight_plan.html", False, "bob")]


def test_when_all_is_in_the_gm_opens_the_next_slot(war):
    battle(war, slots=2)
    assert told(war, "gm") == [("fight_reveal.html", True, "")]
    assert told(war, "alice") == []


def test_an_end_nobody_has_decided_on_waits_for_the_gm(war):
    fight = battle(war)
    assert told(war, "gm") == [("fight_decide.html", True, "")]
    assert told(war, "alice") == []
    fight.written_back = False
    fight.save()
    assert told(war, "gm") == []


def test_a_rehearsal_waits_for_nobody(war):
    fight = war.fight()
    fight.rehearsal = True
    fight.save()
    assert told(war, "alice") == []


@pytest.mark.parametrize(("who", "shown"), [("alice", True), ("gm", True), ("bob", False), ("eve", False)])
def test_the_cards_left_are_in_the_ledger_of_who_holds_them(war, who, shown):
    battle(war, slots=2)
    page = war.client(who).get(reverse("ledger", args=[war.campaign.code, war.saber.code])).content.decode()
    assert ("남은 패" in page) is shown


def test_a_fight_that_has_ended_leaves_no_cards(war):
    fight = battle(war, slots=1)
    gm_does(war, fight, "end")
    page = war.client("alice").get(reverse("ledger", args=[war.campaign.code, war.saber.code])).content.decode()
    assert "남은 패" not in page
