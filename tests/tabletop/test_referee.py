"""One writer: what is accepted is stored, what is refused leaves no trace, and only those are told who see a change."""

import threading

import pytest
from django.db import close_old_connections, connection

from tabletop import records, referee, seals
from tabletop.game import Illegal
from tabletop.models import Record
from tabletop.referee import Accepted, Stale

HIDE = {"by": "alice", "do": "hide", "face": "heads"}
ANSWER = {"by": "bob", "do": "hide", "face": "tails"}
OPEN = {"by": "gm", "do": "open"}


def play(record, move, **how):
    return referee.play(record.pk, seat=move["by"], move=move, by=None, **how)


def log(record):
    return list(record.entries.values_list("seq", "seat", "move__do"))


def test_an_accepted_move_is_stored_with_its_report_and_engine(record, people):
    accepted = referee.play(record.pk, seat="alice", move=HIDE, by=people["alice"])
    entry = record.entries.get()
    assert isinstance(accepted, Accepted)
    assert (entry.seq, entry.by, entry.move, entry.report, entry.engine) == (
        1,
        people["alice"],
        HIDE,
        {"told": "hidden"},
        "pennies-1",
    )


def test_a_refused_move_leaves_no_trace(record, said, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert play(record, OPEN) == Illegal("not_now", "P-1")
        assert play(record, {"by": "alice", "do": "hide", "gold": 1}) == Illegal("shape", "format")
    record.refresh_from_db()
    assert (record.seq, log(record), said) == (0, [], [])


def test_what_not_every_database_can_keep_gets_into_no_log(record):
    assert play(record, HIDE | {"face": "heads\0"}) == Illegal("shape", "format")
    assert referee.open_record("pennies", {"\0": 1}, {}) == Illegal("shape", "format")
    assert referee.take_in("pennies", {"\0": 1}, [], by=None) == Illegal("shape", "format")
    assert log(record) == []


def test_chance_that_is_due_is_drawn_and_stored_at_once(record):
    for move in (HIDE, ANSWER, OPEN):
        play(record, move)
    assert log(record)[-2:] == [(3, "gm", "open"), (4, "chance", "toss")]


def test_the_record_closes_when_nobody_is_awaited(record, coin):
    coin.value = 1
    for move in (HIDE, ANSWER, OPEN):
        play(record, move)
    record.refresh_from_db()
    assert record.closed


def test_a_rewind_out_of_the_end_opens_the_record_again(record, coin):
    coin.value = 1
    for move in (HIDE, ANSWER, OPEN):
        play(record, move)
    referee.rewind(record.pk, to=2, reason="다시", by=None, seen=4)
    record.refresh_from_db()
    assert not record.closed


def test_a_move_from_an_older_screen_is_stale(record):
    play(record, HIDE)
    play(record, ANSWER)
    assert play(record, OPEN, seen=1) == Stale(2)
    assert isinstance(play(record, OPEN, seen=2), Accepted)


def test_two_who_act_at_once_do_not_refuse_each_other(record):
    assert isinstance(play(record, HIDE), Accepted)
    assert isinstance(play(record, ANSWER), Accepted)


@pytest.mark.parametrize(
    ("to", "reason", "code"), [(5, "까닭", "no_such_entry"), (-1, "까닭", "no_such_entry"), (0, " ", "reason_missing")]
)
def test_a_rewind_needs_a_place_and_a_reason(record, to, reason, code):
    play(record, HIDE)
    refused = referee.rewind(record.pk, to=to, reason=reason, by=None, seen=1)
    assert refused.code == code


def test_a_sealed_move_keeps_a_seal_that_fits_it(record):
    play(record, HIDE, sealed=True)
    entry = record.entries.get()
    assert seals.is_whole(entry.seal, entry.move)


def test_what_is_settled_already_is_accepted_and_leaves_no_entry(record, said, django_capture_on_commit_callbacks):
    play(record, HIDE)
    asked = []
    with django_capture_on_commit_callbacks(execute=True):
        again = play(record, ANSWER, settled=lambda before, after: asked.append(before != after) or True)
    record.refresh_from_db()
    assert again == Accepted(1, None)
    assert (record.seq, asked, said) == (1, [True], [])
    assert play(record, ANSWER, settled=lambda before, after: False).seq == 2


def test_other_moves_have_no_seal(record):
    play(record, HIDE)
    assert record.entries.get().seal is None


def test_a_setup_that_the_rules_refuse_opens_nothing(people):
    assert isinstance(referee.open_record("pennies", {"purse": "full"}, {}), Illegal)
    assert not Record.objects.exists()


class TestWhoIsTold:
    """I-8: a seat is told if and only if its view changed; I-10: nothing is published before the commit."""

    def told_by(self, record, move, capture, said):
        del said[:]
        with capture(execute=True):
            play(record, move)
        return said

    def test_all_are_told_what_all_can_see(self, record, said, django_capture_on_commit_callbacks):
        assert self.told_by(record, HIDE, django_capture_on_commit_callbacks, said) == [
            (f"record:{record.pk}", ["", "alice", "bob", "gm"])
        ]

    def test_only_the_own_seat_is_told_of_a_changed_secret(self, record, said, django_capture_on_commit_callbacks):
        play(record, HIDE)
        changed = {**HIDE, "face": "tails"}
        assert self.told_by(record, changed, django_capture_on_commit_callbacks, said) == [
            (f"record:{record.pk}", ["alice"])
        ]

    def test_nobody_is_told_when_nothing_changes(self, record, said, django_capture_on_commit_callbacks):
        play(record, HIDE)
        assert self.told_by(record, HIDE, django_capture_on_commit_callbacks, said) == []

    def test_nothing_is_said_before_the_commit(self, record, said, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as waiting:
            play(record, HIDE)
        assert said == []
        for callback in waiting:
            callback()
        assert len(said) == 1

    def test_everybody_is_told_of_a_rewind_and_of_a_look(self, record, said, django_capture_on_commit_callbacks):
        play(record, HIDE)
        with django_capture_on_commit_callbacks(execute=True):
            referee.look(record.pk, by=None)
            referee.rewind(record.pk, to=0, reason="다시", by=None, seen=2)
        assert said == [(f"record:{record.pk}", ["*"])] * 2


def test_without_a_bus_a_move_is_still_accepted_I_16(record, settings, django_capture_on_commit_callbacks):
    settings.REDIS_URL = "unix:///nonexistent/redis.sock"
    from tabletop import live

    live._publisher.cache_clear()
    try:
        with django_capture_on_commit_callbacks(execute=True):
            assert isinstance(play(record, HIDE), Accepted)
    finally:
        live._publisher.cache_clear()
    assert log(record) == [(1, "alice", "hide")]


@pytest.mark.django_db(transaction=True)
def test_eight_writers_at_once_lose_and_double_nothing_I_4(coin):
    record = referee.open_record("pennies", {}, {})
    answers = []

    def write(who):
        try:
            for face in ("heads", "tails") * 5:
                answers.append(play(record, {"by": who, "do": "hide", "face": face}))
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(who,)) for who in ("alice", "bob") * 4]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    close_old_connections()
    record.refresh_from_db()
    seqs = list(record.entries.values_list("seq", flat=True))
    assert seqs == list(range(1, 81)) == sorted(answer.seq for answer in answers)
    assert record.seq == 80
    stood = records.load(record)
    records.forget()
    assert records.load(record) == stood
