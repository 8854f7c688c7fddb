"""The rules in own words: magic."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "magic",
    _("Magic"),
    _("Spells of two steps and more are above ordinary cards, but they take time."),
    (
        Rule(
            "R-MAGIC-1",
            _("Magic stands above every judgement but a Noble Phantasm and a Critical."),
            _("A spell of 6 comes before Smash 4 and a skill of 5, but not before a phantasm of 3."),
            settings=("force_order",),
        ),
        Rule(
            "R-MAGIC-2",
            _("Unless the enemy's attack cancels it, magic wins against everything but those two."),
            _(
                "A two-step spell of 6 meets Smash 4: the other loses 6 MP. Had it been cancelled while it was "
                "chanted, it would do nothing."
            ),
            settings=(
                "magic_cancelled_by",
                "magic_refund",
            ),
        ),
        Rule(
            "R-MAGIC-3",
            _("A spell of one step has only the force of an ordinary card: the larger damage wins."),
            _("Spell 3 against Smash 4: the caster loses 4 HP. Spell 5 against Smash 4: the other loses 5 MP."),
            settings=("one_step_tie",),
        ),
        Rule(
            "R-MAGIC-4",
            _("Magic and magic offset each other."),
            _("6 against 4: the weaker side loses 2 MP."),
            settings=("magic_vs_magic",),
        ),
        Rule(
            "R-MAGIC-5",
            _("Magic and an ordinary or skill card do not offset: only the winner deals damage, and all of it."),
            _("Spell 5 against Smash 4 does 5, not 1."),
        ),
    ),
)
