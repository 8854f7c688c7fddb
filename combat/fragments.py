"""The fragments of a fight's pages: drawn once for everybody who may see the same."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.template.loader import get_template

from combat.chronicle import Seal, chronicle
from combat.intrusion import intruders
from combat.models import Fight, StandingOrder
from combat.npc import played_by_table
from combat.odds.escape import escape
from combat.owed import elsewhere
from combat.person import Person
from combat.plan_form import WAIT, laid
from combat.rehearsal import opens_himself
from combat.rewinding import since
from combat.rules.laying import reach
from combat.rules.moves import Slot, Support
from combat.rules.options import OverrideOption, PlanOption, options
from combat.rules.seen import SupportOption
from combat.rules.view import FightView, HandCard, OwnView
from combat.screen import LOG_LINES, Screen, screen
from combat.standing import foreseen, next_round
from combat.templatetags.telling import cast_of_view
from tabletop import live, records, seals
from tabletop.fragments import Drawing
from tabletop.game import GM, game
from tabletop.models import Chair, Entry, Record
from tabletop.prepared import Prepared
from tabletop.templatetags.live import COLLECTED

PARTS = {
    "hand": ("board", "plan", "hand", "log"),
    "desk": ("owes", "board", "controls", "log"),
    "watch": ("board", "log"),
    "stage": ("stage",),
}
"""Page → its fragments; the id of an element, and the name of its template in the page's folder."""

SHARED = {"watch": "hand"}
"""A page that is drawn with another one's templates."""


FIGHT = Prepared(
    lambda pk: Fight.objects.select_related("campaign", "record").defer("record__setup").filter(pk=pk), int
)
PLAYERS = Prepared(lambda record: Chair.objects.filter(record=record).values_list("seat", "user__nickname"), int)
USED = Prepared(lambda fight: StandingOrder.objects.filter(fight=fight).values_list("used", flat=True), int)


class HeldCard(msgspec.Struct, frozen=True):
    """A card of the hand as the planner shows it; `strip`: as a row under the four basic cards.

    `word` is what the form says. A support is laid at an ally and shows as `face`; `raises` and `lowers` are its points.
    """

    word: str
    name: str = ""
    value: int | None = None
    left: int | None = None
    full: int | None = None
    beats: tuple[str, ...] = ()
    mp: int = 0
    mp_damage: int = 0
    strip: bool = False
    steps: int = 1
    area: bool = False
    support: bool = False
    raises: int = 0
    lowers: int = 0

    @property
    def face(self) -> str:
        return "support" if self.support else self.word

    @property
    def family(self) -> str:
        return "support" if self.support else self.word.partition(":")[0]


class PlanSlot(msgspec.Struct, frozen=True):
    number: int
    field: str
    value: str


class PlanRow(msgspec.Struct, frozen=True):
    """The places of one enemy, or, for `support`, of one ally; `choices` is what can be chosen there, Wait first."""

    id: str
    name: str
    line: str
    slots: tuple[PlanSlot, ...]
    choices: tuple[HeldCard, ...]
    support: bool = False


class Planner(msgspec.Struct, frozen=True):
    """What the plan builder offers: a row of slots for each enemy and each ally to be helped, and the hand.

    `ahead`: it is a standing order for the round, not the plan of the running one.
    """

    round: int
    slots: int
    rows: tuple[PlanRow, ...]
    hand: tuple[HeldCard, ...]
    filled: int
    mp: int
    ahead: bool = False

    @property
    def grid(self) -> bool:
        """Whether it is a table of targets and slots; against a single enemy a row of slots is enough."""
        return len(self.rows) > 1

    @property
    def columns(self) -> range:
        return range(1, self.slots + 1)

    @property
    def pays(self) -> bool:
        """Whether anything in the hand costs MP."""
        return any(card.mp for card in self.hand)


class OwnEntry(msgspec.Struct, frozen=True):
    """A card of the own plan; `helps` is what a support is for: `attack`, `defence`, or "" for a card against an enemy."""

    word: str
    name: str
    to: str
    helps: str = ""

    @property
    def face(self) -> str:
        return "support" if self.helps else self.word


class OwnSlot(msgspec.Struct, frozen=True):
    number: int
    entries: tuple[OwnEntry, ...]


class Step(msgspec.Struct, frozen=True):
    """A place to rewind to: just before the entry of this line."""

    to: int
    at: Any
    do: str
    name: str
    slot: int


class Settable(msgspec.Struct, frozen=True):
    """A number that the GM may set: the form field, the number or card it is about, and what stands there (None: unknown)."""

    field: str
    what: str
    name: str
    now: int | None


class CheckedSeal(msgspec.Struct, frozen=True):
    """A seal with what can be checked; `plan` and `salt` are empty while a slot of it is still covered."""

    seal: Seal
    name: str
    plan: str = ""
    salt: str = ""
    whole: bool | None = None


def context(
    fight: Fight,
    seats: tuple[str, ...],
    acting: str,
    *,
    changing: bool = False,
    looked: bool = False,
    whole_log: bool = False,
) -> dict[str, Any]:
    """What the templates of a fight get: the screen, and what is worked out from it for single fragments."""
    used = frozenset(seq for seq in USED.all(fight.pk) if seq is not None)
    shown = screen(
        fight,
        fight.record,
        seats,
        acting=acting,
        players=players(fight.record),
        looked=looked,
        ahead=used,
        log_lines=None if whole_log else LOG_LINES,
    )
    return {
        "screen": shown,
        "cast": cast_of_view(shown.view),
        "planner": planner(shown, changing=changing),
        "next_round": next_round(shown.view) if shown.me and shown.me.state == "fighting" else None,
        "owing_names": [person.name for person in shown.owing],
        "own_slots": own_slots(shown.own, shown.named),
        "covered_plans": covered_plans(shown) if looked else (),
        "asked": _asked(shown),
        "escape": _escape(shown),
        "pluses": tuple(_pluses(shown)),
        "answers": ("yes", "no"),
        "present_places": _present_places(shown),
        "present_choices": _present_choices(shown),
        "steps": tuple(_steps(shown)) if GM in seats else (),
        "lines": tuple({"person": shown.named[one.who], "line": one.line} for one in _line_options(shown)),
        "may_look": GM in seats and fight.campaign.gm_sees_sealed and bool(shown.ready),
        "written_back": fight.written_back,
        "rehearsal": fight.rehearsal,
        "app_opens": fight.rehearsal and not opens_himself(fight),
        "forked": fight.origin_id is not None,
        **(_desk(fight, shown) if GM in seats and not acting else {}),
    }


def _desk(fight: Fight, shown: Screen) -> dict[str, Any]:
    first = next((one.id for one in shown.people), "")
    steps = _steps(shown)
    return {
        "npcs": played_by_table(fight) if shown.view.phase == "planning" and shown.owing else (),
        "elsewhere": elsewhere(fight),
        "intruders": intruders(fight, shown.view) if shown.options and shown.options.enter else None,
        "numbers": numbers(fight, first),
        "since": since(fight, steps[0].to) if steps else None,
    }


def draw(audience: live.Audience) -> Drawing:
    """All fragments of the audience."""
    pk, acting, changing = audience.place.split(":")
    fight = FIGHT.all(int(pk))[0]
    page = audience.page.removeprefix("fight-")
    shown = context(fight, audience.seats, acting, changing=bool(changing))
    folder = SHARED.get(page, page)
    inner: Drawing = {}
    shown[COLLECTED] = inner
    outer = {part: get_template(f"combat/{folder}/{part}.html").render(shown).strip() for part in PARTS[page]}
    return outer | inner


for page in PARTS:
    live.drawn_by(f"fight-{page}")(draw)


def players(record: Record) -> dict[str, str]:
    """Who plays whom: combatant → nickname (one query)."""
    return dict(PLAYERS.all(record.pk))


def planner(shown: Screen, *, changing: bool = False, fields: Mapping[str, str] | None = None) -> Planner | None:
    """The plan builder; none while nothing is to be planned, or what is sealed is not to be changed.

    `fields` is what lies in it in place of the sealed plan: one that was refused.
    """
    if shown.options is None or shown.options.plan is None or shown.own is None or shown.view.phase != "planning":
        return None
    if shown.me is not None and shown.me.planned and not changing:
        return None
    lies = laid(shown.own.plan) if fields is None else fields
    return _planner(shown, shown.own, shown.options.plan, lies, shown.view.round)


def planner_ahead(fight: Fight, shown: Screen, order: StandingOrder | None, *, knows: bool) -> Planner | None:
    """The plan builder for a standing order, with the one that is kept laid in it; None without a next round.

    It begins with what will be left by then, as far as who `knows` the sealed plan can tell.
    """
    round_ = next_round(shown.view)
    coming = foreseen(fight, shown.acting, knows=knows)
    plan = reach(coming, shown.acting)
    if round_ is None or plan is None or shown.me is None:
        return None
    seen: FightView = game("fight").view(coming, (shown.acting,))
    slots = msgspec.convert(order.slots, tuple[Slot, ...]) if order else None
    mp = next(one.mp for one in seen.combatants if one.id == shown.acting)
    return _planner(shown, seen.own[0], plan, laid(slots), round_, ahead=True, mp=mp)


def _planner(
    shown: Screen,
    own: OwnView,
    plan: PlanOption,
    fields: Mapping[str, str],
    round_: int,
    *,
    ahead: bool = False,
    mp: int | None = None,
) -> Planner:
    cards, helps = hand(own), supports(own) if plan.allies else ()
    attacks = tuple(_row(shown.named[id], plan.slots, fields, cards) for id in plan.targets)
    rows = attacks + tuple(_row(shown.named[id], plan.slots, fields, helps, support=True) for id in plan.allies)
    filled = sum(any(row.slots[place].value != WAIT for row in rows) for place in range(plan.slots))
    if mp is None:
        mp = shown.me.mp if shown.me else 0
    return Planner(
        round_, plan.slots, rows, (*(cards if attacks else (HeldCard(WAIT, strip=True),)), *helps), filled, mp, ahead
    )


def hand(own: OwnView) -> tuple[HeldCard, ...]:
    """The hand: three basic cards and Wait as cards, all others as strips under them."""
    held = [_held(card) for card in own.hand]
    cards = [card for card in held if not card.strip]
    return (*cards, HeldCard(WAIT), *(card for card in held if card.strip))


def _held(card: HandCard) -> HeldCard:
    return HeldCard(
        card.word,
        card.name,
        card.value,
        card.left,
        card.full,
        card.beats if card.family == "skill" else (),
        card.mp,
        card.mp_damage,
        card.family != "basic",
        card.steps,
        card.area,
    )


def supports(own: OwnView) -> tuple[HeldCard, ...]:
    """Every way to help an ally, once for attack and once for defence where it can do both."""
    return tuple(card for way in own.supports for card in _ways(way))


def _ways(way: SupportOption) -> Iterator[HeldCard]:
    for purpose, raises, lowers in (("attack", way.attack, 0), ("defence", 0, way.defence)):
        if raises or lowers:
            word = way.word if way.word.startswith("spell:") else f"{way.word}:{purpose}"
            yield HeldCard(
                word,
                way.name,
                left=way.left,
                full=way.full,
                mp=way.mp,
                strip=True,
                support=True,
                raises=raises,
                lowers=lowers,
            )


def _row(
    person: Person, slots: int, fields: Mapping[str, str], cards: tuple[HeldCard, ...], *, support: bool = False
) -> PlanRow:
    named = [f"{'s' if support else 'a'}-{number}-{person.id}" for number in range(1, slots + 1)]
    places = tuple(PlanSlot(number, field, fields.get(field, WAIT)) for number, field in enumerate(named, 1))
    choices = (HeldCard(WAIT), *(card for card in cards if card.word != WAIT))
    return PlanRow(person.id, person.name, person.line, places, choices, support)


def own_slots(own: OwnView | None, named: dict[str, Person]) -> tuple[OwnSlot, ...]:
    """The sealed plan for its owner's eyes."""
    if own is None or own.plan is None:
        return ()
    names = {card.word: card.name for card in own.hand} | {card.word: card.name for card in own.supports}
    several = sum(person.state == "fighting" for person in named.values()) > 2
    found = []
    for number, slot in enumerate(own.plan, 1):
        entries = [
            OwnEntry(word, names.get(word, ""), named[to].name if several else "") for to, word in slot.attack.items()
        ]
        if slot.support:
            entries.append(_own_support(own, slot.support, named))
        found.append(OwnSlot(number, tuple(entries)))
    return tuple(found)


def _own_support(own: OwnView, support: Support, named: dict[str, Person]) -> OwnEntry:
    way = next(card for card in own.supports if card.word == support.with_)
    helps = support.for_ or ("attack" if way.attack else "defence")
    return OwnEntry(way.word, way.name, named[support.to].name, helps)


class CoveredPlan(msgspec.Struct, frozen=True):
    """A sealed plan that the GM looks at."""

    name: str
    slots: tuple[OwnSlot, ...]


def covered_plans(shown: Screen) -> tuple[CoveredPlan, ...]:
    """What lies covered, for the GM's eyes after it was logged that he looks."""
    return tuple(
        CoveredPlan(shown.named[own.id].name, own_slots(own, shown.named))
        for own in shown.view.own
        if own.plan is not None
    )


def _asked(shown: Screen) -> Person | None:
    waiting = shown.view.waiting_for
    if waiting is None:
        return None
    return shown.named.get(waiting.servant or waiting.fleeing or waiting.who)


def _escape(shown: Screen) -> dict[str, Any] | None:
    """What a retreat would cost by what the person knows, where one is open to him."""
    me = next((one for one in shown.view.combatants if one.id == shown.acting), None)
    if me is None or shown.own is None or shown.options is None or not shown.options.retreat:
        return None
    told = escape(shown.view, me, shown.own)
    return {"low": told.low, "high": told.high, "percent": round(told.share * 100)} if told else None


def _pluses(shown: Screen) -> Iterator[tuple[str, int]]:
    """Ability values whose plus signs can be activated, with what they add to the damage (G-1)."""
    for stat in shown.options.activate_plus if shown.options and shown.own else ():
        yield stat, shown.own.plus_signs[stat] * shown.view.settings.plus_value  # type: ignore[union-attr]


def _present_places(shown: Screen) -> tuple[tuple[int, str], ...]:
    """Number and card of each place of the question; its strongest basic, Critical and skill cards lie there already."""
    asked = shown.options.present if shown.options else None
    if asked is None:
        return ()
    held = [one for one in _present_choices(shown) if not one.word.startswith("spell:")]
    strongest = sorted(held, key=lambda one: -(one.value or 0))
    words = [one.word for one in strongest for _ in range(one.left or 0)]
    return tuple(enumerate(words[: asked.cards], 1))


def _present_choices(shown: Screen) -> tuple[HeldCard, ...]:
    asked = shown.options.present if shown.options else None
    if asked is None or shown.own is None:
        return ()
    own = {card.word: card for card in shown.own.hand}
    return tuple(HeldCard(word, own[word].name, own[word].value, left) for word, left in asked.left.items())


def _steps(shown: Screen) -> list[Step]:
    lines = [logged for logged in shown.lines if not logged.line.undone and logged.line.do not in {"look", "sit"}]
    once = {logged.line.seq: logged for logged in reversed(lines)}
    return [
        Step(seq - 1, logged.line.at, logged.line.do, logged.name or logged.target, logged.line.slot)
        for seq, logged in sorted(once.items(), reverse=True)
    ][:30]


def numbers(fight: Fight, who: str) -> tuple[Settable, ...] | None:
    """What an override may set of `who`, for the GM; None for somebody it may not touch."""
    state, view = records.load(fight.record), records.view(fight.record, (GM,))
    option = next((one for one in options(state, GM).override if one.who == who), None)
    return _settable(view, option) if option else None


def _settable(view: FightView, option: OverrideOption) -> tuple[Settable, ...]:
    person = next(one for one in view.combatants if one.id == option.who)
    own = next(one for one in view.own if one.id == option.who)
    cards = {card.word: card for card in own.hand}
    return tuple(
        Settable(f"card.{key}", key, cards[key].name, cards[key].left)
        if key in cards
        else Settable(key, key, "", getattr(person if key in ("hp", "mp") else own, key))
        for key in option.least
    )


def _line_options(shown: Screen) -> tuple[Any, ...]:
    return shown.options.move_line if shown.options else ()


def seal(fight: Fight, seq: int, *, knows: frozenset[str]) -> CheckedSeal | None:
    """The seal that entry `seq` made, if it stands; plan and salt once all of the plan has been shown.

    `knows` are the combatants whose plans the reader knows anyway. What a plan held and nobody was shown stays covered for
    all others: slots that a fight ended before, and entries that turned into Wait.
    """
    kept = next((kept for kept in chronicle(fight.record).seals.values() if kept.seq == seq), None)
    if kept is None:
        return None
    state = records.load(fight.record)
    name = next(one.name for one in records.view(fight.record, ()).combatants if one.id == kept.combatant)
    opened = [slot for slot in state.slots if slot.round == kept.round]
    all_shown = len(opened) == state.settings.slots_per_round and not any(
        note.who == kept.combatant for slot in opened for note in slot.notes
    )
    if not all_shown and kept.combatant not in knows:
        return CheckedSeal(kept, name)
    move = Entry.objects.get(record=fight.record, seq=seq).move
    whole = seals.is_whole({"salt": kept.salt, "print": kept.print}, move)
    return CheckedSeal(kept, name, seals.canonical(move), kept.salt, whole)
