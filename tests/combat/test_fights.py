"""The list of fights, the cover and the log tell how each fight stands, cheaply and nothing that is hidden."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from combat.fights import newest, told, whole
from tabletop import records, referee
from tests.combat.war import SABERS_PLAN, battle, gm_does, plan, text_of


def summary(war, who="eve"):
    return told(whole(newest(war.campaign), war.seats[who].user))[0]


def test_an_ended_fight_says_who_won_by_which_share(war):
    battle(war)
    line = summary(war)
    assert (line.winner.names, line.winner.loss, line.reason, line.undecided) == (("세이버",), "11/80", "rounds", True)


def test_a_draw_has_no_winner(war):
    gm_does(war, war.fight(), "end")
    assert summary(war).winner is None and not summary(war).running


def test_a_running_fight_says_who_is_awaited_to_themselves_alone(war):
    fight = war.fight(slots_per_round=7)
    plan(fight, war.saber, war.lancer, SABERS_PLAN)
    assert (summary(war).handed, summary(war).fighting, summary(war).ready) == (1, 2, False)
    assert {who: summary(war, who).owes for who in war.seats} == {
        "gm": False,
        "hana": False,
        "alice": False,
        "bob": True,
        "eve": False,
    }


def test_who_must_answer_is_awaited(war):
    fight = war.fight()
    gm_does(war, fight, "special_damage", to=war.saber.code, amount=80, reason="시험")
    assert summary(war, "gm").owes and not summary(war, "alice").owes  # nobody plays Emi but the GM


def test_when_all_is_sealed_the_table_may_open(war):
    battle(war, slots=0)
    assert summary(war).ready
    page = war.address("fights/")
    assert "1번 칸을 열 차례입니다" in text_of(war.client("gm").get(page))
    assert "2명 중 2명 봉인" in text_of(war.client("eve").get(page))


def test_a_rewound_end_is_no_end_and_its_rewind_is_one_again(war):
    fight = battle(war)
    for to, running in ((2, True), (3, False)):
        referee.rewind(fight.record_id, to=to, reason="다시", by=war.seats["gm"].user, seen=fight.record.seq)
        fight.record.refresh_from_db()
        assert summary(war).running is running


def test_an_intruder_stands_in_the_list_with_his_side(war):
    fight = war.fight()
    archer = fight.record.setup["combatants"][1] | {"id": "archer", "name": "아처", "side": "C"}
    gm_does(war, fight, "enter", combatant=archer, against=war.lancer.code)
    gm_does(war, fight, "end")
    assert [side.names for side in summary(war).sides] == [("세이버",), ("랜서",), ("아처",)]


@pytest.mark.parametrize("rest", ["fights/", "", "log/"])
def test_every_place_tells_an_ended_fight_and_leads_to_it(war, rest):
    fight = battle(war)
    page = text_of(war.client("eve").get(war.address(rest)))
    assert "부두의 결투" in page and "세이버의 승리" in page and "11/80" in page
    assert war.address(f"fights/{fight.code}/") in page


def test_only_the_table_is_asked_about_the_sheets(war):
    fight = battle(war)
    offer = f"fights/{fight.code}/write-back/"
    assert offer in text_of(war.client("gm").get(war.address("fights/")))
    assert offer not in text_of(war.client("alice").get(war.address("fights/")))


@pytest.mark.parametrize("rest", ["fights/", "", "log/"])
def test_more_fights_cost_no_more_queries(war, rest):
    alice = war.client("alice")

    def queries():
        records.forget()
        with CaptureQueriesContext(connection) as captured:
            alice.get(war.address(rest))
        return len(captured)

    battle(war)
    one = queries()
    for number in range(6):
        battle(war, f"싸움 {number}")
    assert queries() == one <= 15


def test_the_list_goes_on_over_pages(war):
    for number in range(21):
        gm_does(war, war.fight(f"{number}째 싸움"), "end")
    first, second = (text_of(war.client("eve").get(war.address(f"fights/?page={page}"))) for page in (1, 2))
    assert ">20째 싸움<" in first and ">0째 싸움<" not in first and ">0째 싸움<" in second
    assert war.client("eve").get(war.address("fights/?page=99")).status_code == 200


def test_before_the_first_fight_the_way_to_it_is_shown(war):
    assert war.address("fights/new/") in text_of(war.client("gm").get(war.address("fights/")))
    assert "싸움은 진행자가 엽니다." in text_of(war.client("eve").get(war.address("fights/")))
