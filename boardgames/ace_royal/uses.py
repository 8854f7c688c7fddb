"""Whether an ability or scene may be used now, and why not: the refusals of the record format in their order. Pure."""

from msgspec import UNSET
from msgspec.structs import replace

from boardgames.ace_royal.agenda import CoinQuestion, NegateQuestion, Question, RitualQuestion, WindowQuestion
from boardgames.ace_royal.cards import Card
from boardgames.ace_royal.moves import Trigger, Use
from boardgames.ace_royal.servant import ability_stretch, class_works, free_copy, is_immune, met, target_code
from boardgames.ace_royal.spells import no_spell
from boardgames.ace_royal.state import Master, State, card_of
from boardgames.ace_royal.strikes import damage_of
from boardgames.ace_royal.vocabulary import (
    Ability,
    CancelEngagement,
    Choose,
    DestroyCode,
    Fetch,
    ForceMode,
    GiveCard,
    MakeProxy,
    Negate,
    PreventCoin,
    SetState,
    StatChange,
    StealCard,
    SuppressCode,
    everything,
)
from boardgames.chance_moves import is_part_of
from tabletop.game import Illegal


def use_refusal(state: State, question: Question, move: Use) -> Illegal | None:
    """Why `move` is not possible while `question` is asked, or None."""
    ability = card_of(state, move.card).activated
    if ability is None:
        return Illegal("no_such_ability", "format")
    return (
        card_refusal(state, question, move.by, move.card)
        or payment_refusal(state, move, ability)
        or aim_refusal(state, move, ability)
    )


def trigger_refusal(state: State, move: Trigger) -> Illegal | None:
    """The same for an asked loss trigger."""
    ability = card_of(state, move.card).asked_trigger
    if ability is None:
        return Illegal("no_such_ability", "format")
    fine = all(met(state, state.masters[move.by], condition) for condition in ability.when)
    return (
        _not_at_hand(state, move.by, card_of(state, move.card), ability)
        or (None if fine else Illegal("condition", "AC-16"))
        or payment_refusal(state, move, ability)
    )


def card_refusal(state: State, question: Question, seat: str, name: str) -> Illegal | None:
    """Everything but price and aim: the card, its moment, its conditions."""
    card = card_of(state, name)
    ability = card.activated
    if ability is None:
        return Illegal("no_such_ability", "format")
    return (
        _not_at_hand(state, seat, card, ability)
        or _not_the_moment(state, question, seat, card, ability)
        or _condition_unmet(state, seat, ability)
    )


def _not_at_hand(state: State, seat: str, card: Card, ability: Ability) -> Illegal | None:
    master = state.masters[seat]
    match card.type:
        case "scene":
            return None if card.id in master.hand else Illegal("not_in_hand", "format")
        case "code":
            return _code_spent(state, master, card.id)
        case "hero":
            mine, up, used, lost = master.hero, master.hero_up, master.hero_used, False
        case _:
            mine, up, used, lost = master.class_, master.class_up, master.class_used, not class_works(state, master)
    if mine != card.id:
        return Illegal("not_yours", "format")
    if not up:
        return Illegal("face_down", "AB-2")
    if lost:
        return Illegal("no_aptitude", "AG-43")
    if master.servant == "danger":
        return Illegal("servant_in_danger", "AB-3")
    return Illegal("already_used", "AG-45") if ability_stretch(state) in used else None


def _code_spent(state: State, master: Master, card: str) -> Illegal | None:
    copies = [code for code in master.codes if code.card == card]
    if not copies:
        return Illegal("not_set", "format")
    if all(code.down for code in copies):
        return Illegal("code_down", "AB-4")
    return Illegal("already_used", "AG-45") if free_copy(state, master, card) is None else None


def _not_the_moment(state: State, question: Question, seat: str, card: Card, ability: Ability) -> Illegal | None:
    if ability.has(PreventCoin):
        return None if isinstance(question, CoinQuestion) else Illegal("no_coin_coming", "AC-18")
    if ability.has(Negate):
        fits = isinstance(question, NegateQuestion) and question.what in _negates(ability)
        return None if fits else Illegal("nothing_to_negate", "AC-21")
    return None if _is_moment(state, question, seat, card, ability) else Illegal("wrong_window", "AG-16")


def _negates(ability: Ability) -> tuple[str, ...]:
    return tuple(effect.what for effect in ability.do if isinstance(effect, Negate))


def _is_moment(state: State, question: Question, seat: str, card: Card, ability: Ability) -> bool:
    match question:
        case CoinQuestion() | NegateQuestion():
            # also for any-time abilities: these two ask for one card and nothing else
            return False
        case WindowQuestion(window=name) if "any" not in ability.windows:
            return name in ability.windows and _may_step_in(state, seat, card, ability)
        case RitualQuestion() if "ritual" in ability.windows:
            return seat == question.seat
        case _:
            return "any" in ability.windows


def _may_step_in(state: State, seat: str, card: Card, ability: Ability) -> bool:
    """Combat is for the two who fight, save that anybody may call it off by a scene (L-S01)."""
    if state.combat is None:
        return False
    if card.type == "scene" and ability.has(CancelEngagement):
        return True
    return seat == state.combat.defender or (seat == state.combat.assaulter and ability.role != "defender")


def _condition_unmet(state: State, seat: str, ability: Ability) -> Illegal | None:
    fine = all(_provisional(state, seat) >= condition.dealt for condition in ability.when if condition.dealt)
    fine &= all(
        met(state, state.masters[seat], replace(condition, dealt=0, coin_incoming=False)) for condition in ability.when
    )
    for effect in ability.do:
        match effect:
            case MakeProxy():
                fine &= state.combat is not None and seat not in state.combat.proxies
            case ForceMode(who=who):
                fine &= state.combat is not None and (state.combat.striker == seat) == (who == "self")
            case SetState(who="self", to="rise"):
                fine &= state.masters[seat].servant != "upright"
            case Fetch(origin="grail_seat", kind=kind):
                fine &= any(kind in ("any", card_of(state, card).type) for card in state.grail_seat)
    return None if fine else Illegal("condition", "AC-16")


def _provisional(state: State, seat: str) -> int:
    """What the own Servant of `seat` deals as the running strike stands."""
    combat = state.combat
    if combat is None or combat.mode is None or combat.striker != seat or seat in combat.proxies:
        return 0
    return damage_of(state, combat).value


def payment_refusal(state: State, move: Use | Trigger, ability: Ability) -> Illegal | None:
    """A-73 and AB-5: whether the price can be paid, or waived by a command spell (function d)."""
    master = state.masters[move.by]
    if move.spell is not UNSET:
        servants_own = card_of(state, move.card).type in ("hero", "class")
        if not servants_own or not ability.cost or ability.discards == "X" or ability.needs_roll:
            return Illegal("not_for_free", "A-73")
        return no_spell(master)
    if ability.pays_down and card_of(state, move.card).type in ("hero", "class") and master.servant != "upright":
        return Illegal("servant_not_upright", "AB-5")
    if master.mana < ability.costs_mana:
        return Illegal("too_little_mana", "AB-5", numbers={"mana": ability.costs_mana})
    paid, codes = move.discard or (), ability.discards_codes
    right = len(paid) >= 1 if ability.discards == "X" else len(paid) == ability.discards + codes
    right &= not codes or all(card_of(state, card).type == "code" for card in paid)
    return None if right and is_part_of(paid, master.hand) else Illegal("wrong_payment", "AB-5")


def aim_refusal(state: State, move: Use, ability: Ability) -> Illegal | None:
    """AC-16: whether target, code and stat are possible."""
    fine = all(_can_hit(state, move, effect) for effect in ability.do)
    chosen = next(
        (effect for effect in everything(ability.do) if isinstance(effect, Choose) and not effect.by_stat), None
    )
    fine &= chosen is None or (isinstance(move.choice, int) and move.choice < len(chosen.options))
    aimed_at_out = isinstance(move.target, str) and state.masters[move.target].out
    return None if fine and not aimed_at_out else Illegal("impossible_target", "AC-16")


def _other(state: State, move: Use, who: str) -> Master | None:
    """The chosen player, or the opponent where there is one."""
    if who == "any":
        return state.masters[str(move.target)]
    return state.masters[state.combat.against(move.by)] if state.combat and move.by in state.combat.sides else None


def _can_hit(state: State, move: Use, effect: object) -> bool:
    match effect:
        case StealCard(who=who):
            robbed = _other(state, move, who)
            return (
                robbed is not None
                and robbed.id != move.by
                and bool(robbed.hand)
                and not is_immune(state, robbed, "steal")
            )
        case GiveCard(who=who):
            taker = _other(state, move, who)
            return taker is not None and taker.id != move.by
        case DestroyCode(who=who):
            owner = state.masters[move.by] if who == "self" else _other(state, move, who)
            return owner is not None and target_code(owner, str(move.code)) is not None
        case SuppressCode():
            return state.combat is not None and (
                target_code(state.masters[state.combat.against(move.by)], str(move.code)) is not None
            )
        case Choose(options=options, by_stat=True):
            return any(isinstance(option, StatChange) and option.stat == move.stat for option in options)
        case _:
            return True
