"""A server that is killed in the middle of a turn: every accepted move is there, no half turn, and the turn goes on."""

import json
import re
import signal
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import suppress

import pytest

from tests.pages import lasting
from tests.serving import STARTING, prepared, serving, until

TABLES = """
from bench._table import _cookie
from boardgames import table
from boardgames.shelf import box_of
from campaigns.models import Campaign, Role, Seat, User
from tabletop import records, referee
import json, msgspec
campaign = Campaign.objects.create(name="x")
seats = [Seat.objects.create(campaign=campaign, user=User.objects.create_user(None, nickname=n), role=Role.PLAYER) for n in "abc"]

def opened(title, name, is_turn, options={}, **more):
    "A game at the first turn of seat-1, who keeps all his command spells for later."
    box = box_of(name)
    game = table.open_game(campaign, seats[0], box, title, [s.user for s in seats], options, **more)
    while not is_turn(records.load(game.record)):
        state = records.load(game.record)
        asked = box.rules.awaits(state).seats[0]
        moves = [msgspec.json.decode(msgspec.json.encode(move)) for move in box.mind.moves(state, asked)]
        referee.play(game.record_id, seat=asked, move=next(move for move in moves if move["do"] != "spell"), by=None)
        game.record.refresh_from_db()
    return f"/c/{campaign.code}/games/{game.code}/"

def is_ritual(state):
    return state.turn > 0 and state.player == "seat-1"

def is_turn(state):
    return state.step.what == "turn" and box_of("dominate").rules.awaits(state).seats == ("seat-1",)

print(json.dumps({
    "cookies": [_cookie(seat.user) for seat in seats],
    "dominate": opened("dominate", "dominate", is_turn, {"mana_cap": 99}),
    "ace-royal": opened("ace-royal", "ace-royal", is_ritual, first=0),
    # who starts picks a hero that may assault
    "a window": opened("a window", "ace-royal", is_ritual, {"class_swap": "all_open"}, first=0),
}))
"""

STORED = """
from boardgames.models import BoardGame
from tabletop import records
import json
found = {}
for game in BoardGame.objects.select_related("record"):
    entries = list(game.record.entries.order_by("seq"))
    state = records.load(game.record)
    seat = state.players[0] if game.record.game == "dominate" else state.masters["seat-1"]
    found[game.title] = {
        "seqs": [one.seq for one in entries], "seq": game.record.seq,
        "spells": sum(one.move["do"] == "spell" for one in entries), "left": seat.spells,
    }
print(json.dumps(found))
"""

SPELL = {"dominate": {"do": "spell", "for": "mana"}, "ace-royal": {"do": "spell", "use": "a"}}
GAMES = tuple(SPELL)


class Player:
    """A person at the tables of a server, with a browser that has no scripts."""

    def __init__(self, running, war, number):
        self.running, self.war = running, war
        self.cookie, self.seat = war["cookies"][number], f"seat-{number + 1}"

    def page(self, game):
        """His page as it stands, and what a browser keeps of it to send with a form."""
        request = urllib.request.Request(self._at(game), headers={"Cookie": self.cookie})
        with urllib.request.urlopen(request, timeout=30) as answer:
            page, given = answer.read().decode(), answer.headers.get_all("Set-Cookie") or []
        return page, "; ".join([self.cookie, *(one.split(";")[0] for one in given)])

    def move(self, game, move):
        page, cookies = self.page(game)
        seen = re.search(r'name="seen" value="([0-9a-f]{16})"', page)[1]
        return self._send(game, "moves/", page, cookies, seen=seen, move=json.dumps(move))

    def let_pass(self, game):
        """Ahead of being asked."""
        return self._send(game, "passing/", *self.page(game), do="ahead")

    def cast(self, game):
        """A command spell by the button of the page."""
        return self.move(game, SPELL[game])

    def cast_in_a_dying_server(self, game):
        with suppress(OSError, AssertionError):
            self.cast(game)

    def _at(self, game):
        return self.running.address + self.war[game]

    def _send(self, game, to, page, cookies, **fields):
        token = re.search(r'"X-CSRFToken": "([^"]+)"', page)[1]
        sent = urllib.parse.urlencode({"as": self.seat, **fields}).encode()
        headers = {"Cookie": cookies, "X-CSRFToken": token, "HX-Request": "true"}
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self._at(game) + to, sent, headers), timeout=30
            ) as answer:
                return answer.status
        except urllib.error.HTTPError as refused:
            return refused.code


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    var = prepared(tmp_path_factory.mktemp("killed") / "var")
    # the screens hold windows for as long as the test may take
    with serving(var, DEMO="off", SECRET_KEY="of a test", WINDOW_SECONDS="600", ANSWER_SECONDS="600") as started:
        yield started


@pytest.fixture(scope="module")
def people(running):
    """All three games stand at the first turn of a, who plays with b and c."""
    war = json.loads(running.python(TABLES))
    return [Player(running, war, number) for number in range(3)]


def kill(running, *meanwhile):
    """The server dies with moves on their way, and is started again."""
    on_their_way = [threading.Thread(target=one) for one in meanwhile]
    for one in on_their_way:
        one.start()
    running.process.send_signal(signal.SIGKILL)
    running.process.wait()
    for one in on_their_way:
        one.join(30)
    running.start_again()
    until(running.answers, STARTING)


def test_nothing_is_lost_and_no_turn_is_half_done(running, people):
    alice, _bob, _carol = people
    assert [alice.cast(game) for game in GAMES] == [200, 200]
    kill(running, *(lambda game=game: alice.cast_in_a_dying_server(game) for game in GAMES))
    stored = json.loads(running.python(STORED))
    for found in (stored[game] for game in GAMES):
        assert found["seqs"] == list(range(1, found["seq"] + 1))
        assert 1 <= found["spells"] <= 2
        assert found["left"] == 3 - found["spells"]
    # it is still her turn
    assert [alice.cast(game) for game in GAMES] == [200, 200]


def test_a_window_stands_as_it_stood_for_everybody(running, people):
    """Who has let it pass ahead, who has not, whose turn it is: every byte is the same after the fall."""
    alice, bob, _carol = people
    assert alice.move("a window", {"do": "done"}) == 200
    assert alice.move("a window", {"do": "assault", "target": "seat-2"}) == 200
    assert bob.let_pass("a window") == 200
    before = [lasting(one.page("a window")[0]) for one in people]
    assert 'value="back"' in before[1]
    kill(running)
    assert [lasting(one.page("a window")[0]) for one in people] == before
