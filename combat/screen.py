"""What a page of a fight shows, worked out from one person's view and the public log; templates only lay it out."""

from collections.abc import Iterable
from itertools import islice

import msgspec

from combat.chronicle import Chronicle, Line, Seal, chronicle
from combat.models import Fight
from combat.person import Person, people_of
from combat.rules.options import Options, options
from combat.rules.reports import Event, Fall, SlotReport
from combat.rules.view import FightView, OwnView
from combat.told import WAITS, Hit, Sum, Told, came_off, tell
from tabletop import records
from tabletop.game import GM
from tabletop.models import Record

DECLARED = frozenset({"spend_conviction", "activate_plus", "retreat", "regroup", "present", "forced_return"})
"""What a combatant declares; the log names whoever did it for him. (The line of a plan names its hand anyway.)"""
LOG_LINES = 40
"""How much of the log a page knows; all of it has a page of its own."""
MANY_SLOTS = 12
"""Rounds of more slots are drawn with small cards on the desk."""


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


class Happened(msgspec.Struct, frozen=True):
    """Something beside the slots, with its damage."""

    event: Event
    hits: tuple[Hit, ...]


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
    people = people_of(view, log, seats, players)
    named = {person.id: person for person in people}
    round_ = _shown_round(view)
    every = tuple(tell(slot, named, log, view) for slot in view.slots)
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
            yield Shown(duel.a_card, came_off(duel, duel.a, duel.b_card))
        elif who == duel.b:
            yield Shown(duel.b_card, came_off(duel, duel.b, duel.a_card))


def _by_state(shown: Shown) -> int:
    return ("won", "tied", "lost").index(shown.state)
