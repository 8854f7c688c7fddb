"""A fight in sentences: the same for the screen, the exported text and `adjudicate`.

Reports carry codes and numbers; here they meet the names of a `Cast` and become one sentence each, in the reader's language,
through the templates in `templates/combat/telling/`. On a page: `{% tell_illegal illegal %}`, `{% tell_duel duel slot cast %}`,
`{% tell_why why %}`, `{% tell_note note cast %}` and so on; in code `sentence("why", why=…)`.
"""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from django import template
from django.template import Context
from django.template.loader import get_template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy, pgettext_lazy

from combat.rules.reports import Damage, Deadline, Duel, Event, Fall, Note, Outcome, Reward, SlotReport, Why
from combat.rules.seen import CombatantView, FightView
from combat.rules.settings import BASICS
from combat.rules.sheet import Servant, Sheet, phantasms
from tabletop.game import Illegal

register = template.Library()

CARDS: dict[str, str | Promise] = {
    "smash": gettext_lazy("Smash"),
    "counter": gettext_lazy("Counter"),
    "onslaught": gettext_lazy("Onslaught"),
    "critical": gettext_lazy("Critical"),
    "wait": gettext_lazy("Wait"),
    "chant": gettext_lazy("Chant"),
    "general": gettext_lazy("general support"),
}
KINDS: dict[str, str | Promise] = {
    "skill": gettext_lazy("skill"),
    "np": gettext_lazy("Noble Phantasm"),
    "spell": gettext_lazy("spell"),
}
SLOT = re.compile(r"slots\[(\d+)\]")
STATS: dict[str, str | Promise] = {
    "strength": gettext_lazy("Strength"),
    "endurance": gettext_lazy("Endurance"),
    "agility": gettext_lazy("Agility"),
    "mana": gettext_lazy("Mana"),
    "luck": gettext_lazy("Luck"),
    "combat": pgettext_lazy("stat", "Combat"),
    "fortune": gettext_lazy("Fortune"),
    "conviction": gettext_lazy("Conviction"),
}


class Cast(msgspec.Struct, frozen=True):
    """Names of people by id, and own names of cards by id and card word; what has no name is called by its id or kind."""

    people: dict[str, str] = {}
    cards: dict[str, dict[str, str]] = {}

    def name(self, id: str) -> str:
        return self.people.get(id) or id

    def card(self, who: str, word: str) -> str:
        return card_label(word, self.cards.get(who, {}).get(word, ""))


NOBODY = Cast()


def cast_of_sheets(sheets: Iterable[Sheet]) -> Cast:
    """Everybody's names and every card's name, for who may know all (a record, an ended fight)."""
    sheets = tuple(sheets)
    return Cast({sheet.id: sheet.name for sheet in sheets}, {sheet.id: _card_names(sheet) for sheet in sheets})


def cast_of_view(view: FightView) -> Cast:
    """The names one person knows: of opened cards and of his own."""
    own = {
        held.id: {card.word: card.name for card in held.hand} | {card.word: card.name for card in held.supports}
        for held in view.own
    }
    ids = {person.id for person in view.combatants}
    people = {person.id: person.name for person in view.combatants}
    return Cast(people, {id: {**view.named.get(id, {}), **own.get(id, {})} for id in ids})


def _card_names(sheet: Sheet) -> dict[str, str]:
    skills = {f"skill:{skill.id}": skill.name for skill in sheet.skills}
    nps = {f"np:{np.id}": np.name for np in phantasms(sheet)}
    return skills | nps | {f"spell:{spell.id}": spell.name for spell in sheet.spells}


def card_label(word: str, name: str = "") -> str:
    """What a card is called: its own name, else its kind and id; basic cards by their kind."""
    kind, _, id = word.partition(":")
    if name or not id:
        return name or str(CARDS.get(word, word))
    return f"{KINDS.get(kind, kind)} {id}"


class Meeting(msgspec.Struct, frozen=True):
    """A duel as it is told: why it went as it did (`how`), the rule of that, and who stands where."""

    how: str
    rule: str
    a: str
    b: str
    a_card: str
    b_card: str
    winner: str
    won: str
    lost: str
    loser: str
    hurt: bool


_FAMILIES = ("np", "critical", "spell", "skill")
_HOW = {
    "R-14": ("cycle", "G-3"),
    "R-15": ("higher", "R-15"),
    "G-8": ("knight", "G-8"),
    "R-13a": ("cycle", "R-13a"),
    "R-13b": ("higher", "R-13b"),
    "R-MAGIC-2": ("above", "R-MAGIC-2"),
    "R-MAGIC-3": ("larger", "R-MAGIC-3"),
    "R-MAGIC-4": ("offset", "R-MAGIC-4"),
}


def meeting(duel: Duel, slot: SlotReport, cast: Cast) -> Meeting:
    """What is told of a duel: read off its cards and, where it did damage, off the rule of its first step."""
    hits = [hit for hit in slot.damage if {hit.source, hit.to} == {duel.a, duel.b}]
    how, rule = _how(duel, hits)
    a_card, b_card = cast.card(duel.a, duel.a_card), cast.card(duel.b, duel.b_card)
    won, lost = (a_card, b_card) if duel.winner == duel.a else (b_card, a_card)
    return Meeting(
        how=how,
        rule=rule,
        a=cast.name(duel.a),
        b=cast.name(duel.b),
        a_card=a_card,
        b_card=b_card,
        winner=cast.name(duel.winner) if duel.winner else "",
        won=won,
        lost=lost,
        loser=cast.name(duel.b if duel.winner == duel.a else duel.a),
        hurt=bool(hits),
    )


def _how(duel: Duel, hits: list[Damage]) -> tuple[str, str]:
    words = (duel.a_card, duel.b_card)
    if "wait" in words or "chant" in words:
        return ("chant" if "chant" in words else "wait"), "R-16"
    rule = hits[0].why[0].rule if hits else _unhurt_rule(words)
    if duel.winner is None:
        # Only of basic cards is it told that they were equal: others may differ in value and still come to nothing.
        return ("both" if hits else "equal" if words[0] == words[1] and words[0] in BASICS else "even"), rule
    if rule == "G-5":
        same = words[0].partition(":")[0] == words[1].partition(":")[0]
        return ("higher" if same else "above"), rule
    return _HOW[rule]


def _unhurt_rule(words: tuple[str, str]) -> str:
    """The rule of a duel that hurt nobody, as far as the cards tell it."""
    kinds = {word.partition(":")[0] for word in words}
    if kinds & {"np", "critical"}:
        return "G-5"
    if "spell" in kinds:
        return "R-MAGIC-4" if len(kinds) == 1 else "R-MAGIC-3"
    if "skill" in kinds:
        return "R-13b" if len(kinds) == 1 else "R-13a"
    return "R-15" if len(kinds) == 1 else "R-14"


def sentence(about: str, **context: Any) -> str:
    """The sentence of `templates/combat/telling/<about>.html` as plain text."""
    return _rendered(about, context, autoescape=False)


def _rendered(about: str, context: dict[str, Any], *, autoescape: bool) -> str:
    found: Any = get_template(f"combat/telling/{about}.html")
    text = str(found.template.render(Context(context, autoescape=autoescape)))
    return text.strip() if about == "record" else " ".join(text.split())


def _told(context: Context, about: str, **more: Any) -> SafeString | str:
    text = _rendered(about, more, autoescape=context.autoescape)
    # The template escaped each value already where the page escapes
    return mark_safe(text) if context.autoescape else text  # noqa: S308


def _ruled(context: Context, about: str, rule: str, *, small: bool, **more: Any) -> SafeString | str:
    """A sentence and its rule: `small` for a page, where the id leads to the page of rules, else `[R-14]` as in the text."""
    said = _told(context, about, **more)
    if small:
        return format_html('{} <a class="rid" href="{}#{}">{}</a>', said, reverse("rulebook"), rule, rule)
    return said + SafeString(f" [{rule}]")  # SafeString only where what was said is one


@register.simple_tag(takes_context=True)
def tell_illegal(context: Context, illegal: Illegal, cast: Cast = NOBODY) -> str:
    """Why something was refused; `cast` names the people and cards in it."""
    return _told(context, "illegal", **illegal_context(illegal, cast))


def illegal_context(illegal: Illegal, cast: Cast = NOBODY) -> dict[str, Any]:
    numbers = dict(illegal.numbers)
    names = {word: name for cards in cast.cards.values() for word, name in cards.items() if name}
    for key in ("who", "to"):
        numbers[key] = cast.name(str(numbers.get(key, "")))
    word, stat = str(numbers.get("card", "")), str(numbers.get("stat", ""))
    numbers |= {"card": card_label(word, names.get(word, "")), "stat": str(STATS.get(stat, stat))}
    return {"illegal": illegal, **numbers}


def explain(illegal: Illegal) -> str:
    """The sentence of an Illegal as plain text."""
    return sentence("illegal", **illegal_context(illegal))


@register.filter
def refused_slot(illegal: Illegal | None) -> int:
    """The slot of a plan that an Illegal is about, counted from 1; 0 where it is about none."""
    found = SLOT.match(illegal.at) if isinstance(illegal, Illegal) else None
    return int(found[1]) + 1 if found else 0


@register.simple_tag(takes_context=True)
def tell_duel(context: Context, duel: Duel, slot: SlotReport, cast: Cast, *, small: bool = False) -> str:
    """Who won and why: "Onslaught is strong against Counter. Lancer won. [G-3]"."""
    told = meeting(duel, slot, cast)
    return _ruled(context, "duel", told.rule, small=small, meeting=told)


@register.simple_tag(takes_context=True)
def tell_cards(context: Context, duel: Duel, cast: Cast) -> str:
    """Which two cards met."""
    a_card, b_card = cast.card(duel.a, duel.a_card), cast.card(duel.b, duel.b_card)
    return _told(context, "cards", a=cast.name(duel.a), a_card=a_card, b=cast.name(duel.b), b_card=b_card)


@register.simple_tag(takes_context=True)
def tell_state(context: Context, person: dict[str, Any]) -> str:
    """Where a combatant stands at the end."""
    return _told(context, "state", person=person)


@register.simple_tag(takes_context=True)
def tell_person(context: Context, person: CombatantView, cast: Cast) -> str:
    """Where somebody stands who is seen."""
    told = {
        "name": cast.name(person.id),
        "hp": person.hp,
        "mp": person.mp,
        "state": person.state,
        "started": {"hp": person.hp_at_start, "mp": person.mp_at_start},
    }
    return _told(context, "state", person=told)


@register.simple_tag(takes_context=True)
def tell_why(context: Context, why: Why) -> str:
    """One step of a damage with its amount: "+5 the winning card deals its own damage value [R-14]"."""
    return SafeString(f"{signed(why.value)} ") + _ruled(context, "why", why.rule, small=False, why=why)


@register.simple_tag(takes_context=True)
def tell_reason(context: Context, why: Why, by: str = "") -> str:
    """One step of a damage for a ledger, where the amount stands in a column of its own; `by`: whose support it was."""
    return _ruled(context, "why", why.rule, small=True, why=why, by=by)


@register.simple_tag(takes_context=True)
def tell_note(context: Context, note: Note, cast: Cast, *, small: bool = False) -> str:
    """An entry that turned into Wait, or a spell that was cancelled; what is masked is not named."""
    card = cast.card(note.who, note.card) if note.card else ""
    to = cast.name(note.to) if note.to else ""
    return _ruled(context, "note", note.rule, small=small, note=note, who=cast.name(note.who), to=to, card=card)


@register.simple_tag(takes_context=True)
def tell_event(context: Context, event: Event, cast: Cast, *, small: bool = False) -> str:
    """A retreat or special damage."""
    return _ruled(
        context, "event", event.rule, small=small, event=event, who=cast.name(event.who), hurt=bool(event.damage)
    )


@register.simple_tag(takes_context=True)
def tell_fall(context: Context, fall: Fall, cast: Cast, *, small: bool = False) -> str:
    """A Servant who vanished or was called home."""
    return _ruled(context, "fall", fall.rule, small=small, fall=fall, who=cast.name(fall.who))


@register.simple_tag(takes_context=True)
def tell_deadline(context: Context, deadline: Deadline, cast: Cast, *, small: bool = False) -> str:
    """Who must recover by when."""
    return _ruled(context, "deadline", deadline.rule, small=small, deadline=deadline, who=cast.name(deadline.who))


@register.simple_tag(takes_context=True)
def tell_reward(context: Context, reward: Reward, cast: Cast, *, small: bool = False) -> str:
    """A side that is credited with a fall."""
    return _ruled(context, "reward", reward.rule, small=small, reward=reward, who=cast.name(reward.for_))


@register.simple_tag(takes_context=True)
def tell_outcome(context: Context, outcome: Outcome, names: Iterable[str] = ()) -> str:
    """How the fight ended, or that it goes on; `names` are those of the winning side, where it is not called by its letter."""
    return _told(context, "outcome", outcome=outcome, names=tuple(names))


@register.simple_tag(takes_context=True)
def tell_waiting(context: Context, waiting: dict[str, Any], cast: Cast) -> str:
    """Whose answer the fight waits for."""
    keys = ("who", "servant", "fleeing")
    names = {key: cast.name(str(waiting[key])) for key in keys if waiting.get(key)}
    return _told(context, "waiting", waiting=waiting, **names)


@register.simple_tag(takes_context=True)
def tell_damage(context: Context, damage: Damage, cast: Cast) -> str:
    """Who lost how much, without the steps."""
    return _told(context, "damage", damage=damage, who=cast.name(damage.to))


@register.filter
def signed(number: int) -> str:
    """A number with its sign, the minus as it is printed: +3, −2."""
    return f"+{number}" if number >= 0 else f"−{-number}"


@register.filter
def printed(number: int) -> str:
    """A number with the minus as it is printed."""
    return str(number) if number >= 0 else f"−{-number}"


def tell_record(record: dict[str, Any], result: Any, sheets: Iterable[Sheet]) -> str:
    """A whole adjudicated record as text that can be pasted into a post: sentences and lines, no tables."""
    cast = cast_of_sheets(sheets)
    people = [
        {"name": cast.name(id), "started": _started(sheet), **result.combatants[id]}
        for sheet in sheets
        for id in [sheet.id]
    ]
    context = {"title": record.get("title", ""), "result": result, "cast": cast, "people": people}
    return _rendered("record", context, autoescape=False) + "\n"


def _started(sheet: Sheet) -> dict[str, Any]:
    return {"hp": sheet.hp, "mp": sheet.mp, "servant": isinstance(sheet, Servant)}
