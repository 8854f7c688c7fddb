"""Other readers of a long thread: hidden at once from who lost it, and sorted by the worker."""

import pytest

from campaigns import seats
from campaigns.models import Post, Thread, User
from campaigns.search import sorting, tasks
from campaigns.search.finding import find
from campaigns.search.posts import keep_found
from tests.campaigns.posts.writing import say, thread
from tests.combat.war import text_of, war

WORD = "등불"


@pytest.fixture
def table(db):
    return war()


@pytest.fixture
def long(table, monkeypatch):
    """A thread of more posts than a request sorts, and what is handed to the worker."""
    monkeypatch.setattr(sorting, "AT_ONCE", 3)
    monkeypatch.setattr(sorting, "SOME", 2)
    place = thread(table)
    for number in range(5):
        say(place, table, "bob", f"{WORD} {number}번째")
    say(thread(table, "다른 곳"), table, "bob", f"{WORD} 아래")
    return place


@pytest.fixture
def handed(monkeypatch):
    given = []
    monkeypatch.setattr("campaigns.reminders.tasks.hand_out", lambda task, pk: given.append(pk) or True)
    return given


def found(table, who, word=WORD):
    return find(table.seats[who], word)


def set_readers(table, place, *who, commit, title="부두의 밤"):
    said = {"title": title, "audience": "named" if who else "all", "readers": who}
    with commit(execute=True):
        answer = table.client("gm").post(table.address(f"threads/{place.code}/edit/"), said)
    assert answer.status_code == 302


def test_who_lost_it_finds_nothing_of_it_before_the_worker_has_done_anything(
    table, long, handed, django_capture_on_commit_callbacks
):
    assert found(table, "alice").total == 6
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    lost = found(table, "alice")
    assert (lost.total, lost.waits, handed) == (0, True, [long.pk])
    assert "정리가 끝날 때까지" in text_of(table.client("alice").get(table.address(f"search/?q={WORD}")))


def test_who_still_reads_it_finds_it_and_hears_nothing(table, long, handed, django_capture_on_commit_callbacks):
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    for who in ("bob", "gm"):
        assert (found(table, who).total, found(table, who).waits) == (6, False)


def test_after_the_worker_everybody_finds_what_he_reads(table, long, handed, django_capture_on_commit_callbacks):
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    tasks.sort_thread(long.pk)
    assert {who: (found(table, who).total, found(table, who).waits) for who in ("alice", "bob", "eve", "gm")} == {
        "alice": (1, False),
        "bob": (6, False),
        "eve": (1, False),
        "gm": (6, False),
    }


def test_the_schedule_does_what_a_worker_that_was_away_has_missed(
    table, long, handed, django_capture_on_commit_callbacks
):
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    tasks.sort_left_over()
    assert found(table, "alice").total == 1 and not sorting.left_over()


def test_where_no_worker_can_be_asked_it_is_done_at_once(table, long, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr("campaigns.reminders.tasks.hand_out", lambda task, pk: False)
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    assert (found(table, "alice").total, found(table, "alice").waits) == (1, False)


def test_opening_it_to_more_bars_nobody(table, long, handed, django_capture_on_commit_callbacks):
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    tasks.sort_thread(long.pk)
    set_readers(table, long, commit=django_capture_on_commit_callbacks)
    assert (found(table, "alice").total, found(table, "alice").waits) == (1, False)
    tasks.sort_thread(long.pk)
    assert found(table, "alice").total == 6


def test_who_is_let_in_again_before_it_is_sorted_is_barred_no_more(
    table, long, handed, django_capture_on_commit_callbacks
):
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    set_readers(table, long, "alice", "bob", commit=django_capture_on_commit_callbacks)
    assert not found(table, "alice").waits and found(table, "eve").waits


def test_who_takes_the_seat_over_before_it_is_sorted_finds_no_more_than_who_had_it(
    table, long, handed, django_capture_on_commit_callbacks
):
    set_readers(table, long, "bob", commit=django_capture_on_commit_callbacks)
    taker = User.objects.create_user("u-dora", nickname="dora")
    seat = seats.hand_over(table.seats["alice"], taker)
    assert seat.pk != table.seats["alice"].pk
    assert (find(seat, WORD).total, find(seat, WORD).waits) == (0, True)
    tasks.sort_thread(long.pk)
    assert (find(seat, WORD).total, find(seat, WORD).waits) == (1, False)


def test_what_changes_while_it_is_sorted_leaves_it_unsorted(table, long, handed, monkeypatch):
    Thread.objects.filter(pk=long.pk).update(unsorted={"at": "1", "lost": []})

    def interrupted(posts):
        Thread.objects.filter(pk=long.pk).update(unsorted={"at": "2", "lost": []})
        keep_found(posts)

    monkeypatch.setattr(sorting, "keep_found", interrupted)
    sorting.sort(long.pk)
    assert sorting.left_over() == [long.pk]


def test_a_new_title_is_found_after_the_worker_too(table, long, handed, django_capture_on_commit_callbacks):
    set_readers(table, long, commit=django_capture_on_commit_callbacks, title="새벽의 부두")
    tasks.sort_thread(long.pk)
    assert "새벽의 부두" in text_of(table.client("eve").get(table.address(f"search/?q={WORD}")))


def test_nothing_is_sorted_where_nothing_changed(table, long, handed, django_capture_on_commit_callbacks):
    set_readers(table, long, commit=django_capture_on_commit_callbacks)
    assert handed == [] and not sorting.left_over()


def test_posts_keep_their_order_when_they_are_sorted_anew(table, long):
    before = [find_.link for find_ in found(table, "gm").finds]
    keep_found(Post.objects.filter(thread=long))
    assert [find_.link for find_ in found(table, "gm").finds] == before
