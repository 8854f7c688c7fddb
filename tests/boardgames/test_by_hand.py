"""Manual effects and exchanged hands on screen, and forms that work without scripts."""

import re
from html import unescape

import pytest

from boardgames import table
from boardgames.card_sets.content import Content, whole
from boardgames.card_sets.kinds import DOMINATE, shipped
from boardgames.card_sets.shelf import Chosen
from boardgames.models import BoardGame, Strength
from boardgames.record_reading import OWN_SET
from boardgames.shelf import box_of
from tabletop import records, referee
from tests.boardgames.tables import Table
from tests.combat.war import war


def own_table(use):
    """A game in which every attack card does `use`, for nothing."""
    rows = [row | {"cost": 0, "use": [use]} for row in shipped(DOMINATE)["attacks"]]
    cards = whole(DOMINATE, Content(tables={"attacks": rows}))
    found = war()
    players = [found.seats["alice"].user, found.seats["bob"].user, Strength.NOVICE]
    chosen = Chosen(OWN_SET + DOMINATE.read(cards).fingerprint, cards, found.seats["alice"].user)
    game = table.open_game(found.campaign, found.seats["gm"], box_of("dominate"), "x", players, {}, chosen=chosen)
    assert isinstance(game, BoardGame), game
    at = Table(found, game)
    at.until("seat-1", what="turn")
    while at.state.players[0].piece.place not in ("field_a", "field_b"):
        at.play_one()
        at.until("seat-1", what="turn")
    return at


def commit(at):
    """Two cards of the hand, open."""
    options = box_of("dominate").rules.options(at.state, "seat-1")
    cards = next(
        one for one in options if len(getattr(one, "up", ())) == 2 and set(one.up) <= set(at.state.players[0].hand)
    )
    play(at, {"do": "commit", "up": list(cards.up), "down": []})
    return cards.up


def play(at, move):
    done = referee.play(at.game.record_id, seat="seat-1", move={**move, "by": "seat-1"}, by=at.user("alice"))
    assert isinstance(done, referee.Accepted), done
    at.game.record.refresh_from_db()


def seen(html):
    return re.search(r'name="seen" value="([^"]+)"', html)[1]


@pytest.mark.parametrize("scripts", [True, False])
def test_what_comes_of_a_manual_effect_is_said_in_a_form(db, scripts):
    at = own_table({"op": "manual", "text": "거울을 들여다봅니다"})
    first = commit(at)[0]
    play(at, {"do": "use", "card": first})
    told = at.page("alice")
    assert "거울을 들여다봅니다" in told
    assert "g-settle" not in at.page("bob")
    mana = at.state.players[1].mana
    fields = {
        "as": "seat-1",
        "seen": seen(told),
        "settle": "1",
        "settle.seat-2.mana": "-1",
        "settle.seat-1.total": "+2",
        "note": "합의",
    }
    headers = {"HTTP_HX_REQUEST": "true"} if scripts else {}
    answer = at.client("alice").post(at.at("moves/"), fields, **headers)
    assert answer.status_code == (200 if scripts else 302)
    at.game.record.refresh_from_db()
    assert records.load(at.game.record).players[1].mana == mana - 1
    assert "합의" in at.page("eve")


def test_hand_cards_are_exchanged_by_the_picker(db):
    at = own_table({"op": "swap_hand", "most": 1})
    first = commit(at)[0]
    play(at, {"do": "use", "card": first})
    told = at.page("alice")
    (hand,) = at.state.players[0].hand
    fields = {"as": "seat-1", "seen": seen(told), "cards": "swap_hand", "up": [hand]}
    assert at.client("alice").post(at.at("moves/"), fields, HTTP_HX_REQUEST="true").status_code == 200
    assert at.state.players[0].discard_down == (hand,)


def test_a_turn_is_played_without_scripts(db):
    at = own_table({"op": "mana_add", "n": 1})
    told = at.client("alice").get(at.at("?plain=1")).content.decode()
    form = re.search(r'(?s)<form class="g-plain" method="post".*?</form>', told)[0]
    move = unescape(re.search(r'<option value="([^"]+)"', form)[1])
    answer = at.client("alice").post(at.at("moves/"), {"as": "seat-1", "seen": seen(form), "move": move})
    assert answer.status_code == 302
    assert at.state.players[0].piece.committed
    told = at.client("alice").get(at.at()).content.decode()
    for form in re.findall(r"<form[^>]*>", told):
        assert 'method="post"' in form
        assert "action=" in form


def test_nonsense_in_the_form_changes_nothing(db):
    at = own_table({"op": "manual", "text": "?"})
    play(at, {"do": "use", "card": commit(at)[0]})
    before = at.state.players
    fields = {"as": "seat-1", "seen": seen(at.page("alice")), "settle": "1"}
    wrong = {"settle.seat-2.mana": "many", "settle.nobody.mana": "999", "settle.seat-1.gold": ""}
    assert at.client("alice").post(at.at("moves/"), fields | wrong, HTTP_HX_REQUEST="true").status_code == 200
    assert [one.mana for one in at.state.players] == [one.mana for one in before]
