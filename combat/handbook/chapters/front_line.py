"""The rules in own words: front line: Servants."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "front",
    _("Front line: Servants"),
    _("Two cards meet in every slot. These rules say which of them wins and what it does."),
    (
        Rule(
            "R-13a",
            _(
                "A card that comes from a skill is strong against two of the three basic cards and weak against "
                "the third."
            ),
            _(
                "A skill card of rank B beats Smash and Counter and loses to Onslaught. Against Smash 4 it deals "
                "4; against Onslaught 5 its owner takes 5."
            ),
        ),
        Rule(
            "R-13b",
            _("Skill cards are of equal force among themselves: none is strong or weak against another."),
            _(
                "Skill B (4) meets skill A (5). By the usual reading they are compared like two equal cards, and "
                "the B side takes 1."
            ),
            settings=("skill_vs_skill",),
        ),
        Rule(
            "R-14",
            _("The card that is strong against the other deals damage equal to its own rank. The loser deals nothing."),
            _("Counter 5 against Smash 4: the Smash side loses 5 HP, the Counter side nothing."),
            settings=(
                "cycle",
                "rank_values.A",
            ),
        ),
        Rule(
            "R-15",
            _("The same card on both sides: the higher rank wins and deals only the difference."),
            _("Smash B (4) against Smash C (3): the C side loses 1. B against B: nobody is hurt."),
            settings=("equal_cards",),
        ),
        Rule(
            "R-16",
            _(
                "Wait is presenting nothing. Who waits gets no help from defence skills and takes the damage in "
                "full; protection by a Noble Phantasm still works."
            ),
            _(
                "Somebody who waits has a defence skill of 3 and an armour phantasm of 2. Onslaught 5 comes in: "
                "3 HP are lost; without the phantasm 5."
            ),
        ),
    ),
)
