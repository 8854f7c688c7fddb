"""I-6 at the fight: change only what Bob hides, and every byte that Alice, Eve and the GM can get stays the same."""

import re

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characters import sheets
from characters.models import Character
from combat.views import table
from tabletop import live, records, seals
from tests.combat.war import SABERS_PLAN, plan, reveal, war
from tests.pages import lasting

CARDS = st.sampled_from(["smash", "counter", "onslaught", ""])
PAGES = ("", "?as=", "stage/", "seals/1/", "seals/2/", "told/1/1/", "told/1/3/", "text/", "review/", "record.json")
ONE_SALT = {"salt": "00", "print": "ab" * 32}


@pytest.fixture(autouse=True)
def _one_fingerprint(monkeypatch):
    """The salted fingerprint differs by its nature; with the same one, everything else must be the same."""
    monkeypatch.setattr(seals, "seal", lambda move: ONE_SALT)


def everything(at_table, who, fight):
    """Every byte that `who` can get of this fight: pages, and what the stream would send."""
    client = Client()
    client.force_login(at_table.seats[who].user)
    got = []
    for page in PAGES:
        answer = client.get(at_table.address(f"fights/{fight.code}/{page}"))
        assert answer.status_code in {200, 403, 404}, page
        got.append((page, answer.status_code, clean(answer.content.decode(), fight, at_table)))
    seat = at_table.seats[who]
    for page in ("", "stage"):
        audience = table.audience_of(fight, table.place_of(seat, fight, "", page))
        got.append(("stream", clean(str(live.draw(audience)), fight, at_table)))
    return got


def clean(text, fight, at_table):
    """Without what differs between two databases that hold the same: addresses, tokens, the time."""
    for word in (fight.code, at_table.campaign.code, *Character.objects.values_list("code", flat=True)):
        text = text.replace(word, "·")
    text = lasting(text)
    return re.sub(r"\d\d:\d\d(:\d\d)?|datetime=\"[^\"]+\"|T\d\d:\d\d[^\"]*", "·", text)


def play(cards, endurance, opened):
    """The same fight with this hidden Lancer: both sealed, the first `opened` slots open; what each of the cast can get."""
    records.forget()
    at_table = war()
    sheet = sheets.current(at_table.lancer)
    kept = {name: getattr(sheet, name) for name in sheet.__struct_fields__}
    hidden = type(sheet)(
        **{**kept, "endurance": endurance, "secret": f"비밀 {cards}", "true_name": f"진명 {endurance}"}
    )
    sheets.write(at_table.lancer, hidden, None, "written")
    fight = at_table.fight(slots_per_round=5)
    plan(fight, at_table.saber, at_table.lancer, SABERS_PLAN[:5])
    plan(fight, at_table.lancer, at_table.saber, cards)
    if opened:
        reveal(at_table, fight, slots=opened)
    fight.record.refresh_from_db()
    return {who: everything(at_table, who, fight) for who in ("alice", "eve")} | {
        "gm's desk": everything_at_desk(at_table, fight)
    }


def everything_at_desk(at_table, fight):
    """The GM knows the sheets, so only the covered plan is hidden from him, also where he acts for its owner."""
    got = []
    for acting, changing in (("", False), (at_table.lancer.code, False), (at_table.lancer.code, True)):
        place = table.place_of(at_table.seats["gm"], fight, acting)
        got.append(clean(str(live.draw(table.audience_of(fight, place, changing=changing))), fight, at_table))
    return got


def plans():
    """Two plans of Lancer that are the same in the first two slots, and both legal."""
    tail = st.lists(CARDS, min_size=3, max_size=3).filter(
        lambda cards: all(cards.count(card) < 3 for card in cards if card)
    )
    return st.tuples(st.just(["smash", ""]), tail, tail)


@settings(max_examples=12, suppress_health_check=list(HealthCheck), deadline=None)
@given(plans(), st.sampled_from([0, 1, 2]))
def test_what_is_still_covered_changes_no_byte_for_anybody_else(transactional_free_db, made, opened):
    head, one, other = made
    first, second = play([*head, *one], "C", opened), play([*head, *other], "C", opened)
    assert first == second


@settings(max_examples=8, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.sampled_from("EDCA"), st.sampled_from([0, 1, 2]))
def test_a_hidden_sheet_changes_no_byte_for_other_players(transactional_free_db, endurance, opened):
    cards = ["smash", "", "", "onslaught", ""]
    first, second = play(cards, "C", opened), play(cards, endurance, opened)
    assert {who: first[who] for who in ("alice", "eve")} == {who: second[who] for who in ("alice", "eve")}


@pytest.fixture
def transactional_free_db(db):
    """One database for all examples: each makes a war of its own in it."""
