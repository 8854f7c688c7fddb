"""What one person may see of the table (rules part 4.3): built anew by whitelist, the only thing that leaves the rules. Pure."""

from typing import Any, Literal

import msgspec
from msgspec import to_builtins

from boardgames.ace_royal.agenda import NegateQuestion, Step, WindowQuestion
from boardgames.ace_royal.annals import Defeat, Outcome, Transfer
from boardgames.ace_royal.cards import Pool
from boardgames.ace_royal.combat import Boost, Combat, Gift, Proxy, Strike, Sum
from boardgames.ace_royal.dealing import heroes_left
from boardgames.ace_royal.moves import Mode
from boardgames.ace_royal.outcome import code_state, waiting_for
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.servant import ability_stretch
from boardgames.ace_royal.settings import HouseRules
from boardgames.ace_royal.state import Change, Master, Seen, State, Word, seat_then
from boardgames.ace_royal.strikes import attack_of, damage_of, defence_of, first_strike, servant_sum
from boardgames.ace_royal.vocabulary import STATS, ServantState, Stat


class CodeView(msgspec.Struct, frozen=True):
    """A set code; `used`: its ability was used within its limit (AG-45)."""

    card: str
    state: ServantState
    used: bool
    proxy: bool
    muted: bool


class SeatView(msgspec.Struct, frozen=True):
    """A seat as one person sees it.

    `cards`, `facedown_cards` and `seen_pool` are the owner's; `hero` and `class_` are None for others while face-down.
    `stats` is what can be known of the Servant's values, `sums` why; `whole` says that nothing is missing in them.
    `changes` are what lasts for a while on the Servant.
    """

    id: str
    status: str
    independent: bool
    mana: int
    spells: int
    assassination: int
    depletion: int
    hand: int
    servant: ServantState
    hero: str | None
    class_: str | None
    hero_up: bool
    class_up: bool
    codes: tuple[CodeView, ...]
    facedown: int
    changes: tuple[Change, ...]
    stats: dict[Stat, int]
    sums: dict[Stat, Sum]
    whole: bool
    barred: bool
    words: tuple[Word, ...]
    hero_used: bool
    class_used: bool
    cards: tuple[str, ...] | None = None
    facedown_cards: tuple[str, ...] | None = None
    seen_pool: tuple[str, ...] | None = None
    peeked: tuple[Seen, ...] = ()


class GiftView(msgspec.Struct, frozen=True):
    """A card that changed hands; which one is told to giver and taker only."""

    from_: str = msgspec.field(name="from")
    to: str
    card: str | None


class Standing(msgspec.Struct, frozen=True):
    """The running strike as it stands before its damage is fixed."""

    attack: Sum
    defence: Sum
    damage: Sum


class CombatView(msgspec.Struct, frozen=True):
    """A combat, which is public but for the card of its gift. `first` are the sides that have first strike now."""

    turn: int
    how: Literal["assault", "encounter"]
    assaulter: str
    defender: str
    step: str
    striking: Literal["assault", "counter"] | None
    mode: Mode | None
    cancelled: bool
    proxies: dict[str, Proxy]
    swift: tuple[str, ...]
    boosts: tuple[Boost, ...]
    strikes: tuple[Strike, ...]
    lost: dict[str, int]
    gift: GiftView | None
    standing: Standing | None = None
    first: tuple[str, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The table as one person sees it; `combat` is the running one, else the last.

    `stretch` names the stretch of play in which an ability works once (AG-45). `pending` is what still has to happen,
    as far as everybody knows it: a computer player goes on from there.
    """

    rules: HouseRules
    seats: tuple[SeatView, ...]
    start: str | None
    turn: int
    phase: int | None
    player: str | None
    coin: str | None
    holder_turns: int
    had_turn: tuple[str, ...]
    transfer: Transfer | None
    deck: int
    grail_seat: tuple[str, ...]
    class_pool: tuple[str, ...] | None
    heroes: tuple[str, ...] | None
    has_set: bool
    has_revealed: bool
    stretch: str
    meeting: tuple[str, str] | None
    waiting_for: dict[str, Any] | None
    pending: tuple[Step, ...]
    combat: CombatView | None
    in_combat: bool
    defeats: tuple[Defeat, ...]
    handed: tuple[Gift, ...]
    outcome: Outcome
    cards: Pool


def view(state: State, seats: tuple[str, ...]) -> View:
    """What whoever holds `seats` sees: `()` a spectator, `("gm",)` the table, who sees no more than a spectator."""
    return View(
        rules=state.rules,
        start=state.start,
        seats=tuple(_seat(state, master, own=seat in seats) for seat, master in state.masters.items()),
        turn=state.turn,
        phase=state.phase,
        player=state.player,
        coin=state.holder,
        holder_turns=state.holder_turns,
        had_turn=state.had_turn,
        transfer=state.transfer,
        deck=len(state.deck),
        grail_seat=tuple(sorted(state.grail_seat)),
        class_pool=_pool(state, seats),
        heroes=heroes_left(state) if state.rules.class_swap == "all_open" else None,
        has_set=state.has_set,
        has_revealed=state.has_revealed,
        stretch=ability_stretch(state),
        meeting=state.meeting,
        waiting_for=_waiting_for(state, seats),
        # everything in it was announced, save who can answer
        pending=() if _is_secretly_asked(state, seats) else state.agenda,
        combat=_combat(state, seats),
        in_combat=state.combat is not None,
        defeats=state.defeats,
        handed=tuple(gift for gift in state.handed if gift.from_ in seats or gift.to in seats),
        outcome=state.outcome,
        cards=state.cards,
    )


def _seat(state: State, master: Master, *, own: bool) -> SeatView:
    knows_hero, knows_class = own or master.hero_up, own or master.class_up
    stretch = ability_stretch(state)
    sums = {stat: servant_sum(state, master, stat, hero=knows_hero, class_=knows_class) for stat in STATS}
    return SeatView(
        **to_builtins(seat_then(master)),
        id=master.id,
        hero=master.hero if knows_hero else None,
        class_=master.class_ if knows_class else None,
        hero_up=master.hero_up,
        class_up=master.class_up,
        codes=tuple(
            CodeView(code.card, code_state(down=code.down), stretch in code.used, code.proxy, code.muted)
            for code in master.codes
        ),
        facedown=len(master.facedown),
        changes=master.changes,
        independent=master.independent,
        stats={stat: found.value for stat, found in sums.items()},
        sums=sums,
        whole=knows_hero and knows_class,
        barred=master.barred,
        words=master.words,
        peeked=master.peeked if own else (),
        hero_used=stretch in master.hero_used,
        class_used=stretch in master.class_used,
        cards=tuple(sorted(master.hand)) if own else None,
        facedown_cards=master.facedown if own else None,
        seen_pool=master.seen_pool if own else None,
    )


def _pool(state: State, seats: tuple[str, ...]) -> tuple[str, ...] | None:
    """A-13: shown to all; A-15: only to whoever decides on it just now."""
    match state.rules.class_swap:
        case "open_pool" | "all_open":
            return tuple(sorted(state.class_pool))
        case "hidden_pool" if (question := asked(state)) and question.asks == "swap" and question.seat in seats:
            return tuple(sorted(state.class_pool))
        case _:
            return None


def _is_secretly_asked(state: State, seats: tuple[str, ...]) -> bool:
    """Whether somebody else is asked in a window or for a counterword: to be asked tells that one can answer."""
    question = asked(state)
    return isinstance(question, NegateQuestion | WindowQuestion) and question.seat not in seats


def _waiting_for(state: State, seats: tuple[str, ...]) -> dict[str, Any] | None:
    waiting = waiting_for(state)
    return waiting | {"who": None} if waiting and _is_secretly_asked(state, seats) else waiting


def _combat(state: State, seats: tuple[str, ...]) -> CombatView | None:
    combat = state.combat or (state.combats[-1] if state.combats else None)
    if combat is None:
        return None
    return CombatView(
        turn=combat.turn,
        how=combat.how,
        assaulter=combat.assaulter,
        defender=combat.defender,
        step=combat.step,
        striking=combat.striking,
        mode=combat.mode,
        cancelled=combat.cancelled,
        proxies=combat.proxies,
        swift=combat.swift,
        boosts=combat.boosts,
        strikes=combat.strikes,
        lost=combat.lost,
        gift=_gift(combat, seats),
        standing=_standing(state),
        first=tuple(seat for seat in combat.sides if state.combat and first_strike(state, combat, seat)),
    )


def _standing(state: State) -> Standing | None:
    """Everything of it lies open since C1."""
    combat = state.combat
    if combat is None or combat.mode is None or any(fixed.step == combat.striking for fixed in combat.strikes):
        return None
    return Standing(attack_of(state, combat), defence_of(state, combat), damage_of(state, combat))


def _gift(combat: Combat, seats: tuple[str, ...]) -> GiftView | None:
    gift = combat.gift
    if gift is None:
        return None
    knows = gift.from_ in seats or gift.to in seats
    return GiftView(gift.from_, gift.to, gift.card if knows else None)
