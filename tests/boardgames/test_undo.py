"""Taking moves back: as far as nobody has learnt anything, by who made them, told to everybody in the log."""

import json

import pytest

from boardgames import undo
from boardgames.dominate.lookback import learnt
from boardgames.exports import record
from boardgames.views import moves
from tabletop import records
from tests.boardgames.dominate.table import Table as Board
from tests.boardgames.tables import HTMX, dominate_table

SPELL = json.dumps({"do": "spell", "by": "seat-1", "for": "mana"})


@pytest.fixture
def at(db):
    found = dominate_table()
    found.until("seat-1", what="turn")
    return found


def take_back(at, who="alice", seat="seat-1", seen=None):
    at.game.record.refresh_from_db()
    told = at.page(who)
    found = told.partition('class="g-undo"')[2].partition('name="seen" value="')[2].partition('"')[0]
    return at.client(who).post(at.at("undo/"), {"as": seat, "seen": found if seen is None else seen}, **HTMX)


def mana(at):
    at.game.record.refresh_from_db()
    return records.load(at.game.record).players[0].mana


def test_a_move_that_told_nothing_is_taken_back_and_everybody_reads_of_it(at):
    before = mana(at)
    assert "g-undo" not in at.page("alice")
    at.post("alice", "seat-1", move=SPELL)
    assert mana(at) != before
    assert "g-undo" in at.page("alice")
    assert take_back(at).status_code == 200
    assert mana(at) == before
    for who in ("alice", "bob", "eve", "gm"):
        told = at.page(who)
        assert "무릅니다" in told
        assert 'class="undone"' in told


def test_several_moves_go_back_one_after_the_other(at):
    before = mana(at)
    for _ in range(2):
        at.post("alice", "seat-1", move=SPELL)
    assert take_back(at).status_code == take_back(at).status_code == 200
    assert mana(at) == before
    assert "g-undo" not in at.page("alice")


def test_cards_that_were_shown_stay_shown(at):
    state = at.state
    while records.load(at.game.record).players[0].piece.place not in ("field_a", "field_b"):
        at.play_one()
        at.until("seat-1", what="turn")
        state = at.state
    options = [one for one in moves.box_of("dominate").rules.options(state, "seat-1") if getattr(one, "up", ())]
    at.post("alice", "seat-1", cards="commit", up=list(options[0].up), down=list(options[0].down))
    assert "g-undo" not in at.page("alice")
    assert take_back(at, seen="0" * 16).status_code == 409


def test_nobody_takes_back_the_move_of_another(at):
    at.post("alice", "seat-1", move=SPELL)
    assert undo.last_move(at.game, "seat-2") is None
    for who in ("bob", "gm", "eve"):
        assert "g-undo" not in at.page(who)
        assert take_back(at, who).status_code == 403


def test_a_turn_that_went_on_is_not_taken_back(at):
    at.post("alice", "seat-1", move=SPELL)
    while at.asked == "seat-1":
        at.play_one()
    assert undo.last_move(at.game, "seat-1") is None


def test_an_undo_from_a_stale_page_is_refused(at):
    at.post("alice", "seat-1", move=SPELL)
    before = mana(at)
    assert take_back(at, seen="f" * 16).status_code == 409
    assert mana(at) == before


def test_what_was_taken_back_is_in_no_record(at):
    at.post("alice", "seat-1", move=SPELL)
    take_back(at)
    at.game.record.closed = True
    at.game.record.save()
    told = record(at.game, at.user("alice"))
    assert not any(move["do"] in ("spell", "rewind") and move["by"] == "seat-1" for move in told["moves"])


@pytest.mark.parametrize(
    ("act", "tells"),
    [
        (lambda at: at.say("alice", "spell", purpose="mana"), False),
        (lambda at: at.say("alice", "commit", up=("M2", "M3")), True),
        (lambda at: at.say("alice", "spell", purpose="power"), False),
    ],
)
def test_what_tells_something_and_what_does_not(act, tells):
    board = Board(champions={"alice": "HAL"}, hands={"alice": "M2 M3 S3"}).place(
        "field_a", "field_a", "field_b", "workshop"
    )
    before = board.state
    act(board)
    assert learnt(before, board.state) is tells


def test_a_look_and_a_stake_turned_up_are_learnt():
    board = Board(wardens={"alice": "OSM"})
    before = board.state
    board.say("alice", "peek")
    assert learnt(before, board.state)
    board.place("field_a", "field_a", "field_b")
    before = board.state
    board.place("workshop")
    assert learnt(before, board.state)
