"""How a computer player sees Ace Royal: which moves are worth a thought, and what they look like at a glance. Pure.

Values are hundredths of a mana. What can be tried is tried on the imagined state; what leads to a question first (coins,
thefts, dice) has a value of its own here.
"""

from collections.abc import Sequence
from typing import Any

from boardgames.ace_royal import moves as declared
from boardgames.ace_royal.agenda import CoinQuestion, NegateQuestion
from boardgames.ace_royal.guess import guess
from boardgames.ace_royal.moves import AnyMove
from boardgames.ace_royal.offers import Offer
from boardgames.ace_royal.options import offers, with_cards
from boardgames.ace_royal.outlook import MANA, assault_value, keep_value, outlook, worth
from boardgames.ace_royal.play import asked, play
from boardgames.ace_royal.servant import suits
from boardgames.ace_royal.state import Master, State, card_of, changed
from boardgames.ace_royal.vocabulary import (
    Ability,
    DrawCards,
    NoAssault,
    PutCoin,
    RollDie,
    StealCard,
)
from tabletop.game import Illegal

__all__ = ["glance", "guess", "moves", "stretch", "worth"]

MOST_PAID = 3
"""More is never paid for X: nothing gains by it."""
DEATH = 2_500
CLASSES = {"L-C1": 45, "L-C2": 50, "L-C3": 55, "L-C4": 40, "L-C5": 35, "L-C6": 45, "L-C7": 45}
UNFIT = -30
NEGATED = {"L-S05": 60, "L-S06": 60, "L-S12": 40, "L-S13": 40, "L-S02": 30, "L-S15": 10}
SET = {"L-K10": 25, "L-K22": 5, "L-K21": 45, "L-K11": 60, "L-K09": 50}


def moves(state: State, seat: str) -> Sequence[AnyMove]:
    """The options, each price paid with the cards that are least worth keeping."""
    return [move for offer in offers(state, seat) for move in _paid(state, offer)]


def stretch(state: State) -> object:
    """Turns are compared at their ends."""
    return state.turn


def glance(state: State, seat: str, moves: Sequence[Any]) -> Sequence[int]:
    """What each move looks like, beside leaving everything as it is."""
    now = outlook(state, seat)
    return [_look(state, seat, move, now) for move in moves]


def _paid(state: State, offer: Offer) -> list[AnyMove]:
    if not offer.most:
        return [offer.move]
    cheap = sorted(offer.among, key=lambda card: keep_value(state, card))
    return [
        with_cards(offer.move, tuple(sorted(cheap[:number])))
        for number in range(offer.least, min(offer.most, max(offer.least, MOST_PAID)) + 1)
    ]


def _look(state: State, seat: str, move: AnyMove, now: int) -> int:
    match move:
        case declared.Done():
            return _idle(state, seat)
        case declared.SetCode(card=card):
            return SET.get(card, 40)
        case declared.LayFacedown(card=card):
            return (30 if len(state.masters[seat].codes) >= 4 else 5) - keep_value(state, card) // 2
        case declared.Reveal():
            return 45
        case declared.Assault(target=target):
            return assault_value(state, seat, target)
        case declared.Discard(cards=cards):
            return -sum(keep_value(state, card) for card in cards)
        case declared.Swap(card=card):
            return _class_value(state, seat, card)
        case declared.Keep():
            return _class_value(state, seat, state.masters[seat].class_ or "")
        case declared.Pick(hero=hero, class_=class_):
            return (
                sum(card_of(state, hero).stats.values()) * 10
                + CLASSES.get(class_, 0)
                + (0 if _fit(state, hero, class_) else UNFIT)
            )
        case declared.Claim() | declared.Recover():
            return DEATH
        case declared.Accept():
            return -_coin_harm(state, seat)
        case _:
            return _tried(state, seat, move, now)


def _idle(state: State, seat: str) -> int:
    """To do nothing in the ritual is to be free to assault."""
    if state.has_set or state.has_revealed:
        return 0
    rivals = (other for other, master in state.masters.items() if other != seat and not master.out)
    may = state.masters[seat].servant == "upright" and not state.masters[seat].barred
    return max((assault_value(state, seat, rival) for rival in rivals), default=0) if may else 0


def _class_value(state: State, seat: str, card: str) -> int:
    fits = suits(state, changed(state, seat, class_=card).masters[seat])
    return CLASSES.get(card, 0) + (0 if fits or state.rules.off_class == "none" else UNFIT)


def _fit(state: State, hero: str, class_: str) -> bool:
    return card_of(state, class_).class_ in card_of(state, hero).classes


def _coin_harm(state: State, seat: str) -> int:
    """What a coin does to a seat; nothing where the move accepts a death."""
    if not isinstance(asked(state), CoinQuestion):
        return DEATH
    return _harm(state.masters[seat])


def _harm(master: Master) -> int:
    spare = len(master.hand) - master.coins
    return DEATH if spare <= 0 else 160 // spare


def _tried(state: State, seat: str, move: AnyMove, now: int) -> int:
    """The difference it makes where it was made, and what is still to come of it."""
    played = play(state, move)
    if isinstance(played, Illegal):
        return -DEATH
    value = outlook(played.state, seat) - now
    if isinstance(move, declared.Use | declared.Trigger):
        value += _promise(state, seat, move)
    if isinstance(move, declared.Spell) and move.use == "c":
        value += DEATH // 50
    return value


def _promise(state: State, seat: str, move: declared.Use | declared.Trigger) -> int:
    """What the questions that a use leads to are worth."""
    question = asked(state)
    if isinstance(question, NegateQuestion):
        return NEGATED.get(question.card, 0)
    card = card_of(state, move.card)
    ability = card.activated if isinstance(move, declared.Use) else card.asked_trigger
    target = move.target if isinstance(move, declared.Use) and isinstance(move.target, str) else _rival(state, seat)
    return _aimed(state, seat, ability, target) if ability else 0


def _aimed(state: State, seat: str, ability: Ability, target: str) -> int:
    sign = -1 if target == seat else 1
    master = state.masters[target]
    for effect in ability.do:
        match effect:
            case PutCoin():
                return sign * min(_harm(master), 400) if not master.dead else 0
            case StealCard():
                return 30
            case RollDie():
                return sign * (25 if master.servant == "upright" else -10)
            case NoAssault():
                return sign * 15
            case DrawCards():
                return MANA // 10
    return 0


def _rival(state: State, seat: str) -> str:
    return state.combat.against(seat) if state.combat and seat in state.combat.sides else seat
