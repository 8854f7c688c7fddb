"""The rules in own words: intrusion and melee."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "melee",
    _("Intrusion and melee"),
    _("Somebody may join a running fight; from three sides on it is a melee."),
    (
        Rule(
            "R-IN-1",
            _("Who intrudes on a fight of others chooses whom he fights."),
            _(
                "After slot 5 the archer enters and names the lancer: the two begin a pair, the archer with all "
                "his cards."
            ),
        ),
        Rule(
            "R-IN-2",
            _("Who fights already and has no Regroup goes on with what is left of his cards."),
            _(
                "2 Smash and 3 Onslaught are used: 2, 3, 2 are left against the newcomer instead of 4, 3, 5. "
                "With Regroup all are back."
            ),
            settings=("cards_return",),
        ),
        Rule(
            "R-MELEE-1",
            _("In a melee everybody states which attack goes to whom."),
            _("Smash at the lancer, Onslaught at the archer."),
        ),
        Rule(
            "R-MELEE-2",
            _("For whom nothing is stated, there is Wait."),
            _("Only Smash at the lancer is stated: the archer's Onslaught 4 meets Wait and does 4."),
        ),
        Rule(
            "R-MELEE-3",
            _("Different cards may go to different targets in the same slot."),
            _(
                "Smash 4 beats the lancer's Onslaught: he loses 4. Onslaught 3 loses to the archer's Smash 3: 3 "
                "are lost."
            ),
        ),
        Rule(
            "R-MELEE-4",
            _("A Noble Phantasm against an army or a fortress may be presented to several at once."),
            _("An area phantasm of 12 meets both enemies with 12."),
        ),
        Rule(
            "R-MELEE-5",
            _("Who uses a Noble Phantasm can only wait against everybody who is not its target."),
            _("A phantasm at the lancer: the archer's Onslaught 4 meets Wait."),
        ),
        Rule(
            "R-MELEE-6",
            _("Support from the back line is possible in a melee too."),
            _("The rider supports the saber."),
        ),
        Rule(
            "R-MELEE-7",
            _("One supporter supports one target at a time."),
            _("The rider cannot support two in the same slot."),
        ),
        Rule(
            "R-MELEE-8",
            _("Several may support the same target."),
            _("Archer and rider both help the saber."),
        ),
        Rule(
            "R-MELEE-9",
            _("Every further person then adds only 1, whatever kind of support it is."),
            _("A skill support of 3 and two more: 3 + 1 + 1 = 5. Counter 5 does 10."),
        ),
        Rule(
            "R-MELEE-10",
            _("What the others add stops at 5."),
            _("Seven supporters: 3 and 5 more, 8 in all."),
            settings=(
                "support_cap.max",
                "support_cap.binds",
            ),
        ),
        Rule(
            "R-MELEE-11",
            _("Several people cannot put support magic on one target at once."),
            _("The second caster's support spell is refused; his general support is not."),
        ),
    ),
)
