"""What fights wait for, for the board of the war: plans and answers, slots to be opened, ends to be written onto the sheets.

Whom a fight waits for is public: every page of a fight names who has not handed in.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.urls import reverse

from campaigns.models import Role, Seat
from campaigns.scenes.asks import Ask
from combat.deadlines import owing
from combat.rules.view import FightView
from tabletop import records
from tabletop.models import Chair, Record

type Sitting = dict[str, Chair]


def asks(seat: Seat) -> Iterable[Ask]:
    """One query, and a fold for each fight that runs."""
    for record, sitting in _sitting(seat):
        if record.closed:
            yield _ask(seat, record, "decide", weight=25)
        else:
            yield from _of_running(seat, record, sitting)


def _sitting(seat: Seat) -> Iterable[tuple[Record, Sitting]]:
    """The fights that run, and for who runs the table those whose end nobody has decided on, each with who sits where."""
    on = Q(record__closed=False)
    wanted = on | Q(record__fight__written_back=None) if seat.runs_table else on
    chairs = Chair.objects.filter(wanted, record__fight__campaign=seat.campaign, record__fight__rehearsal=False)
    found: dict[Record, Sitting] = {}
    for chair in chairs.select_related("record__fight", "user").order_by("record"):
        found.setdefault(chair.record, {})[chair.seat] = chair
    return found.items()


def _of_running(seat: Seat, record: Record, sitting: Sitting) -> Iterable[Ask]:
    view: FightView = records.view(record, ())
    late = [sitting[who] for who in owing(view) if who in sitting]
    do = "plan" if view.phase == "planning" else "answer"
    own = seat.role != Role.SPECTATOR and any(chair.user_id == seat.user_id for chair in late)
    if own:
        yield _ask(seat, record, do, weight=10)
    if not late and seat.runs_table:
        yield _ask(seat, record, "reveal", slot=view.slot + 1, weight=11)
    others = dict.fromkeys(chair.user.nickname for chair in late if chair.user_id != seat.user_id)
    if others:
        yield _ask(seat, record, do, mine=False, who=", ".join(others), weight=10)


def _ask(seat: Seat, record: Record, do: str, *, slot: int = 0, mine: bool = True, who: str = "", weight: int) -> Ask:
    fight = record.fight
    name = "fight-write-back" if do == "decide" else "fight"
    told = {"title": fight.title, "slot": slot}
    where = reverse(name, args=[seat.campaign.code, fight.code])
    return Ask(f"campaigns/scenes/asks/fight_{do}.html", where, told, mine=mine, who=who, weight=weight)
