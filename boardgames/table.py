"""Who sits at a board game: opening it, people's chairs, computer players, and seats that change hands.

Hidden cards belong to the seat, so whoever takes it over gets them. A computer player moves in the worker; whether one is
due is asked by every write and every read, so a lost task costs time, never the game.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.db import transaction
from django.db.models import Value
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames import bots, deadlines, passing
from boardgames.box import Box
from boardgames.card_sets.shelf import Chosen
from boardgames.models import BoardGame, ComputerSeat, Strength
from boardgames.shelf import box_of
from campaigns.models import Campaign, Role, Seat, User
from tabletop import live, records, referee
from tabletop.chance import CHANCE
from tabletop.game import GM, TABLE, Illegal
from tabletop.models import Chair, Record

log = logging.getLogger(__name__)

ASK_AGAIN = 10
"""Seconds until a move that the worker was asked for and has not made is asked for again."""

LONGEST_WAIT = 30.0
"""Seconds that the worker is asked ahead at most; whoever is waited for longer is looked for anew."""

type Player = User | Strength
"""Who plays a seat: a person, or the computer with a strength."""


class Held(msgspec.Struct, frozen=True):
    """A seat as people see it: what it is called, and who plays it."""

    seat: str
    name: str
    user: int | None = None
    strength: str = ""


def open_game(
    campaign: Campaign,
    by: Seat,
    box: Box,
    title: str,
    players: Sequence[Player],
    options: dict[str, Any],
    *,
    code: str = "",
    first: int | None = None,
    two_dice: bool = False,
    chosen: Chosen | None = None,
    term: int | None = None,
) -> BoardGame | Illegal:
    """A new game with `players` clockwise, the first draws made; all of it or nothing.

    Refused as the game's `read_setup` does. `code` is the address that the form has named: sent twice, it opens one game.
    `first`: which of the players starts, where the table has agreed on it; `two_dice`: two dice each decide it. `chosen`: an
    own set of cards. `term`: how many seconds a decision may take.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if code and (opened := BoardGame.objects.filter(campaign=campaign, code=code).first()):
            return opened
        seats = {f"seat-{number}": player for number, player in enumerate(players, 1)}
        listed = [
            {"id": seat, "name": _called(seat, one, alone=players.count(one) == 1)} for seat, one in seats.items()
        ]
        setup = box.setup(title, options, listed, (chosen.name, chosen.cards) if chosen else None)
        people = {seat: one for seat, one in seats.items() if isinstance(one, User)}
        agreed = [] if first is None else [{"by": TABLE, "do": "start", "seat": f"seat-{first + 1}"}]
        if two_dice and box.throws_two is not None and len(seats) <= box.form.most:
            agreed = msgspec.json.decode(msgspec.json.encode(box.throws_two(tuple(seats), CHANCE)))
        record = referee.open_record(box.name, setup, people, agreed=agreed)
        if isinstance(record, Illegal):
            return record
        game = BoardGame(campaign=campaign, record=record, title=title, by=by.user, term=term)
        game.cards_of = chosen.owner if chosen else None
        if code and not BoardGame.objects.filter(code=code).exists():
            game.code = code
        game.save()
        ComputerSeat.objects.bulk_create(
            ComputerSeat(game=game, seat=seat, strength=one) for seat, one in seats.items() if not isinstance(one, User)
        )
        prompt(game)
        return game


def held(game: BoardGame) -> dict[str, Held]:
    """Every seat of the game in its order, by id, called as it is now; of a game taken in, as the record says (one query)."""
    return held_by([game])[game.pk]


def held_by(games: Sequence[BoardGame]) -> dict[int, dict[str, Held]]:
    """The same for several games, by their keys (one query for all of them)."""
    keys = [game.record_id for game in games]
    chairs = Chair.objects.filter(record__in=keys).values_list("record", "seat", "user", "user__nickname", Value(""))
    computers = ComputerSeat.objects.filter(game__record__in=keys)
    rows = chairs.union(computers.values_list("game__record", "seat", Value(0), Value(""), "strength"), all=True)
    players: dict[int, dict[str, Played]] = defaultdict(dict)
    for record, seat, *played in rows:
        players[record][seat] = Played(*played)
    return {game.pk: _seats(game, players[game.record_id]) for game in games}


class Played(NamedTuple):
    """Who plays a seat: a person by key and nickname, or the computer with a strength."""

    user: int
    nickname: str
    strength: str


def _seats(game: BoardGame, players: Mapping[str, Played]) -> dict[str, Held]:
    return {
        seat["id"]: _held(seat["id"], seat.get("name") or seat["id"], players) for seat in game.record.setup["seats"]
    }


def names(game: BoardGame) -> dict[str, str]:
    return {seat: one.name for seat, one in held(game).items()}


def _held(seat: str, written: str, players: Mapping[str, Played]) -> Held:
    one = players.get(seat)
    if one is None:
        return Held(seat, written)
    if one.strength:
        return Held(seat, _called(seat, Strength(one.strength)), strength=one.strength)
    alone = sum(other.user == one.user for other in players.values()) == 1
    return Held(seat, _called(seat, one, alone=alone), user=one.user)


def _called(seat: str, player: User | Played | Strength, *, alone: bool = True) -> str:
    """What a seat is called; with its number where somebody plays several."""
    number = seat.rpartition("-")[2]
    if isinstance(player, str):
        return _("Computer %(number)s") % {"number": number}
    return player.nickname if alone else f"{player.nickname} {number}"


def own_seats(game: BoardGame, seat: Seat) -> tuple[str, ...]:
    """The seats that this person plays; who was made a spectator keeps his chairs for later, but plays none."""
    if seat.role == Role.SPECTATOR:
        return ()
    return tuple(game.record.chairs.filter(user=seat.user_id).order_by("seat").values_list("seat", flat=True))


def hand_on(game: BoardGame, seat: str, to: Player) -> None:
    """Give a seat, with all that is hidden at it, to somebody else or to the computer; open pages follow at once."""
    with transaction.atomic():
        Record.objects.select_for_update().get(pk=game.record_id)
        left = list(game.record.chairs.filter(seat=seat).values_list("user", flat=True))
        game.record.chairs.filter(seat=seat).delete()
        game.computers.filter(seat=seat).delete()
        passing.forget(game, seat)
        if isinstance(to, User):
            Chair.objects.create(record=game.record, seat=seat, user=to)
        else:
            ComputerSeat.objects.create(game=game, seat=seat, strength=to)
        moved = {*left, to.pk} if isinstance(to, User) else {*left}
        transaction.on_commit(partial(_moved, game, moved))
        prompt(game)


def _moved(game: BoardGame, people: set[int]) -> None:
    for user in people:
        live.dismiss(user, game.campaign.code)
    everybody = ["", GM, *game.record.chairs.values_list("seat", flat=True)]
    live.publish(live.record_topic(game.record_id), everybody)


def computer_due(game: BoardGame) -> ComputerSeat | None:
    """The computer player who must move now, if one must."""
    if game.record.closed or not passing.ready(game):
        return None
    computers = {one.seat: one for one in game.computers.all()}
    if not computers:
        return None
    awaited = box_of(game.record.game).rules.awaits(records.load(game.record)).seats
    return next((computers[seat] for seat in awaited if seat in computers), None)


def prompt(game: BoardGame) -> None:
    """Do what is due by itself, and see to it, after the commit, that the worker does the rest: computers' moves, and what
    passes by itself when a window has stood open long enough.
    """
    deadlines.settle(game)
    passing.settle(game)
    place = f"{game.record_id}:{game.record.seq}:{game.shown_run}"
    if computer_due(game) is not None:
        transaction.on_commit(partial(_ask_worker, game.pk, place, 0))
    elif (when := passing.next_at(game)) is not None:
        left = min(max(0.0, (when - timezone.now()).total_seconds()), LONGEST_WAIT)
        transaction.on_commit(partial(_ask_worker, game.pk, f"{place}:{when:%S.%f}", left))


def _ask_worker(pk: int, place: str, left: float) -> None:
    # What talks to the bus is loaded where it is used: commands that only judge records start the faster for it.
    from kombu.exceptions import OperationalError
    from redis import RedisError

    from boardgames.tasks import computer_moves

    try:
        if cache.add(f"computer-due:{place}", 1, ASK_AGAIN):
            computer_moves.apply_async((pk,), retry=False, countdown=left or None)
    except (RedisError, OperationalError, OSError) as error:
        log.warning("the worker cannot be asked for a move, the next look at the game asks again: %s", error)


def move_for_computer(game: BoardGame) -> bool:
    """Make the move of the computer player who is due. False when none is, or the game went on meanwhile."""
    computer = computer_due(game)
    if computer is None:
        return False
    box, record, seat = box_of(game.record.game), game.record, computer.seat
    strength: bots.Strength = Strength(computer.strength).value  # type: ignore[assignment]
    begun = time.monotonic()
    options = box.rules.options(records.load(record), seat)
    chosen = bots.choose(
        bots.Table(box.rules, box.mind, seat, records.view(record, (seat,)), options), strength, CHANCE
    )
    move = msgspec.json.decode(msgspec.json.encode(chosen))
    time.sleep(bots.rest_of(strength, time.monotonic() - begun))
    done = referee.play(record.pk, seat=seat, move=move, by=None, seen=record.seq)
    return isinstance(done, referee.Accepted)
