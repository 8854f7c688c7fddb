"""I-6: change only what somebody may not read, and every byte of every page of sheets that he can get stays the same."""

import re
from collections.abc import Callable
from types import SimpleNamespace

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Seat
from characters import sheets
from characters.models import Portrait, SheetVersion
from characters.sheet import Phantasm, Sheet, Skill, Spell, Who
from tests.campaigns.table import client_of
from tests.characters.pages import address, answers_in
from tests.characters.sheets import SABER
from tests.pages import lasting

replace = msgspec.structs.replace
CURSE = Skill(id="curse", name="이름의 저주", rank="A", effect="card", beats=("smash", "counter"), who=Who.GM)
PNG = b"\x89PNG\r\n\x1a\n"

type Change = Callable[[Sheet, SimpleNamespace], Sheet]

GM_ONLY: dict[str, Change] = {
    "notes": lambda sheet, table: replace(sheet, notes="세이버는 배신한다."),
    "a skill of the GM's": lambda sheet, table: replace(sheet, skills=(CURSE, *sheet.skills)),
    "another skill of the GM's": lambda sheet, table: replace(
        sheet, skills=(*sheet.skills, replace(CURSE, id="ward2", name="다른 저주", rank="EX"))
    ),
    "a phantasm of the GM's": lambda sheet, table: replace(
        sheet, phantasms=(Phantasm(id="gate", name="문", damage=99, points=30, who=Who.GM), *sheet.phantasms)
    ),
    "a spell of the GM's": lambda sheet, table: replace(sheet, spells=(Spell(id="fog", name="안개", who=Who.GM),)),
}
"""What neither the owner nor anybody else but the table reads."""

OWN: dict[str, Change] = {
    "true name": lambda sheet, table: replace(sheet, true_name="아무개"),
    "no true name": lambda sheet, table: replace(sheet, true_name=""),
    "ranks": lambda sheet, table: replace(sheet, strength="EX", luck="A++", mana="A"),
    "points": lambda sheet, table: replace(sheet, hp=1, mp=-12, hp_max=300),
    "cards": lambda sheet, table: replace(sheet, smash=sheets_typed(9), ranged=True),
    "skills": lambda sheet, table: replace(sheet, skills=()),
    "a phantasm more": lambda sheet, table: replace(
        sheet, phantasms=(*sheet.phantasms, Phantasm(id="two", name="두 번째", damage=3))
    ),
    "secret and mission": lambda sheet, table: replace(sheet, secret="아니었다.", mission="달아날 것."),
    "the Master": lambda sheet, table: replace(sheet, master=table.emi.code),
}
"""What the owner and the table read."""


def sheets_typed(count: int):
    from characters.sheet import Typed

    return Typed(count=count)


def everything(seat: Seat, table: SimpleNamespace, begun: dict[str, list[str]] | None) -> list[tuple[str, int, str]]:
    """Every page and answer of sheets that this person can get without changing anything."""
    client = client_of(seat.user)
    known = [version.code for version in table.first]
    pages = [
        reverse("sheets", args=(table.code,)),
        reverse("sheet-new", args=(table.code, "servant")),
        reverse("sheet-paste", args=(table.code,)),
        *(address(name, table.saber) for name in ("sheet", "sheet-edit", "sheet-versions", "sheet-portrait")),
        *(address("sheet-version", table.saber, code) for code in known),
        *(address("portrait", table.saber, code) for code in (table.picture.code, "0123456789")),
    ]
    answers = [(page, client.get(page)) for page in pages]
    edit = address("sheet-edit", table.saber)
    answers.append(("refused", client.post(edit, (begun or {}) | {"name": "", "hp": "-1"})))
    answers.append(("added", client.post(edit, (begun or {}) | {"act": "add-skills"}, headers={"HX-Request": "true"})))
    answers.append(("stale", client.post(edit, (begun or {}) | {"made_from": "0" * 16})))
    return [(name, answer.status_code, said(answer)) for name, answer in answers]


def said(answer: HttpResponse) -> str:
    """The bytes of an answer and its headers, but for what is drawn at random for every page."""
    text = answer.content.decode(errors="replace") + repr(sorted(answer.headers.items()))
    text = lasting(text)
    text = re.sub(r'name="code" value="\w+"', "", text)
    return re.sub(r"skills[.-][0-9a-f]{8}|(?<=\")[0-9a-f]{8}(?=\")|remove-skills-[0-9a-f]{8}", "", text)


def form_of(seat: Seat, table: SimpleNamespace) -> dict[str, list[str]] | None:
    page = client_of(seat.user).get(address("sheet-edit", table.saber))
    return answers_in(page) if page.status_code == 200 else None


def prepared(table: SimpleNamespace) -> None:
    """A sheet with two versions, and a picture that only its owner sees."""
    table.picture = Portrait.objects.create(character=table.saber, kind="image/png", data=PNG)
    who = {"portrait": Who.OWNER}
    sheets.write(table.saber, replace(SABER, portrait=table.picture.code, who=who), table.alice.user, "written")
    table.first = list(table.saber.versions.all())


def secretly(table: SimpleNamespace, change: Change) -> None:
    sheets.change(table.saber, lambda sheet: change(sheet, table), table.gm.user, "written")
    assert SheetVersion.objects.filter(character=table.saber).count() == 3, "the change has to be one"


@pytest.mark.parametrize("change", [pytest.param(each, id=name) for name, each in (GM_ONLY | OWN).items()])
@pytest.mark.parametrize("viewer", ["bob", "eve"])
def test_others_get_the_same_bytes_whatever_is_hidden_from_them(
    table: SimpleNamespace, viewer: str, change: Change
) -> None:
    prepared(table)
    seat = getattr(table, viewer)
    before = everything(seat, table, form_of(seat, table))
    secretly(table, change)
    assert everything(seat, table, form_of(seat, table)) == before


@pytest.mark.parametrize("change", [pytest.param(each, id=name) for name, each in GM_ONLY.items()])
def test_the_owner_gets_the_same_bytes_whatever_the_gm_keeps_to_himself(table: SimpleNamespace, change: Change) -> None:
    prepared(table)
    begun = form_of(table.alice, table)
    before = everything(table.alice, table, begun)
    secretly(table, change)
    assert form_of(table.alice, table) == begun
    assert everything(table.alice, table, begun) == before


def test_a_hidden_version_has_no_address(table: SimpleNamespace) -> None:
    prepared(table)
    secretly(table, GM_ONLY["notes"])
    hidden = table.saber.versions.first()
    for seat, status in ((table.alice, 404), (table.bob, 404), (table.gm, 200)):
        assert client_of(seat.user).get(address("sheet-version", table.saber, hidden.code)).status_code == status


def test_the_owner_saves_over_a_hidden_change_without_noticing(table: SimpleNamespace) -> None:
    prepared(table)
    begun = form_of(table.alice, table) or {}
    secretly(table, GM_ONLY["a skill of the GM's"])
    client: Client = client_of(table.alice.user)
    assert client.post(address("sheet-edit", table.saber), begun | {"wish": "바다"}).status_code == 302
    assert CURSE in sheets.current(table.saber).skills
