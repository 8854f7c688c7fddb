"""A fight record that comes in (싸움 들이기): replayed move by move, and kept as a fight that is over."""

from typing import Any

from django.db import transaction

from campaigns import names
from campaigns.models import Campaign, Seat
from combat.findable import keep_found
from combat.models import Fight
from combat.rules.record import fold
from combat.rules.state import Fight as State
from tabletop import records, referee, strict_json
from tabletop.game import GM, Illegal, Json
from tabletop.models import Record

MOST_MOVES = 500
"""More than any table ever played; the replay holds the database while it runs."""

LONGEST_ID = 60
TITLE = 80

_HEAD = ("format", "version", "moves")


def import_fight(campaign: Campaign, by: Seat, text: str | bytes) -> Fight | Illegal:
    """The fight of a record, without players or seals; it changes no sheet.

    Refused, with the place in the record: what `adjudicate` refuses, what has not ended (`not_ended`), what cannot be kept
    (`too_many_moves`, `unprintable`).
    """
    value = strict_json.read(text)
    ended = value if isinstance(value, Illegal) else _ended(value)
    if isinstance(ended, Illegal):
        return ended
    assert isinstance(value, dict)
    try:
        with transaction.atomic():
            record = _replayed(
                {key: part for key, part in value.items() if key not in _HEAD}, value.get("moves", []), by
            )
            fight = Fight.objects.create(
                campaign=campaign, record=record, title=_title(ended), by=by.user, written_back=False
            )
            keep_found(fight)
            return fight
    except BaseException:
        # States of the record that is gone must not be found under the key that the next one gets.
        records.forget()
        raise


def _ended(value: Json) -> State | Illegal:
    """The end of the fight that the record tells."""
    if strict_json.is_unprintable(value):
        return Illegal("unprintable", "format")
    if isinstance(value, dict) and isinstance(moves := value.get("moves", []), list) and len(moves) > MOST_MOVES:
        return Illegal("too_many_moves", "format", "moves", {"most": MOST_MOVES})
    fight = fold(value)
    if isinstance(fight, Illegal):
        return fight
    if any(len(fighter.kit.id) > LONGEST_ID for fighter in fight.fighters):
        return Illegal("malformed", "format", "combatants", {"inside": "id"})
    return fight if fight.verdict else Illegal("not_ended", "format", "moves")


def _replayed(setup: dict[str, Any], moves: list[Any], by: Seat) -> Record:
    record = referee.open_record("fight", setup, {})
    assert isinstance(record, Record)
    for move in moves:
        done = referee.play(record.pk, seat=str(move["by"]) or GM, move=move, by=by.user)
        assert isinstance(done, referee.Accepted)
    record.refresh_from_db()
    return record


def _title(fight: State) -> str:
    title = names.tidy(fight.title)[:TITLE]
    return (
        "·".join(fighter.kit.name or fighter.kit.id for fighter in fight.fighters)[:TITLE]
        if names.fault(title)
        else title
    )
