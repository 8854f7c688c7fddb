"""A board game played through the referee: what the log holds is a record that replays to the same end (I-5, I-8)."""

import msgspec
import pytest

from boardgames import dominate
from boardgames.bots import Luck, Table, choose
from boardgames.dominate import mind
from boardgames.record_reading import replay_record
from tabletop import records, referee
from tabletop.referee import Accepted

SEATS = ("alice", "bob", "carol")
SETUP = {
    "format": "grailkeeper/dominate",
    "version": 1,
    "set": "vessel-war",
    "options": {"mode": "short"},
    "seats": [{"id": seat} for seat in SEATS],
}


@pytest.fixture
def record(db):
    return referee.open_record("dominate", SETUP, {})


def test_a_game_of_computer_players_is_its_record_read_again(record):
    luck = Luck(1)
    while seats := dominate.awaits(state := records.load(record)).seats:
        seat = seats[0]
        table = Table(dominate, mind, seat, dominate.view(state, (seat,)), dominate.options(state, seat))
        move = choose(table, "adept", luck)
        accepted = referee.play(record.pk, seat=seat, move=as_json(move), by=None)
        assert isinstance(accepted, Accepted)
        record.refresh_from_db()
    assert record.closed
    moves = list(record.entries.order_by("seq").values_list("move", flat=True))
    assert replay_record(dominate, SETUP | {"moves": moves}) == dominate.result(state)
    assert {entry.engine for entry in record.entries.all()} == {dominate.ENGINE}


def test_chance_is_drawn_up_to_the_first_question(record):
    assert dominate.awaits(records.load(record)).seats
    assert set(record.entries.values_list("seat", flat=True)) == {"chance"}


def test_a_rewound_game_stands_as_it_stood(record):
    before = dominate.result(records.load(record))
    seq = record.seq
    seat = dominate.awaits(records.load(record)).seats[0]
    referee.play(record.pk, seat=seat, move={"by": seat, "do": "place", "at": "workshop"}, by=None)
    record.refresh_from_db()
    referee.rewind(record.pk, to=seq, reason="too quick", by=None, seen=record.seq)
    record.refresh_from_db()
    assert dominate.result(records.load(record)) == before


def as_json(move):
    return msgspec.json.decode(msgspec.json.encode(move))
