"""I-6 at the card table (rules part 4.3): change only what Bob hides, and every byte that others can get stays the same."""

import json
import re
from collections import Counter
from typing import Any

import msgspec
import pytest
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from boardgames.ace_royal.cards import DECK
from boardgames.ace_royal.notation import read_ability
from boardgames.card_sets.content import Content, whole
from boardgames.card_sets.kinds import ACE_ROYAL as OWN
from boardgames.card_sets.kinds import shipped
from boardgames.templatetags.ace_royal import ace_royal_name
from tests.boardgames.everything import clean, everything
from tests.boardgames.tables import Table, royal_at, royal_deal

OTHERS = ("alice", "eve", "gm", "hana")
HIDDEN_HEROES = ("L-H01", "L-H03", "L-H09", "L-H12", "L-H16")
ALICE = ("L-K01", "L-K02", "L-K03", "L-K05")
COMPUTER = ("L-K06", "L-K07", "L-K08", "L-K09")
NEXT = ("L-S03", "L-S03", "L-S04")
"""The next draws, the same whatever bob holds."""


@pytest.fixture(autouse=True)
def _windows_stay(settings):
    """However long it takes here to read everything, what is compared is the same moment."""
    settings.WINDOW_SECONDS = settings.ANSWER_SECONDS = 600


def moves(hero: str, class_: str, hand: list[str], *rest: dict[str, Any]) -> list[dict[str, Any]]:
    """alice is on seat-1 and starts, bob on seat-2 has what the test hides, the computer on seat-3."""
    chance = {"by": "chance"}
    top = [*ALICE, *hand, *COMPUTER, *NEXT]
    left = Counter(DECK)
    left.subtract(top)
    assert min(left.values()) >= 0, "more copies than there are"
    return [
        {"by": "table", "do": "start", "seat": "seat-1"},
        {**chance, "do": "heroes", "cards": {"seat-1": "L-H07", "seat-2": hero, "seat-3": "L-H13"}},
        {**chance, "do": "classes", "cards": {"seat-1": "L-C1", "seat-2": class_, "seat-3": "L-C5"}},
        {**chance, "do": "deck", "order": [*top, *sorted((+left).elements())]},
        *rest,
    ]


def dealt(hero: str, class_: str, hand: list[str], *rest: dict[str, Any]) -> Table:
    return royal_at(moves(hero, class_, hand, *rest), class_swap="none")


def story(name: str, hand: list[str]) -> list[dict[str, Any]]:
    """How far the game is: in alice's ritual; or bob, in his own turn, has laid a card face-down."""
    if name == "ritual":
        return []
    laid = {"by": "seat-2", "do": "facedown", "card": sorted(hand)[0]}
    return [
        {"by": "seat-1", "do": "set", "card": "L-K01"},
        {"by": "seat-1", "do": "done"},
        {"by": "chance", "do": "encounter", "roll": 3},
        laid,
    ]


hands = st.lists(st.sampled_from(sorted(set(DECK) - {"L-S03", "L-S04"})), min_size=4, max_size=4).filter(
    lambda hand: (
        min((Counter(DECK) - Counter([*ALICE, *COMPUTER, *NEXT])).get(card, 0) - hand.count(card) for card in hand) >= 0
    )
)
bobs = st.tuples(st.sampled_from(HIDDEN_HEROES), st.sampled_from(["L-C2", "L-C3", "L-C6"]), hands)


@pytest.mark.django_db
@settings(
    max_examples=3, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(one=bobs, other=bobs, how=st.sampled_from(["ritual", "facedown"]))
def test_nothing_that_bob_hides_reaches_anybody_else(one, other, how):
    """Hand, face-down hero and class, face-down slot cards, the deck, the class cards that were not dealt."""
    seen = []
    for hero, class_, hand in (one, other):
        at = dealt(hero, class_, hand, *story(how, hand))
        seen.append({who: everything(at, who) for who in OTHERS})
    assert seen[0] == seen[1]


PLAIN_HAND = ["L-K04", "L-K10", "L-K12", "L-K22"]
RESPONSES = ["L-S08", "L-S09", "L-S01", "L-S11"]
ASSAULT = [{"by": "seat-1", "do": "done"}, {"by": "seat-1", "do": "assault", "target": "seat-2"}]
PASSED = {"by": "seat-1", "do": "pass"}


def test_a_window_looks_the_same_whether_bob_could_answer_or_not(db):
    """AG-16: not what he holds, not that he is asked, not that he has passed."""
    tables = [
        dealt("L-H03", "L-C3", PLAIN_HAND, *ASSAULT, PASSED),
        dealt("L-H03", "L-C3", RESPONSES, *ASSAULT, PASSED),
    ]
    assert [at.asked for at in tables] == ["seat-2", "seat-2"]
    first, second = ({who: everything(at, who) for who in OTHERS} for at in tables)
    assert first == second


def test_who_holds_a_counterword_is_told_to_nobody(db):
    """AC-21: at the question whether anybody answers a scene the others cannot tell whether it is bob or the computer."""
    scene = {"by": "seat-1", "do": "use", "card": "L-S03"}
    begin = moves("L-H03", "L-C3", PLAIN_HAND)
    at = []
    for hands_of in ({"seat-2": "L-S14"}, {"seat-3": "L-S14"}):
        first = json.loads(json.dumps(begin))
        deck = next(move for move in first if move["do"] == "deck")["order"]
        place = {"seat-2": 4, "seat-3": 8}[next(iter(hands_of))]
        order = [card for card in deck if card != "L-S14"]
        other = order[place]
        order[place] = "L-S14"
        next(move for move in first if move["do"] == "deck")["order"] = [*order, other, "L-S14"]
        at.append(royal_at([*first, scene], class_swap="none"))
    assert [one.asked for one in at] == ["seat-2", "seat-3"]
    assert everything(at[0], "eve") == everything(at[1], "eve")
    assert everything(at[0], "alice") == everything(at[1], "alice")


def test_a_stolen_card_is_known_to_giver_and_taker_alone(db):
    steal = {"by": "seat-2", "do": "use", "card": "L-S12", "target": "seat-1"}
    seen = []
    for card in ("L-K01", "L-K02"):
        at = dealt(
            "L-H03", "L-C3", ["L-S12", "L-K04", "L-K10", "L-K22"], steal, {"by": "chance", "do": "card", "card": card}
        )
        seen.append({who: everything(at, who) for who in ("eve", "gm", "hana")})
        assert ace_royal_name(card) in str(everything(at, "bob"))
    assert seen[0] == seen[1]


def test_a_refused_move_tells_nothing_of_another_hand(db):
    """bob's use of a card that alice holds is refused as of one that nobody holds."""
    at = dealt("L-H03", "L-C3", PLAIN_HAND)
    said = [
        clean(at.post("bob", "seat-2", move=json.dumps({"do": "use", "card": card})).content.decode(), at)
        for card in ("L-S07", "L-S08")
    ]
    assert re.sub("AG-16", "", said[0]) == re.sub("AG-16", "", said[1])


def test_nothing_of_the_order_of_the_deck_reaches_anybody(db):
    first = moves("L-H03", "L-C3", PLAIN_HAND)
    second = json.loads(json.dumps(first))
    order = next(move for move in second if move["do"] == "deck")["order"]
    order[13:] = order[:12:-1]
    tables = [royal_at(told, class_swap="none") for told in (first, second)]
    for who in (*OTHERS, "bob"):
        assert everything(tables[0], who) == everything(tables[1], who), who


def test_a_save_file_comes_only_after_the_end(db):
    at = dealt("L-H03", "L-C3", PLAIN_HAND)
    assert {at.client(who).get(at.at("record.json")).status_code for who in ("alice", "bob", "eve", "gm")} == {409}


def test_what_a_move_carries_is_made_of_what_its_maker_sees(db):
    """No number of an entry in it, that would count what was done in secret."""
    tokens = {dealt("L-H03", "L-C3", hand, *ASSAULT).seen("seat-1") for hand in (PLAIN_HAND, RESPONSES)}
    assert len(tokens) == 1


def test_bob_himself_sees_what_the_others_do_not(db):
    """Were there no difference to hide, the tests above would say nothing."""
    at, other = dealt("L-H03", "L-C3", PLAIN_HAND), dealt("L-H01", "L-C2", RESPONSES)
    assert everything(at, "bob") != everything(other, "bob")


def test_the_class_cards_of_a_hidden_pool_are_seen_by_who_decides_on_them_alone(db):
    """A-15, 4.3: the same seats, other class cards left over; nothing of it reaches who does not exchange."""
    seen = []
    for class_ in ("L-C3", "L-C5"):
        deal = [move for move in royal_deal(3, classes={"seat-2": class_}) if move["do"] not in ("keep", "deck")]
        at = royal_at(deal, "alice", "bob", "adept", class_swap="hidden_pool")
        assert at.asked == "seat-1"
        other = {"L-C3": "L-C5", "L-C5": "L-C3"}[class_]
        assert f"&quot;card&quot;:&quot;{other}" in at_page(at, "alice")
        seen.append({who: everything(at, who) for who in ("bob", "eve", "gm")})
    assert all(seen[0][who] == seen[1][who] for who in ("eve", "gm"))
    assert "L-C5" not in str(seen[0]["bob"])


def test_what_a_peek_shows_reaches_nobody_but_who_looks(db):
    """4.3: alice looks at the top of the deck; what lies there differs, and only her own page does."""
    rows = [row for row in shipped(OWN)["cards"] if row["id"] == "L-S03"]
    said = [msgspec.to_builtins(read_ability("A@any: peek(deck,-,1)"))]
    cards = whole(OWN, Content(tables={"cards": [{**rows[0], "abilities": said}]}))
    seen = []
    for top in ("L-K24", "L-K23"):
        deal = royal_deal(2, {"seat-1": ["L-S03", "L-K01", "L-K02", "L-K03"]})
        order = deal[-1]["order"]
        order.insert(9, order.pop(order.index(top)))
        at = royal_at([*deal, {"by": "seat-1", "do": "use", "card": "L-S03"}], "alice", "bob", cards=cards)
        assert ace_royal_name(top) in at_page(at, "alice").partition("a-peeked")[2].partition("</ul>")[0]
        seen.append({who: everything(at, who) for who in ("bob", "eve", "gm")})
    assert seen[0] == seen[1]


def at_page(at: Table, who: str) -> str:
    client = Client()
    client.force_login(at.user(who))
    return client.get(at.at()).content.decode()
