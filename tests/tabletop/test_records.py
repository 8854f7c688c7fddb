"""The state is a fold of the entries; a rewind is an entry too (I-13)."""

import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabletop import records, referee
from tabletop.models import Entry, Record

HIDE = {"by": "alice", "do": "hide", "face": "heads"}
ANSWER = {"by": "bob", "do": "hide", "face": "tails"}
OPEN = {"by": "gm", "do": "open"}


def play(record, move, **how):
    return referee.play(record.pk, seat=move["by"], move=move, by=None, **how)


def at(record, upto=None):
    record.refresh_from_db()
    return records.load(record, upto)


def test_a_fresh_fold_is_the_cached_state_at_every_step(record):
    for move in (HIDE, ANSWER, OPEN, HIDE):
        play(record, move)
    record.refresh_from_db()
    cached = [records.load(record, seq) for seq in range(record.seq + 1)]
    records.forget()
    assert [records.load(record, seq) for seq in range(record.seq, -1, -1)] == cached[::-1]


def test_after_a_rewind_the_game_stands_where_it_stood(record):
    play(record, HIDE)
    stood = at(record)
    play(record, ANSWER)
    play(record, OPEN)
    referee.rewind(record.pk, to=1, reason="다시 합니다", by=None, seen=at_seq(record))
    assert at(record) == stood
    records.forget()
    assert at(record) == stood


def test_a_rewind_can_be_rewound(record):
    play(record, HIDE)
    play(record, ANSWER)
    before = at(record)
    referee.rewind(record.pk, to=0, reason="실수", by=None, seen=at_seq(record))
    referee.rewind(record.pk, to=2, reason="아니었음", by=None, seen=at_seq(record))
    assert at(record) == before


def at_seq(record):
    record.refresh_from_db()
    return record.seq


def test_what_was_rewound_does_not_stand(record):
    play(record, HIDE)
    play(record, ANSWER)
    referee.rewind(record.pk, to=1, reason="실수", by=None, seen=2)
    referee.look(record.pk, by=None)
    play(record, {**ANSWER, "face": "heads"})
    assert [entry.move for entry in records.standing(record.entries.all())] == [HIDE, {**ANSWER, "face": "heads"}]


def test_a_look_changes_nothing_in_the_game(record):
    play(record, HIDE)
    stood = at(record)
    referee.look(record.pk, by=None)
    assert at(record) == stood


def test_an_entry_is_never_changed_or_deleted_I_3(record):
    play(record, HIDE)
    entry = record.entries.get()
    entry.seat = "bob"
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


@pytest.mark.parametrize(
    "statement", ["UPDATE tabletop_entry SET seat = 'bob'", "DELETE FROM tabletop_entry"], ids=["update", "delete"]
)
def test_the_database_itself_refuses_to_change_the_log_I_3(record, statement):
    play(record, HIDE)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Entry.objects.get().seat == "alice"


def test_a_store_that_was_tampered_with_is_said(record):
    Entry.objects.create(record=record, seq=1, seat="gm", move=OPEN, report=None, engine="pennies-1")
    Record.objects.filter(pk=record.pk).update(seq=1)
    with pytest.raises(records.CorruptRecord, match="entry 1 is refused"):
        at(record)


def test_folding_again_costs_no_query(record, django_assert_num_queries):
    for move in (HIDE, ANSWER, OPEN):
        play(record, move)
    records.forget()
    record.refresh_from_db()
    with django_assert_num_queries(1):
        records.load(record)
    with django_assert_num_queries(0):
        records.load(record)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.sampled_from(["alice", "bob", "open", "look", "rewind"]), max_size=12), st.data())
def test_rewind_k_then_fold_is_the_fold_of_the_first_k(people, coin, steps, data):
    record = referee.open_record("pennies", {}, {"alice": people["alice"]})
    for step in steps:
        seq = at_seq(record)
        if step == "rewind" and seq:
            to = data.draw(st.integers(0, seq - 1))
            referee.rewind(record.pk, to=to, reason="되감기", by=None, seen=seq)
            assert at(record) == records.load(record, to)
        elif step == "look":
            referee.look(record.pk, by=None)
        elif step == "open":
            play(record, OPEN)
        elif step != "rewind":
            play(record, {**HIDE, "by": step})
    stood = at(record)
    records.forget()
    assert at(record) == stood


def test_what_is_told_of_new_entries_is_what_the_database_says(
    record, people, django_capture_on_commit_callbacks, django_assert_num_queries
):
    with django_capture_on_commit_callbacks(execute=True):
        referee.play(record.pk, seat="alice", move=HIDE, by=people["alice"], sealed=True)
        play(record, ANSWER)
        referee.rewind(record.pk, to=1, reason="다시", by=people["gm"], seen=at_seq(record))
    record.refresh_from_db()
    with django_assert_num_queries(0):
        kept = records.said(record, 0)
    records.forget()
    assert records.said(record, 0) == kept
    assert records.said(record, 2) == kept[2:]
