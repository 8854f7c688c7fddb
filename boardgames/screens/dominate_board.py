"""Dominate's board on screen: four places in the order of the arrows, the pieces on them and what a field pays."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from boardgames.dominate.annals import Term
from boardgames.dominate.settings import FIELD_BONUS, NPC, NPC_POWER, SHORT_PRIZE, STEP_COSTS, TOKENS
from boardgames.dominate.view import RoundView, SeatView, View
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS, FIELDS


class Seated(Protocol):
    """What the board must know of a player: his seat, what he is called, his place in the order (0: out)."""

    @property
    def it(self) -> SeatView: ...
    @property
    def name(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def mine(self) -> bool: ...
    @property
    def now(self) -> bool: ...


class Piece(msgspec.Struct, frozen=True):
    """A piece on the board: whose it is and, on a battlefield, what its power comes to. The NPC has the seat `npc`.

    `leads`: as it stands, nobody in company has more power (D-35).
    """

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
    leads: bool = False


class Spot(msgspec.Struct, frozen=True):
    """A place on the board. `prize` is what a battlefield pays as it stands, `fought` what it would if somebody came to
    who stands there alone, or two came; `more` whether a covered stake comes on top.

    `step` is the mana for the step to the next place, `tokens` the terrain tokens that still lie there.
    """

    code: str
    pieces: tuple[Piece, ...]
    stakes: tuple[str | None, ...] = ()
    prize: int | None = None
    fought: int | None = None
    more: bool = False
    tokens: tuple[int, ...] = ()
    closed: bool = False
    step: int | None = None


def spots(view: View, now: RoundView | None, players: Sequence[Seated], names: Mapping[str, str]) -> Iterator[Spot]:
    situation = view.cards.situations[now.situation] if now and now.situation else None
    for code, step in zip(ALONG_THE_ARROWS, (*STEP_COSTS, None), strict=True):
        pieces = [_piece(player) for player in _in_order(players) if player.it.place == code]
        if now and now.npc == code:
            pieces.append(Piece(NPC, names.get(NPC, ""), power=NPC_POWER, terms=(Term("D-62", NPC_POWER),), done=True))
        field = code in FIELDS and now is not None
        stakes = _stakes(now, code) if field and now else ()
        closed = bool(situation and code in situation.closes)
        npc = bool(now and now.npc == code)
        yield Spot(
            code=code,
            pieces=_with_leaders(pieces),
            stakes=stakes,
            prize=_prize(view, code, stakes, len(pieces), npc=npc) if field else None,
            fought=_prize(view, code, stakes, max(len(pieces) + 1, 2), npc=npc) if field and len(pieces) < 2 else None,
            more=None in stakes,
            tokens=tokens_left(view, now, code) if field and now and not closed else (),
            closed=closed,
            step=step + situation.step_cost if step is not None and situation else step,
        )


def _with_leaders(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Who is ahead is marked where somebody is behind."""
    most = max((piece.power for piece in pieces if piece.power is not None and not piece.routed), default=None)
    ahead = [piece.power is not None and piece.power == most and not piece.routed for piece in pieces]
    if all(ahead):
        return tuple(pieces)
    return tuple(msgspec.structs.replace(piece, leads=leads) for piece, leads in zip(pieces, ahead, strict=True))


def _in_order(players: Sequence[Seated]) -> list[Seated]:
    return sorted(players, key=lambda player: player.turn)


def _piece(player: Seated) -> Piece:
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
    open_stakes = [view.cards.stakes[stake] for stake in stakes if stake]
    prize = SHORT_PRIZE if view.house_rules.short else sum(stake.results for stake in open_stakes)
    if present > 1:
        prize += FIELD_BONUS[code] + sum(stake.prize_per_further for stake in open_stakes) * (present - 1)
    return prize


def tokens_left(view: View, now: RoundView, code: str) -> tuple[int, ...]:
    """D-16: what the next ones to be placed would get; nothing once all pieces stand."""
    if len(now.placed) == len(view.order):
        return ()
    taken = sum(placed.at == code for placed in now.placed)
    taken += now.npc == code and view.house_rules.npc_token == "plus3"  # noqa: S105
    return TOKENS[taken:]
