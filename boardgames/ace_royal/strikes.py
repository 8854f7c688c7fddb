"""The arithmetic of a strike (A-47 to A-54): values, damage, first strike, each number with its reasons. Pure."""

from collections.abc import Iterator

from boardgames.ace_royal.combat import Combat, Sum, Term
from boardgames.ace_royal.servant import constants, has_keyword, suits
from boardgames.ace_royal.state import Master, State, card_of
from boardgames.ace_royal.vocabulary import AnyEffect, DamageChange, Stat, StatChange, TieCounts

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
    # what is lent to the Servant is not lent to the creature, and what weakens him does not weaken it
    if proxy := combat.proxies.get(seat):
        return Sum(proxy.stats[stat], (Term(proxy.card, proxy.stats[stat]),))
    foreign = [Term(card, _added(effect)) for card, effect in _against(state, combat, seat, stat)]
    own = servant_sum(state, state.masters[seat], stat)
    return _floored([*own.why, *foreign]) if foreign else own


def servant_sum(state: State, master: Master, stat: Stat, *, hero: bool = True, class_: bool = True) -> Sum:
    """A stat of the Servant itself; without `hero` or `class_` what is left when that card is not known."""
    first, *others = _terms(state, master, stat, hero=hero, class_=class_)
    return _floored([first, *(term for term in others if term.value)])


def _terms(state: State, master: Master, stat: Stat, *, hero: bool, class_: bool) -> Iterator[Term]:
    yield _printed(state, master.hero if hero else None, stat)
    yield _printed(state, master.class_ if class_ else None, stat)
    off_class = hero and class_ and state.rules.off_class == "all_minus_1" and not suits(state, master)
    yield Term("AG-43", -1 if off_class else 0)
    if found := next((change for change in reversed(master.changes) if change.sets and change.stat == stat), None):
        # AG-23: what is set comes before all sums
        printed = _printed(state, master.hero if hero else None, stat).value
        printed += _printed(state, master.class_ if class_ else None, stat).value
        yield Term(found.rule, found.add - printed + (1 if off_class else 0))
    yield from _lasting(state, master, stat, hero=hero, class_=class_)
    for change in master.changes:
        if change.stat == stat and not change.sets:
            yield Term(change.rule, change.add)


def _printed(state: State, card: str | None, stat: Stat) -> Term:
    return Term(card, card_of(state, card).stats[stat]) if card else Term("", 0)


def _lasting(state: State, master: Master, stat: Stat, *, hero: bool, class_: bool) -> Iterator[Term]:
    """What hero, class and set codes add all the time, also Down ones; not while something keeps a code from counting."""
    hidden = {card for card, known in ((master.hero, hero), (master.class_, class_)) if not known}
    for card, effect in constants(state, master):
        mine = isinstance(effect, StatChange) and effect.who == "self" and effect.stat in (stat, "all")
        if mine and card not in hidden:
            yield Term(card, _added(effect))


def _against(state: State, combat: Combat, seat: str, stat: Stat) -> Iterator[tuple[str, AnyEffect]]:
    """What the opponent's cards take from the Servant all the time."""
    for card, effect in constants(state, state.masters[combat.against(seat)]):
        if isinstance(effect, StatChange) and effect.who == "opp" and effect.stat in (stat, "all"):
            yield card, effect


def _added(effect: AnyEffect) -> int:
    """Of what holds all the time only plain numbers count."""
    return effect.add if isinstance(effect, StatChange | DamageChange) and isinstance(effect.add, int) else 0


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
    counts = (card for card, effect in _himself(state, combat, combat.defender) if isinstance(effect, TieCounts))
    card = next(counts, None)
    return Term(card, 1) if card else Term("A-53", 0)


def _himself(state: State, combat: Combat, seat: str) -> Iterator[tuple[str, AnyEffect]]:
    """What works all the time for a Servant who fights himself, not by proxy."""
    return iter(()) if seat in combat.proxies else constants(state, state.masters[seat])


def _boosts(state: State, combat: Combat) -> Iterator[Term]:
    """AG-23: damage dealt, then what the struck hero's skin takes off, then what his codes do; also on a damage of 0."""
    struck = combat.against(combat.striker)
    yield from (Term(boost.card, boost.add) for boost in combat.boosts if boost.side == "dealt")
    yield from _lasting_damage(state, combat, combat.striker, "dealt")
    yield from _lasting_damage(state, combat, struck, "taken")
    if struck not in combat.proxies:
        yield from (Term(boost.card, boost.add) for boost in combat.boosts if boost.side == "taken")


def _lasting_damage(state: State, combat: Combat, seat: str, side: str) -> Iterator[Term]:
    for card, effect in _himself(state, combat, seat):
        if isinstance(effect, DamageChange) and effect.side == side and effect.mode in (None, combat.mode):
            yield Term(card, _added(effect))


def first_strike(state: State, combat: Combat, seat: str) -> bool:
    """Whether the side of `seat` has first strike (선제); a proxy only its own."""
    if proxy := combat.proxies.get(seat):
        return proxy.first_strike
    master = state.masters[seat]
    return seat in combat.swift or has_keyword(state, master, "first_strike")


def only_first_strike(state: State, combat: Combat, seat: str) -> bool:
    """Whether `seat` has first strike and the other side has not."""
    return first_strike(state, combat, seat) and not first_strike(state, combat, combat.against(seat))
