"""How the rules are read where they leave something open: the usual reading of each gap, and the settings that change it."""

from django.utils.translation import gettext_lazy as _

from combat.handbook.words import Chapter, Rule

CHAPTER = Chapter(
    "readings",
    _("Usual readings"),
    _("Where the rules leave something open, fights are judged like this unless the GM has set it otherwise."),
    (
        Rule(
            "G-1",
            _(
                "Ranks count E 1, D 2, C 3, B 4, A 5, EX 7. A plus sign counts nothing until it is activated, "
                "then 1 damage each."
            ),
            settings=(
                "rank_values.A",
                "plus_value",
            ),
        ),
        Rule(
            "G-2",
            _(
                "A Servant has Smash by Strength, Counter by Endurance, Onslaught by Agility: as many cards as "
                "the rank, with its damage."
            ),
        ),
        Rule(
            "G-3",
            _("Counter beats Smash, Onslaught beats Counter, Smash beats Onslaught."),
            settings=("cycle",),
        ),
        Rule(
            "G-4",
            _(
                "A round is an ordered, sealed list of ten slots; a missing slot is Wait. Cards come back when "
                "the fight ends."
            ),
            settings=(
                "slots_per_round",
                "rounds",
                "cards_return",
            ),
        ),
        Rule(
            "G-5",
            _(
                "The order of force is Noble Phantasm, Critical, magic of two steps and more, then everything "
                "else. Like against like: the larger damage wins by the difference."
            ),
            settings=(
                "force_order",
                "same_force",
            ),
        ),
        Rule(
            "G-6",
            _("Which two cards a skill card beats stands on the sheet."),
        ),
        Rule(
            "G-7",
            _("Skill card against skill card is compared by rank."),
            settings=("skill_vs_skill",),
        ),
        Rule(
            "G-8",
            _("The same card at the same rank hurts nobody. A house rule may let knights win by 1."),
            settings=("equal_cards",),
        ),
        Rule(
            "G-9",
            _(
                "A spell of n steps takes n slots in a row; while chanting one waits. Losing HP then cancels it, "
                "and the MP is spent all the same."
            ),
            settings=(
                "magic_cancelled_by",
                "magic_refund",
            ),
        ),
        Rule(
            "G-10",
            _("Magic against magic is subtracted; the rest goes to the weaker side's MP."),
            settings=("magic_vs_magic",),
        ),
        Rule(
            "G-11",
            _("One-step magic compares damage values only; at a tie nobody is hurt."),
            settings=("one_step_tie",),
        ),
        Rule(
            "G-12",
            _(
                "How much a Master's damage against a Servant is reduced is a number of the GM's; without one "
                "the fight asks for it."
            ),
            settings=("master_reduction",),
        ),
        Rule(
            "G-13",
            _(
                "Conviction that is spent leaves the stat and the number of cards alone; only the points left "
                "drop, by one a battle at most."
            ),
            settings=("conviction_order",),
        ),
        Rule(
            "G-14",
            _(
                "Of several supporters the largest counts whole, the others 1 each; the limit binds what the "
                "others add."
            ),
            settings=(
                "support_cap.binds",
                "support_cap.max",
            ),
        ),
        Rule(
            "G-15",
            _(
                "Defence support helps an ally who waits as well. Noble Phantasms get no support and are not "
                "lessened by it."
            ),
            settings=("support_helps_wait",),
        ),
        Rule(
            "G-16",
            _("HP and MP stand on the sheet."),
        ),
        Rule(
            "G-17",
            _(
                "Who wins is measured by HP lost of HP before; for several on a side by the sums; what one "
                "spends oneself does not count."
            ),
            settings=("victory",),
        ),
        Rule(
            "G-18",
            _("Spending oneself below the MP floor is refused; being driven below it by an enemy is vanishing."),
            settings=(
                "mp_floor_breach",
                "mp_floor_base",
            ),
        ),
        Rule(
            "G-19",
            _("Recovered means at least 1. A Master is present when he stands in the fight, in front or behind."),
            settings=("recover_to",),
        ),
        Rule(
            "G-20",
            _("What a rest gives is for the GM to say, by the grade of the leyline."),
        ),
        Rule(
            "G-21",
            _("The forced return is possible once for every Master."),
        ),
        Rule(
            "G-22",
            _(
                "The three cards of a retreat are the enemy's next unopened ones, taken as if one waited. The "
                "test comes after reductions; a failure hurts and spends them."
            ),
            settings=(
                "retreat.cards",
                "retreat.tested",
                "retreat.failure_hurts",
                "retreat.several_enemies",
            ),
        ),
        Rule(
            "G-23",
            _(
                "It is the one who fights already who keeps his used cards; Regroup gives him all of them back "
                "once a battle."
            ),
        ),
        Rule(
            "G-24",
            _(
                "Two targets cost two cards. An area phantasm costs its MP once. Who is attacked by somebody he "
                "does not name waits against him."
            ),
        ),
        Rule(
            "G-25",
            _("Intrusion happens between rounds, and makes the fight a melee."),
        ),
        Rule(
            "G-26",
            _("Both cards of a slot act at once; then it is seen who has 0 HP, and the rest of the list falls away."),
        ),
        Rule(
            "G-27",
            _(
                "A defence skill takes its amount off the damage of the kinds it names, so often as it has uses, "
                "never under Wait."
            ),
        ),
        Rule(
            "G-28",
            _(
                "The order of what changes a damage: rank, plus signs, Conviction, a Master's reduction, attack "
                "support, defence skill, defence support, phantasm armour; never below 0."
            ),
        ),
        Rule(
            "G-29",
            _("Special damage is entered by the GM and is lessened by nothing."),
        ),
        Rule(
            "G-30",
            _("HP of 0 and below counts as 0 for a Servant."),
        ),
    ),
)
