"""The one writer of the ledger. Called by `characters.sheets` in the transaction of the sheet's new version, so that the
numbers of a sheet are the sum of the entries at any moment; nothing else creates a LedgerEntry."""

from collections.abc import Callable

import msgspec

from campaigns.models import User
from campaigns.scenes.now import current
from characters.derived import settings_of
from characters.ledger.accounts import ON_SHEET, Numbers, added, differing, said
from characters.models import Character, LedgerEntry
from characters.sheet import Sheet


class Note(msgspec.Struct, frozen=True):
    """What an entry says beside the numbers of the sheet; `also` are changes of accounts that a sheet has no place for.

    `code` names it where its form did."""

    reason: str = ""
    undoes: LedgerEntry | None = None
    also: Numbers = {}
    code: str = ""


PLAIN = Note()

BOOKED: list[Callable[[Character, LedgerEntry, Sheet], None]] = []
"""Who follows what is booked, in the same transaction: gets the character, the entry and the sheet as it is now."""


def standing(character: Character) -> Numbers:
    """What every account of the character holds (one query)."""
    latest = character.entries.first()
    return {} if latest is None else latest.standing


def book(
    character: Character,
    before: Sheet | None,
    after: Sheet,
    *,
    by: User | None,
    cause: str,
    source: str = "",
    version: int | None = None,
    note: Note = PLAIN,
) -> LedgerEntry | None:
    """The entry that brings the ledger to what the sheet says now; None where nothing is counted differently.

    The character is locked by who calls. Ranks that the house counts otherwise than before are an entry of their own.
    """
    settings = settings_of(character.campaign.rules)
    latest = character.entries.first()
    held: Numbers = {} if latest is None else latest.standing
    number = 0 if latest is None else latest.number
    if before is not None and latest is not None and (moved := differing(_of(held, before), said(before, settings))):
        number, held = number + 1, added(held, moved)
        _enter(character, number, moved, held, by, "recounted")
    changes = differing(_of(held, after), said(after, settings)) | note.also
    if not changes and latest is not None:
        return None
    entry = _enter(
        character,
        number + 1,
        changes,
        added(held | said(after, settings), note.also),
        by,
        cause if latest is not None else "begun",
        source=source,
        reason=note.reason,
        undoes=note.undoes,
        version=version,
        **({"code": note.code} if note.code else {}),
    )
    for follow in BOOKED:
        follow(character, entry, after)
    return entry


def _of(held: Numbers, sheet: Sheet) -> Numbers:
    """The accounts that a sheet of this kind says something of."""
    return {account: number for account, number in held.items() if account in ON_SHEET[sheet.kind]}


def _enter(
    character: Character, number: int, changes: Numbers, held: Numbers, by: User | None, cause: str, **more: object
) -> LedgerEntry:
    return LedgerEntry.objects.create(
        character=character,
        number=number,
        changes=changes,
        standing=held,
        scene=current(character.campaign_id),
        by=by,
        cause=cause,
        **more,
    )
