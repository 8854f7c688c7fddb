"""Plans that a fight ended before: who gets to know them is named in the log, so that nobody looks and then rewinds unseen."""

from campaigns.models import User
from combat.chronicle import chronicle
from combat.models import Fight
from tabletop import records, referee


def still_covered(fight: Fight) -> bool:
    """Whether a sealed plan of the fight holds something that never lay open."""
    state = records.load(fight.record)
    slots = state.settings.slots_per_round
    opened = [slot.round for slot in state.slots]
    noted = {(slot.round, note.who) for slot in state.slots for note in slot.notes}
    return any(opened.count(round_) < slots or (round_, who) in noted for round_, who in chronicle(fight.record).seals)


def own_up(fight: Fight, by: User) -> None:
    """Before `by` is given what holds all plans (a record, a fork): let the log say that he looked, once."""
    lines = chronicle(fight.record).lines
    if still_covered(fight) and not (lines and lines[-1].do == "look"):
        referee.look(fight.record_id, by=by)
        fight.record.refresh_from_db(fields=["seq"])
