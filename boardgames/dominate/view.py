"""What one person may see of the table, built by whitelist from the who-knows-what table of the rules (4.2). Pure.

Everything of `View` but `own` is public; `own` is what the seats that this person holds know beyond it. The GM of a table
runs it without seeing a hidden card.
"""

from typing import Literal

import msgspec

from boardgames.dominate.annals import Battle, Change, Elimination, Placed, Round, Term, Turn
from boardgames.dominate.cards import Pool
from boardgames.dominate.dealing import wardens_on_offer
from boardgames.dominate.outcome import Outcome, outcome
from boardgames.dominate.power import power_terms
from boardgames.dominate.record import Waiting, waiting_for
from boardgames.dominate.settings import HouseRules
from boardgames.dominate.state import BaseChange, Lasting, Player, Shown, State, TerrainUse, on_battlefield


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat: counts of hidden cards, faces of open ones; `champion` while its name is open.

    From `place` on it is the piece with all that lasts for the round; `power` are the terms of its total.
    """

    seat: str
    title: str | None
    warden: str | None
    champion: str | None
    name: Literal["hidden", "revealed"]
    state: Literal["playing", "out", "winner"]
    results: int
    mana: int
    spells: int
    shards: int | None
    hand: int
    deck: int
    discard_up: tuple[str, ...]
    discard_down: int
    seen: tuple[str, ...]
    lingering: tuple[str, ...]
    spent: tuple[str, ...]
    removed: tuple[str, ...]
    place: str | None
    token: int
    token_field: str | None
    shown: tuple[Shown, ...]
    down: int
    moved: bool
    engaged: bool
    committed: bool
    turn_over: bool
    routed: bool
    rout_proof: bool
    silenced_by: str | None
    terrain: tuple[TerrainUse, ...]
    own_terms: tuple[Term, ...]
    foreign_terms: tuple[Term, ...]
    power_spells: int
    shard_uses: tuple[str, ...]
    scored: tuple[str, ...]
    bases: tuple[BaseChange, ...]
    lasting: Lasting
    power: tuple[Term, ...] | None


class OwnView(msgspec.Struct, frozen=True):
    """What only the owner knows: `deck` is the composition, sorted, never the order; `peeked` a face-down stake."""

    seat: str
    champion: str | None
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discard_down: tuple[str, ...]
    down: tuple[str, ...]
    ready: tuple[str, ...]
    peeked: str | None


class TurnView(msgspec.Struct, frozen=True):
    """A turn that is over; `own_down` are the faces of the cards laid face down, for their owner."""

    who: str
    up: tuple[str, ...]
    down: int
    own_down: tuple[str, ...] | None
    at: str
    power: int | None
    name: str


class RoundView(msgspec.Struct, frozen=True):
    """A round as the table saw it; a face-down stake is None."""

    round: int
    climax: bool
    start: str
    situation: str | None
    npc: str | None
    field_a: tuple[str | None, ...]
    field_b: tuple[str | None, ...]
    placed: tuple[Placed, ...]
    turns: tuple[TurnView, ...]
    battles: tuple[Battle, ...]
    swap: str | None
    changes: tuple[Change, ...]


class View(msgspec.Struct, frozen=True):
    """The table; `cards` are all that the game is played with: what a code means, never where a card is."""

    title: str | None
    house_rules: HouseRules
    seats: tuple[SeatView, ...]
    own: tuple[OwnView, ...]
    order: tuple[str, ...]
    rounds: tuple[RoundView, ...]
    stakes_left: int
    stakes_used: tuple[str, ...]
    situations_left: int
    offered: tuple[str, ...]
    eliminations: tuple[Elimination, ...]
    waiting_for: Waiting | None
    outcome: Outcome
    cards: Pool


def view(state: State, seats: tuple[str, ...]) -> View:
    """The table for who holds `seats`: `()` a spectator, `("gm",)` the GM."""
    setup = state.setup
    rounds = state.past if state.now is None else (*state.past, state.now)
    return View(
        title=setup.title,
        house_rules=setup.options,
        seats=tuple(_seat(state, who) for who in range(len(state.players))),
        own=tuple(_own(player) for player in state.players if player.seat in seats),
        order=tuple(state.players[i].seat for i in state.order),
        rounds=tuple(_round(state, shown, seats) for shown in rounds),
        stakes_left=len(state.stake_deck),
        stakes_used=state.stakes_used,
        situations_left=len(state.situations),
        offered=wardens_on_offer(state) if state.step.what == "draft" else (),
        eliminations=state.eliminations,
        waiting_for=waiting_for(state),
        outcome=outcome(state),
        cards=state.cards,
    )


def _seat(state: State, who: int) -> SeatView:
    player = state.players[who]
    piece = player.piece
    return SeatView(
        seat=player.seat,
        title=state.setup.seats[who].name,
        warden=player.warden,
        champion=player.champion if player.revealed else None,
        name=player.name,
        state=player.state,
        results=player.results,
        mana=player.mana,
        spells=player.spells,
        shards=player.shards,
        hand=len(player.hand),
        deck=len(player.deck),
        discard_up=tuple(sorted(player.discard_up)),
        discard_down=len(player.discard_down),
        seen=player.seen,
        lingering=player.lingering,
        spent=player.spent,
        removed=player.removed,
        place=piece.place,
        token=piece.token,
        token_field=piece.token_field,
        shown=piece.shown,
        down=len(piece.down),
        moved=piece.moved,
        engaged=piece.engaged,
        committed=piece.committed,
        turn_over=piece.turn_over,
        routed=piece.out_of_battle,
        rout_proof=piece.rout_proof,
        silenced_by=piece.silenced_by,
        terrain=piece.terrain,
        own_terms=piece.own_terms,
        foreign_terms=piece.foreign_terms,
        power_spells=piece.power_spells,
        shard_uses=piece.shard_uses,
        scored=piece.scored,
        bases=piece.bases,
        lasting=player.lasting,
        power=_power(state, who),
    )


def _power(state: State, who: int) -> tuple[Term, ...] | None:
    """Only once all pieces stand: before, the stakes do not work, and one of them may lie face down."""
    in_action = state.now is not None and len(state.now.placed) == len(state.order)
    return power_terms(state, who) if in_action and on_battlefield(state, who) else None


def _own(player: Player) -> OwnView:
    return OwnView(
        seat=player.seat,
        champion=player.champion,
        hand=tuple(sorted(player.hand)),
        deck=tuple(sorted(player.deck)),
        discard_down=tuple(sorted(player.discard_down)),
        down=player.piece.down,
        ready=player.ready,
        peeked=player.piece.peeked,
    )


def _round(state: State, shown: Round, seats: tuple[str, ...]) -> RoundView:
    hidden = state.face_down and shown is state.now
    field_b: tuple[str | None, ...] = shown.stakes.field_b
    return RoundView(
        round=shown.round,
        climax=shown.climax,
        start=shown.start,
        situation=shown.situation,
        npc=shown.npc,
        field_a=shown.stakes.field_a,
        field_b=(None, *field_b[1:]) if hidden else field_b,
        placed=shown.placed,
        turns=tuple(_turn(turn, own=turn.who in seats) for turn in shown.turns),
        battles=shown.battles,
        swap=shown.swap,
        changes=shown.changes,
    )


def _turn(turn: Turn, *, own: bool) -> TurnView:
    return TurnView(turn.who, turn.up, len(turn.down), turn.down if own else None, turn.at, turn.power, turn.name)
