"""Every setting of a fight in words (하우스 룰): what it is called, what it changes, what its values mean.

The one place where a setting is explained; pages, the head of a fight and exports read it from here. Keys are those of the
fight record, a dot leads into an object. The defaults are not repeated here: they are those of `combat.rules.settings`.
"""

from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

type Text = str | Promise


class Option(msgspec.Struct, frozen=True):
    """One value of a choice. `token` is how a form says it."""

    token: str
    value: Any
    words: Text


class Choice(msgspec.Struct, frozen=True):
    options: tuple[Option, ...]


class Number(msgspec.Struct, frozen=True):
    """A whole number from `least` to `most`; with `none`, an empty field means that."""

    least: int = 0
    most: int = 999
    none: Text = ""


class Order(msgspec.Struct, frozen=True):
    """The options in an order, the strongest first."""

    options: tuple[Option, ...]


class Setting(msgspec.Struct, frozen=True):
    """One setting. `gap` is the rule or gap that it reads."""

    key: str
    title: Text
    changes: Text
    gap: str
    input: Choice | Number | Order


class Group(msgspec.Struct, frozen=True):
    """Settings that belong together; `about` says what the ones without an explanation of their own are."""

    title: Text
    settings: tuple[Setting, ...]
    about: Text = ""


def _choice(**words: Text) -> Choice:
    return Choice(tuple(Option(token, token, text) for token, text in words.items()))


_YES_OR_NO = Choice(
    (
        Option("yes", True, pgettext_lazy("does the rule hold", "yes")),
        Option("no", False, pgettext_lazy("does the rule hold", "no")),
    )
)


def _rank(letter: str) -> Setting:
    return Setting(
        f"rank_values.{letter}",
        format_lazy(_("Rank {letter}"), letter=letter),
        "",
        "G-1",
        Number(),
    )


ROUNDS = Group(
    _("Rounds and slots"),
    (
        Setting(
            "slots_per_round",
            _("Slots in a round"),
            _("So many cards everybody seals for one round. A slot left empty is Wait."),
            "G-4",
            Number(1, 25),
        ),
        Setting(
            "rounds",
            _("Rounds"),
            _("After so many rounds the fight ends and is judged."),
            "G-4",
            Number(1, none=_("until the GM ends it")),
        ),
        Setting(
            "cards_return",
            _("Used cards come back"),
            _("Basic, Critical and skill cards and supports. Uses of phantasms, spells and defence skills never do."),
            "G-4",
            _choice(end_of_fight=_("only after the fight"), end_of_round=_("after every round")),
        ),
    ),
)

RANKS = Group(
    _("Ranks"),
    (
        *(_rank(letter) for letter in ("E", "D", "C", "B", "A", "EX")),
        Setting(
            "plus_value",
            _("One plus sign"),
            _("What each plus sign adds to the damage of its card, once it is activated."),
            "G-1",
            Number(),
        ),
    ),
    _("The number of a letter says how many cards a rank gives and what they do."),
)

CARDS = Group(
    _("Card against card"),
    (
        Setting(
            "cycle",
            _("Which card beats which"),
            _("Every basic card beats one of the other two and loses to the third."),
            "G-3",
            Choice(
                (
                    Option(
                        "usual",
                        {"counter": "smash", "onslaught": "counter", "smash": "onslaught"},
                        _("Counter beats Smash, Onslaught beats Counter, Smash beats Onslaught"),
                    ),
                    Option(
                        "reversed",
                        {"counter": "onslaught", "onslaught": "smash", "smash": "counter"},
                        _("Smash beats Counter, Counter beats Onslaught, Onslaught beats Smash"),
                    ),
                )
            ),
        ),
        Setting(
            "equal_cards",
            _("Same card, same value"),
            _("Whether Saber, Archer and Lancer have the better of everybody else then."),
            "G-8",
            _choice(nothing=_("nobody is hurt"), knights_plus_one=_("one knight class alone wins by 1")),
        ),
        Setting(
            "skill_vs_skill",
            _("Skill card against skill card"),
            _("No skill card is strong against another one."),
            "G-7",
            _choice(
                rank_difference=_("the higher value wins by the difference"),
                nothing=_("nobody is hurt"),
                both=_("both take the full damage"),
            ),
        ),
        Setting(
            "force_order",
            _("Order of force"),
            _("Of two cards that stand apart in this order the stronger wins outright."),
            "G-5",
            Order(
                (
                    Option("np", "np", _("Phantasm")),
                    Option("critical", "critical", _("Critical")),
                    Option("magic", "magic", _("Magic of two steps and more")),
                    Option("ordinary", "ordinary", _("Basic and skill cards, magic of one step")),
                )
            ),
        ),
        Setting(
            "same_force",
            _("Phantasm against phantasm, Critical against Critical"),
            _("What happens when two of the same kind meet."),
            "G-5",
            _choice(
                difference=_("the larger wins by the difference"),
                both=_("both take the full damage"),
                nothing=_("nobody is hurt"),
            ),
        ),
    ),
)

MAGIC = Group(
    _("Magic and MP"),
    (
        Setting(
            "magic_cancelled_by",
            _("What cancels a chant"),
            _("A longer spell is chanted first, and then it can be broken off."),
            "G-9",
            _choice(
                hp_loss=_("any loss of HP"),
                lost_slot=_("any card that wins against the caster"),
                np_or_critical=_("only a phantasm or a Critical that wins"),
                never=pgettext_lazy("what cancels a chant", "nothing"),
            ),
        ),
        Setting(
            "magic_refund",
            _("A cancelled spell gives its MP back"),
            _("The use is gone either way."),
            "G-9",
            _YES_OR_NO,
        ),
        Setting(
            "magic_vs_magic",
            _("Magic against magic"),
            _("Two spells of the same force offset each other."),
            "G-10",
            _choice(
                subtract=_("what is left over hits the weaker side"),
                both_vanish=_("both vanish"),
                larger_full=_("the larger hits in full"),
            ),
        ),
        Setting(
            "one_step_tie",
            _("One-step magic against a card of equal value"),
            _("One-step magic only counts as an ordinary card; the larger value wins."),
            "G-11",
            _choice(nothing=_("nobody is hurt"), ordinary_wins=_("the card wins")),
        ),
        Setting(
            "mp_floor_base",
            _("How far MP may go below 0"),
            _("A Servant's MP may fall by this much, and by Luck times Mana more."),
            "R-OTHER-4b",
            Number(),
        ),
        Setting(
            "mp_floor_breach",
            _("When the enemy pushes MP below its floor"),
            _("Own costs that would go below are refused in any case."),
            "G-18",
            _choice(vanish=_("the Servant vanishes"), clamp=_("MP stays at the floor")),
        ),
    ),
)

MASTERS = Group(
    _("Masters"),
    (
        Setting(
            "master_reduction",
            _("A Master who hits a Servant"),
            _(
                "So much less damage he does, until he spends Conviction. While it is open, he cannot show a Servant a card."
            ),
            "G-12",
            Number(none=_("still open")),
        ),
        Setting(
            "conviction_order",
            _("Cards of a Master with Conviction"),
            _("Half of the stat, rounded up, and twice as many with Conviction: which comes first."),
            "G-13",
            _choice(halve_then_double=_("first half, then double"), double_then_halve=_("first double, then half")),
        ),
    ),
)

SUPPORT = Group(
    _("Back line and support"),
    (
        Setting(
            "back_line_targets",
            _("Who may attack the enemy's back line"),
            _("It takes ranged attacks to act from the back line; this is about acting against it."),
            "R-BACK-3",
            _choice(
                ranged=_("who has ranged attacks"),
                anyone=pgettext_lazy("who may attack", "anyone"),
                nobody=pgettext_lazy("who may attack", "nobody"),
            ),
        ),
        Setting(
            "support_cap.max",
            _("Limit of several supporters"),
            _("The largest support counts in full, every further supporter 1 point, up to this."),
            "R-MELEE-10",
            Number(),
        ),
        Setting(
            "support_cap.binds",
            _("The limit of support holds for"),
            _("Whether the largest support itself counts towards the limit."),
            "G-14",
            _choice(extra=_("only the further points"), whole=_("the whole support")),
        ),
        Setting(
            "support_helps_wait",
            _("Defence support helps who Waits"),
            _("Also who chants. Defence skills never help him."),
            "G-15",
            _YES_OR_NO,
        ),
    ),
)

RETREAT = Group(
    _("Retreat"),
    (
        Setting(
            "retreat.cards",
            _("Cards met in a retreat"),
            _("Who flees meets so many cards of every enemy who can reach him."),
            "R-RET-2",
            Number(1, 99),
        ),
        Setting(
            "retreat.fails_at",
            _("A retreat fails from"),
            _("So much damage, and he stays in the fight."),
            "R-RET-3",
            Number(1),
        ),
        Setting(
            "retreat.tested",
            _("Damage counted in a retreat"),
            _("What is held against the limit: the bare cards, or what they would do to him."),
            "G-22",
            _choice(after_reduction=_("after every reduction"), before_reduction=_("before any reduction")),
        ),
        Setting(
            "retreat.failure_hurts",
            _("A failed retreat hurts"),
            _("The cards are used up either way."),
            "G-22",
            _YES_OR_NO,
        ),
        Setting(
            "retreat.several_enemies",
            _("Retreat from several enemies"),
            _("What is held against the limit when more than one can reach him."),
            "G-22",
            _choice(sum=_("the sum of all"), worst=_("the worst one alone")),
        ),
    ),
)

THE_END = Group(
    _("The end and after"),
    (
        Setting(
            "victory",
            _("Who wins"),
            _("When the fight ends with several sides still standing."),
            "G-17",
            _choice(hp_ratio=_("who lost the smaller share of HP"), points=_("who lost fewer HP points")),
        ),
        Setting(
            "recover_to",
            _("Recovered means at least"),
            _("So high HP or MP must come back by the end of the next scene."),
            "G-19",
            Number(0, 1),
        ),
    ),
)

GROUPS = (ROUNDS, CARDS, MASTERS, SUPPORT, MAGIC, RETREAT, RANKS, THE_END)
SETTINGS = tuple(setting for group in GROUPS for setting in group.settings)
