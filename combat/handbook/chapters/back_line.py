"""The rules in own words: back line."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "back",
    _("Back line"),
    _("Who stands behind may attack from afar or help an ally in front."),
    (
        Rule(
            "R-BACK-1",
            _("A Servant in the back line has the same cards as in the front line."),
            _("An archer with 3 Smash, 2 Counter, 4 Onslaught has them behind as well."),
        ),
        Rule(
            "R-BACK-2",
            _("But neither a Noble Phantasm nor a Critical can be used there."),
            _("A phantasm of 20 that is ordered from behind is refused."),
        ),
        Rule(
            "R-BACK-3",
            _("And he cannot attack an enemy himself, unless a skill or his weapon reaches that far."),
            _("A bow may present Onslaught 4 from behind; a sword may not."),
            settings=("back_line_targets",),
        ),
        Rule(
            "R-BACK-4",
            _("A Master in the back line has the same cards as in the front line."),
            _("2 Smash, 1 Counter, 2 Onslaught, in front and behind."),
        ),
        Rule(
            "R-BACK-5",
            _("But not a Critical, which a Master has only in particular cases anyway."),
            _("A Critical of 6 from the back line is refused."),
        ),
        Rule(
            "R-BACK-6",
            _("And he attacks from there only with something that reaches."),
            _("With a rifle Onslaught 4 is allowed; with a knife nothing is."),
            settings=("back_line_targets",),
        ),
        Rule(
            "R-BACK-7",
            _("Instead of attacking, who stands in the back line may support an ally in front."),
            _("In slot 2 the archer presents nothing and supports the saber."),
        ),
        Rule(
            "R-BACK-8",
            _("Support is general or by skill."),
            _("Slot 2: skill support in attack; one of four uses is gone."),
        ),
        Rule(
            "R-BACK-9",
            _(
                "General support rests on the three basic cards: as many uses as half of their number together, "
                "rounded up."
            ),
            _("3 + 2 + 4 = 9, half is 4.5: five uses."),
        ),
        Rule(
            "R-BACK-10",
            _("Skill support rests on the cards of a skill: half of their number, rounded up."),
            _("Skill cards 3 and 4 make 7: four uses."),
        ),
        Rule(
            "R-BACK-11",
            _("Uses of support are apart from the cards."),
            _("After five supports the archer still has 3, 2 and 4 cards."),
        ),
        Rule(
            "R-BACK-12",
            _("One support helps either in attack or in defence."),
            _("One use adds to the damage or takes from it, never both."),
        ),
        Rule(
            "R-BACK-13",
            _("General support in attack: 2 more damage, if the ally wins the slot."),
            _("Counter 5 beats Smash and deals 7."),
        ),
        Rule(
            "R-BACK-14",
            _("Skill support in attack: 3 more damage, if the ally wins."),
            _("5 becomes 8. If the ally loses, nothing."),
        ),
        Rule(
            "R-BACK-15",
            _("General support in defence: 1 less damage, if the ally loses."),
            _("5 becomes 4."),
        ),
        Rule(
            "R-BACK-16",
            _("Skill support in defence: 2 less damage, if the ally loses."),
            _("5 becomes 3."),
        ),
        Rule(
            "R-BACK-17",
            _("Support applies to every judgement but Noble Phantasms."),
            _("A phantasm that deals 20 stays at 20."),
        ),
    ),
)
