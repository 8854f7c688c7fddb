"""A server that is killed in the middle of a turn: every accepted move is there, no half turn, and the turn goes on."""

import json
import re
import signal
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import suppress

from tests.serving import serving, until

WAR = """
from bench._table import _cookie
from boardgames import table
from boardgames.models import Strength
from boardgames.shelf import box_of
from campaigns.models import Campaign, Role, Seat, User
from tabletop import records, referee
import json, msgspec
campaign = Campaign.objects.create(name="x")
seats = [Seat.objects.create(campaign=campaign, user=User.objects.create_user(None, nickname=n), role=Role.PLAYER) for n in "abc"]
box = box_of("dominate")
game = table.open_game(campaign, seats[0], box, "x", [s.user for s in seats], {"mana_cap": 99})
while True:
    game.record.refresh_from_db()
    state = records.load(game.record)
    asked = box.rules.awaits(state).seats[0]
    if state.step.what == "turn" and asked == "seat-1":
        break
    moves = [msgspec.json.decode(msgspec.json.encode(move)) for move in box.mind.moves(state, asked)]
    move = next(move for move in moves if move["do"] != "spell")  # seat-1 keeps all of them for later
    referee.play(game.record_id, seat=asked, move=move, by=None)
print(json.dumps({"cookie": _cookie(seats[0].user), "address": f"/c/{campaign.code}/games/{game.code}/", "game": game.pk}))
"""

STORED = """
from boardgames.models import BoardGame
from tabletop import records
import json
game = BoardGame.objects.select_related("record").get(pk=%d)
entries = list(game.record.entries.order_by("seq"))
state = records.load(game.record)
spells = sum(one.move["do"] == "spell" for one in entries)
print(json.dumps({"seqs": [one.seq for one in entries], "seq": game.record.seq, "spells": spells,
                  "left": state.players[0].spells, "what": state.step.what}))
"""

SPELL = json.dumps({"do": "spell", "for": "mana"})


def test_nothing_is_lost_and_no_turn_is_half_done(tmp_path):
    with serving(tmp_path / "var", DEMO="off", SECRET_KEY="of a test") as running:
        war = json.loads(running.python(WAR))
        assert cast(running, war) == 200
        # the next one is on its way as the server dies
        second = threading.Thread(target=lambda: quietly(running, war))
        second.start()
        running.process.send_signal(signal.SIGKILL)
        running.process.wait()
        second.join(15)
        running.start_again()
        until(running.answers)
        found = json.loads(running.python(STORED % war["game"]))
        assert found["seqs"] == list(range(1, found["seq"] + 1))
        assert 1 <= found["spells"] <= 2
        assert found["left"] == 3 - found["spells"]
        assert found["what"] == "turn"
        assert cast(running, war) == 200


def quietly(running, war):
    with suppress(OSError, AssertionError):
        cast(running, war)


def cast(running, war):
    """A command spell by the button of the page."""
    headers = {"Cookie": war["cookie"]}
    request = urllib.request.Request(running.address + war["address"], headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        page, set_cookie = answer.read().decode(), answer.headers.get_all("Set-Cookie") or []
    seen = re.search(r'name="seen" value="([0-9a-f]{16})"', page)[1]
    token = re.search(r'"X-CSRFToken": "([^"]+)"', page)[1]
    cookies = "; ".join([war["cookie"], *(one.split(";")[0] for one in set_cookie)])
    fields = urllib.parse.urlencode({"as": "seat-1", "seen": seen, "move": SPELL}).encode()
    sent = urllib.request.Request(
        running.address + war["address"] + "moves/",
        fields,
        {"Cookie": cookies, "X-CSRFToken": token, "HX-Request": "true"},
    )
    try:
        with urllib.request.urlopen(sent, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code
