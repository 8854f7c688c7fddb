"""Where the table must not go on at once, because going on would tell what somebody holds (AG-16, AC-19, AC-21). Pure.

Who is asked is fixed by the rules and by hands that nobody else sees: a counterword, independent action on a face-down card,
codes of a hand that can pay for a creature or a trigger. A `Moment` is such a question, asked or not; a `Pause` is one in the
midst of a move that the rules have passed over in silence. The table shows both alike (`boardgames.passing`); the record
knows nothing of it.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from boardgames.ace_royal.aftermath import hand_decides
from boardgames.ace_royal.agenda import (
    ClaimQuestion,
    Counterwords,
    DeathCheck,
    DiscardQuestion,
    LossTriggers,
    NegateQuestion,
    Price,
    PriceQuestion,
    Question,
    Resolve,
    Step,
    TriggerQuestion,
    Window,
    WindowQuestion,
)
from boardgames.ace_royal.coins import acts_alone, is_dying
from boardgames.ace_royal.further_effects import whom, worth
from boardgames.ace_royal.judgement import downfall
from boardgames.ace_royal.moves import AnyMove, Pass
from boardgames.ace_royal.play import answer, asked, going_on
from boardgames.ace_royal.report import Report
from boardgames.ace_royal.state import Master, State, answered, card_of, clockwise, push
from boardgames.ace_royal.vocabulary import DiscardCards
from tabletop.game import TABLE, Illegal

NOBODY = ""
"""The seat of a question that is asked of nobody in truth."""


class Moment(msgspec.Struct, frozen=True):
    """A question whose asking is a secret: `order` are those who, for all that everybody knows, may be asked, one after the
    other; `asked` who is (`NOBODY`: none of them). `own`: it is no secret whom it concerns, only whether he has a choice.
    """

    key: str
    order: tuple[str, ...]
    asked: str
    own: bool = False

    @property
    def before(self) -> tuple[str, ...]:
        """Who comes before the asked one."""
        return self.order[: self.order.index(self.asked)] if self.asked in self.order else ()


class Pause(msgspec.Struct, frozen=True):
    """A moment in the midst of a move, at which somebody could have been asked: the state as others know it, what was told."""

    state: State
    report: Report


def moment(state: State) -> Moment | None:
    """What `state` stands at, if nobody may know whether it is really asked."""
    here = f"{state.turn}.{state.phase}."
    match asked(state):
        case WindowQuestion(seat=seat, window=name):
            return Moment(here + name, _of_window(state), seat)
        case NegateQuestion(seat=seat):
            return Moment(f"{here}negate", _of_scene(state), seat)
        case ClaimQuestion(seat=seat) | PriceQuestion(seat=seat) | DiscardQuestion(seat=seat) as question:
            return Moment(here + question.asks, (seat,), seat, own=True)
        case TriggerQuestion(seat=seat) as question if hand_decides(answered(state), seat):
            return Moment(here + question.asks, (seat,), seat, own=True)
    return None


def _of_window(state: State) -> tuple[str, ...]:
    """From the one who is asked first, round once; at the end of a phase those who would fall."""
    window = state.agenda[-2]
    if not isinstance(window, Window):
        raise TypeError(window)
    first = (window.at - window.passes) % len(window.order)
    order = window.order[first:] + window.order[:first]
    return tuple(seat for seat in order if _is_concerned(state, state.masters[seat], window.name))


def _is_concerned(state: State, master: Master, window: str) -> bool:
    return not master.out and (window != "phase_end" or downfall(state, master) is not None)


def _of_scene(state: State) -> tuple[str, ...]:
    """AC-21: everybody but the one who plays the scene."""
    played = state.agenda[-3]
    if not isinstance(played, Resolve):
        raise TypeError(played)
    return tuple(seat for seat in clockwise(state, state.player or "") if seat != played.user)


def pauses(state: State, move: AnyMove) -> tuple[Pause, ...]:
    """Every moment in the midst of `move` at which somebody could have been asked who was not, in order."""
    after = answer(state, move)
    return () if isinstance(after, Illegal) else tuple(_pauses(after, goes_on=_goes_on(state, move)))


def _goes_on(state: State, move: AnyMove) -> bool:
    """Whether the move lets pass, so that what was open stays open for the others."""
    return isinstance(move, Pass) and move.by != TABLE and isinstance(asked(state), WindowQuestion | NegateQuestion)


def _pauses(state: State, *, goes_on: bool) -> Iterator[Pause]:
    before = state
    for step, after in going_on(state):
        quiet = answered(before)
        question = None if goes_on else _could_ask(quiet, step)
        if question is not None and not isinstance(asked(after), type(question)):
            held = () if isinstance(step, Price | DeathCheck | Resolve | LossTriggers) else (step,)
            yield Pause(replace(push(quiet, question, *held, *_rest(step)), told=()), Report(quiet.told))
        before, goes_on = after, False


def _rest(step: Step) -> tuple[Step, ...]:
    """What lies below the question of an effect that is one of several."""
    return (replace(step, effects=step.effects[1:]),) if isinstance(step, Resolve) and step.effects[1:] else ()


def _could_ask(state: State, step: Step) -> Question | None:
    """What `step` might ask now, for all that is known to those who do not see the cards."""
    match step:
        case Counterwords(card=card, seats=seats, what=what):
            asks = any(not state.masters[seat].out for seat in seats) and _may_be_held(state, what)
            return NegateQuestion(NOBODY, card, what) if asks else None
        case Window(name=name, order=order):
            cancelled = name == "engagement" and state.combat is not None and state.combat.cancelled
            asks = not cancelled and any(_is_concerned(state, state.masters[seat], name) for seat in order)
            return WindowQuestion(NOBODY, name) if asks else None
        case DeathCheck(seat=seat):
            return ClaimQuestion(seat) if _may_act_alone(state, state.masters[seat]) else None
        case Price(seat=seat):
            return PriceQuestion(seat) if len(state.masters[seat].hand) > 1 else None
        case LossTriggers(seat=seat):
            return TriggerQuestion(seat) if hand_decides(state, seat) else None
        case Resolve(effects=(DiscardCards(how="choose") as effect, *_)):
            return _could_discard(state, effect, step)
        case _:
            return None


def _may_be_held(state: State, what: str) -> bool:
    """Whether a counterword may be in some hand: not once all of them lie in the Grail Seat."""
    copies = [card for card in state.cards.deck if state.cards.answers(card, what)]
    return len(copies) > sum(card in copies for card in state.grail_seat)


def _may_act_alone(state: State, master: Master) -> bool:
    """Whether who dies now may have independent action on a card that is face-down, or lack the aptitude for it."""
    if not is_dying(master) or acts_alone(state, master):
        return False
    hidden = [] if master.hero_up else list(state.cards.heroes)
    hidden += [] if master.class_up else list(state.cards.classes)
    shown = [master.class_] if master.class_ and not master.hero_up else []
    return any("independent_action" in card_of(state, card).keywords for card in (*hidden, *shown))


def _could_discard(state: State, effect: DiscardCards, step: Resolve) -> DiscardQuestion | None:
    """A hand of cards that are all alike discards without being asked."""
    for seat in whom(state, effect.who, step):
        number = min(worth(state, effect.n, step), len(state.masters[seat].hand))
        if 0 < number < len(state.masters[seat].hand):
            return DiscardQuestion(seat, number)
    return None
