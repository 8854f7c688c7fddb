"""Special coins (특수 코인) and the death of a Master by them (A-59 to A-63). Pure."""

from boardgames.ace_royal.agenda import ClaimQuestion, Coin, CoinQuestion, DeathCheck
from boardgames.ace_royal.moves import Accept, Claim
from boardgames.ace_royal.servant import free_copy, has_keyword, is_immune
from boardgames.ace_royal.state import Master, State, answered, changed, push, tell
from boardgames.ace_royal.vocabulary import CoinKind


def place_coin(state: State, step: Coin) -> State:
    """A-59, A-72: the target may stop it if he has the means; a dead Master meets no new coins (AG-38)."""
    master = state.masters[step.seat]
    if master.out or master.dead or is_immune(state, master, "coin"):
        return tell(state, "coin_meets_nobody", seat=step.seat, word=step.kind)
    if master.spells or any(free_copy(state, master, bell) is not None for bell in state.cards.bells):
        return push(state, CoinQuestion(step.seat, step.kind, step.number))
    return _put(state, step.seat, step.kind, step.number)


def accept_coin(state: State, question: CoinQuestion, move: Accept) -> State:
    return _put(answered(state), question.seat, question.coin, question.number)


def _put(state: State, seat: str, kind: CoinKind, number: int) -> State:
    state = changed(state, seat, **{kind: getattr(state.masters[seat], kind) + number})
    for _coin in range(number):
        state = tell(state, "coin_put", seat=seat, word=kind)
    return push(state, DeathCheck(seat))


def check_death(state: State, step: DeathCheck) -> State:
    """A-60: more coins than hand cards; A-63: independent action may be claimed, even face-down (AG-39)."""
    master = state.masters[step.seat]
    if not is_dying(master):
        return state
    return push(state, ClaimQuestion(step.seat)) if acts_alone(state, master) else _die(state, step.seat)


def is_dying(master: Master) -> bool:
    return not (master.out or master.dead) and master.coins > len(master.hand)


def acts_alone(state: State, master: Master) -> bool:
    """Whether hero or class has independent action (단독행동)."""
    return has_keyword(state, master, "independent_action")


def claim(state: State, question: ClaimQuestion, move: Claim) -> State:
    """He stays, dead, and keeps his mana; the class card is turned up without a draw."""
    state = changed(answered(state), question.seat, dead=True, independent=True, class_up=True)
    return tell(state, "acts_alone", seat=question.seat, card=state.masters[question.seat].class_ or "", rule="A-63")


def accept_death(state: State, question: ClaimQuestion, move: Accept) -> State:
    return _die(answered(state), question.seat)


def _die(state: State, seat: str) -> State:
    # the Grail takes all mana at once, the judgement comes at the end of the phase (AG-37)
    return tell(changed(state, seat, dead=True, mana=0), "died", seat=seat, rule="A-60")
