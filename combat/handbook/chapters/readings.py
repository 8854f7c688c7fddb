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
            _("Strength B+ counts 4; with its plus activated the blow does 5."),
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
            _("Strength B, Endurance A, Agility C: 4 Smash, 5 Counter, 3 Onslaught."),
        ),
        Rule(
            "G-3",
            _("Counter beats Smash, Onslaught beats Counter, Smash beats Onslaught."),
            _("Counter 2 meets Smash 5: the Smash side loses 2."),
            settings=("cycle",),
        ),
        Rule(
            "G-4",
            _(
                "A round is an ordered, sealed list of ten slots; a missing slot is Wait. Cards come back when "
                "the fight ends."
            ),
            _("Seven slots are laid: 8 to 10 are Wait."),
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
            _("A phantasm of 9 meets one of 6: the weaker side loses 3."),
            settings=(
                "force_order",
                "same_force",
            ),
        ),
        Rule(
            "G-6",
            _("Which two cards a skill card beats stands on the sheet."),
            _("“Tide Blade B: against Smash and Counter” stands there."),
        ),
        Rule(
            "G-7",
            _("Skill card against skill card is compared by rank."),
            _("B (4) against C (3): the C side loses 1."),
            settings=("skill_vs_skill",),
        ),
        Rule(
            "G-8",
            _("The same card at the same rank hurts nobody. A house rule may let knights win by 1."),
            _("Smash B against Smash B: no HP are lost."),
            settings=("equal_cards",),
        ),
        Rule(
            "G-9",
            _(
                "A spell of n steps takes n slots in a row; while chanting one waits. Losing HP then cancels it, "
                "and the MP is spent all the same."
            ),
            _("Three steps from slot 2 on: chanting in 2 and 3, the spell in 4."),
            settings=(
                "magic_cancelled_by",
                "magic_refund",
            ),
        ),
        Rule(
            "G-10",
            _("Magic against magic is subtracted; the rest goes to the weaker side's MP."),
            _("6 against 4: the side of 4 loses 2 MP."),
            settings=("magic_vs_magic",),
        ),
        Rule(
            "G-11",
            _("One-step magic compares damage values only; at a tie nobody is hurt."),
            _("Spell 4 against Counter 4: nobody is hurt."),
            settings=("one_step_tie",),
        ),
        Rule(
            "G-12",
            _(
                "How much a Master's damage against a Servant is reduced is a number of the GM's; without one "
                "the fight asks for it."
            ),
            _("It is set to 2: a Master's Onslaught 4 does 2 to a Servant."),
            settings=("master_reduction",),
        ),
        Rule(
            "G-13",
            _(
                "Conviction that is spent leaves the stat and the number of cards alone; only the points left "
                "drop, by one a battle at most."
            ),
            _("Conviction 4, one point spent: the stat stays 4, and 3 points are left for later battles."),
            settings=("conviction_order",),
        ),
        Rule(
            "G-14",
            _(
                "Of several supporters the largest counts whole, the others 1 each; the limit binds what the "
                "others add."
            ),
            _("Supports of 3, 2 and 2: 3 + 1 + 1 = 5."),
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
            _("The ally waits and Onslaught 5 comes in: with skill support in defence 3 HP are lost."),
            settings=("support_helps_wait",),
        ),
        Rule(
            "G-16",
            _("HP and MP stand on the sheet."),
            _("The sheet says HP 80 and MP 70: with these the fight begins."),
        ),
        Rule(
            "G-17",
            _(
                "Who wins is measured by HP lost of HP before; for several on a side by the sums; what one "
                "spends oneself does not count."
            ),
            _("Two with 40 HP each lose 12 together, 15 %; one with 60 loses 12, 20 %: the two win."),
            settings=("victory",),
        ),
        Rule(
            "G-18",
            _("Spending oneself below the MP floor is refused; being driven below it by an enemy is vanishing."),
            _("At −45 with a floor of −50 a phantasm that costs 10 is refused."),
            settings=(
                "mp_floor_breach",
                "mp_floor_base",
            ),
        ),
        Rule(
            "G-19",
            _("Recovered means at least 1. A Master is present when he stands in the fight, in front or behind."),
            _("At −3 a rest of 3 gives 0, which is not enough; a rest of 4 gives 1, which is."),
            settings=("recover_to",),
        ),
        Rule(
            "G-20",
            _("What a rest gives is for the GM to say, by the grade of the leyline."),
            _("10 is set for this leyline: HP 23 becomes 33."),
        ),
        Rule(
            "G-21",
            _("The forced return is possible once for every Master."),
            _("Two pairs, two Masters: each may do it once."),
        ),
        Rule(
            "G-22",
            _(
                "The three cards of a retreat are the enemy's next unopened ones, taken as if one waited. The "
                "test comes after reductions; a failure hurts and spends them."
            ),
            _("4 + 3 + 3, with a skill that takes 1 off one of them: 9, so he is away with 9 HP less."),
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
            _("Two of 4 Smash are used: 2 are left against the newcomer, with Regroup 4."),
        ),
        Rule(
            "G-24",
            _(
                "Two targets cost two cards. An area phantasm costs its MP once. Who is attacked by somebody he "
                "does not name waits against him."
            ),
            _("An area phantasm of 20 MP at two enemies costs 20, not 40."),
        ),
        Rule(
            "G-25",
            _("Intrusion happens between rounds, and makes the fight a melee."),
            _("The archer comes after round 1: from round 2 on there are three sides."),
        ),
        Rule(
            "G-26",
            _("Both cards of a slot act at once; then it is seen who has 0 HP, and the rest of the list falls away."),
            _(
                "In slot 4 the saber loses his last 3 HP and wins another duel: that damage counts too, and slot 5 falls away."
            ),
        ),
        Rule(
            "G-27",
            _(
                "A defence skill takes its amount off the damage of the kinds it names, so often as it has uses, "
                "never under Wait."
            ),
            _("A skill of 3 with two uses: Smash 5 does 2, and 2 again, then 5."),
        ),
        Rule(
            "G-28",
            _(
                "The order of what changes a damage: rank, plus signs, Conviction, a Master's reduction, attack "
                "support, defence skill, defence support, phantasm armour; never below 0."
            ),
            _("Rank 4, one plus, support 2, skill 3, armour 2: 4 + 1 + 2 − 3 − 2 = 2."),
        ),
        Rule(
            "G-29",
            _("Special damage is entered by the GM and is lessened by nothing."),
            _("6 special damage: 6 HP are lost, whatever armour there is."),
        ),
        Rule(
            "G-30",
            _("HP of 0 and below counts as 0 for a Servant."),
            _("3 HP and a blow of 5: 0, not −2."),
        ),
    ),
)
