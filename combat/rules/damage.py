"""How much one card does: every step in the order of G-28, so that the sum of the steps is the amount (I-12)."""

from collections.abc import Iterable

from combat.rules.cards import Card
from combat.rules.reports import Damage, Pool, Why
from combat.rules.settings import Settings
from combat.rules.sheet import Kind
from combat.rules.state import Fighter, change

type Left = list[int | None]


def dealt(
    card: Card,
    striker: Fighter,
    struck: Fighter,
    settings: Settings,
    *,
    rule: str,
    difference: int | None = None,
    aid: tuple[Why, ...] = (),
    shield: tuple[Why, ...] = (),
    left: Left | None = None,
) -> list[Damage]:
    """The damages of a card that lands: HP before MP, those of 0 left out.

    `difference` stands in place of the card's own value (R-15). `aid` and `shield` are the steps of attack and defence support.
    `left` is the struck one's stock, in which defence skill uses are counted down; None where they do not help (R-16).
    """
    trail = [Why(rule, card.base if difference is None else difference)]
    if difference is None:
        _raise(trail, card)
    _reduce(trail, striker, struck, settings)
    trail += aid
    pool: Pool = "mp" if card.kind == "magic" else "hp"
    found = _after_defences(trail, card.kind, pool, striker, struck, left, shield)
    if card.mp_damage:
        # R-OTHER-1: in full also where the HP part is only a difference
        found += _after_defences([Why(rule, card.mp_damage)], card.kind, "mp", striker, struck, left, ())
    return found


def health_after(fighter: Fighter, damage: Iterable[Damage], mp: int) -> tuple[int, int]:
    """HP, and MP from `mp`, after those damages that hit this combatant; a Servant's HP not below 0 (G-30)."""
    hp, id = fighter.hp, fighter.kit.id
    for hit in damage:
        if hit.to == id and hit.pool == "hp":
            hp -= hit.amount
        elif hit.to == id:
            mp -= hit.amount
    return (max(hp, 0) if fighter.kit.servant else hp), mp


def wounded(fighter: Fighter, damage: Iterable[Damage]) -> Fighter:
    """The combatant after damage outside slots."""
    hp, mp = health_after(fighter, damage, fighter.mp)
    return change(fighter, hp=hp, mp=mp)


def _raise(trail: list[Why], card: Card) -> None:
    if card.plus:
        trail.append(Why("G-1", card.plus))
    if card.conviction:
        trail.append(Why("R-MASTER-7", card.conviction))


def _reduce(trail: list[Why], striker: Fighter, struck: Fighter, settings: Settings) -> None:
    """R-MASTER-8, G-12: a Master is weaker against a Servant until he spends Conviction."""
    if settings.master_reduction and not striker.kit.servant and struck.kit.servant and not striker.spent:
        trail.append(Why("G-12", -settings.master_reduction))


def _after_defences(
    trail: list[Why],
    kind: Kind,
    pool: Pool,
    striker: Fighter,
    struck: Fighter,
    left: Left | None,
    shield: tuple[Why, ...],
) -> list[Damage]:
    if left is not None and struck.kit.skills:
        _defend(trail, kind, struck, left)
    trail += shield
    for ward in struck.kit.armours:
        if kind in ward.against:
            trail.append(Why("R-16", -ward.amount))
    amount = _sum(trail)
    if amount <= 0:
        return []
    return [Damage(striker.kit.id, struck.kit.id, kind, pool, amount, tuple(trail))]


def _defend(trail: list[Why], kind: Kind, struck: Fighter, left: Left) -> None:
    """G-27: each defence skill lowers a damage once, in sheet order; a use is spent only where it lowered something."""
    amount = _sum(trail)
    for ward in struck.kit.skills:
        uses = left[ward.at]
        if kind in ward.against and uses != 0 and amount > 0:
            lowered = min(ward.amount, amount)
            amount -= lowered
            trail.append(Why("G-27", -lowered))
            left[ward.at] = None if uses is None else uses - 1


def _sum(trail: list[Why]) -> int:
    total = 0
    for why in trail:
        total += why.value
    return total
