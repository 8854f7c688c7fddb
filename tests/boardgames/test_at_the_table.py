"""A board game played through the referee: what the log holds is a record that replays to the same end (I-5, I-8)."""

from typing import Any, NamedTuple

import msgspec
import pytest

from boardgames import ace_royal, dominate
from boardgames.ace_royal import mind as mind_of_ace_royal
from boardgames.bots import Luck, Table, choose
from boardgames.dominate import mind as mind_of_dominate
from boardgames.record_reading import replay_record
from tabletop import records, referee
from tabletop.referee import Accepted

SEATS = ("alice", "bob", "carol")


class Played(NamedTuple):
    name: str
    rules: Any
    mind: Any
    set: str
    options: dict[str, str]

    @property
    def setup(self) -> dict[str, Any]:
        return {
            "format": f"grailkeeper/{self.name}",
            "version": 1,
            "set": self.set,
            "options": self.options,
            "seats": [{"id": seat} for seat in SEATS],
        }


GAMES = [
    Played("dominate", dominate, mind_of_dominate, "vessel-war", {"mode": "short"}),
    Played("ace-royal", ace_royal, mind_of_ace_royal, "lantern-war", {"defeat_rule": "either"}),
]


@pytest.fixture(params=GAMES, ids=[game.name for game in GAMES])
def game(request):
    return request.param


@pytest.fixture
def record(db, game):
    return referee.open_record(game.name, game.setup, {})


def test_a_game_of_computer_players_is_its_record_read_again(game, record):
    luck = Luck(1)
    while seats := game.rules.awaits(state := records.load(record)).seats:
        seat = seats[0]
        table = Table(game.rules, game.mind, seat, game.rules.view(state, (seat,)), game.rules.options(state, seat))
        accepted = referee.play(record.pk, seat=seat, move=as_json(choose(table, "adept", luck)), by=None)
        assert isinstance(accepted, Accepted)
        record.refresh_from_db()
    assert record.closed
    moves = list(record.entries.order_by("seq").values_list("move", flat=True))
    assert replay_record(game.rules, game.setup | {"moves": moves}) == game.rules.result(state)
    assert {entry.engine for entry in record.entries.all()} == {game.rules.ENGINE}


def test_chance_is_drawn_up_to_the_first_question(game, record):
    assert game.rules.awaits(records.load(record)).seats
    assert set(record.entries.values_list("seat", flat=True)) == {"chance"}


def test_a_rewound_game_stands_as_it_stood(game, record):
    state = records.load(record)
    before, seq = game.rules.result(state), record.seq
    seat = game.rules.awaits(state).seats[0]
    move = as_json(game.rules.options(state, seat)[0])
    assert isinstance(referee.play(record.pk, seat=seat, move=move, by=None), Accepted)
    record.refresh_from_db()
    referee.rewind(record.pk, to=seq, reason="too quick", by=None, seen=record.seq)
    record.refresh_from_db()
    assert game.rules.result(records.load(record)) == before


def as_json(move):
    return msgspec.json.decode(msgspec.json.encode(move))
