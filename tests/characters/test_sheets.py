"""The one writer: every change is a version."""

import threading
from types import SimpleNamespace

import msgspec
import pytest
from django.db import connections

from characters import sheets
from characters.combatant import after_fight
from characters.models import Character, SheetVersion
from characters.sheet import BLANK
from characters.visibility import settled
from tests.campaigns.table import war
from tests.characters.sheets import SABER

replace = msgspec.structs.replace


def test_a_new_character_says_what_its_first_version_says(table: SimpleNamespace) -> None:
    assert sheets.current(table.saber) == settled(SABER)
    first = table.saber.versions.get()
    assert (first.number, first.cause, first.by) == (1, "written", table.alice.user)


def test_a_change_is_a_version_and_the_older_one_stays(table: SimpleNamespace) -> None:
    written = sheets.write(table.saber, replace(SABER, hp=69), table.gm.user, "fight", "f1")
    assert (written.number, written.by, written.cause, written.source) == (2, table.gm.user, "fight", "f1")
    assert [version.sheet["hp"] for version in table.saber.versions.all()] == [69, 80]


def test_an_unchanged_sheet_makes_no_version(table: SimpleNamespace) -> None:
    assert sheets.write(table.saber, SABER, table.gm.user, "written").number == 1
    assert table.saber.versions.count() == 1


def test_a_change_made_from_an_older_version_is_stale_and_writes_nothing(table: SimpleNamespace) -> None:
    sheets.write(table.saber, replace(SABER, hp=60), None, "fight", made_from=1)
    with pytest.raises(sheets.Stale):
        sheets.write(table.saber, replace(SABER, hp=50), table.alice.user, "written", made_from=1)
    assert sheets.current(table.saber).hp == 60


def test_the_character_is_called_as_its_sheet_says(table: SimpleNamespace) -> None:
    sheets.write(table.saber, replace(SABER, name="세이버 릴리"), table.alice.user, "written")
    table.saber.refresh_from_db()
    assert (table.saber.name, table.saber.version) == ("세이버 릴리", 2)


def test_a_fight_changes_the_sheet_as_it_stands_by_then(table: SimpleNamespace) -> None:
    sheets.write(table.saber, replace(SABER, wish="바다"), table.alice.user, "written")
    sheets.change(table.saber, lambda sheet: after_fight(sheet, hp=69), None, "fight", "f1")
    now = sheets.current(table.saber)
    assert (now.hp, now.wish) == (69, "바다")


def test_a_version_is_never_changed_nor_deleted(table: SimpleNamespace) -> None:
    version = table.saber.versions.get()
    with pytest.raises(TypeError):
        version.save()
    with pytest.raises(TypeError):
        version.delete()


def test_a_character_without_a_version_has_a_blank_sheet(table: SimpleNamespace) -> None:
    bare = Character.objects.create(campaign=table.campaign, kind="master", name="빈 마스터")
    assert sheets.current(bare) == BLANK["master"]


@pytest.mark.django_db(transaction=True)
def test_eight_writers_at_once_lose_nothing() -> None:
    table = war()
    saber = sheets.create(table.campaign, replace(SABER, mp=0), by=None, owner=table.alice)

    def one_more() -> None:
        sheets.change(saber, lambda sheet: replace(sheet, mp=sheet.mp + 1), None, "fight")
        connections.close_all()

    writers = [threading.Thread(target=one_more) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sheets.current(saber).mp == 8
    numbers = SheetVersion.objects.filter(character=saber).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 10))
