"""The rules in own words: damage, victory, life and death."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "other",
    _("Damage, victory, life and death"),
    _("What damage does beyond the slot, and what becomes of those who run out."),
    (
        Rule(
            "R-OTHER-1",
            _("Damage has five kinds: general, skill, magic, Noble Phantasm, special."),
            _("9 + 4 + 6 + 12 + 2 = 33, each kept apart in the log."),
        ),
        Rule(
            "R-OTHER-1b",
            _("If nobody dies or flees, who did more damage wins, measured as HP lost of the HP before the battle."),
            _("16 of 80 is 20 %, 15 of 60 is 25 %: the first wins, though he lost more points."),
            settings=("victory",),
        ),
        Rule(
            "R-OTHER-2",
            _("All damage of magic goes to MP."),
            _("A spell of 6: MP 70 becomes 64, HP stays."),
        ),
        Rule(
            "R-OTHER-3",
            _("If his Master is present, a Servant whose HP reaches 0 vanishes."),
            _("3 HP left, 5 damage, the Master beside him: he is gone."),
        ),
        Rule(
            "R-OTHER-4a",
            _("A Servant's MP may go to 0 and below in battle."),
            _("MP 10, a phantasm costs 40: −30, which is allowed."),
        ),
        Rule(
            "R-OTHER-4b",
            _("Below 0 it goes by at most 30 and Luck rank times Mana rank."),
            _("Luck 4, Mana 5: 30 + 20 = 50, so −50 is the floor."),
            settings=(
                "mp_floor_base",
                "mp_floor_breach",
            ),
        ),
        Rule(
            "R-OTHER-4c",
            _("Plus signs do not count here."),
            _("Mana A+ still counts as 5."),
        ),
        Rule(
            "R-OTHER-4d",
            _("If the MP is not recovered by the end of the next scene, the Servant vanishes."),
            _("−20 in scene 3: it must be above 0 when scene 4 ends."),
            settings=("recover_to",),
        ),
        Rule(
            "R-OTHER-5a",
            _(
                "If the Master is not present, at the moment the HP reaches 0 he may spend a command spell and "
                "force the Servant home."
            ),
            _("Three spells become two."),
        ),
        Rule(
            "R-OTHER-5b",
            _("The Servant then withdraws with 1 HP."),
            _("3 HP, 5 damage: he is out of the battle with 1."),
        ),
        Rule(
            "R-OTHER-5c",
            _("This is possible once in the whole game."),
            _("The second time the Servant vanishes, though spells are left."),
        ),
        Rule(
            "R-OTHER-6a",
            _("A Master's HP and MP may go to 0 and below."),
            _("20 − 24 = −4."),
        ),
        Rule(
            "R-OTHER-6b",
            _("In the next scene he can then do nothing but rest."),
            _("At −4 only resting is accepted."),
        ),
        Rule(
            "R-OTHER-6c",
            _("If he has not recovered by the end of the next scene, he dies."),
            _("−4 and a rest of 6: he lives with 2. A rest of 3: he dies."),
            settings=("recover_to",),
        ),
        Rule(
            "R-OTHER-6d",
            _("A Master at 0 or below may rest even where there is no base."),
            _("In a foreign area it is allowed."),
        ),
        Rule(
            "R-OTHER-7a",
            _("Masters and Servants recover HP and MP by resting. How much is for the GM to say."),
            _("With a rest of 6, HP 23 becomes 29."),
        ),
        Rule(
            "R-OTHER-7b",
            _("A Servant can turn HP and MP into each other one to one, by resting only."),
            _("10 MP become 10 HP."),
        ),
        Rule(
            "R-OTHER-7c",
            _("After man-eating, or with extra MP through a mana line, MP may be turned into HP outside a rest too."),
            _("A line gives 15 MP: up to 15 HP. Never the other way."),
        ),
        Rule(
            "R-OTHER-8",
            _("Driving an enemy Servant to 0 HP, so that he is forced home, counts as his vanishing for rewards."),
            _("He escaped by a command spell; the other side is rewarded all the same."),
        ),
    ),
)
