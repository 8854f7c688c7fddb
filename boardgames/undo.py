"""Taking a move back (되감기): the own last one, as long as the turn is still the own and nobody has learnt anything by it.

Where a card was drawn, shown or turned up no undo goes: what was learnt could not be given back. That it depends on the
asked seat alone keeps it from telling of what others do in secret. Everybody reads of it in the log; nothing is deleted.
"""

from boardgames import passing, shown
from boardgames.models import BoardGame
from boardgames.shelf import box_of
from tabletop import records, referee
from tabletop.game import Illegal
from tabletop.models import Entry
from tabletop.referee import Accepted, Person, Stale

REASON = "undo"
"""The reason that the log keeps; its sentence is made where it is told."""


def last_move(game: BoardGame, seat: str) -> Entry | None:
    """The move of `seat` that can be taken back now, if there is one."""
    if not seat or game.record.closed or not passing.ready(game):
        return None
    rules = box_of(game.record.game).rules
    if seat not in rules.awaits(records.load(game.record)).seats:
        return None
    entry = _last_standing(game)
    return entry if entry is not None and _can_go(game, entry, seat) else None


def take_back(game: BoardGame, seat: str, *, by: Person) -> Accepted | Illegal | Stale:
    """Let the game stand as before that move."""
    entry = last_move(game, seat)
    if entry is None:
        return Illegal("nothing_to_undo", "format")
    return referee.rewind(game.record_id, to=entry.seq - 1, reason=REASON, by=by, seen=game.record.seq)


def _last_standing(game: BoardGame) -> Entry | None:
    """The last entry that was not rewound."""
    upto = game.record.seq
    while upto:
        entry = game.record.entries.filter(seq=upto).first()
        if entry is None or entry.move["do"] != "rewind":
            return entry
        upto = entry.move["to"]
    return None


def _can_go(game: BoardGame, entry: Entry, seat: str) -> bool:
    if entry.seat != seat or entry.by_id is None:
        return False
    before, after = records.load(game.record, entry.seq - 1), records.load(game.record, entry.seq)
    rules, windows = box_of(game.record.game).rules, box_of(game.record.game).windows
    if windows is not None and (windows.moment(before) or windows.moment(after) or shown.pauses(game, entry)):
        # whether somebody else has passed since is told to nobody, so it may not show here
        return False
    return seat in rules.awaits(before).seats and not rules.learnt(before, after)
