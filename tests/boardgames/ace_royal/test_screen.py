"""Ace Royal on screen: every option is offered and nothing else, every refusal has its reason, every number its sum."""

import re
from html import unescape

import msgspec
import pytest

from boardgames.ace_royal import options
from boardgames.bots import Luck
from boardgames.fragments import PARTS
from boardgames.views.table import audience_of
from tabletop import live, referee
from tests.boardgames.tables import royal_table


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("players", [("alice", "bob"), ("alice", "bob", "novice", "novice")])
def test_a_whole_game_is_drawn_at_every_step_for_everybody(db, players):
    at, luck = royal_table(*players), Luck(7)
    while asked := at.asked:
        at.game.record.refresh_from_db()
        for page, seat in (("hand", asked), ("stage", "")):
            drawn = live.draw(audience_of(at.game, page, seat))
            assert set(PARTS[page]) <= drawn.keys()
            assert not re.search(r"<button[^>]*>\s*(<span>\s*</span>)?\s*</button>", "".join(drawn.values()))
            assert ('name="seen"' in "".join(drawn.values())) == (page == "hand")
        moves = options(at.state, asked)
        move = msgspec.json.decode(msgspec.json.encode(moves[luck.below(len(moves))]))
        assert isinstance(referee.play(at.game.record_id, seat=asked, move=move, by=None), referee.Accepted)
    assert "g-ranking" in at.page("eve")
