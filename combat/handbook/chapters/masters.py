"""The rules in own words: front line: Masters."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "master",
    _("Front line: Masters"),
    _("A Master may fight in the front line too, with fewer cards."),
    (
        Rule(
            "R-MASTER-1",
            _("A Master in the front line has Smash by Combat, Counter by Fortune and Onslaught by Conviction."),
            _("A Master with Combat 3, Fortune 2, Conviction 4 has all three."),
        ),
        Rule(
            "R-MASTER-2",
            _("Of each card he has half of that stat, rounded up."),
            _("Combat 3 gives 2 Smash, Fortune 2 one Counter, Conviction 4 two Onslaught."),
        ),
        Rule(
            "R-MASTER-3",
            _("Each card deals damage equal to the rank of its stat."),
            _("Smash 3, Counter 2, Onslaught 4."),
            settings=("rank_values.A",),
        ),
        Rule(
            "R-MASTER-4",
            _("Which card beats which is the same as between Servants."),
            _("A Master's Onslaught 4 against another Master's Counter 3: the other loses 4."),
            settings=("cycle",),
        ),
        Rule(
            "R-MASTER-5",
            _("For one point of Conviction a Master has 10 HP and 10 MP more, for this battle only."),
            _("20 HP and 30 MP become 30 and 40."),
        ),
        Rule(
            "R-MASTER-6",
            _("The same point doubles the number of his cards."),
            _("2 Smash, 1 Counter, 2 Onslaught become 4, 2, 4."),
            settings=("conviction_order",),
        ),
        Rule(
            "R-MASTER-7",
            _("The same point adds 1 to his damage."),
            _("3, 2 and 4 become 4, 3 and 5."),
        ),
        Rule(
            "R-MASTER-8",
            _("The same point lets him ignore the reduction that a Master suffers against a Servant."),
            _("With a reduction of 2 his Smash 3 does 1 to a Servant; with the point it does 4, not 2."),
            settings=("master_reduction",),
        ),
    ),
)
