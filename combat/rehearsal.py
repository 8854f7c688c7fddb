"""Rehearsal (연습): a fight for its own sake, in which the app plays whom nobody else plays.

It is fought on the ordinary page and by the ordinary rules. Who is played by the app has no chair, so nobody sees his hand;
the app's own player sees only the view of its seat. For a player the app opens the slots too; who runs the table opens
them himself.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from campaigns.access import TABLE
from campaigns.models import Role, Seat, User
from combat import house_rules, opening, standing
from combat.made_up import CODES, MadeUp
from combat.made_up import combatant as of_made_up
from combat.models import Fight
from combat.odds.player import declared
from combat.opening import Pick, Sheeted
from combat.rules.moves import Move, Plan, Reveal
from tabletop import records, referee
from tabletop.chance import CHANCE
from tabletop.game import GM, Illegal, game

MOST = 7
"""As many as can fight in a rehearsal."""
A_DAY = 40
"""As many rehearsals as one person begins within 24 hours: what was begun stays."""


class Done(msgspec.Struct, frozen=True):
    """What the app did led to `seq`; `opened`: it opened a slot."""

    seq: int
    opened: bool


def sheets_of(seat: Seat) -> dict[str, Sheeted]:
    """The sheets this person may rehearse with: who runs the table all, a player those he plays, a spectator none."""
    if seat.role == Role.SPECTATOR:
        return {}
    known = opening.sheeted(seat.campaign)
    return known if seat.runs_table else {code: one for code, one in known.items() if one.player == seat.user}


def setup(seat: Seat, title: str, picks: tuple[Pick, ...], made: Mapping[str, MadeUp]) -> dict[str, Any] | Illegal:
    """The setup of these combatants under the rules of the war. Nothing of a sheet goes in that the person may not use.

    Refused: `no_such_character` and `too_many_fighters` here, all else by `combat.rules.read_setup`.
    """
    known = sheets_of(seat)
    for place, pick in enumerate(picks):
        if pick.code not in known and pick.code not in CODES:
            return Illegal("no_such_character", "format", f"combatants[{place}]")
    if len(picks) > MOST:
        return Illegal("too_many_fighters", "format", "combatants", {"most": MOST})
    value = {
        "title": title,
        "settings": house_rules.stored(house_rules.of(seat.campaign)),
        "combatants": [_combatant(pick, known, made) for pick in picks],
    }
    checked = game("fight").read_setup(value)
    return checked if isinstance(checked, Illegal) else value


def _combatant(pick: Pick, known: dict[str, Sheeted], made: Mapping[str, MadeUp]) -> dict[str, Any]:
    if pick.code in CODES:
        return of_made_up(made[pick.code], pick.side, pick.line)
    return opening.combatant(pick, known)


def enough(seat: Seat) -> Illegal | None:
    """`too_many_rehearsals` for who has begun as many as a day allows."""
    since = timezone.now() - timedelta(days=1)
    begun = Fight.objects.filter(by=seat.user, rehearsal=True, at__gt=since).count()
    return Illegal("too_many_rehearsals", "format", "", {"most": A_DAY}) if begun >= A_DAY else None


def begin(seat: Seat, value: dict[str, Any], side: str) -> Fight:
    """The rehearsal of a checked setup; the person plays `side`, or, for any other word, only watches the app."""
    with transaction.atomic():
        record = referee.open_record("fight", value, _chairs(value, side, seat.user))
        assert not isinstance(record, Illegal), record
        return Fight.objects.create(
            campaign=seat.campaign,
            record=record,
            title=value["title"],
            by=seat.user,
            rehearsal=True,
            written_back=False,
        )


def _chairs(value: dict[str, Any], side: str, user: User) -> dict[str, User]:
    """A Master who is away has a chair too: he may be asked for a command spell."""
    own = [one for one in value["combatants"] if one["side"] == side]
    return dict.fromkeys([*(one["id"] for one in own), *(one["master"] for one in own if one.get("master"))], user)


def rehearsals(seat: Seat, count: int) -> list[Fight]:
    """The person's own, the latest first."""
    return list(
        seat.campaign.fights.filter(rehearsal=True, by=seat.user).select_related("record").order_by("-pk")[:count]
    )


def step(fight: Fight, seq: int) -> Done | None:
    """Do one thing that is due of the app in the rehearsal as it stands at `seq`.

    None when nothing is due of it, or when somebody has moved since.
    """
    if not fight.rehearsal or fight.record.seq != seq:
        return None
    seat, move = _due(fight)
    if move is None:
        ordered = standing.use(fight)  # nobody opens a first slot here before the person has handed in
        return Done(ordered, opened=False) if ordered != seq else None
    value = msgspec.to_builtins(move)
    done = referee.play(fight.record_id, seat=seat, move=value, by=None, seen=seq, sealed=isinstance(move, Plan))
    return Done(done.seq, seat == GM) if isinstance(done, referee.Accepted) else None


def _due(fight: Fight) -> tuple[str, Move | None]:
    rules, state = game("fight"), records.load(fight.record)
    awaits = rules.awaits(state)
    chairs = set(fight.record.chairs.values_list("seat", flat=True))
    for seat in awaits.seats:
        if seat not in chairs:
            view = records.view(fight.record, (seat,))
            return seat, declared(view, rules.options(state, seat), CHANCE)
    return GM, Reveal(by="gm", slots=1) if awaits.gm and not opens_himself(fight) else None


def opens_himself(fight: Fight) -> bool:
    """Whether who began the rehearsal runs the table, and so opens its slots."""
    return fight.campaign.seats.filter(user=fight.by_id, role__in=TABLE, removed_at=None).exists()
