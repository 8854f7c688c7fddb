"""Effects that move cards, mana and spells, and those that hold other effects (rules part 3.7). Pure."""

from typing import Literal

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    CardQuestion,
    DeathCheck,
    DiscardQuestion,
    Draw,
    FetchQuestion,
    GiveQuestion,
    Resolve,
    SettleQuestion,
)
from boardgames.ace_royal.cards import amount
from boardgames.ace_royal.measure import MOST_REPEATS
from boardgames.ace_royal.moves import Settle, Settled
from boardgames.ace_royal.piles import drop
from boardgames.ace_royal.servant import is_immune, met
from boardgames.ace_royal.spells import gain_mana, lose_mana
from boardgames.ace_royal.state import (
    Change,
    Seen,
    State,
    Word,
    answered,
    card_of,
    changed,
    push,
    sitting,
    tell,
    without,
)
from boardgames.ace_royal.vocabulary import (
    Amount,
    AnyEffect,
    Choose,
    DiscardCards,
    DrawCards,
    Fetch,
    GainMana,
    GainSpell,
    GiveCard,
    LendKeyword,
    Manual,
    NoAssault,
    OnlyIf,
    Peek,
    Repeat,
    StealCard,
)
from tabletop.game import Illegal

SERVANTS = {1: "upright", 2: "down", 3: "danger"}


def whom(state: State, who: str, step: Resolve) -> tuple[str, ...]:
    """The seats that are meant; nobody where there is no opponent."""
    match who:
        case "any":
            return (step.target,)
        case "each_other":
            return tuple(seat for seat in sitting(state) if seat != step.user)
        case "opp":
            fights = state.combat is not None and step.user in state.combat.sides
            return (state.combat.against(step.user),) if state.combat and fights else ()
    return (step.user,)


def worth(state: State, expression: Amount, step: Resolve) -> int:
    """What an amount comes to now for the user of `step`."""

    def word(name: str) -> int:
        user, combat = state.masters[step.user], state.combat
        other = next((state.masters[seat] for seat in whom(state, "opp", step)), None)
        match name:
            case "codes":
                return len(user.codes)
            case "hand":
                return len(user.hand)
            case "opp.hand":
                return len(other.hand) if other else 0
            case "opp.coins":
                return other.coins if other else 0
        return combat.dealt(step.user) if combat is not None and step.user in combat.sides else 0

    return amount(expression, step.paid, word)


def move_things(state: State, effect: AnyEffect, step: Resolve) -> State:
    """Cards drawn, discarded, stolen, given, fetched and looked at; mana and command spells."""
    match effect:
        case DrawCards(n=number, who=who):
            return push(state, *(Draw(seat, max(worth(state, number, step), 0)) for seat in whom(state, who, step)))
        case DiscardCards(n=number, how=how, who=who):
            for seat in whom(state, who, step):
                state = _discards(state, seat, worth(state, number, step), how)
            return state
        case StealCard(n=number, how=how, who=who):
            for seat in whom(state, who, step):
                if not is_immune(state, state.masters[seat], "steal"):
                    state = _hands_over(state, seat, step.user, worth(state, number, step), how, "theft")
            return state
        case GiveCard(n=number, how=how, who=who):
            for seat in whom(state, who, step):
                state = _hands_over(state, step.user, seat, worth(state, number, step), how, "gift")
            return state
        case GainMana(add=add, who=who):
            return _mana(state, whom(state, who, step), worth(state, add, step))
        case GainSpell(add=add, who=who):
            for seat in whom(state, who, step):
                state = changed(state, seat, spells=max(state.masters[seat].spells + worth(state, add, step), 0))
            return state
        case Fetch():
            return _fetch(state, effect, step.user)
        case Peek():
            return _peek(state, effect, step)
    return state


def do_more(state: State, effect: AnyEffect, step: Resolve) -> State:
    """Bars, keywords, and what holds other effects."""
    match effect:
        case NoAssault(who=who):
            for seat in whom(state, who, step):
                state = changed(state, seat, barred=True)
            return state
        case LendKeyword(keyword=keyword, until=until, remove=remove, who=who):
            for seat in whom(state, who, step):
                words = (*state.masters[seat].words, Word(keyword, until or "turn", remove))
                state = changed(state, seat, words=words)
            return state
        case Choose(options=options):
            return push(state, replace(step, effects=(options[step.choice],)))
        case OnlyIf(when=when, then=then, otherwise=otherwise):
            done = then if met(state, state.masters[step.user], when) else otherwise
            return push(state, replace(step, effects=done)) if done else state
        case Repeat(n=number, do=do):
            times = min(max(worth(state, number, step), 0), MOST_REPEATS)
            return push(state, replace(step, effects=do * times)) if times else state
        case Manual(text=text):
            return push(state, SettleQuestion(step.user, step.card, text))
    return state


def _mana(state: State, seats: tuple[str, ...], number: int) -> State:
    for seat in seats:
        state = gain_mana(state, seat, number) if number >= 0 else lose_mana(state, seat, -number, code="lost_mana")
    return state


def _discards(state: State, seat: str, number: int, how: str) -> State:
    """Nothing is asked where there is nothing to choose."""
    hand = state.masters[seat].hand
    number = min(number, len(hand))
    if number <= 0:
        return state
    if how == "random":
        return push(state, *(CardQuestion(from_=seat, why="discard") for _card in range(number)))
    if number == len(hand) or len(set(hand)) == 1:
        return push(drop(state, seat, hand[:number]), DeathCheck(seat))
    return push(state, DiscardQuestion(seat, number))


def _hands_over(state: State, giver: str, taker: str, number: int, how: str, why: Literal["theft", "gift"]) -> State:
    number = min(number, len(state.masters[giver].hand))
    if number <= 0 or giver == taker:
        return state
    reason: Literal["theft", "given"] = "theft" if why == "theft" else "given"
    if how == "random":
        return push(state, *(CardQuestion(from_=giver, to=taker, why=reason) for _card in range(number)))
    return push(state, GiveQuestion(giver, to=taker, count=number, why=why))


def _fetch(state: State, effect: Fetch, seat: str) -> State:
    if effect.origin == "grail_seat":
        number = min(effect.n, len(fetchable(state, effect.kind)))
        return push(state, FetchQuestion(seat, kind=effect.kind, count=number)) if number else state
    found = [card for card in state.deck if effect.kind in ("any", card_of(state, card).type)][: effect.n]
    state = replace(state, deck=without(state.deck, found))
    state = changed(state, seat, hand=(*state.masters[seat].hand, *found))
    return tell(state, "drew", seat=seat, number=len(found))


def fetchable(state: State, kind: str) -> tuple[str, ...]:
    """The cards of the Grail Seat that may be fetched."""
    return tuple(sorted(card for card in state.grail_seat if kind in ("any", card_of(state, card).type)))


def _peek(state: State, effect: Peek, step: Resolve) -> State:
    """Private: nothing is told but that the card was used."""
    for seat in whom(state, effect.who, step) if effect.who else ("",):
        master = state.masters.get(seat)
        match effect.zone:
            case "deck":
                cards = state.deck[: effect.n]
            case "servant" if master:
                cards = tuple(card for card in (master.hero, master.class_) if card)
            case "facedown" if master:
                cards = master.facedown[: effect.n]
            case _:
                cards = tuple(sorted(master.hand))[: effect.n] if master else ()
        user = state.masters[step.user]
        state = changed(state, step.user, peeked=(*user.peeked, Seen(effect.zone, seat, cards)))
    return state


def settle(state: State, question: SettleQuestion, move: Settle) -> State | Illegal:
    """Each change in the order said; what cannot be (a negative number, no cards to take) stops at its end."""
    if any(change.who not in state.masters or state.masters[change.who].out for change in move.changes):
        return Illegal("no_such_seat", "format")
    state = tell(answered(state), "settled", seat=move.by, card=question.card, word=move.note)
    for change in move.changes:
        state = _settled(state, change, question.card)
    return push(state, *(DeathCheck(seat) for seat in dict.fromkeys(change.who for change in move.changes)))


def _settled(state: State, change: Settled, card: str) -> State:
    seat, master = change.who, state.masters[change.who]
    match change.what:
        case "mana":
            return _mana(state, (seat,), change.n)
        case "cards" if change.n > 0:
            return push(state, Draw(seat, change.n))
        case "cards":
            return _discards(state, seat, -change.n, "choose")
        case "state":
            return changed(state, seat, servant=SERVANTS.get(change.n, master.servant))
        case "spells" | "assassination" | "depletion" as what:
            return changed(state, seat, **{what: max(getattr(master, what) + change.n, 0)})
        case stat:
            return changed(state, seat, changes=(*master.changes, Change(card, stat, change.n, "turn")))
