"""A war that came out of a rescue file and that the search has not taken in: everybody is told, and the GM has it done anew."""

import io
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from campaigns.models import Campaign, IndexGap
from campaigns.search import documents, gaps, sources, tasks
from campaigns.search.finding import find
from campaigns.takeaway import rescue, restore
from tests.campaigns.posts.writing import say, thread
from tests.combat.war import war

WORD = "등불"
NOT_ALL = "모두 찾을 수는 없습니다"


@pytest.fixture
def table(db):
    found = war()
    place = thread(found)
    for number in range(3):
        say(place, found, "bob", f"{WORD} {number}번째")
    return found


@pytest.fixture
def handed(monkeypatch):
    given = []
    monkeypatch.setattr("campaigns.reminders.tasks.hand_out", lambda task, pk: given.append((task, pk)) or True)
    return given


@pytest.fixture
def broken(table):
    """The war as it stands when taking it in has broken off before anything was done."""
    documents.drop_all(table.campaign)
    IndexGap.objects.create(campaign=table.campaign, begun_at=timezone.now(), broke_off=True)
    return table


def page(table, who):
    return table.client(who).get(table.address("search/"), {"q": WORD}).text


def again(table, who="gm"):
    return table.client(who).post(table.address("search/again/"))


def copied(table):
    file = io.BytesIO()
    rescue.write(table.campaign, file)
    done = restore.restore(file, table.seats["gm"].user)
    return Campaign.objects.get(pk=done.campaign)


def test_a_war_that_came_back_whole_has_no_gap(table):
    copy = copied(table)
    assert gaps.state(copy) == "" and find(copy.seats.get(role="gm"), WORD).total == 3


def test_a_war_whose_search_broke_off_says_so_and_nothing_else_is_wrong(table, monkeypatch):
    def cut(*_):
        raise RuntimeError("no index")

    monkeypatch.setattr(sources.documents, "put_many", cut)
    copy = copied(table)
    assert gaps.state(copy) == "broken" and copy.posts.count() == 3


def test_the_mark_stands_while_it_is_done_also_where_the_worker_dies(table, monkeypatch):
    monkeypatch.setattr(restore, "LATER", [])
    copy = copied(table)
    assert gaps.state(copy) == "filling"
    with time_machine.travel(timezone.now() + gaps.PATIENCE + timedelta(minutes=1)):
        assert gaps.state(copy) == "broken" and gaps.forgotten() == [copy.pk]
        tasks.sort_left_over()
    assert gaps.state(copy) == "" and find(copy.seats.get(role="gm"), WORD).total == 3


def test_everybody_is_told_and_the_gm_gets_a_way_to_mend_it(broken):
    assert NOT_ALL in page(broken, "gm") and "search/again/" in page(broken, "gm")
    for who in ("hana", "alice", "eve"):
        assert NOT_ALL in page(broken, who) and "search/again/" not in page(broken, who)


def test_the_gm_has_it_done_anew(broken, handed):
    assert again(broken).status_code == 302
    assert handed == [(tasks.fill_gap, broken.campaign.pk)]
    assert gaps.state(broken.campaign) == "filling" and "search/again/" not in page(broken, "gm")
    again(broken)
    assert len(handed) == 1  # a second tap begins nothing
    tasks.fill_gap(broken.campaign.pk)
    assert gaps.state(broken.campaign) == ""
    assert find(broken.seats["alice"], WORD).total == 3 and NOT_ALL not in page(broken, "alice")


def test_what_was_written_meanwhile_is_found_once_and_in_its_place(broken):
    say(thread(broken, "나중"), broken, "bob", f"{WORD} 나중에")
    gaps.anew(broken.campaign.pk)
    results = find(broken.seats["alice"], WORD)
    assert results.total == 4 and "나중에" in "".join(run.text for run in results.finds[0].text)


def test_without_a_worker_it_stays_broken_and_the_page_says_why(broken, monkeypatch):
    monkeypatch.setattr("campaigns.reminders.tasks.hand_out", lambda *_: False)
    client = broken.client("gm")
    answer = client.post(broken.address("search/again/"), follow=True)
    assert "작업 처리기" in answer.text and "search/again/" in answer.text
    assert gaps.state(broken.campaign) == "broken"


def test_a_second_failure_is_told_again(broken, handed, monkeypatch):
    def cut(*_):
        raise RuntimeError("no index")

    again(broken)
    monkeypatch.setattr(sources.documents, "put_many", cut)
    with pytest.raises(RuntimeError):
        tasks.fill_gap(broken.campaign.pk)
    assert gaps.state(broken.campaign) == "broken"


def test_a_war_without_a_gap_is_not_taken_in_again(table, handed):
    again(table)
    tasks.fill_gap(table.campaign.pk)
    assert handed == [] and gaps.state(table.campaign) == ""
