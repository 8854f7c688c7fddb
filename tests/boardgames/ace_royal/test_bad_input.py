"""What a browser should never send, at the card table: a clear answer each time, and nothing is done."""

import pytest

from boardgames.models import Asking, Strength
from boardgames.passing import ask_as
from boardgames.table import hand_on
from boardgames.tasks import computer_moves
from tabletop import records
from tests.boardgames.tables import HTMX, royal_at, royal_deal

FIGHT = [{"by": "seat-1", "do": "done"}, {"by": "seat-1", "do": "assault", "target": "seat-2"}]
SCENE = {"seat-1": ["L-S03", "L-K06", "L-K07", "L-K08"]}


@pytest.fixture
def at(db, settings):
    settings.WINDOW_SECONDS = settings.ANSWER_SECONDS = 0
    return royal_at(royal_deal(3, SCENE), "alice", "bob", "hana")


@pytest.mark.parametrize(
    "move",
    [
        "",
        "[]",
        "null",
        '{"do": "set"}',
        '{"do": "set", "card": "L-K06\\u0000"}',
        '{"do": "set", "card": "\\ud800"}',
        '{"do": "set", "card": 7}',
        '{"do": "use", "card": "L-S03", "choice": 1e400}',
        '{"do": "use", "card": "L-S03", "target": "seat-99"}',
        '{"do": "use", "card": "' + "가" * 5000 + '"}',
        '{"do": "discard", "cards": ["' + '","'.join(["L-K06"] * 3000) + '"]}',
        '{"do": "pass", "do": "done"}',
        '{"do": "encounter", "roll": 1}',
        '{"do": "rewind", "to": 0, "reason": "x"}',
        "{" * 2000,
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(at, move):
    before = at.state
    assert at.post("alice", "seat-1", move=move).status_code == 422
    assert at.state == before


@pytest.mark.parametrize("fields", [{"as": "seat-2"}, {"as": ""}, {"as": "\x00"}, {"as": "gm"}, {"as": "chance"}, {}])
def test_a_seat_that_is_not_ones_own_is_closed(at, fields):
    given = {"seen": at.seen("seat-1"), "move": '{"do": "done"}', **fields}
    assert at.client("alice").post(at.at("moves/"), given, **HTMX).status_code == 403


def test_a_body_of_ten_megabytes_is_refused(at):
    given = {"as": "seat-1", "seen": at.seen("seat-1"), "move": "x" * 10_000_000}
    assert at.client("alice").post(at.at("moves/"), given, **HTMX).status_code in (400, 413)


def test_an_old_screen_does_nothing(at):
    seen = at.seen("seat-1")
    assert at.post("alice", "seat-1", seen=seen, move='{"do": "set", "card": "L-K06"}').status_code == 200
    assert at.post("alice", "seat-1", seen=seen, move='{"do": "done"}').status_code == 409


def test_nothing_can_be_done_past_what_the_screens_show(at, settings):
    """The record is ahead while the table waits at the scene; a form that was kept from before is stale."""
    settings.ANSWER_SECONDS = 300
    at.page("eve")
    seen = at.seen("seat-1")
    assert at.post("alice", "seat-1", seen=seen, move='{"do": "use", "card": "L-S03"}').status_code == 200
    assert records.load(at.game.record).turn == 1
    for kept in (seen, at.seen("seat-1")):
        assert at.post("alice", "seat-1", seen=kept, move='{"do": "done"}').status_code in (409, 422)
    assert at.asked == "seat-1"


def test_who_leaves_in_the_middle_of_a_window_holds_nobody_up(db, settings):
    """Bob fights and is waited for; the computer takes his seat over, and the window goes on."""
    settings.WINDOW_SECONDS = settings.ANSWER_SECONDS = 0
    fight = royal_at([*royal_deal(3), *FIGHT], "alice", "bob", "hana")
    for seat in ("seat-1", "seat-3"):
        ask_as(fight.game, seat, Asking.LAST)
    fight.page("eve")
    assert fight.asked == "seat-2"
    hand_on(fight.game, "seat-2", Strength.NOVICE)
    fight.game.refresh_from_db()
    for _ in range(40):  # a novice may play several cards in a window before he lets it pass
        computer_moves(fight.game.pk)
        fight.game.record.refresh_from_db()
        if fight.asked != "seat-2":
            break
    assert fight.asked == "seat-1"
