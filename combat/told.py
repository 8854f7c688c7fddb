"""A slot as it is told: which cards met, who won, what it did to whom, and by whose help."""

from collections.abc import Iterable

import msgspec

from combat.chronicle import Chronicle, Health
from combat.person import Person
from combat.rules.reports import Damage, Duel, Fall, Note, SlotReport, Why
from combat.rules.view import FightView

WAITS = frozenset({"wait", "chant"})
CHANGES = {
    "support": frozenset({"R-BACK-12", "R-BACK-13", "R-BACK-14", "R-BACK-15", "R-BACK-16", "R-MELEE-9"}),
    "defence": frozenset({"G-27", "R-16"}),
    "plus": frozenset({"G-1"}),
}
"""What changes a damage after the card has dealt it, by the rules that say so in its trail."""


class Step(msgspec.Struct, frozen=True):
    """A step of a damage with whose support it was, where it was that."""

    why: Why
    by: str = ""


class Hit(msgspec.Struct, frozen=True):
    """A damage with what it did: the pool's number before and after the slot, where it fell in one.

    `aid` are the names of who supported the striker, `shield` of who supported the struck one, the largest support first.
    """

    damage: Damage
    person: Person
    source: Person | None
    before: int | None = None
    after: int | None = None
    aid: tuple[str, ...] = ()
    shield: tuple[str, ...] = ()

    @property
    def dealt(self) -> tuple[Why, ...]:
        """What the card itself deals."""
        return self.damage.why[:1]

    @property
    def changed(self) -> tuple[Step, ...]:
        """What raised and lowered it: plus signs, Conviction, support, defence."""
        return tuple(Step(why, ", ".join(self._supporters(why))) for why in self.damage.why[1:])

    def _supporters(self, why: Why) -> tuple[str, ...]:
        if why.rule not in CHANGES["support"]:
            return ()
        names = self.aid if why.value > 0 else self.shield
        return names[1:] if why.rule == "R-MELEE-9" else names[:1]

    @property
    def nothing(self) -> tuple[str, ...]:
        """What could have changed it and came to nothing: `support`, `defence`, `plus`."""
        rules = {why.rule for why in self.damage.why[1:]}
        return () if self.damage.kind == "special" else tuple(one for one, by in CHANGES.items() if not by & rules)


class Meeting(msgspec.Struct, frozen=True):
    """A duel on screen: both people, their cards, how each card came off, and the damage of this pair."""

    duel: Duel
    a: Person
    b: Person
    a_state: str
    b_state: str
    hits: tuple[Hit, ...]

    @property
    def mine(self) -> bool:
        return self.a.mine or self.b.mine


class Sum(msgspec.Struct, frozen=True):
    """What somebody lost of a pool in a slot, in all duels together."""

    person: Person
    pool: str
    amount: int


class Told(msgspec.Struct, frozen=True):
    """A slot as it is told: what was announced, and people, cards and numbers before and after it."""

    report: SlotReport
    meetings: tuple[Meeting, ...]
    damage: tuple[Hit, ...]
    falls: tuple[Fall, ...] = ()

    @property
    def near(self) -> tuple[Meeting, ...]:
        """The duels that are told at large: the only one, or the reader's own."""
        return self.meetings if len(self.meetings) == 1 else tuple(one for one in self.meetings if one.mine)

    @property
    def for_all(self) -> tuple[Meeting, ...]:
        """All duels in one order for every reader: by how much they hurt."""
        duels = {id(duel): place for place, duel in enumerate(self.report.duels)}
        return tuple(sorted(self.meetings, key=lambda one: (_hurt(one), duels[id(one.duel)])))

    @property
    def sums(self) -> tuple[Sum, ...]:
        """What it came to, one number a person and pool."""
        lost: dict[tuple[str, str], Sum] = {}
        for hit in self.damage:
            key = hit.person.id, hit.damage.pool
            before = lost[key].amount if key in lost else 0
            lost[key] = Sum(hit.person, hit.damage.pool, before + hit.damage.amount)
        return tuple(lost.values())

    @property
    def far(self) -> tuple[Meeting, ...]:
        """Those of others that hurt somebody."""
        return tuple(one for one in self.meetings if one not in self.near and one.hits)

    @property
    def quiet(self) -> tuple[Meeting, ...]:
        """Those of others that hurt nobody."""
        return tuple(one for one in self.meetings if one not in self.near and not one.hits)

    @property
    def round(self) -> int:
        return self.report.round

    @property
    def slot(self) -> int:
        return self.report.slot

    @property
    def notes(self) -> tuple[Note, ...]:
        """The reader's own notes."""
        return self.report.notes


def tell(slot: SlotReport, named: dict[str, Person], log: Chronicle, view: FightView) -> Told:
    """The slot with names (`named`: people by id) and with the numbers that `log` has before and after it."""
    health = log.health.get((slot.round, slot.slot), {})
    hits = tuple(_hits(slot, named, health, _supporters(slot, named, view)))
    meetings = sorted((_meeting(duel, named, hits) for duel in slot.duels), key=_order)
    fell = tuple(fall for fall in view.falls if (fall.round, fall.slot) == (slot.round, slot.slot))
    return Told(slot, tuple(meetings), hits, fell)


def _order(meeting: Meeting) -> tuple[bool, int]:
    """The reader's own duels first, then by how much they hurt; what is equal stays in the order of the fight."""
    return not meeting.mine, _hurt(meeting)


def _hurt(meeting: Meeting) -> int:
    return -sum(hit.damage.amount for hit in meeting.hits)


def _meeting(duel: Duel, named: dict[str, Person], hits: tuple[Hit, ...]) -> Meeting:
    pair = {duel.a, duel.b}
    return Meeting(
        duel=duel,
        a=named[duel.a],
        b=named[duel.b],
        a_state=came_off(duel, duel.a, duel.b_card),
        b_state=came_off(duel, duel.b, duel.a_card),
        hits=tuple(hit for hit in hits if {hit.damage.source, hit.damage.to} == pair),
    )


def came_off(duel: Duel, who: str, other_card: str) -> str:
    """Won, lost, or tied: a card that met Wait has won, and nobody strikes a Wait through."""
    if duel.winner is None:
        return "tied"
    if duel.winner == who:
        return "won"
    return "lost" if (duel.a_card if duel.a == who else duel.b_card) not in WAITS else ""


def _supporters(slot: SlotReport, named: dict[str, Person], view: FightView) -> dict[tuple[str, bool], tuple[str, ...]]:
    """The names of whose support changed a damage: by ally, and whether in attack."""
    return {
        (one.who, one.attack): tuple(named[who].name for who in one.by)
        for one in view.helped
        if (one.round, one.slot) == (slot.round, slot.slot)
    }


def _hits(
    slot: SlotReport,
    named: dict[str, Person],
    health: dict[str, Health],
    supporters: dict[tuple[str, bool], tuple[str, ...]],
) -> Iterable[Hit]:
    """Every damage with the number before and after it, one after the other; the last one ends where the slot ended."""
    now = {(who, pool): getattr(was, f"{pool}_before") for who, was in health.items() for pool in ("hp", "mp")}
    last = {(damage.to, damage.pool): place for place, damage in enumerate(slot.damage)}
    for place, damage in enumerate(slot.damage):
        key = damage.to, damage.pool
        before = now.get(key, 0)
        ends = place == last[key] and damage.to in health
        now[key] = getattr(health[damage.to], damage.pool) if ends else before - damage.amount
        aid, shield = supporters.get((damage.source, True), ()), supporters.get((damage.to, False), ())
        yield Hit(damage, named[damage.to], named.get(damage.source), before, now[key], aid, shield)
