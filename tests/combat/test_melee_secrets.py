"""I-6 in a melee: plans against several, supports, chants, notes and the answers to drafts tell nobody what another hides."""

import pytest
from django.test import Client

from combat.views import table as views
from tabletop import live, records, seals
from tests.combat.melee import LONG, REEDS, melee
from tests.combat.test_secrets import ONE_SALT, clean
from tests.combat.war import gm_does

PAGES = ("", "stage/", "told/1/1/", "told/1/2/", "text/", "seals/1/", "seals/2/", "seals/3/", "seals/4/")
ORDER = ("saber", "rider", "lancer", "archer")

OPEN = {"lancer": "smash"}
CHANT = [{"archer": "spell:long"}] * LONG.steps
HELP = {"to": "saber", "with": "general", "for": "attack"}

HIDDEN = {
    "whom a covered card is for": ("saber", [OPEN, {}, {"lancer": "counter"}], [OPEN, {}, {"archer": "counter"}]),
    "a covered chant": ("saber", [OPEN, {}, *CHANT], [OPEN, {}, {}]),
    "a covered area phantasm": (
        "saber",
        [OPEN, {}, {"lancer": "np:reeds", "archer": "np:reeds"}],
        [OPEN, {}, {"archer": "smash"}],
    ),
    "a covered support": ("rider", [HELP, {}, HELP], [HELP, {}, {}]),
    "how an ally will help": ("rider", [HELP, {}, HELP], [HELP, {}, {"to": "saber", "with": "spell:veil"}]),
    "whom a support that changed nothing was for": (
        "rider",
        [HELP, {"to": "saber", "with": "skill:cheer", "for": "attack"}],
        [HELP, {}],
    ),
}
READERS = {"saber": ("bob", "carol", "dan", "eve", "gm"), "rider": ("alice", "bob", "dan", "eve", "gm")}


@pytest.fixture(autouse=True)
def _one_fingerprint(monkeypatch):
    monkeypatch.setattr(seals, "seal", lambda move: ONE_SALT)


def play(who, slots, opened):
    """The melee with this hidden plan, the first `opened` slots open; what each of the others can get."""
    records.forget()
    table = melee()
    for other in ORDER:
        table.plan(other, *(slots if other == who else [{}, {"saber": "smash"}] if other == "lancer" else []))
    if opened:
        gm_does(table.war, table.fight, "reveal", slots=opened)
    table.fight.record.refresh_from_db()
    return {reader: everything(table, reader) for reader in READERS[who]}


def everything(table, who):
    client = Client()
    seat = table.war.seats[who]
    client.force_login(seat.user)
    got = [client.get(table.at(page)) for page in PAGES]
    told = [(answer.status_code, answer.content.decode()) for answer in got]
    draft = client.post(table.at(f"plans/{table.code(_own(who))}/draft/"), {"slot": 1, "target": table.code("saber")})
    streams = [
        str(live.draw(views.audience_of(table.fight, views.place_of(seat, table.fight, "", page))))
        for page in ("", "stage")
    ]
    return clean(str([told, draft.status_code, draft.content.decode(), streams]), table.fight, table.war)


def _own(who):
    return {"alice": "saber", "bob": "lancer", "carol": "rider", "dan": "archer"}.get(who, "lancer")


@pytest.mark.parametrize("opened", [0, 2])
@pytest.mark.parametrize("what", HIDDEN)
def test_what_is_covered_changes_no_byte_for_anybody_else(db, what, opened):
    who, one, other = HIDDEN[what]
    if what.startswith("whom a support") and opened:
        opened = 1  # in slot 2 Saber waits, and there a support shows
    assert play(who, one, opened) == play(who, other, opened)


def test_a_note_tells_others_that_a_chant_broke_off_and_not_which(db):
    """G-9: the owner reads the card, everybody else only that it was cancelled."""
    table = melee(hp=60)
    table.plan("saber", *[{"archer": "spell:long"}] * 3)
    table.plan("archer", {}, {"saber": "onslaught"})
    for other in ("rider", "lancer"):
        table.plan(other)
    table.war.client("gm").post(table.at("moves/"), {"do": "reveal", "slots": 2, "seen": 4})
    told = {who: table.war.client(who).get(table.at()).content.decode() for who in ("alice", "bob", "gm")}
    assert "긴 주문" in told["alice"]
    assert "영창" in told["bob"]
    assert "긴 주문" not in told["bob"].split('id="told"')[1].split("</section>")[0]


def test_how_often_a_phantasm_can_be_used_is_its_owners_own(db):
    """What is left of a phantasm is its owner's: the enemies' pages are the same with one use and with two."""
    pages = []
    for uses in (1, 2):
        records.forget()
        table = melee(reeds=type(REEDS)(**{**_fields(REEDS), "uses": uses}))
        pages.append([everything(table, who) for who in ("bob", "eve")])
    assert pages[0] == pages[1]


def _fields(value):
    return {name: getattr(value, name) for name in value.__struct_fields__}
