"""What one person may see of the table (rules part 4.3): built anew by whitelist, the only thing that leaves the rules. Pure."""

from typing import Any

import msgspec
from msgspec import to_builtins

from boardgames.ace_royal.agenda import NegateQuestion
from boardgames.ace_royal.annals import Defeat, Outcome, Transfer
from boardgames.ace_royal.combat import Combat, Gift
from boardgames.ace_royal.dealing import heroes_left
from boardgames.ace_royal.outcome import code_state, combat_result, waiting_for
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.servant import ability_stretch
from boardgames.ace_royal.state import Master, State, seat_then
from boardgames.ace_royal.strikes import servant_sum
from boardgames.ace_royal.vocabulary import STATS, ServantState, Stat


class CodeView(msgspec.Struct, frozen=True):
    """A set code; `used`: its ability was used within its limit (AG-45)."""

    card: str
    state: ServantState
    used: bool


class SeatView(msgspec.Struct, frozen=True):
    """A seat as one person sees it.

    `cards`, `facedown_cards` and `seen_pool` are the owner's; `hero` and `class_` are None for others while face-down.
    `stats` is what can be known of the Servant's values; `whole` says that nothing is missing in them.
    """

    id: str
    status: str
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
    stats: dict[Stat, int]
    whole: bool
    may_not_assault: bool
    hero_used: bool
    class_used: bool
    cards: tuple[str, ...] | None = None
    facedown_cards: tuple[str, ...] | None = None
    seen_pool: tuple[str, ...] | None = None


class View(msgspec.Struct, frozen=True):
    """The table as one person sees it; `combat` is the running one, else the last."""

    seats: tuple[SeatView, ...]
    turn: int
    phase: int | None
    player: str | None
    coin: str | None
    transfer: Transfer | None
    deck: int
    grail_seat: tuple[str, ...]
    class_pool: tuple[str, ...] | None
    heroes: tuple[str, ...] | None
    has_set: bool
    has_revealed: bool
    waiting_for: dict[str, Any] | None
    combat: dict[str, Any] | None
    in_combat: bool
    defeats: tuple[Defeat, ...]
    handed: tuple[Gift, ...]
    outcome: Outcome


def view(state: State, seats: tuple[str, ...]) -> View:
    """What whoever holds `seats` sees: `()` a spectator, `("gm",)` the table, who sees no more than a spectator."""
    return View(
        seats=tuple(_seat(state, master, own=seat in seats) for seat, master in state.masters.items()),
        turn=state.turn,
        phase=state.phase,
        player=state.player,
        coin=state.holder,
        transfer=state.transfer,
        deck=len(state.deck),
        grail_seat=tuple(sorted(state.grail_seat)),
        class_pool=_pool(state, seats),
        heroes=heroes_left(state) if state.rules.class_swap == "all_open" else None,
        has_set=state.has_set,
        has_revealed=state.has_revealed,
        waiting_for=_waiting_for(state, seats),
        combat=_combat(state, seats),
        in_combat=state.combat is not None,
        defeats=state.defeats,
        handed=tuple(gift for gift in state.handed if gift.from_ in seats or gift.to in seats),
        outcome=state.outcome,
    )


def _seat(state: State, master: Master, *, own: bool) -> SeatView:
    knows_hero, knows_class = own or master.hero_up, own or master.class_up
    stretch = ability_stretch(state)
    return SeatView(
        **to_builtins(seat_then(master)),
        id=master.id,
        hero=master.hero if knows_hero else None,
        class_=master.class_ if knows_class else None,
        hero_up=master.hero_up,
        class_up=master.class_up,
        codes=tuple(CodeView(code.card, code_state(down=code.down), stretch in code.used) for code in master.codes),
        facedown=len(master.facedown),
        stats={stat: servant_sum(state, master, stat, hero=knows_hero, class_=knows_class).value for stat in STATS},
        whole=knows_hero and knows_class,
        may_not_assault=master.barred,
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


def _waiting_for(state: State, seats: tuple[str, ...]) -> dict[str, Any] | None:
    question = asked(state)
    if isinstance(question, NegateQuestion) and question.seat not in seats:
        # to be asked tells that one holds a counterword
        return {"who": None, "for": question.asks, "card": question.card}
    return waiting_for(state)


def _combat(state: State, seats: tuple[str, ...]) -> dict[str, Any] | None:
    combat = state.combat or (state.combats[-1] if state.combats else None)
    if combat is None:
        return None
    shown = combat_result(combat) | {"step": combat.step, "mode": combat.mode, "striking": combat.striking}
    return shown | {"gift": _gift(combat, seats)}


def _gift(combat: Combat, seats: tuple[str, ...]) -> dict[str, str | None] | None:
    """Only giver and taker know the card."""
    gift = combat.gift
    if gift is None:
        return None
    knows = gift.from_ in seats or gift.to in seats
    return {"from": gift.from_, "to": gift.to, "card": gift.card if knows else None}
