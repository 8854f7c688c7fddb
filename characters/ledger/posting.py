"""Changing what a character has left: one entry with its cause, and a counter-entry that undoes it. Never a deletion."""

from django.db import transaction

from campaigns.arrivals import free
from campaigns.models import User
from characters import sheets
from characters.ledger.accounts import ON_SHEET, Numbers, added, holds, negated, on_sheet, said
from characters.ledger.book import Note, standing
from characters.models import Character, LedgerEntry
from tabletop.game import Illegal


def post(
    character: Character,
    changes: Numbers,
    *,
    by: User | None,
    cause: str,
    source: str = "",
    reason: str = "",
    undoes: LedgerEntry | None = None,
    code: str = "",
) -> LedgerEntry | Illegal:
    """Add the differences to the accounts; the sheet says the new numbers at once.

    `post(saber, {"hp": 6}, by=gm, cause="rest")`. A form that is sent twice with the same
    `code` books once. Refused: `nothing_to_change`, `account_cannot_hold` at the account.
    """
    with transaction.atomic():
        locked = Character.objects.select_for_update().select_related("campaign").get(pk=character.pk)
        if code and (twice := locked.entries.filter(code=code).first()):
            return twice
        sheet = sheets.current(locked)
        held = standing(locked) | said(sheet, sheets.house_of(locked.campaign).settings)
        after = added(held, changes)
        if not any(changes.values()):
            return Illegal("nothing_to_change", "format")
        for account in changes:
            if not holds(account, after[account]):
                return Illegal("account_cannot_hold", "format", account)
        own = {account: after[account] for account in changes if account in ON_SHEET[locked.kind]}
        also = {account: change for account, change in changes.items() if account not in own and change}
        note = Note(reason=reason, undoes=undoes, also=also, code=free(LedgerEntry, code))
        sheets.write(locked, on_sheet(sheet, own), by, cause, source, note=note)
        return locked.entries.order_by("number").last() or Illegal("nothing_to_change", "format")


def undo(entry: LedgerEntry, by: User, reason: str = "") -> LedgerEntry | Illegal:
    """The counter-entry (반대 기록). Refused: `already_undone`, `beginning_stays`, and as `post`."""
    with transaction.atomic():
        Character.objects.select_for_update().get(pk=entry.character_id)
        if LedgerEntry.objects.filter(undoes=entry).exists():
            return Illegal("already_undone", "format")
        if entry.cause in {"begun", "recounted"}:
            return Illegal("beginning_stays", "format")
        return post(
            entry.character,
            negated(entry.changes),
            by=by,
            cause="undone",
            source=entry.code,
            reason=reason,
            undoes=entry,
        )
