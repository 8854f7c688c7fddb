"""What a use costs and does: the price at once and in full, then effect after effect (A-36, AB-5, AG-16). Pure."""

from msgspec.structs import replace

from boardgames.ace_royal.aftermath import go_down
from boardgames.ace_royal.agenda import (
    CardQuestion,
    Coin,
    Counterwords,
    DeathCheck,
    Draw,
    NegateQuestion,
    Resolve,
    RollQuestion,
)
from boardgames.ace_royal.cards import Card, amount
from boardgames.ace_royal.combat import Boost, Proxy
from boardgames.ace_royal.engagement import running
from boardgames.ace_royal.moves import Mode, Pass, Roll, Trigger, Use
from boardgames.ace_royal.piles import discard_by_effect, drop, to_grail_seat
from boardgames.ace_royal.servant import ability_stretch, class_works, free_copy, target_code
from boardgames.ace_royal.spells import gain_mana, rise, spend
from boardgames.ace_royal.state import Change, Code, State, answered, card_of, changed, clockwise, push, tell, without
from boardgames.ace_royal.vocabulary import (
    Ability,
    AnyEffect,
    CancelEngagement,
    Choose,
    DamageChange,
    DestroyCode,
    DiscardCards,
    DrawCards,
    ForceMode,
    GainMana,
    LendKeyword,
    MakeProxy,
    NoAssault,
    PreventCoin,
    PutCoin,
    RollDie,
    SetState,
    StatChange,
    StealCard,
    SuppressCode,
)

OTHER_MODE: dict[Mode | None, Mode] = {"phys": "magic", "magic": "phys"}


def use(state: State, move: Use | Trigger, ability: Ability) -> State:
    """The price is paid; what it does follows, after a death by the price and after a possible counterword."""
    card = card_of(state, move.card)
    aim = {key: part for key in ("target", "code", "stat") if isinstance(part := getattr(move, key, None), str)}
    state = tell(state, "used", seat=move.by, card=card.id, other=aim.get("target", ""), word=aim.get("stat", ""))
    held = len(state.masters[move.by].hand)
    state = _pay(state, move, card, ability)
    resolve = Resolve(move.by, card.id, ability.do, len(move.discard or ()), **aim)
    answers = (Counterwords(card.id, _others(state, move.by)),) if card.type == "scene" else ()
    lost_cards = len(state.masters[move.by].hand) < held
    return push(state, *([DeathCheck(move.by)] if lost_cards else []), *answers, resolve)


def _others(state: State, user: str) -> tuple[str, ...]:
    """AC-21: from the turn player clockwise."""
    return tuple(seat for seat in clockwise(state, state.player or "") if seat != user)


def _pay(state: State, move: Use | Trigger, card: Card, ability: Ability) -> State:
    seat, stretch = move.by, ability_stretch(state)
    if move.spell is True:
        state = tell(spend(state, seat), "spell", seat=seat, word="d")
    match card.type:
        case "scene":
            hand = without(state.masters[seat].hand, (card.id,))
            state = to_grail_seat(changed(state, seat, hand=hand), card.id)
        case "code":
            state = _spend_code(state, seat, card.id, ability)
        case "hero":
            state = changed(state, seat, hero_used=(*state.masters[seat].hero_used, stretch))
        case _:
            state = changed(state, seat, class_used=(*state.masters[seat].class_used, stretch))
    if ability.pays_down and card.type in ("hero", "class") and move.spell is not True:
        state = changed(state, seat, servant="down")
    return drop(state, seat, move.discard) if isinstance(move.discard, tuple) else state


def _spend_code(state: State, seat: str, card: str, ability: Ability) -> State:
    master = state.masters[seat]
    at = free_copy(state, master, card)
    if at is None:
        raise LookupError(card)
    before, after = master.codes[:at], master.codes[at + 1 :]
    if ability.gives_itself:
        return to_grail_seat(changed(state, seat, codes=before + after), card)
    # marked as the proxy now: of several copies nobody could tell later which one fights
    used = (*master.codes[at].used, ability_stretch(state))
    spent = Code(card, down=ability.pays_down, used=used, proxy=ability.has(MakeProxy), muted=master.codes[at].muted)
    return changed(state, seat, codes=(*before, spent, *after))


def ask_counterwords(state: State, step: Counterwords) -> State:
    """AC-21: who holds a counterword is asked, one after the other."""
    for at, seat in enumerate(step.seats):
        master = state.masters[seat]
        if not master.out and any(card in state.cards.counterwords for card in master.hand):
            return push(state, NegateQuestion(seat, step.card), Counterwords(step.card, step.seats[at + 1 :]))
    return state


def let_pass(state: State, question: NegateQuestion, move: Pass) -> State:
    return answered(state)


def negate(state: State, question: NegateQuestion, move: Use) -> State:
    """The scene has no effect, its cost stays paid, nobody else is asked; a counterword itself is never answered."""
    # the question, the asking of the others and what the scene would have done lie on top of each other
    state = answered(answered(answered(state)))
    state = to_grail_seat(changed(state, move.by, hand=without(state.masters[move.by].hand, (move.card,))), move.card)
    return push(tell(state, "negated", seat=move.by, card=question.card), DeathCheck(move.by))


def resolve(state: State, step: Resolve) -> State:
    """The next effect; what it leads to is done before those that follow."""
    first, *rest = step.effects
    if rest:
        state = push(state, replace(step, effects=tuple(rest)))
    return _do(state, first, step)


def _do(state: State, effect: AnyEffect, step: Resolve) -> State:
    match effect:
        case StatChange():
            return _change(state, effect, step)
        case Choose(options=options):
            return _change(state, next(option for option in options if option.stat == step.stat), step)
        case GainMana(add=add):
            return gain_mana(state, step.user, add)
        case DrawCards(n=number):
            return push(state, Draw(step.user, number))
        case DiscardCards():
            return discard_by_effect(state, step.user)
        case StealCard():
            return push(state, CardQuestion(from_=step.target, to=step.user, why="theft"))
        case SetState():
            return _set_state(state, effect, step)
        case PutCoin(kind=kind, who=who):
            return push(state, Coin(step.target if who == "any" else _opponent(state, step), kind))
        case RollDie(table=table):
            return push(state, RollQuestion(card=step.card, user=step.user, target=step.target, table=table))
        case NoAssault():
            return changed(state, step.target, barred=True)
        case PreventCoin():
            return tell(state, "coin_stopped", seat=step.user, card=step.card)
        case DestroyCode():
            return _destroy_code(state, step)
        case _:
            return _do_in_combat(state, effect, step)


def _do_in_combat(state: State, effect: AnyEffect, step: Resolve) -> State:
    combat = running(state)
    match effect:
        case MakeProxy():
            proxy = _proxy(effect, step)
            combat = replace(combat, proxies={**combat.proxies, step.user: proxy})
        case CancelEngagement():
            combat = replace(combat, cancelled=True)
        case ForceMode():
            combat = replace(combat, mode=OTHER_MODE[combat.mode])
            state = tell(state, "mode", seat=combat.striker, word=combat.mode or "")
        case LendKeyword():
            combat = replace(combat, swift=(*combat.swift, step.user))
        case DamageChange(side=side, add=add):
            combat = replace(combat, boosts=(*combat.boosts, Boost(step.user, step.card, side, add)))
        case SuppressCode():
            state = _mute_code(state, combat.against(step.user), step.code)
    return replace(state, combat=combat)


def _opponent(state: State, step: Resolve) -> str:
    return running(state).against(step.user)


def _change(state: State, effect: StatChange, step: Resolve) -> State:
    """AG-46: the same card changes one stat of one Servant only once at a time; more adds nothing."""
    seat = step.user if effect.who == "self" else _opponent(state, step)
    master = state.masters[seat]
    if effect.stat == "all" or any((had.rule, had.stat) == (step.card, effect.stat) for had in master.changes):
        return state
    change = Change(step.card, effect.stat, amount(effect.add, step.paid), effect.until or "turn")
    return changed(state, seat, changes=(*master.changes, change))


def _proxy(effect: MakeProxy, step: Resolve) -> Proxy:
    stats = {stat: amount(value, step.paid) for stat, value in effect.stats.items()}
    return Proxy(step.card, effect.origin, stats, "first_strike" in effect.keywords)


def _set_state(state: State, effect: SetState, step: Resolve) -> State:
    if effect.to == "rise":
        return rise(state, step.user)
    seat = step.target if effect.who == "any" else step.user
    return state if _guarded(state, seat) else go_down(state, seat)


def _guarded(state: State, seat: str) -> bool:
    """L-C1: a face-up class card that works keeps scenes from turning the Servant Down."""
    master = state.masters[seat]
    return master.class_up and class_works(state, master) and card_of(state, master.class_).guards_state()


def _destroy_code(state: State, step: Resolve) -> State:
    master = state.masters[step.target]
    at = target_code(master, step.code)
    if at is None:
        return state
    state = changed(state, step.target, codes=master.codes[:at] + master.codes[at + 1 :])
    return tell(to_grail_seat(state, step.code), "code_destroyed", seat=step.target, card=step.code)


def _mute_code(state: State, seat: str, card: str) -> State:
    master = state.masters[seat]
    at = target_code(master, card)
    codes = tuple(replace(code, muted=True) if number == at else code for number, code in enumerate(master.codes))
    return tell(changed(state, seat, codes=codes), "code_muted", seat=seat, card=card)


def roll_die(state: State, question: RollQuestion, move: Roll) -> State:
    """The row of the table that the die shows."""
    state = tell(answered(state), "rolled", card=question.card, number=move.roll)
    for row in question.table:
        if row.low <= move.roll <= row.high and row.do:
            return push(state, Resolve(question.user, question.card, row.do, target=question.target))
    return state
