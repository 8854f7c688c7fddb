"""A prepared query finds what the plain one finds, and Django compiles it once a thread."""

import threading

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from campaigns.models import Seat
from tabletop.prepared import Prepared
from tests.campaigns.table import sit, war


@pytest.fixture
def found(db):
    return war()


def seats(code, nickname):
    return Seat.objects.select_related("campaign__deadlines", "user").filter(
        campaign__code=code, user__nickname=nickname, removed_at=None
    )


def test_it_finds_what_the_plain_query_finds_related_rows_with_it(found):
    prepared = Prepared(seats, str, str)
    for name in ("alice", "bob", "eve"):
        plain, [seat] = seats(found.code, name).get(), prepared.all(found.code, name)
        assert (seat, seat.role, seat.at) == (plain, plain.role, plain.at)
        with CaptureQueriesContext(connection) as taken:
            assert (seat.user.nickname, seat.campaign.name) == (name, "Harbour")
        assert not taken.captured_queries


def test_rows_of_values_come_as_they_would(found):
    rows = Prepared(
        lambda war: Seat.objects.filter(campaign=war).order_by("pk").values_list("role", "user__nickname"), int
    )
    flat = Prepared(lambda war: Seat.objects.filter(campaign=war).order_by("pk").values_list("role", flat=True), int)
    assert rows.all(found.campaign.pk)[0] == ("gm", "gm")
    assert flat.all(found.campaign.pk)[0] == "gm"


def test_nothing_found_is_none(found):
    assert Prepared(seats, str, str).one(found.code, "nobody") is None


def test_what_has_changed_since_is_seen(found):
    prepared = Prepared(seats, str, str)
    assert prepared.one(found.code, "carol") is None
    carol = sit(found.campaign, "carol")
    assert prepared.one(found.code, "carol") == carol
    Seat.objects.filter(pk=carol.pk).update(role="spectator")
    again = prepared.one(found.code, "carol")
    assert again is not None and again.role == "spectator"


def test_the_sql_is_worked_out_once_a_thread(found, monkeypatch):
    compiled, plain = [], SQLCompiler.as_sql
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda *a, **k: compiled.append(threading.get_ident()) or plain(*a, **k))
    prepared = Prepared(lambda pk: Group.objects.filter(pk=pk), int)

    def ask():
        for pk in (1, 2, 3):
            prepared.all(pk)
        connection.close()

    ask_here = [prepared.all(pk) for pk in (1, 2, 3)]
    other = threading.Thread(target=ask)
    other.start()
    other.join()
    assert ask_here == [[], [], []] and len(compiled) == len(set(compiled)) == 2


def test_values_are_told_to_the_database_apart_from_the_sql(found):
    prepared = Prepared(seats, str, str)
    assert prepared.one(found.code, "alice' OR '1'='1") is None
    with CaptureQueriesContext(connection) as taken:
        prepared.one(found.code, "alice")
    assert len(taken) == 1


def test_a_shape_that_leaves_a_value_out_is_a_mistake_and_said_at_once(db):
    with pytest.raises(AssertionError, match="not used"):
        Prepared(lambda a, b: Seat.objects.filter(pk=a), int, int).all(1, 2)
