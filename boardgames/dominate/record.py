"""The game as a record: read whole, and its result as the format writes it. Pure."""

import msgspec

from boardgames.dominate.annals import Elimination, Round
from boardgames.dominate.outcome import Outcome, outcome
from boardgames.dominate.play import asked_of
from boardgames.dominate.state import Player, State

ASKED_FOR = {
    "decks": "deck",
    "refill": "deck",
    "draw": "deck",
    "first_stakes": "stakes",
    "lay": "stakes",
    "draft": "warden",
    "outpost": "place",
}


class Waiting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked of whom; `seat` is whose deck, `card` what allows extra cards."""

    who: str
    asked_for: str = msgspec.field(name="for")
    committed: bool | None = None
    card: str | None = None
    seat: str | None = None


class Arts(msgspec.Struct, frozen=True):
    ready: tuple[str, ...]
    lingering: tuple[str, ...]
    spent: tuple[str, ...]
    removed: tuple[str, ...]


class SeatResult(msgspec.Struct, frozen=True):
    warden: str | None
    champion: str | None
    name: str
    state: str
    results: int
    mana: int
    spells: int
    shards: int | None
    place: str | None
    token: int
    routed: bool
    hand: tuple[str, ...]
    deck: int
    discard: tuple[str, ...]
    arts: Arts


class Result(msgspec.Struct, frozen=True):
    """The result record, all hidden cards included."""

    format: str
    version: int
    rounds: tuple[Round, ...]
    eliminations: tuple[Elimination, ...]
    seats: dict[str, SeatResult]
    waiting_for: Waiting | None
    outcome: Outcome


def result(state: State) -> Result:
    seats = {player.seat: _seat(player) for player in state.players}
    rounds = state.past if state.now is None else (*state.past, state.now)
    return Result(
        "grailkeeper/dominate-result", 1, rounds, state.eliminations, seats, waiting_for(state), outcome(state)
    )


def waiting_for(state: State) -> Waiting | None:
    who, step = asked_of(state), state.step
    if who is None:
        return None
    asked = ASKED_FOR.get(step.what, step.what)
    return Waiting(
        who,
        asked,
        committed=state.players[state.actor].piece.committed if asked == "turn" else None,
        card=step.card if asked in ("extra", "swap_hand", "manual") else None,
        seat=_deck_of(state) if asked == "deck" else None,
    )


def _deck_of(state: State) -> str:
    return state.players[state.step.turn if state.step.what == "decks" else state.actor].seat


def _seat(player: Player) -> SeatResult:
    piece = player.piece
    return SeatResult(
        player.warden,
        player.champion,
        player.name,
        player.state,
        player.results,
        player.mana,
        player.spells,
        player.shards,
        piece.place,
        piece.token,
        piece.out_of_battle,
        _sorted(player.hand),
        len(player.deck),
        _sorted(player.discard),
        Arts(_sorted(player.ready), player.lingering, _sorted(player.spent), _sorted(player.removed)),
    )


def _sorted(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(cards))
