"""Dominate on screen: what is offered is what may be done, what is not says why, and every number has its reasons."""

import json
import re
from html import unescape

import msgspec
import pytest
from django.utils import translation

from boardgames.bots import Luck
from boardgames.box import sight
from boardgames.dominate import options
from boardgames.dominate.cards import SHIPPED
from boardgames.dominate.moves import Commit, Extra
from boardgames.dominate.settings import HouseRules
from boardgames.fragments import PARTS
from boardgames.shelf import box_of
from boardgames.table import names
from boardgames.templatetags.dominate import dominate_name
from boardgames.templatetags.dominate_screen import does
from boardgames.views.table import audience_of
from tabletop import live, records, referee
from tests.boardgames.tables import dominate_table


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def screen_of(at, seat):
    at.game.record.refresh_from_db()
    view = records.view(at.game.record, (seat,))
    box = box_of("dominate")
    return box.screen(sight(box, at.state, view, seat, names(at.game)))


@pytest.fixture
def at(db):
    return dominate_table()


@pytest.mark.parametrize("what", ["place", "turn"])
def test_I_11_the_page_offers_every_option_and_nothing_else(at, what):
    at.until("seat-1", what=what)
    html = at.page("alice")
    buttons = {unescape(value) for value in re.findall(r'name="move" value="([^"]+)"', html)}
    sets = json.loads(unescape(found[1])) if (found := re.search(r'data-legal="([^"]+)"', html)) else []
    offered = options(at.state, "seat-1")
    cards = [option for option in offered if isinstance(option, Commit | Extra)]
    assert buttons == {msgspec.json.encode(option).decode() for option in offered if option not in cards}
    assert {(tuple(one["up"]), tuple(one["down"])) for one in sets} == {
        (tuple(sorted(card.up)), tuple(sorted(card.down))) for card in cards
    }


def test_the_cards_that_were_laid_are_played_in_their_order(at):
    at.until("seat-1", what="turn")
    move = next(option for option in options(at.state, "seat-1") if isinstance(option, Commit) and len(option.up) != 1)
    answer = at.post("alice", "seat-1", cards="commit", up=list(move.up), down=list(move.down))
    assert answer.status_code == 200
    at.game.record.refresh_from_db()
    shown = next(one for one in records.view(at.game.record, ("seat-1",)).seats if one.seat == "seat-1")
    assert tuple(card.code for card in shown.shown) == move.up
    assert shown.down == len(move.down)


def test_what_cannot_be_done_is_said_with_its_rule(at):
    at.until("seat-1", what="place")
    refused = {(no.kind, no.code): no.illegal.rule for no in screen_of(at, "seat-1").choices.refused}
    assert refused[("place", "lookout")] == "D-17"
    assert "D-17" in at.page("alice")


def test_a_card_that_cannot_be_played_carries_the_reason(db):
    at = dominate_table(np_threshold=99, mode="short")  # no stakes, of which one could forbid more
    at.until("seat-1", what="place")
    at.post("alice", "seat-1", move='{"do": "place", "at": "field_a"}')
    at.until("seat-1", what="turn")
    arts = {held.code: held.why for held in screen_of(at, "seat-1").choices.picker.cards if held.art}
    assert {why.rule for code, why in arts.items() if code not in {"DAN1", "EDGE"}} == {"D-26"}
    assert "마력이 99 이상이어야" in text(at.page("alice"))


def test_I_12_every_power_on_the_board_is_the_sum_of_its_reasons(at):
    at.until("seat-1", what="turn")
    pieces = [piece for spot in screen_of(at, "").spots for piece in spot.pieces if piece.power is not None]
    assert pieces
    assert all(piece.power == sum(term.value for term in piece.terms) for piece in pieces)


def test_what_a_field_pays_is_told_before_it_is_weighed(at):
    """D-36, D-37: the prize on the board, once all have stood, is the prize of the battle."""
    at.until("seat-1", what="turn")
    while True:
        told = {spot.code: spot.prize for spot in screen_of(at, "").spots if spot.pieces}
        before = len(records.view(at.game.record, ()).rounds)
        at.play_one()
        at.game.record.refresh_from_db()
        view = records.view(at.game.record, ())
        if len(view.rounds) > before:
            battles = view.rounds[before - 1].battles
            assert battles
            assert {battle.field: battle.prize for battle in battles} == {
                battle.field: told[battle.field] for battle in battles
            }
            return


def test_a_watcher_sees_the_board_and_no_hand_and_no_button(at):
    at.until("seat-1", what="turn")
    html = at.page("eve")
    assert 'id="board"' in html
    assert "alice" in text(html)
    assert 'id="hand"' not in html
    assert "hx-post" not in html


def test_the_stage_has_nothing_to_press_but_reasons(at):
    at.until("seat-1", what="turn")
    html = at.page("gm", "stage/")
    assert "<button" not in html
    assert "<form" not in html


def test_the_replay_opens_all_hands_after_the_end_and_not_before(db):
    at = dominate_table("alice", "novice", "novice", mode="short")
    at.until("seat-1", what="place")
    assert "g-open" not in at.page("eve", "replay/?hands=1&step=5")
    assert at.page("alice", "replay/?hands=1&step=5").count("g-open") == 1
    while at.asked:
        at.play_one()
    hands = at.page("eve", "replay/?hands=1&step=9")
    assert hands.count("g-open") == 3
    assert "g-open" not in at.page("eve", "replay/?step=9")


def test_the_end_names_the_winner_and_the_ranking(db):
    at = dominate_table("alice", "novice", "novice", mode="short")
    while at.asked:
        at.play_one()
    winner = names(at.game)[records.view(at.game.record, ()).outcome.winners[0]]
    assert f"{winner}의 승리" in text(at.page("eve"))


def test_everything_a_new_player_meets_is_said_in_korean(at):
    at.until("seat-1", what="turn")
    pages = [
        at.page("alice"),
        at.page("eve"),
        at.client("gm").get(at.war.address("games/guide/dominate/")).content.decode(),
    ]
    for page in pages:
        body = re.sub(r"(?s)<(head|script|header).*?</\1>", "", page)
        words = set(re.findall(r"[A-Za-z]{3,}", text(body))) - {"alice", "bob", "NPC"}
        assert not words


GAMES = [
    ("alice", "bob", "novice", {"wardens": "draft", "terrain_order": "owner_chooses", "reveal": "tarot_and_np"}),
    (
        "alice",
        "bob",
        "novice",
        "novice",
        "novice",
        "novice",
        "novice",
        {"face_down_field": 0, "no_legal": "forfeit_round"},
    ),
]


@pytest.mark.parametrize("players", GAMES, ids=["three-with-npc", "seven"])
def test_a_whole_game_is_drawn_at_every_step_for_everybody(db, players):
    """From the first question to the ranking: each page has its fragments, no button is empty, who is asked can act."""
    *names, house_rules = players
    at, luck = dominate_table(*names, **house_rules), Luck(7)
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


@pytest.mark.parametrize("rule", HouseRules.__struct_fields__)
def test_every_house_rule_and_each_of_its_values_has_words(at, rule):
    html = at.client("gm").get(at.war.address("games/new/dominate/")).content.decode()
    row = re.search(rf'(?s)<label for="rule-{rule}">(.*?)</label>(.*?)</li>', html)
    options_of_rule = re.findall(r"<option[^>]*>([^<]*)</option>", row[2])
    assert row[1].strip()
    assert all(option.strip() for option in options_of_rule)
    assert len(set(options_of_rule)) == len(options_of_rule)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_cards_with_an_effect_say_what_it_is(language):
    with translation.override(language):
        silent = {
            code for code, card in SHIPPED.cards.items() if not does(code) and (card.use or card.clash or card.after)
        }
        named = {dominate_name(code) for code in SHIPPED.cards}
    assert not silent
    assert all(named)
