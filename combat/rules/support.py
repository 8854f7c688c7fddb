"""Support (보조): the ways to give it, and what several supporters of one ally add or take off in a slot."""

from collections.abc import Sequence

import msgspec

from combat.rules.reports import Why
from combat.rules.settings import SupportCap
from combat.rules.sheet import Sheet, SupportSpell, card_skills, typed


class SupportCard(msgspec.Struct, frozen=True, gc=False):
    """A way to support an ally: points in attack or in defence, never both (R-BACK-12)."""

    word: str
    at: int
    attack: int
    defence: int
    attack_rule: str
    defence_rule: str
    mp: int = 0
    name: str = ""

    @property
    def spell(self) -> bool:
        return self.word.startswith("spell:")


def supports(sheet: Sheet, places: dict[str, int]) -> dict[str, SupportCard]:
    """R-BACK-13…16; a support spell brings its own points."""
    general, skill = places["support:general"], places["support:skill"]
    found = [SupportCard("general", general, 2, 1, "R-BACK-13", "R-BACK-15")]
    found += [
        SupportCard(f"skill:{card.id}", skill, 3, 2, "R-BACK-14", "R-BACK-16", name=card.name)
        for card in card_skills(sheet)
    ]
    found += [_support_spell(spell, places) for spell in sheet.spells if isinstance(spell, SupportSpell)]
    return {support.word: support for support in found}


def _support_spell(spell: SupportSpell, places: dict[str, int]) -> SupportCard:
    word = f"spell:{spell.id}"
    attack, defence = typed(spell.attack, 0), typed(spell.defence, 0)
    return SupportCard(word, places[word], attack, defence, "R-BACK-12", "R-BACK-12", mp=spell.mp, name=spell.name)


def attack_points(helps: Sequence[SupportCard], cap: SupportCap) -> tuple[Why, ...]:
    """The steps that attack support adds to the damage of an ally who wins."""
    return _steps([(card.attack, card.attack_rule) for card in helps], cap, sign=1)


def defence_points(helps: Sequence[SupportCard], cap: SupportCap) -> tuple[Why, ...]:
    """The steps that defence support takes off the damage of an ally who loses."""
    return _steps([(card.defence, card.defence_rule) for card in helps], cap, sign=-1)


def _steps(points: list[tuple[int, str]], cap: SupportCap, *, sign: int) -> tuple[Why, ...]:
    """The largest value in full, 1 point per additional supporter, under the cap (G-14)."""
    if not points:
        return ()
    most, rule = points[largest([value for value, _ in points])]
    extra = len(points) - 1
    if cap.binds == "extra":
        extra = min(extra, cap.max)
    else:
        most = min(most, cap.max)
        extra = min(extra, cap.max - most)
    steps = (Why(rule, sign * most), Why("R-MELEE-9", sign * extra))
    return tuple(step for step in steps if step.value)


def counted(steps: Sequence[Why]) -> int:
    """How many supporters these steps show: what the cap cut off did nothing, so nobody is told of it."""
    return 1 + sum(abs(step.value) for step in steps if step.rule == "R-MELEE-9")


def largest(values: Sequence[int]) -> int:
    """The place of the support that counts in full: of equals the one listed first in the fight."""
    return values.index(max(values))
