"""The arithmetic of a strike (A-47 to A-54): values, damage, first strike, each number with its reasons. Pure."""

from collections.abc import Iterator

from boardgames.ace_royal.combat import Combat, Sum, Term
from boardgames.ace_royal.servant import class_lends, suits
from boardgames.ace_royal.state import Code, Master, State, card_of
from boardgames.ace_royal.vocabulary import DamageChange, Stat, StatChange, TieCounts

ATTACK: dict[str, Stat] = {"phys": "pa", "magic": "ma"}
DEFENCE: dict[str, Stat] = {"phys": "pd", "magic": "md"}


def attack_of(state: State, combat: Combat) -> Sum:
    """What the striking side attacks with now."""
    return value(state, combat, combat.striker, ATTACK[combat.mode or "phys"])


def defence_of(state: State, combat: Combat) -> Sum:
    """What the struck side answers with now."""
    return value(state, combat, combat.against(combat.striker), DEFENCE[combat.mode or "phys"])


def value(state: State, combat: Combat, seat: str, stat: Stat) -> Sum:
    """One stat of the side of `seat` (AG-23); a proxy fights with its printed numbers only (A-64, AG-36)."""
    # what is lent to the Servant is not lent to the creature
    if proxy := combat.proxies.get(seat):
        return Sum(proxy.stats[stat], (Term(proxy.card, proxy.stats[stat]),))
    return servant_sum(state, state.masters[seat], stat)


def servant_sum(state: State, master: Master, stat: Stat, *, hero: bool = True, class_: bool = True) -> Sum:
    """A stat of the Servant itself; without `hero` or `class_` what is left when that card is not known."""
    first, *others = _terms(state, master, stat, hero=hero, class_=class_)
    return _floored([first, *(term for term in others if term.value)])


def _terms(state: State, master: Master, stat: Stat, *, hero: bool, class_: bool) -> Iterator[Term]:
    yield _printed(state, master.hero if hero else None, stat)
    yield _printed(state, master.class_ if class_ else None, stat)
    off_class = hero and class_ and state.rules.off_class == "all_minus_1" and not suits(state, master)
    yield Term("AG-43", -1 if off_class else 0)
    for code in master.codes:
        yield Term(code.card, _code_bonus(state, code, stat, len(master.codes)))
    for change in master.changes:
        if change.stat == stat:
            yield Term(change.rule, change.add)


def _printed(state: State, card: str | None, stat: Stat) -> Term:
    return Term(card, card_of(state, card).stats[stat]) if card else Term("", 0)


def _code_bonus(state: State, code: Code, stat: Stat, codes: int) -> int:
    """What a set code adds as long as it is set, also Down; not while L-H14 keeps it from counting."""
    if code.muted:
        return 0
    bonus = 0
    for ability in card_of(state, code.card).constants:
        if all(codes >= condition.codes for condition in ability.when):
            bonus += sum(
                effect.add
                for effect in ability.do
                if isinstance(effect, StatChange) and effect.stat in (stat, "all") and isinstance(effect.add, int)
            )
    return bonus


def _floored(terms: list[Term]) -> Sum:
    total = sum(term.value for term in terms)
    # AG-19: nothing is below zero, and the reasons still add up
    lifted = [Term("AG-19", -total)] if total < 0 else []
    return Sum(max(total, 0), (*terms, *lifted))


def damage_of(state: State, combat: Combat) -> Sum:
    """The damage of the running strike as it stands (A-48 to A-50, A-53)."""
    difference = attack_of(state, combat).value - defence_of(state, combat).value
    return _floored([_base(state, combat, difference), *_boosts(state, combat)])


def _base(state: State, combat: Combat, difference: int) -> Term:
    if difference > 0:
        return Term("A-48", difference)
    if difference < 0:
        return Term("A-50", 0)
    if combat.striking == "assault":
        return Term("A-49", 1)
    hero = _own_hero(state, combat, combat.defender)
    return Term(hero, 1) if hero and _has(state, hero, TieCounts) else Term("A-53", 0)


def _own_hero(state: State, combat: Combat, seat: str) -> str | None:
    """The hero who fights himself, not by proxy."""
    return None if seat in combat.proxies else state.masters[seat].hero


def _has(state: State, hero: str, effect: type[TieCounts]) -> bool:
    return any(ability.has(effect) for ability in card_of(state, hero).constants)


def _boosts(state: State, combat: Combat) -> Iterator[Term]:
    """AG-23: damage dealt, then what the struck hero's skin takes off, then what his codes do; also on a damage of 0."""
    struck = combat.against(combat.striker)
    yield from (Term(boost.card, boost.add) for boost in combat.boosts if boost.side == "dealt")
    if hero := _own_hero(state, combat, struck):
        for effect in (effect for ability in card_of(state, hero).constants for effect in ability.do):
            if isinstance(effect, DamageChange) and effect.mode in (None, combat.mode):
                yield Term(hero, effect.add)
        yield from (Term(boost.card, boost.add) for boost in combat.boosts if boost.side == "taken")


def first_strike(state: State, combat: Combat, seat: str) -> bool:
    """Whether the side of `seat` has first strike (선제); a proxy only its own."""
    if proxy := combat.proxies.get(seat):
        return proxy.first_strike
    master = state.masters[seat]
    lent = (card_of(state, code.card).lends("first_strike") for code in master.codes if not code.muted)
    return seat in combat.swift or class_lends(state, master, "first_strike") or any(lent)


def only_first_strike(state: State, combat: Combat, seat: str) -> bool:
    """Whether `seat` has first strike and the other side has not."""
    return first_strike(state, combat, seat) and not first_strike(state, combat, combat.against(seat))
