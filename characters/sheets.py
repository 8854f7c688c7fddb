"""The one writer of sheets: every change is a new version, made under a lock. Nothing else creates a SheetVersion.

What a version counts otherwise than the one before is booked in the ledger with it (`characters.ledger.book`).
"""

import hashlib
from collections.abc import Callable

import msgspec
from django.db import transaction

from campaigns.models import Campaign, Seat, User
from characters.budgets import read_budgets
from characters.derived import settings_of
from characters.findable import keep_found
from characters.ledger.book import PLAIN, Note, book
from characters.models import Character, SheetVersion
from characters.sheet import BLANK, Sheet, dump, read
from characters.view import House
from characters.visibility import Eye, redacted, settled


class Stale(Exception):
    """Somebody else wrote meanwhile: the change was made from a version that is not the latest one any more."""


def current(character: Character) -> Sheet:
    """The sheet as it stands (one query); a blank one where nothing was written yet."""
    latest = character.versions.first()
    return BLANK[character.kind] if latest is None else read(latest.sheet)


def create(
    campaign: Campaign, sheet: Sheet, *, by: User | None, owner: Seat | None, code: str = "", cause: str = "written"
) -> Character:
    """A new character with the first version of its sheet; `code` is its address where the form has named one."""
    with transaction.atomic():
        named = {"code": code} if code else {}
        character = Character.objects.create(campaign=campaign, kind=sheet.kind, name=sheet.name, owner=owner, **named)
        write(character, sheet, by, cause)
    return character


def write(
    character: Character,
    sheet: Sheet,
    by: User | None,
    cause: str,
    source: str = "",
    *,
    made_from: int | None = None,
    note: Note = PLAIN,
) -> SheetVersion:
    """The version that now says `sheet`; the latest one, unchanged, where it says so already.

    `cause` and `source` as in `SheetVersion`; `by` None is the app itself. With `made_from`, the number of the version the
    change was made from, a newer one raises Stale and nothing is written. `note` goes to the ledger.
    """
    with transaction.atomic():
        locked = Character.objects.select_for_update().get(pk=character.pk)
        if made_from is not None and made_from != locked.version:
            raise Stale
        latest = locked.versions.first()
        before = None if latest is None else read(latest.sheet)
        after = settled(sheet)
        if latest is not None and before is not None and settled(before) == after:
            if note.also:
                book(locked, before, after, by=by, cause=cause, source=source, note=note)
            return latest
        version = _append(locked, after, by, cause, source)
        book(locked, before, after, by=by, cause=cause, source=source, version=version.number, note=note)
        return version


def give(character: Character, owner: Seat | None) -> None:
    """Another owner, or the GM (None); no version of the sheet tells it."""
    character.owner = owner
    character.save(update_fields=["owner"])
    keep_found(character, current(character))


def change(
    character: Character,
    how: Callable[[Sheet], Sheet],
    by: User | None,
    cause: str,
    source: str = "",
    *,
    note: Note = PLAIN,
) -> SheetVersion:
    """As `write`, with the sheet that `how` makes of the current one, both under one lock: never Stale.

    `sheets.change(saber, lambda sheet: after_fight(sheet, hp=69), by, "fight", fight.code)`
    """
    with transaction.atomic():
        locked = Character.objects.select_for_update().get(pk=character.pk)
        return write(locked, how(current(locked)), by, cause, source, note=note)


def _append(character: Character, sheet: Sheet, by: User | None, cause: str, source: str) -> SheetVersion:
    character.version += 1
    character.name = sheet.name or character.name
    character.save(update_fields=["version", "name"])
    keep_found(character, sheet)
    return SheetVersion.objects.create(
        character=character, number=character.version, sheet=dump(sheet), by=by, cause=cause, source=source
    )


def house_of(campaign: Campaign) -> House:
    """What the campaign's sheets are counted with."""
    return House(settings_of(campaign.rules), read_budgets(campaign.budgets))


def fingerprint(sheet: Sheet, eye: Eye) -> str:
    """A short name for all that `eye` may read of the sheet. A form carries it, so that it notices what changed meanwhile,
    and only that: a number of versions would tell of changes somebody may not see."""
    return hashlib.sha256(msgspec.json.encode(redacted(settled(sheet), eye), order="deterministic")).hexdigest()[:16]
