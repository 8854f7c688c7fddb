"""What a page of a fight shows, worked out from one person's view and the public log; templates only lay it out."""

from collections.abc import Iterable
from itertools import islice

import msgspec

from combat.chronicle import Chronicle, Health, Line, Seal, chronicle
from combat.models import Fight
from combat.rules.options import Options, options
from combat.rules.reports import Damage, Duel, Event, Fall, Note, SlotReport, Why
from combat.rules.view import CombatantView, FightView, OwnView
from tabletop import records
from tabletop.game import GM
from tabletop.models import Record

WAITS = frozenset({"wait", "chant"})
CHANGES = {
    "support": frozenset({"R-BACK-12", "R-BACK-13", "R-BACK-14", "R-BACK-15", "R-BACK-16", "R-MELEE-9"}),
    "defence": frozenset({"G-27", "R-16"}),
    "plus": frozenset({"G-1"}),
}
"""What changes a damage after the card has dealt it, by the rules that say so in its trail."""
DECLARED = frozenset({"spend_conviction", "activate_plus", "retreat", "regroup", "present", "forced_return"})
"""What a combatant declares; the log names whoever did it for him. (The line of a plan names its hand anyway.)"""
LOG_LINES = 40
"""How much of the log a page knows; all of it has a page of its own."""
MANY_SLOTS = 12
"""Rounds of more slots are drawn with small cards on the desk."""
LONG_NAME = 5
"""Names of more characters are set smaller on the stage."""


class Person(msgspec.Struct, frozen=True):
    """A combatant on screen. `lost` is what the latest slot took; `floor` is None where the reader may not know it."""

    id: str
    name: str
    tag: str
    player: str
    mine: bool
    kind: str
    side: str
    line: str
    state: str
    hp: int
    hp_full: int
    mp: int
    mp_full: int
    planned: bool
    lost: int = 0
    floor: int | None = None
    seal: Seal | None = None

    @property
    def owes(self) -> bool:
        return self.state == "fighting" and not self.planned

    @property
    def long(self) -> bool:
        return len(self.name) > LONG_NAME


class Shown(msgspec.Struct, frozen=True):
    """A card that lay open: its word, and whether it won."""

    word: str
    state: str


class Cell(msgspec.Struct, frozen=True):
    """One slot of one combatant: open cards, a covered one, or a place where nothing was handed in."""

    slot: int
    what: str
    cards: tuple[Shown, ...] = ()


class Row(msgspec.Struct, frozen=True):
    person: Person
    cells: tuple[Cell, ...]


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


class Happened(msgspec.Struct, frozen=True):
    """Something beside the slots, with its damage."""

    event: Event
    hits: tuple[Hit, ...]


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


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log on screen, with names in place of ids; `told` is the slot it opened, while that still stands.

    `acted` is who did it, where that was not the one who plays the combatant; `ahead`: it was a standing order.
    """

    line: Line
    name: str
    target: str
    told: Told | None
    acted: str = ""
    ahead: bool = False

    @property
    def mark(self) -> tuple[object, ...]:
        """What tells this line of a fight from all others that it could be: an entry never changes, its standing may."""
        line = self.line
        return line.seq, line.slot, line.by, self.told is not None, self.acted, self.ahead


class Loss(msgspec.Struct, frozen=True):
    """What a side lost of its HP: the exact fraction, and in per cent with two places at most."""

    side: str
    names: tuple[str, ...]
    fraction: str
    percent: str


class Named(msgspec.Struct, frozen=True):
    """A deadline with the name of whom it concerns."""

    name: str
    pool: str
    rule: str
    at: int


class Screen(msgspec.Struct, frozen=True):
    """Everything the templates of a fight get. `every` opened slot, and `told` those of the round on the board."""

    fight: str
    campaign: str
    war: str
    title: str
    view: FightView
    people: tuple[Person, ...]
    rows: tuple[Row, ...]
    columns: tuple[int, ...]
    every: tuple[Told, ...]
    told: tuple[Told, ...]
    lines: tuple[LogLine, ...]
    seals: tuple[Seal, ...]
    acting: str = ""
    options: Options | None = None
    own: OwnView | None = None
    me: Person | None = None
    hands: tuple[Person, ...] = ()
    seq: int | None = None

    @property
    def shown_round(self) -> int:
        """The round whose slots are on the board."""
        return self.told[-1].round if self.told else self.view.round

    @property
    def opened(self) -> int:
        """How many slots of that round lie open."""
        return len(self.told)

    @property
    def last(self) -> Told | None:
        """The slot that was opened last in the round that is shown."""
        return self.told[-1] if self.told else None

    @property
    def sums(self) -> tuple[tuple[Sum, ...], ...]:
        """What each column of the board came to."""
        opened = {told.slot: told.sums for told in self.told}
        return tuple(opened.get(column, ()) for column in self.columns)

    @property
    def deadlines(self) -> tuple[Named, ...]:
        return tuple(Named(self.named[one.who].name, one.pool, one.rule, one.at) for one in self.view.deadlines)

    @property
    def happened(self) -> tuple[Happened, ...]:
        """Retreats and special damage, the latest first."""
        return tuple(
            Happened(event, tuple(Hit(one, self.named[one.to], self.named.get(one.source)) for one in event.damage))
            for event in reversed(self.view.events)
        )

    @property
    def falls_between(self) -> tuple[Fall, ...]:
        """Who fell outside the slots."""
        return tuple(fall for fall in self.view.falls if not fall.slot)

    @property
    def next_slot(self) -> int:
        return self.view.slot + 1

    @property
    def covered_slots(self) -> int:
        return self.view.settings.slots_per_round - self.view.slot

    @property
    def losses(self) -> tuple[Loss, ...]:
        return tuple(self._loss(side, fraction) for side, fraction in self.view.outcome.loss.items())

    def _loss(self, side: str, fraction: str) -> Loss:
        lost, before = map(int, fraction.split("/"))
        percent = f"{lost * 100 / before:.2f}".rstrip("0").rstrip(".") if before else "100"
        return Loss(side, tuple(person.name for person in self.people if person.side == side), fraction, percent)

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people if person.side == self.view.outcome.winner)

    @property
    def duel_of_two(self) -> bool:
        return len(self.people) == 2

    @property
    def card_size(self) -> str:
        """Of the cards on the desk's board: seven pairs fit one screen."""
        return "mini" if self.crowded else "slot"

    @property
    def crowded(self) -> bool:
        """Whether the desk's board needs small cards: many people, or many slots."""
        return len(self.people) > 3 or len(self.columns) > MANY_SLOTS

    @property
    def named(self) -> dict[str, Person]:
        return {person.id: person for person in self.people}

    @property
    def owing(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.owes)

    @property
    def standing(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.state == "fighting")

    @property
    def ready(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.planned and person.state == "fighting")

    @property
    def gone(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.state != "fighting")

    @property
    def near_side(self) -> str:
        """The side that stands on the left: the own one, or the first for who only watches."""
        return (self.me or self.people[0]).side

    @property
    def foes(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.side != self.near_side)

    @property
    def standing_foes(self) -> int:
        return sum(person.state == "fighting" for person in self.foes)

    @property
    def friends(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.side == self.near_side)


def screen(
    fight: Fight,
    record: Record,
    seats: tuple[str, ...],
    *,
    acting: str = "",
    players: dict[str, str],
    looked: bool = False,
    ahead: frozenset[int] = frozenset(),
    log_lines: int | None = LOG_LINES,
) -> Screen:
    """The screen of who holds `seats`; `acting` is the combatant whose hand lies open, `players` combatant → nickname.

    `ahead` are the entries that were standing orders; `log_lines`: so much of the log, None for all of it.

    `looked` is for the GM who has had it logged that he looks at the sealed plans.
    """
    state = records.load(record)
    view: FightView = _looked(state) if looked else records.view(record, seats)
    log = chronicle(record)
    people = _people(view, log, seats, players)
    named = {person.id: person for person in people}
    round_ = _shown_round(view)
    every = tuple(_told(slot, named, log, view) for slot in view.slots)
    return Screen(
        fight=fight.code,
        campaign=fight.campaign.code,
        war=fight.campaign.name,
        title=fight.title,
        view=view,
        people=people,
        rows=tuple(_row(view, person, round_) for person in people if _ever_in(view, person)),
        columns=tuple(range(1, view.settings.slots_per_round + 1)),
        every=every,
        told=tuple(told for told in every if told.round == round_),
        lines=_lines(log, seats, named, every, players, ahead, log_lines),
        seals=tuple(log.seals.values()),
        acting=acting,
        options=_options(state, seats, _asked(view, seats) or acting),
        own=next((own for own in view.own if own.id == acting), None),
        me=named.get(acting),
        hands=tuple(person for person in people if person.mine),
        seq=record.seq if GM in seats else None,
    )


def _lines(
    log: Chronicle,
    seats: tuple[str, ...],
    named: dict[str, Person],
    every: tuple[Told, ...],
    players: dict[str, str],
    ahead: frozenset[int],
    count: int | None,
) -> tuple[LogLine, ...]:
    shown = (line for line in reversed(log.lines) if not line.seats or set(line.seats) & set(seats))
    standing = {(told.round, told.slot): told for told in every}
    return tuple(
        LogLine(
            line=line,
            name=_name(line.who or str(line.details.get("who", "")), named),
            target=_name(
                str(line.details.get("to") or line.details.get("servant") or line.details.get("against")), named
            ),
            told=standing.get((line.round, line.slot)) if line.slot and not line.undone else None,
            acted=line.by if line.do in DECLARED and players.get(line.who, line.by) != line.by else "",
            ahead=line.seq in ahead,
        )
        for line in islice(shown, count)
    )


def _name(id: str, named: dict[str, Person]) -> str:
    return named[id].name if id in named else ""


def _looked(state: object) -> FightView:
    from combat.rules.view import looked

    return looked(state)  # type: ignore[arg-type]


def _asked(view: FightView, seats: tuple[str, ...]) -> str:
    """Which of the held combatants the fight waits for: that question comes before everything else."""
    return view.waiting_for.who if view.waiting_for and view.waiting_for.who in seats else ""


def _options(state: object, seats: tuple[str, ...], acting: str) -> Options | None:
    if acting:
        return options(state, acting)  # type: ignore[arg-type]
    return options(state, GM) if GM in seats else None  # type: ignore[arg-type]


def _shown_round(view: FightView) -> int:
    """The round on the board: the running one, or the last one until a slot of the next is open."""
    return view.slots[-1].round if view.slots else view.round


def _people(view: FightView, log: Chronicle, seats: tuple[str, ...], players: dict[str, str]) -> tuple[Person, ...]:
    latest = view.slots[-1] if view.slots else None
    blows = log.health.get((latest.round, latest.slot), {}) if latest else {}
    floors = {own.id: own.floor for own in view.own}
    return tuple(
        _person(one, view, log, blows.get(one.id), floors.get(one.id), one.id in seats, players.get(one.id, ""))
        for one in view.combatants
    )


def _person(
    one: CombatantView, view: FightView, log: Chronicle, blow: Health | None, floor: int | None, mine: bool, player: str
) -> Person:
    return Person(
        id=one.id,
        name=one.name,
        tag=one.name[:1],
        player=player,
        mine=mine,
        kind=one.kind,
        side=one.side,
        line=one.line,
        state=one.state,
        hp=one.hp,
        hp_full=one.hp_at_start,
        mp=one.mp,
        mp_full=one.mp_at_start,
        planned=one.planned,
        lost=max(0, blow.hp_before - blow.hp) if blow and blow.hp == one.hp else 0,
        floor=floor,
        seal=log.seals.get((view.round, one.id)) if one.planned else None,
    )


def _ever_in(view: FightView, person: Person) -> bool:
    return person.state == "fighting" or any(
        person.id in (duel.a, duel.b) for slot in view.slots for duel in slot.duels
    )


def _row(view: FightView, person: Person, round_: int) -> Row:
    opened = {slot.slot: slot for slot in view.slots if slot.round == round_}
    covered = "covered" if person.planned and view.round == round_ and view.phase != "ended" else "none"
    cells = (
        Cell(number, "open", _cards(opened[number], person.id)) if number in opened else Cell(number, covered)
        for number in range(1, view.settings.slots_per_round + 1)
    )
    return Row(person, tuple(cells))


def _cards(slot: SlotReport, who: str) -> tuple[Shown, ...]:
    """What lay open before somebody: his cards, a phantasm once for all its targets; Wait or a chant where he showed none."""
    met = tuple(_met(slot, who))
    cards = tuple(one for one in met if one.word not in WAITS)
    return (min(cards, key=_by_state),) if cards and cards[0].word.startswith("np:") else cards or met[:1]


def _met(slot: SlotReport, who: str) -> Iterable[Shown]:
    for duel in slot.duels:
        if who == duel.a:
            yield Shown(duel.a_card, _came_off(duel, duel.a, duel.b_card))
        elif who == duel.b:
            yield Shown(duel.b_card, _came_off(duel, duel.b, duel.a_card))


def _by_state(shown: Shown) -> int:
    return ("won", "tied", "lost").index(shown.state)


def _came_off(duel: Duel, who: str, other_card: str) -> str:
    """Won, lost, or tied: a card that met Wait has won, and nobody strikes a Wait through."""
    if duel.winner is None:
        return "tied"
    if duel.winner == who:
        return "won"
    return "lost" if (duel.a_card if duel.a == who else duel.b_card) not in WAITS else ""


def _told(slot: SlotReport, named: dict[str, Person], log: Chronicle, view: FightView) -> Told:
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
        a_state=_came_off(duel, duel.a, duel.b_card),
        b_state=_came_off(duel, duel.b, duel.a_card),
        hits=tuple(hit for hit in hits if {hit.damage.source, hit.damage.to} == pair),
    )


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
