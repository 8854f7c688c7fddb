"""The table as it stands: players, their pieces, the round so far, and what is asked next. Frozen; pure.

Players are named by their index in the seats of the setup inside the rules, and by seat id in everything that is told.
"""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from boardgames.dominate.annals import Change, Counted, Elimination, Round, Term
from boardgames.dominate.cards import SHIPPED, Pool
from boardgames.dominate.settings import DominateSetup, HouseRules
from boardgames.dominate.vocabulary import FIELDS, Card, Situation, Stake, Warden

type EndedBy = Literal["last_left", "tiebreak", "shared", "last_of_all"]


class Shown(msgspec.Struct, frozen=True):
    """A card played face up; each copy's effect is used once (D-28)."""

    code: str
    used: bool = False


class TerrainUse(msgspec.Struct, frozen=True):
    rule: str
    op: Literal["add", "multiply", "set"]
    n: int


class BaseChange(msgspec.Struct, frozen=True):
    """A change of the power of shown cards for the round: of those of `attribute`, up to `at_most`."""

    rule: str
    op: Literal["set", "add"]
    n: int
    attribute: str | None = None
    at_most: int | None = None


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lasts beyond a round: no cap cuts the mana, the next refill is left out, until which round a card lingers."""

    unlimited: bool = False
    no_draw: bool = False
    until: tuple[tuple[str, int], ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """A master piece 御主棋子 on the board, and all that lasts for one round only.

    `token` is the value of the terrain token held, `token_field` the field it belongs to; `engaged` is the answer of D-22
    as the own turn began; `scored` are the once-a-round gains already had.
    """

    place: str | None = None
    token: int = 0
    token_field: str | None = None
    shown: tuple[Shown, ...] = ()
    down: tuple[str, ...] = ()
    moved: bool = False
    engaged: bool = False
    committed: bool = False
    turn_over: bool = False
    routed: bool = False
    rout_proof: bool = False
    silenced_by: str | None = None
    terrain: tuple[TerrainUse, ...] = ()
    own_terms: tuple[Term, ...] = ()
    foreign_terms: tuple[Term, ...] = ()
    power_spells: int = 0
    shard_uses: tuple[str, ...] = ()
    scored: tuple[str, ...] = ()
    peeked: str | None = None
    removed: tuple[str, ...] = ()
    lost: bool = False
    bases: tuple[BaseChange, ...] = ()

    @property
    def out_of_battle(self) -> bool:
        """Routed, and the rout counts (DX-11): Bulwark lifts one suffered before or after it."""
        return self.routed and not self.rout_proof


class Player(msgspec.Struct, frozen=True):
    """One seat: its pair, its tokens, its cards. `seen` are the arts everybody has seen used."""

    seat: str
    warden: str | None = None
    champion: str | None = None
    revealed: bool = False
    state: Literal["playing", "out", "winner"] = "playing"
    results: int = 0
    mana: int = 0
    spells: int = 0
    shards: int | None = None
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard_up: tuple[str, ...] = ()
    discard_down: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    lingering: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    lasting: Lasting = Lasting()
    piece: Piece = Piece()

    @property
    def name(self) -> Literal["hidden", "revealed"]:
        return "revealed" if self.revealed else "hidden"

    @property
    def discard(self) -> tuple[str, ...]:
        return self.discard_up + self.discard_down


class Step(msgspec.Struct, frozen=True):
    """What comes next: `what`, for the `turn`-th in order (or seat), about `card`, with `draws` or stakes still `due`."""

    what: str
    turn: int = 0
    card: str = ""
    draws: int = 0
    due: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """The whole truth. `order` are the players still in, from the start player clockwise; `face_down`: field_b's stake.

    `cards` are those that the game is played with.
    """

    setup: DominateSetup
    players: tuple[Player, ...]
    step: Step
    marker: int = 0
    order: tuple[int, ...] = ()
    now: Round | None = None
    past: tuple[Round, ...] = ()
    face_down: bool = False
    stake_deck: tuple[str, ...] = ()
    stakes_used: tuple[str, ...] = ()
    situations: tuple[str, ...] = ()
    situations_removed: tuple[str, ...] = ()
    eliminations: tuple[Elimination, ...] = ()
    ties: int = 0
    ended_by: EndedBy | None = None
    winners: tuple[str, ...] = ()
    cards: Pool = SHIPPED

    @property
    def rules(self) -> HouseRules:
        return self.setup.options

    @property
    def round(self) -> Round:
        assert self.now is not None
        return self.now

    @property
    def situation(self) -> Situation:
        return self.cards.situations[self.round.situation or ""]

    @property
    def actor(self) -> int:
        """The player whose place in the order the step has reached."""
        return self.order[self.step.turn]


def board_of(state: State, who: int) -> Warden:
    """The warden's board; only once wardens are known."""
    return state.cards.wardens[state.players[who].warden or ""]


def seat_index(state: State, seat: str) -> int | None:
    return next((i for i, player in enumerate(state.players) if player.seat == seat), None)


def clockwise(state: State, first: int) -> tuple[int, ...]:
    """Those still in, from the seat `first`."""
    number = len(state.players)
    around = ((first + i) % number for i in range(number))
    return tuple(i for i in around if state.players[i].state == "playing")


def with_player(state: State, who: int, /, **changes: Any) -> State:
    players = state.players
    return replace(state, players=(*players[:who], replace(players[who], **changes), *players[who + 1 :]))


def with_piece(state: State, who: int, /, **changes: Any) -> State:
    return with_player(state, who, piece=replace(state.players[who].piece, **changes))


def with_round(state: State, **changes: Any) -> State:
    return replace(state, now=replace(state.round, **changes))


def with_step(state: State, what: str, turn: int = 0, **rest: Any) -> State:
    return replace(state, step=Step(what, turn, **rest))


def gain(state: State, who: int, what: Counted, value: int, rule: str) -> State:
    """A change of one of the four counted things, cut at cap and floor (DG-10, DG-26) and told as it really was."""
    player = state.players[who]
    before: int = getattr(player, what) or 0
    after = _within(state.rules, player, what, before + value)
    if after == before:
        return state
    change = Change(player.seat, what, after - before, rule)
    state = with_player(state, who, **{what: after})
    return with_round(state, changes=(*state.round.changes, change))


def _within(rules: HouseRules, player: Player, what: str, value: int) -> int:
    if what == "mana":
        return max(value if player.lasting.unlimited else min(value, rules.mana_cap), 0)
    if what == "spells":
        return max(value, 0)
    if what == "results" and rules.results_floor == 0:
        return max(value, 0)
    return value


def pieces_at(state: State, place: str | None) -> tuple[int, ...]:
    """The players who stand there, in order."""
    return tuple(i for i in state.order if state.players[i].piece.place == place)


def opponents_here(state: State, who: int) -> tuple[int, ...]:
    """The other players in the same place, routed ones too; the NPC is none."""
    return tuple(i for i in pieces_at(state, state.players[who].piece.place) if i != who)


def on_battlefield(state: State, who: int) -> bool:
    return state.players[who].piece.place in FIELDS


def in_company(state: State, who: int) -> bool:
    """D-22: on a battlefield with another piece, routed ones and the NPC included."""
    place = state.players[who].piece.place
    return place in FIELDS and (state.round.npc == place or len(pieces_at(state, place)) > 1)


def working_stakes(state: State, place: str | None) -> Iterator[Stake]:
    return (state.cards.stakes[code] for code in state.round.stakes.on(place))


def is_sealed(state: State, place: str | None) -> str | None:
    """The stake or situation that lets nobody in or out there, if one does."""
    if place in state.situation.locks:
        return state.situation.code
    return next((stake.code for stake in working_stakes(state, place) if stake.sealed or stake.locks), None)


def bans(state: State, place: str | None) -> Iterator[tuple[str, str]]:
    """The attributes that may not be played there, each with the stake or situation that bans it."""
    yield from ((attribute, state.situation.code) for attribute in state.situation.bans)
    for stake in working_stakes(state, place):
        yield from ((attribute, stake.code) for attribute in (*(("ruse",) if stake.sealed else ()), *stake.bans))


def holds(state: State, who: int, only: str | None) -> bool:
    """Whether something that counts `only` so counts for the player now."""
    player = state.players[who]
    match only:
        case "climax":
            return state.round.climax
        case "revealed" | "hidden":
            return player.revealed == (only == "revealed")
        case "fewest" | "most":
            best = (min if only == "fewest" else max)(state.players[i].results for i in state.order)
            return player.results == best
        case "better_half":
            return is_in_better_half(state, who)
        case "alone" | "contested":
            return in_company(state, who) == (only == "contested")
    return True


def is_in_better_half(state: State, who: int) -> bool:
    """Fewer than half of the players still in, rounded down, have more results."""
    more = sum(state.players[i].results > state.players[who].results for i in state.order)
    return more < len(state.order) // 2


def shown_cards(state: State, player: Player) -> Iterator[Card]:
    """All cards that count as shown: played ones in the order played, then lingering ones."""
    yield from (state.cards.cards[shown.code] for shown in player.piece.shown)
    yield from (_lingering(state.cards.cards[code]) for code in player.lingering)


def _lingering(card: Card) -> Card:
    """As what it counts while it lingers."""
    power = card.power if card.linger_power is None else card.linger_power
    attributes = card.attributes if card.linger_attributes is None else card.linger_attributes
    return (
        card
        if (power, attributes) == (card.power, card.attributes)
        else replace(card, power=power, attributes=attributes)
    )
