"""Dominate on screen: places, pieces, players and the own hand, worked out from one person's view; templates lay it out."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from boardgames import dominate
from boardgames.box import Box, Sight
from boardgames.dominate import mind
from boardgames.dominate.annals import Battle, Change, Term
from boardgames.dominate.cards import CARDS, CHAMPIONS, SITUATIONS, STAKES
from boardgames.dominate.report import Report
from boardgames.dominate.settings import FIELD_BONUS, FORM, NPC, NPC_POWER, SHORT_PRIZE, STEP_COSTS, TOKENS
from boardgames.dominate.view import OwnView, RoundView, SeatView, View
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS, FIELDS
from boardgames.screens.dominate_choices import Choices, choices, move_of
from boardgames.templatetags.dominate import explain, say
from tabletop.game import Json

UNSAID = frozenset({"done", "deck_shuffled", "stakes_shuffled", "situations_shuffled"})
"""What everybody sees without being told."""


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board: whose it is and, on a battlefield, what its power comes to. The NPC has the seat `npc`."""

    seat: str
    name: str
    mine: bool = False
    now: bool = False
    token: int = 0
    power: int | None = None
    terms: tuple[Term, ...] = ()
    shown: tuple[str, ...] = ()
    down: int = 0
    routed: bool = False
    done: bool = False


class Spot(msgspec.Struct, frozen=True):
    """A place on the board. `prize` is what a battlefield pays as it stands, `more` whether a covered stake comes on top.

    `step` is the mana for the step to the next place, `tokens` the terrain tokens that still lie there.
    """

    code: str
    pieces: tuple[Piece, ...]
    stakes: tuple[str | None, ...] = ()
    prize: int | None = None
    more: bool = False
    tokens: tuple[int, ...] = ()
    closed: bool = False
    step: int | None = None


class Player(msgspec.Struct, frozen=True):
    """Somebody at the table; `turn` is his place in the order of this round, 0 for who is out."""

    it: SeatView
    name: str
    turn: int
    mine: bool
    now: bool


class Fought(msgspec.Struct, frozen=True):
    """A round that is over: who won which field by what, and everything that anybody gained or lost."""

    round: int
    climax: bool
    battles: tuple[Battle, ...]
    changes: tuple[Change, ...]


class Screen(msgspec.Struct, frozen=True):
    """The table for one person. `asked` is what is asked of `asked_name`, `choices` what the reader may do about it."""

    view: View
    spots: tuple[Spot, ...]
    players: tuple[Player, ...]
    own: OwnView | None
    me: Player | None
    now: RoundView | None
    fought: Fought | None
    asked: str
    asked_name: str
    mine: bool
    choices: Choices | None
    rounds: int
    highest: int
    mana_cap: int
    threshold: int

    @property
    def arts(self) -> tuple[str, ...]:
        """The own arts, in whatever state they are."""
        return CHAMPIONS[self.own.champion].arts if self.own and self.own.champion else ()


def screen(sight: Sight) -> Screen:
    view: View = sight.view
    players = tuple(_players(view, sight))
    now = view.rounds[-1] if view.rounds else None
    waiting = view.waiting_for
    rules = view.house_rules
    return Screen(
        view=view,
        spots=tuple(_spots(view, now, players, sight.names)),
        players=players,
        own=view.own[0] if len(view.own) == 1 else None,
        me=next((player for player in players if player.mine), None),
        now=now,
        fought=_fought(view),
        asked=waiting.asked_for if waiting else "",
        asked_name=sight.names.get(waiting.who, "") if waiting else "",
        mine=bool(sight.options),
        choices=choices(sight) if sight.options else None,
        rounds=rules.normal_rounds,
        highest=max(20, *(player.it.results for player in players)),
        mana_cap=rules.mana_cap,
        threshold=rules.np_threshold,
    )


def _players(view: View, sight: Sight) -> Iterator[Player]:
    asked = view.waiting_for.who if view.waiting_for else None
    for it in view.seats:
        turn = view.order.index(it.seat) + 1 if it.seat in view.order else 0
        yield Player(it, sight.names[it.seat], turn, it.seat == sight.acting, it.seat == asked)


def _spots(view: View, now: RoundView | None, players: tuple[Player, ...], names: Mapping[str, str]) -> Iterator[Spot]:
    situation = SITUATIONS[now.situation] if now and now.situation else None
    for code, step in zip(ALONG_THE_ARROWS, (*STEP_COSTS, None), strict=True):
        pieces = [_piece(player) for player in _in_order(players) if player.it.place == code]
        if now and now.npc == code:
            pieces.append(Piece(NPC, names.get(NPC, ""), power=NPC_POWER, terms=(Term("D-62", NPC_POWER),), done=True))
        field = code in FIELDS and now is not None
        stakes = _stakes(now, code) if field and now else ()
        yield Spot(
            code=code,
            pieces=tuple(pieces),
            stakes=stakes,
            prize=_prize(view, code, stakes, len(pieces), npc=bool(now and now.npc == code)) if field else None,
            more=None in stakes,
            tokens=_tokens_left(view, now, code) if field and now else (),
            closed=bool(situation and code in situation.closes),
            step=step + situation.step_cost if step is not None and situation else step,
        )


def _in_order(players: tuple[Player, ...]) -> list[Player]:
    return sorted(players, key=lambda player: player.turn)


def _piece(player: Player) -> Piece:
    it = player.it
    return Piece(
        seat=it.seat,
        name=player.name,
        mine=player.mine,
        now=player.now,
        token=it.token,
        power=None if it.power is None else sum(term.value for term in it.power),
        terms=it.power or (),
        shown=tuple(card.code for card in it.shown),
        down=it.down,
        routed=it.routed and not it.rout_proof,
        done=it.turn_over,
    )


def _stakes(now: RoundView, code: str) -> tuple[str | None, ...]:
    return now.field_a if code == "field_a" else now.field_b


def _prize(view: View, code: str, stakes: tuple[str | None, ...], present: int, *, npc: bool) -> int:
    """D-36, D-37 for those who stand there now; a covered stake is left out."""
    if npc and view.house_rules.npc_bonus == "no":
        present -= 1
    open_stakes = [STAKES[stake] for stake in stakes if stake]
    prize = SHORT_PRIZE if view.house_rules.short else sum(stake.results for stake in open_stakes)
    if present > 1:
        prize += FIELD_BONUS[code] + sum(stake.prize_per_further for stake in open_stakes) * (present - 1)
    return prize


def _tokens_left(view: View, now: RoundView, code: str) -> tuple[int, ...]:
    """D-16: what the next ones to be placed would get; nothing once all pieces stand."""
    if len(now.placed) == len(view.order):
        return ()
    taken = sum(placed.at == code for placed in now.placed)
    taken += now.npc == code and view.house_rules.npc_token == "plus3"  # noqa: S105
    return TOKENS[taken:]


def _fought(view: View) -> Fought | None:
    over = [one for one in view.rounds if one.battles or one is not view.rounds[-1] or view.outcome.ended]
    if not over:
        return None
    last = over[-1]
    return Fought(last.round, last.climax, last.battles, last.changes)


def told(report: Json, names: Mapping[str, str]) -> list[str]:
    """The sentences of a stored report."""
    read = msgspec.convert(report, Report)
    return [say(said, names) for said in read.said if said.code not in UNSAID]


def faces(codes: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(CARDS[code] for code in codes)


DOMINATE = Box(
    name="dominate",
    folder="dominate",
    rules=dominate,
    form=FORM,
    mind=mind,
    screen=screen,
    move_of=move_of,
    told=told,
    explain=explain,
    first_options=("mode", "wardens"),
)
