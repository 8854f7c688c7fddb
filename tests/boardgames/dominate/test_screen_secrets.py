"""I-6 at the board: change only what Bob hides, and every byte that Alice, Eve and the GM can get stays the same."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardgames.dominate.cards import SHIPPED
from boardgames.models import BoardGame, ComputerSeat
from boardgames.shelf import box_of
from boardgames.templatetags.dominate import dominate_name
from tabletop import records, referee
from tabletop.models import Chair, Entry
from tests.boardgames.everything import clean, everything
from tests.boardgames.tables import Table
from tests.combat.war import war

BOBS = sorted(SHIPPED.champions.keys() - {"HAL", "DAN"})
"""What bob may have been dealt beside alice's and the computer's champions."""


def dealt(champion: str, deck: list[str], stakes: list[str]) -> list[dict[str, Any]]:
    """Every draw before the first question: alice HAL and the Jeweller, bob the Arbiter, the computer DAN."""
    wardens = {"seat-1": "COR", "seat-2": "OSM", "seat-3": "TAV"}
    champions = {"seat-1": "HAL", "seat-2": champion, "seat-3": "DAN"}
    decks = {"seat-1": SHIPPED.attack_deck("HAL", "COR"), "seat-2": deck, "seat-3": SHIPPED.attack_deck("DAN", "TAV")}
    chance = {"by": "chance"}
    return [
        {**chance, "do": "wardens", "wardens": wardens},
        {**chance, "do": "champions", "champions": champions},
        *({**chance, "do": "deck", "who": seat, "cards": list(cards)} for seat, cards in decks.items()),
        {**chance, "do": "stakes", "cards": stakes},
        {
            **chance,
            "do": "situations",
            "cards": list(SHIPPED.normal_situations[:8]),
            "removed": list(SHIPPED.normal_situations[8:]),
        },
        {**chance, "do": "start", "who": "seat-2"},
    ]


def at_the_table(moves: list[dict[str, Any]]) -> Table:
    """alice and bob with a computer player, the game as far as `moves`."""
    records.forget()
    found = war()
    box = box_of("dominate")
    names = {"seat-1": "alice", "seat-2": "bob"}
    seats = [{"id": seat, "name": name} for seat, name in (names | {"seat-3": "컴퓨터 3"}).items()]
    record = referee.take_in("dominate", box.setup("그릇 전쟁", {}, seats), moves, by=None)
    Chair.objects.bulk_create(
        Chair(record=record, seat=seat, user=found.seats[name].user) for seat, name in names.items()
    )
    game = BoardGame.objects.create(
        campaign=found.campaign, record=record, title="그릇 전쟁", by=found.seats["gm"].user
    )
    ComputerSeat.objects.create(game=game, seat="seat-3", strength="adept")
    return Table(found, game)


def bobs_round(hand: list[str], *, peeks: bool) -> list[dict[str, Any]]:
    """bob looks or not, goes to the workshop and lays two cards face down; then it is alice's turn on field A."""
    look = [{"by": "seat-2", "do": "peek"}] if peeks else []
    placed = [("seat-2", "workshop"), ("seat-3", "field_b"), ("seat-1", "field_a")]
    return [
        *look,
        *({"by": seat, "do": "place", "at": place} for seat, place in placed),
        {"by": "seat-2", "do": "commit", "down": hand[:2]},
        {"by": "seat-2", "do": "done"},
    ]


@st.composite
def bobs(draw):
    """A champion of bob's with his deck in some order, and whether he looks at the covered stake."""
    champion = draw(st.sampled_from(BOBS))
    return champion, draw(st.permutations(SHIPPED.attack_deck(champion, "OSM"))), draw(st.booleans())


def seen_by_the_others(champion: str, deck: list[str], *, peeks: bool, far: bool) -> dict[str, list[Any]]:
    moves = dealt(champion, deck, list(SHIPPED.all_stakes))
    at = at_the_table([*moves, *bobs_round(deck[:3], peeks=peeks)] if far else moves)
    return {who: everything(at, who) for who in ("alice", "eve", "gm", "hana")}


@pytest.mark.django_db
@settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=bobs(), other=bobs(), far=st.booleans())
def test_nothing_that_bob_hides_reaches_anybody_else(one, other, far):
    first = seen_by_the_others(one[0], one[1], peeks=one[2], far=far)
    assert first == seen_by_the_others(other[0], other[1], peeks=other[2], far=far)


def test_the_covered_stake_and_the_order_of_decks_reach_nobody(db):
    deck = list(SHIPPED.attack_deck("IRE", "OSM"))
    stakes = list(SHIPPED.all_stakes)
    swapped = [stakes[0], *stakes[:0:-1]]
    at, other = (at_the_table(dealt("IRE", deck, order)) for order in (stakes, swapped))
    for who in ("alice", "bob", "eve", "gm"):
        assert everything(at, who) == everything(other, who), who


def test_a_look_at_the_covered_stake_changes_no_page_but_his_own(db):
    at = at_the_table(dealt("IRE", list(SHIPPED.attack_deck("IRE", "OSM")), list(SHIPPED.all_stakes)))
    before = {who: everything(at, who) for who in ("alice", "eve", "gm")}
    assert at.post("bob", "seat-2", move='{"do": "peek"}').status_code == 200
    at.game.record.refresh_from_db()
    assert {who: everything(at, who) for who in ("alice", "eve", "gm")} == before
    assert dominate_name(SHIPPED.all_stakes[1]) in at.page("bob")
    assert Entry.objects.filter(record=at.game.record).last().move["do"] == "peek"


def test_a_refused_move_tells_nothing_of_another_hand(db):
    """bob's `commit` of cards that alice holds is refused as one of cards that nobody holds."""
    moves = dealt("IRE", list(SHIPPED.attack_deck("IRE", "OSM")), list(SHIPPED.all_stakes))
    at = at_the_table([*moves, *bobs_round([], peeks=False)[:3]])
    said = [
        clean(at.post("bob", "seat-2", cards="commit", down=[card, card]).content.decode(), at) for card in ("M8", "S8")
    ]
    assert said[0] == said[1]
    assert "D-2" in said[0]


def test_bob_himself_sees_what_the_others_do_not(db):
    """Were there no difference to hide, the tests above would say nothing."""
    at, other = (
        at_the_table(dealt(name, list(SHIPPED.attack_deck(name, "OSM")), list(SHIPPED.all_stakes)))
        for name in ("IRE", "KOR")
    )
    assert everything(at, "bob") != everything(other, "bob")
