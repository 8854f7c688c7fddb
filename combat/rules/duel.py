"""Who wins when two cards meet (겨룸), and by which rule (format, resolution 3)."""

import msgspec

from combat.rules.cards import Card
from combat.rules.settings import Settings

A, B = 0, 1


class Strike(msgspec.Struct, frozen=True, gc=False):
    """One card lands: whose (`A` or `B`), by which rule, and the number where it is a difference and not the card's own value."""

    by: int
    rule: str
    difference: int | None = None


class Meeting(msgspec.Struct, frozen=True):
    """Who won (`A`, `B` or None for nobody) and the strikes that land."""

    winner: int | None
    strikes: tuple[Strike, ...]


NOTHING = Meeting(None, ())


def meet(a: Card | None, b: Card | None, *, a_knight: bool, b_knight: bool, settings: Settings) -> Meeting:
    """The meeting of two cards, of which at most one is None: Wait or a chant, which any card beats (R-16)."""
    if a is None or b is None:
        return _in_full(B if a is None else A, "R-16")
    if a.strength != b.strength:
        return _by_force(a, b)
    if a.force == "ordinary":
        return _ordinary(a, b, a_knight, b_knight, settings)
    return _magic(a, b, settings) if a.force == "magic" else _same_force(a, b, settings)


def _in_full(winner: int, rule: str) -> Meeting:
    return Meeting(winner, (Strike(winner, rule),))


def _by_difference(a: Card, b: Card, rule: str) -> Meeting:
    """The larger damage value wins and deals only the difference; equal values hurt nobody."""
    if a.value == b.value:
        return NOTHING
    winner = A if a.value > b.value else B
    return Meeting(winner, (Strike(winner, rule, abs(a.value - b.value)),))


def _both(rule: str) -> Meeting:
    """Each takes the other's full damage; nobody wins."""
    return Meeting(None, (Strike(A, rule), Strike(B, rule)))


def _by_force(a: Card, b: Card) -> Meeting:
    """R-MAGIC-1, R-MAGIC-2, G-5: the stronger force wins, whatever the values."""
    winner, loser = (a, b) if a.strength < b.strength else (b, a)
    rule = "R-MAGIC-2" if winner.force == "magic" and loser.force == "ordinary" else "G-5"
    return _in_full(A if winner is a else B, rule)


def _same_force(a: Card, b: Card, settings: Settings) -> Meeting:
    """G-5: phantasm against phantasm, Critical against Critical."""
    match settings.same_force:
        case "difference":
            return _by_difference(a, b, "G-5")
        case "both":
            return _both("G-5")
    return NOTHING


def _magic(a: Card, b: Card, settings: Settings) -> Meeting:
    """R-MAGIC-4, G-10: magic offsets magic (상쇄)."""
    match settings.magic_vs_magic:
        case "subtract":
            return _by_difference(a, b, "R-MAGIC-4")
        case "larger_full" if a.value != b.value:
            return _in_full(A if a.value > b.value else B, "R-MAGIC-4")
    return NOTHING


def _ordinary(a: Card, b: Card, a_knight: bool, b_knight: bool, settings: Settings) -> Meeting:
    match a.family, b.family:
        case "spell", "spell":
            return _magic(a, b, settings)
        case ("spell", _) | (_, "spell"):
            return _one_step(a, b, settings)
        case "basic", "basic":
            return _basic(a, b, a_knight, b_knight, settings)
        case "skill", "skill":
            return _skills(a, b, settings)
    return _skill_and_basic(a, b)


def _one_step(a: Card, b: Card, settings: Settings) -> Meeting:
    """R-MAGIC-3, R-MAGIC-5: values before support are compared (G-11); the winner deals his damage in full."""
    if a.value != b.value:
        return _in_full(A if a.value > b.value else B, "R-MAGIC-3")
    if settings.one_step_tie == "nothing":
        return NOTHING
    return _in_full(B if a.family == "spell" else A, "R-MAGIC-3")


def _basic(a: Card, b: Card, a_knight: bool, b_knight: bool, settings: Settings) -> Meeting:
    """R-14 by the cycle (G-3); the same card by the larger value (R-15)."""
    if a.word != b.word:
        return _in_full(A if b.word in a.beats else B, "R-14")
    knight_wins = settings.equal_cards == "knights_plus_one" and a.value == b.value and a_knight != b_knight
    if not knight_wins:
        return _by_difference(a, b, "R-15")
    winner = A if a_knight else B
    return Meeting(winner, (Strike(winner, "G-8", 1),))


def _skills(a: Card, b: Card, settings: Settings) -> Meeting:
    """R-13b, G-7: skill cards have equal force among themselves."""
    match settings.skill_vs_skill:
        case "rank_difference":
            return _by_difference(a, b, "R-13b")
        case "both":
            return _both("R-13b")
    return NOTHING


def _skill_and_basic(a: Card, b: Card) -> Meeting:
    """R-13a: the skill card is strong against two basic cards and weak against the third."""
    skill, basic = (a, b) if a.family == "skill" else (b, a)
    winner = skill if basic.word in skill.beats else basic
    return _in_full(A if winner is a else B, "R-13a")
