"""Posts in the search: for the readers that the room of posts names, and for nobody else."""

import pytest

from campaigns import seats
from campaigns.arrivals import new_arrival
from campaigns.models import Audience, Post, PostKind, Thread, ThreadReader
from campaigns.posts.readable import searchable
from campaigns.posts.writing import Words, edit, open_sealed, withdraw, write
from campaigns.search import documents
from campaigns.search.finding import find
from campaigns.search.posts import keep_found
from campaigns.search.sources import rebuild
from tests.combat.war import war

pytestmark = pytest.mark.django_db


@pytest.fixture
def at_table():
    return war()


def thread(at_table, *only):
    made = Thread.objects.create(
        campaign=at_table.campaign, title="부두", audience=Audience.NAMED if only else Audience.ALL
    )
    ThreadReader.objects.bulk_create(ThreadReader(thread=made, seat=at_table.seats[who]) for who in only)
    return made


def post(at_table, who="alice", text="등대에서 **만났다**", where=None, **more):
    words = Words(PostKind.IN_CHARACTER, text, **more)
    made = write(where or thread(at_table), at_table.seats[who], words, new_arrival())
    assert isinstance(made, Post), made
    return made


def finders(at_table, typed="등대"):
    return [who for who, seat in at_table.seats.items() if find(seat, typed, "post").total]


def test_a_post_is_found_as_soon_as_it_is_written(at_table):
    made = post(at_table)
    (one,) = find(at_table.seats["eve"], "만났다").finds
    assert one.link == at_table.address(f"posts/{made.code}/")
    assert "".join(run.text for run in one.text) == "등대에서 만났다"


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("only", [(), ("alice", "bob")])
@pytest.mark.parametrize("readers", [None, frozenset(), frozenset({"bob", "eve"})])
def test_exactly_its_readers_find_a_post(at_table, sealed, only, readers):
    named = (
        {} if readers is None else {"audience": Audience.NAMED, "readers": {at_table.seats[one].pk for one in readers}}
    )
    post(at_table, where=thread(at_table, *only), sealed=sealed, **named)
    assert finders(at_table) == [who for who, seat in at_table.seats.items() if searchable(seat).exists()]


def test_a_sealed_post_is_found_by_all_once_it_is_open(at_table):
    made = post(at_table, sealed=True)
    assert finders(at_table) == ["gm", "hana", "alice"]
    open_sealed(made.thread)
    assert finders(at_table) == list(at_table.seats)


def test_an_edited_post_is_found_by_what_it_says_now(at_table):
    made = post(at_table)
    edit(made, at_table.seats["alice"], "나루터")
    assert (finders(at_table), len(finders(at_table, "나루터"))) == ([], len(at_table.seats))


def test_what_was_withdrawn_is_found_by_nobody(at_table):
    made = post(at_table)
    withdraw(made, at_table.seats["alice"])
    assert finders(at_table) == []
    withdraw(made, at_table.seats["alice"], back=True)
    assert finders(at_table) == list(at_table.seats)


def test_a_thread_that_is_closed_to_some_takes_its_posts_along(at_table):
    made = post(at_table)
    Thread.objects.filter(pk=made.thread_id).update(audience=Audience.NAMED)
    ThreadReader.objects.create(thread=made.thread, seat=at_table.seats["bob"])
    keep_found(made.thread.posts.all())
    assert finders(at_table) == ["gm", "hana", "bob"]


def test_a_rebuild_finds_the_same_for_the_same(at_table):
    post(at_table)
    post(at_table, text="은밀한 등대", sealed=True)
    before = {who: find(seat, "등대").total for who, seat in at_table.seats.items()}
    rebuild(at_table.campaign)
    assert {who: find(seat, "등대").total for who, seat in at_table.seats.items()} == before


def test_who_takes_a_seat_over_finds_what_was_found_from_it(at_table):
    post(at_table, text="은밀한 등대", sealed=True)
    new = seats.sit_down(at_table.campaign, "player", "dora", user=None, arrival=new_arrival())
    documents.follow(at_table.seats["alice"], new)
    assert (find(new, "등대").total, find(at_table.seats["alice"], "등대").total) == (1, 0)


def test_what_a_secret_roll_is_about_is_not_in_the_text(at_table):
    made = post(at_table, text="주사위를 굴린다 2D6 등대")
    (one,) = find(at_table.seats["gm"], "등대").finds
    assert "[[" not in "".join(run.text for run in one.text)
    assert made.code in one.link


def test_what_a_roll_was_for_is_found_and_what_a_secret_one_was_for_is_not(at_table):
    post(at_table, text="1d6 등대 문을 걷어찬다")
    post(at_table, text="S1d6 나루터를 엿본다")
    assert finders(at_table) == list(at_table.seats)
    assert finders(at_table, "나루터") == []
