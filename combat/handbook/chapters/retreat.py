"""The rules in own words: retreat."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "retreat",
    _("Retreat"),
    _("Leaving has its price, unless luck pays it."),
    (
        Rule(
            "R-RET-1",
            _("One may withdraw before the fight or in the middle of it."),
            _("Before slot 1, or after slot 4 of 10."),
        ),
        Rule(
            "R-RET-2",
            _("The price is the damage of three cards that the enemy presents."),
            _("4 + 3 + 2 = 9: away, with 9 HP less."),
            settings=(
                "retreat.cards",
                "retreat.several_enemies",
            ),
        ),
        Rule(
            "R-RET-3",
            _("If it is 10 or more, the escape fails."),
            _("4 + 3 + 3 = 10: it fails."),
            settings=(
                "retreat.fails_at",
                "retreat.tested",
                "retreat.failure_hurts",
            ),
        ),
        Rule(
            "R-RET-4",
            _("If the Master is there, in front or behind, one point of Fortune buys the escape."),
            _("Fortune 2 becomes 1."),
        ),
        Rule(
            "R-RET-5",
            _("Then no damage is taken."),
            _("Nothing is lost, even against 15."),
        ),
    ),
)
