"""A board game that leaves the app or comes in: its record, which is the whole truth, hidden cards included.

So there is none before the end, for nobody.
"""

from typing import Any

from django.db import transaction

from boardgames import shown
from boardgames.card_sets import shelf
from boardgames.models import BoardGame
from boardgames.record_reading import split_record
from boardgames.shelf import of_format
from campaigns import names
from campaigns.models import Campaign, Seat, User
from tabletop import records, referee, strict_json
from tabletop.game import Illegal, Json
from tabletop.models import Record

MOST_MOVES = 3000
"""More than any game ever came to; the replay holds the database while it runs."""

TITLE = 80


def record(game: BoardGame, reader: User) -> dict[str, Any] | Illegal:
    """The record with the moves that stand; `game_runs` before the end. Cards of an own set go to who made them only."""
    if not shown.over(game):
        return Illegal("game_runs", "format")
    moves = [entry.move for entry in records.standing(game.record.entries.order_by("seq"))]
    private = "cards" in game.record.setup and game.cards_of_id != reader.pk
    setup = {key: part for key, part in game.record.setup.items() if not (private and key == "cards")}
    return {**setup, "moves": moves}


def import_game(campaign: Campaign, by: Seat, text: str | bytes) -> BoardGame | Illegal:
    """The game of a record, played again move by move and kept as one that is over; nobody of the campaign sits in it.

    Refused with the place in the record: what `replay` refuses, `not_ended`, `too_many_moves`, `unprintable`.
    """
    value = strict_json.read(text)
    with transaction.atomic():
        kept = value if isinstance(value, Illegal) else _kept(value, by)
        if isinstance(kept, Illegal):
            return kept
        if not kept.closed:
            transaction.set_rollback(True)
            return Illegal("not_ended", "format", "moves")
        assert isinstance(value, dict)
        owner = by.user if "cards" in kept.setup else None
        return BoardGame.objects.create(campaign=campaign, record=kept, title=_title(value), by=by.user, cards_of=owner)


def _kept(value: Json, by: Seat) -> Record | Illegal:
    if strict_json.is_unprintable(value):
        return Illegal("unprintable", "format")
    parts = split_record(value)
    if isinstance(parts, Illegal):
        return parts
    setup, moves = parts
    if "cards" not in setup and (cards := shelf.with_cards(by.user, setup)) is not None:
        setup["cards"] = cards
    box = of_format(setup.get("format"))
    if box is None:
        return Illegal("unknown_game", "format")
    if len(moves) > MOST_MOVES:
        return Illegal("too_many_moves", "format", "moves", {"most": MOST_MOVES})
    return referee.take_in(box.name, setup, moves, by=by.user)


def _title(value: dict[str, Any]) -> str:
    title = names.tidy(str(value.get("title") or ""))[:TITLE]
    seats = "·".join(str(seat.get("name") or seat["id"]) for seat in value["seats"])[:TITLE]
    return seats if names.fault(title) else title
