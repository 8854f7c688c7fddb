"""What a use costs and does: the price at once and in full, then effect after effect (A-36, AB-5, AG-16). Pure."""

from typing import Literal

from msgspec.structs import replace

from boardgames.ace_royal.aftermath import go_down
from boardgames.ace_royal.agenda import Coin, Counterwords, DeathCheck, NegateQuestion, Resolve, RollQuestion
from boardgames.ace_royal.cards import Card
from boardgames.ace_royal.combat import Boost, Proxy
from boardgames.ace_royal.engagement import running
from boardgames.ace_royal.further_effects import do_more, move_things, whom, worth
from boardgames.ace_royal.moves import Mode, Pass, Roll, Trigger, Use
from boardgames.ace_royal.piles import drop, to_grail_seat
from boardgames.ace_royal.servant import ability_stretch, free_copy, is_immune, target_code
from boardgames.ace_royal.spells import lose_mana, rise, spend
from boardgames.ace_royal.state import (
    Change,
    Code,
    State,
    answered,
    card_of,
    changed,
    clockwise,
    push,
    tell,
    without,
)
from boardgames.ace_royal.vocabulary import (
    STATS,
    Ability,
    AnyEffect,
    CancelEngagement,
    Choose,
    DamageChange,
    DestroyCode,
    DiscardCards,
    DrawCards,
    Fetch,
    ForceMode,
    GainMana,
    GainSpell,
    GiveCard,
    LendKeyword,
    MakeProxy,
    Manual,
    NoAssault,
    OnlyIf,
    Peek,
    PreventCoin,
    PutCoin,
    Repeat,
    RollDie,
    RollRow,
    SetState,
    Stat,
    StatChange,
    StealCard,
    SuppressCode,
    SwapRoles,
)

OTHER_MODE: dict[Mode | None, Mode] = {"phys": "magic", "magic": "phys"}


def use(state: State, move: Use | Trigger, ability: Ability) -> State:
    """The price is paid; what it does follows, after a death by the price and after a possible counterword."""
    card = card_of(state, move.card)
    aim = {key: part for key in ("target", "code", "stat") if isinstance(part := getattr(move, key, None), str)}
    choice = move.choice if isinstance(move, Use) and isinstance(move.choice, int) else 0
    state = tell(state, "used", seat=move.by, card=card.id, other=aim.get("target", ""), word=aim.get("stat", ""))
    held = len(state.masters[move.by].hand)
    state = _pay(state, move, card, ability)
    resolve = Resolve(move.by, card.id, _rolled_for(ability), len(move.discard or ()), choice=choice, **aim)
    what: Literal["scene", "ability"] = "scene" if card.type == "scene" else "ability"
    answered_by = card.type == "scene" or any(state.cards.answers(card, "ability") for card in state.cards.counterwords)
    answers = (Counterwords(card.id, _others(state, move.by), what),) if answered_by else ()
    lost_cards = len(state.masters[move.by].hand) < held
    return push(state, *([DeathCheck(move.by)] if lost_cards else []), *answers, resolve)


def _rolled_for(ability: Ability) -> tuple[AnyEffect, ...]:
    """What a die must allow first is done only on the numbers that the price names."""
    if not ability.needs_roll:
        return ability.do
    return (RollDie(6, tuple(RollRow(number, number, ability.do) for number in ability.needs_roll)),)


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
    if ability.costs_mana and move.spell is not True:
        state = lose_mana(state, seat, ability.costs_mana, code="lost_mana")
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
        if not master.out and any(state.cards.answers(card, step.what) for card in master.hand):
            rest = replace(step, seats=step.seats[at + 1 :])
            return push(state, NegateQuestion(seat, step.card, step.what), rest)
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
        case Choose(by_stat=True, options=options):
            named = (option for option in options if isinstance(option, StatChange) and option.stat == step.stat)
            return _change(state, next(named), step)
        case RollDie(table=table):
            return push(state, _question(step, table))
        case PreventCoin():
            return tell(state, "coin_stopped", seat=step.user, card=step.card)
        case SetState():
            return _set_state(state, effect, step)
        case DestroyCode():
            return _destroy_codes(state, effect, step)
        case PutCoin(kind=kind, n=number):
            return push(state, *(Coin(seat, kind, number) for seat in whom(state, effect.who, step)))
        case DrawCards() | DiscardCards() | StealCard() | GiveCard() | GainMana() | GainSpell() | Fetch() | Peek():
            return move_things(state, effect, step)
        case NoAssault() | LendKeyword() | Choose() | OnlyIf() | Repeat() | Manual():
            return do_more(state, effect, step)
        case _:
            return _do_in_combat(state, effect, step)


def _question(step: Resolve, table: tuple[RollRow, ...]) -> RollQuestion:
    return RollQuestion(
        card=step.card,
        user=step.user,
        target=step.target,
        table=table,
        paid=step.paid,
        code=step.code,
        stat=step.stat,
        choice=step.choice,
    )


def _do_in_combat(state: State, effect: AnyEffect, step: Resolve) -> State:
    if state.combat is None:
        # a trigger or an any-time ability whose effect needs a combat does nothing outside of one
        return state
    combat = running(state)
    match effect:
        case MakeProxy():
            proxy = _proxy(state, effect, step)
            combat = replace(combat, proxies={**combat.proxies, step.user: proxy})
        case CancelEngagement():
            combat = replace(combat, cancelled=True)
        case ForceMode(mode=mode):
            combat = replace(combat, mode=OTHER_MODE[combat.mode] if mode == "other" else mode)
            state = tell(state, "mode", seat=combat.striker, word=combat.mode or "")
        case SwapRoles():
            lost = {combat.defender: combat.lost[combat.defender], combat.assaulter: combat.lost[combat.assaulter]}
            combat = replace(combat, assaulter=combat.defender, defender=combat.assaulter, lost=lost)
        case DamageChange(side=side, add=add):
            boost = Boost(step.user, step.card, side, worth(state, add, step))
            combat = replace(combat, boosts=(*combat.boosts, boost))
        case SuppressCode(n=number):
            state = _mute_codes(state, combat.against(step.user), step.code, number)
    return replace(state, combat=combat)


def _change(state: State, effect: StatChange, step: Resolve) -> State:
    for seat in whom(state, effect.who, step):
        for stat in STATS if effect.stat == "all" else (effect.stat,):
            state = _changed_stat(state, seat, stat, effect, step)
    return state


def _changed_stat(state: State, seat: str, stat: Stat, effect: StatChange, step: Resolve) -> State:
    """AG-46: the same card changes one stat of one Servant only once at a time; more adds nothing."""
    master = state.masters[seat]
    if any((had.rule, had.stat) == (step.card, stat) for had in master.changes):
        return state
    value = effect.add if effect.set is None else effect.set
    change = Change(step.card, stat, worth(state, value, step), effect.until or "turn", effect.set is not None)
    return changed(state, seat, changes=(*master.changes, change))


def _proxy(state: State, effect: MakeProxy, step: Resolve) -> Proxy:
    stats = {stat: worth(state, value, step) for stat, value in effect.stats.items()}
    return Proxy(step.card, effect.origin, stats, "first_strike" in effect.keywords)


def _set_state(state: State, effect: SetState, step: Resolve) -> State:
    for seat in whom(state, effect.who, step):
        if effect.to == "rise":
            state = rise(state, seat) if state.masters[seat].servant != "upright" else state
        elif not is_immune(state, state.masters[seat], "scene_state") or card_of(state, step.card).type != "scene":
            state = go_down(state, seat) if effect.to == "down" else _endanger(state, seat)
    return state


def _endanger(state: State, seat: str) -> State:
    if state.masters[seat].servant == "danger":
        return state
    return tell(changed(state, seat, servant="danger"), "in_danger", seat=seat)


def _destroy_codes(state: State, effect: DestroyCode, step: Resolve) -> State:
    for seat in whom(state, effect.who, step):
        for number in range(effect.n):
            master = state.masters[seat]
            at = target_code(master, step.code) if number == 0 else (0 if master.codes else None)
            if at is None:
                break
            card = master.codes[at].card
            state = changed(state, seat, codes=master.codes[:at] + master.codes[at + 1 :])
            state = tell(to_grail_seat(state, card), "code_destroyed", seat=seat, card=card)
    return state


def _mute_codes(state: State, seat: str, card: str, number: int) -> State:
    """The named code, then further ones in the order set."""
    master = state.masters[seat]
    first = target_code(master, card)
    others = [at for at, code in enumerate(master.codes) if at != first and not code.muted]
    muted = [*([] if first is None else [first]), *others][:number]
    codes = tuple(replace(code, muted=code.muted or at in muted) for at, code in enumerate(master.codes))
    for at in muted:
        state = tell(state, "code_muted", seat=seat, card=master.codes[at].card)
    return changed(state, seat, codes=codes)


def roll_die(state: State, question: RollQuestion, move: Roll) -> State:
    """The row of the table that the die shows."""
    state = tell(answered(state), "rolled", card=question.card, number=move.roll)
    for row in question.table:
        if row.low <= move.roll <= row.high and row.do:
            return push(
                state,
                Resolve(
                    question.user,
                    question.card,
                    row.do,
                    question.paid,
                    question.target,
                    question.code,
                    question.stat,
                    question.choice,
                ),
            )
    return state
