"""What a combat leaves behind, C7 and C8 (A-54 to A-58, A-65 to A-68): losses, proxies, triggers, the gift. Pure."""

from collections.abc import Iterator

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    BloodPrice,
    CardQuestion,
    DeathCheck,
    EndCombat,
    Losses,
    LossTriggers,
    OpenWindow,
    Price,
    PriceQuestion,
    ProxyFate,
    Resolve,
    TriggerQuestion,
    Withdrawal,
)
from boardgames.ace_royal.cards import DRAWN
from boardgames.ace_royal.engagement import running, without_changes
from boardgames.ace_royal.moves import Discard, Pass
from boardgames.ace_royal.offers import payable_triggers
from boardgames.ace_royal.piles import drop, to_grail_seat
from boardgames.ace_royal.servant import class_works, met
from boardgames.ace_royal.spells import lose_mana
from boardgames.ace_royal.state import Master, State, answered, card_of, changed, push, tell
from boardgames.ace_royal.vocabulary import DiscardCards
from tabletop.game import Illegal


def take_losses(state: State, _: Losses) -> State:
    """C7: both sides lose at once (AG-24), then proxies, triggers and the window, assaulter first."""
    combat = running(state)
    state = replace(state, combat=replace(combat, step="loss"))
    for seat in combat.sides:
        if seat not in combat.proxies:
            state = _hurt(state, seat, combat.dealt(combat.against(seat)))
    fates = (ProxyFate(seat) for seat in combat.sides)
    triggers = (LossTriggers(seat) for seat in combat.sides)
    return push(state, *fates, *triggers, OpenWindow("loss"))


def _hurt(state: State, seat: str, taken: int) -> State:
    """A-54: a mana for each damage; A-56: the Servant goes Down; AG-25: in Danger it stays so."""
    if not taken:
        return state
    before = state.masters[seat].mana
    state = lose_mana(state, seat, taken, code="lost_mana")
    combat = running(state)
    lost = {**combat.lost, seat: before - state.masters[seat].mana}
    return go_down(replace(state, combat=replace(combat, lost=lost)), seat)


def go_down(state: State, seat: str) -> State:
    """An upright Servant goes Down; any other stays as it is."""
    if state.masters[seat].servant != "upright":
        return state
    return tell(changed(state, seat, servant="down"), "went_down", seat=seat)


def settle_proxy(state: State, step: ProxyFate) -> State:
    """A-65: a code that was hurt is lost; A-66, A-67: for a creature of the Servant a price is due."""
    combat = running(state)
    proxy = combat.proxies.get(step.seat)
    if proxy is None:
        return state
    taken = combat.dealt(combat.against(step.seat))
    if proxy.origin == "code":
        return _lose_proxy(state, step.seat) if taken else state
    if taken >= state.rules.proxy_down_threshold:
        state = go_down(state, step.seat)
    return push(state, Price(step.seat))


def _lose_proxy(state: State, seat: str) -> State:
    master = state.masters[seat]
    lost = next((at for at, code in enumerate(master.codes) if code.proxy), None)
    if lost is None:
        return state
    card = master.codes[lost].card
    state = changed(state, seat, codes=master.codes[:lost] + master.codes[lost + 1 :])
    return tell(to_grail_seat(state, card), "proxy_lost", seat=seat, card=card, rule="A-65")


def ask_price(state: State, step: Price) -> State:
    """A-66: one code from the hand (AG-33: or any card); A-68: with none, Danger."""
    able = payable(state, state.masters[step.seat])
    match len(set(able)):
        case 0:
            return tell(changed(state, step.seat, servant="danger"), "in_danger", seat=step.seat, rule="A-68")
        case 1:
            return push(drop(state, step.seat, able[:1]), DeathCheck(step.seat))
        case _:
            return push(state, PriceQuestion(step.seat))


def payable(state: State, master: Master) -> tuple[str, ...]:
    """The hand cards that can pay for a creature."""
    any_card = state.rules.proxy_price == "any_card"
    return tuple(card for card in master.hand if any_card or card_of(state, card).type == "code")


def pay_price(state: State, question: PriceQuestion, move: Discard) -> State | Illegal:
    if len(move.cards) != 1 or move.cards[0] not in payable(state, state.masters[question.seat]):
        return Illegal("wrong_price", "AC-15")
    return push(drop(answered(state), question.seat, move.cards), DeathCheck(question.seat))


def ask_triggers(state: State, step: LossTriggers) -> State:
    """At most one a side and combat, and only after damage by the own Servant to a side whose Master lives."""
    combat = running(state)
    seat, master = step.seat, state.masters[step.seat]
    other = state.masters[combat.against(seat)]
    if seat in combat.proxies or not combat.dealt(seat) or other.dead or other.out:
        return state
    steps = tuple(_triggered(state, seat, "loss"))
    if any(card == master.hero for card, _step in steps):
        # one special coin a side and combat: a hero's own trigger excludes the others
        steps = tuple((card, step) for card, step in steps if card == master.hero)
    for card, _step in steps:
        state = tell(state, "triggered", seat=seat, card=card)
    if steps:
        return push(state, *(step for _card, step in steps))
    return push(state, TriggerQuestion(seat)) if any(payable_triggers(state, seat)) else state


def hand_decides(state: State, seat: str) -> bool:
    """Whether `seat` is asked for a trigger or not for the sake of hidden cards: some hands of its size could pay, others not."""
    kinds = {card.type: card.id for card in state.cards.cards.values() if card.type in DRAWN}
    size = len(state.masters[seat].hand)
    return len({_is_asked(changed(state, seat, hand=(card,) * size), seat) for card in kinds.values()}) > 1


def _is_asked(state: State, seat: str) -> bool:
    return ask_triggers(state, LossTriggers(seat)).agenda[-1] == TriggerQuestion(seat)


def triggered_by(state: State, seat: str, window: str) -> tuple[Resolve, ...]:
    """What the open cards of `seat` do by themselves at `window`."""
    return tuple(step for _card, step in _triggered(state, seat, window))


def _triggered(state: State, seat: str, window: str) -> Iterator[tuple[str, Resolve]]:
    master = state.masters[seat]
    if master.out:
        return
    own = [] if master.servant == "danger" else [master.hero if master.hero_up else None]
    own += [master.class_] if own and master.class_up and class_works(state, master) else []
    for card in (*(card for card in own if card), *(code.card for code in master.codes if not code.down)):
        for ability in card_of(state, card).triggers(window):
            if not ability.cost and all(met(state, master, condition) for condition in ability.when):
                yield card, Resolve(seat, card, ability.do)


def decline_trigger(state: State, question: TriggerQuestion, move: Pass) -> State:
    return answered(state)


def withdraw(state: State, _: Withdrawal) -> State:
    """C8 (A-57, A-58): who was hurt and hurt nobody gives a random card."""
    combat = replace(running(state), step="withdrawal")
    state = push(replace(state, combat=combat), BloodPrice())
    # AG-26: only one side can owe a card, so the first one found is the only one
    for seat in combat.sides:
        taker = combat.against(seat)
        if combat.dealt(taker) and not combat.dealt(seat) and state.masters[seat].hand:
            return push(state, CardQuestion(from_=seat, to=taker, why="gift"))
    return state


def pay_blood_price(state: State, _: BloodPrice) -> State:
    """What cards do by themselves at the withdrawal (L-C7), also when the combat was cancelled; assaulter first."""
    found = [(seat, *pair) for seat in running(state).sides for pair in _triggered(state, seat, "withdrawal")]
    found = [(seat, card, step) for seat, card, step in found if _can_happen(state, seat, step)]
    for seat, card, _step in found:
        state = tell(state, "triggered", seat=seat, card=card)
    return push(state, *(step for _seat, _card, step in found))


def _can_happen(state: State, seat: str, step: Resolve) -> bool:
    """A discard of nothing is no trigger."""
    return bool(state.masters[seat].hand) or not all(isinstance(effect, DiscardCards) for effect in step.effects)


def end_combat(state: State, _: EndCombat) -> State:
    """What lasted for the combat is over."""
    combat = running(state)
    for seat, master in state.masters.items():
        if any(code.proxy or code.muted for code in master.codes):
            codes = tuple(replace(code, proxy=False, muted=False) for code in master.codes)
            state = changed(state, seat, codes=codes)
    state = without_changes(state, until=("step", "combat"))
    return replace(state, combat=None, combats=(*state.combats, combat))
