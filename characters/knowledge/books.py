"""The books of a war's knowledge, read once: who knows which facts about whom. The only code that decides it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.db.models import F, QuerySet, Subquery, Sum

from campaigns.models import Campaign, Seat
from characters.knowledge.rules import Rules, from_said, rules_of
from characters.models import Character, Fact, Knowledge, KnowledgeRules, SheetVersion
from tabletop.prepared import Prepared

type Person = tuple[int, str, str, int | None, str | None]
"""Of a character: its key, its code, its kind, who owns it, and the code of its Master."""

NOTHING: Final[frozenset[str]] = frozenset()


class Sum_(msgspec.Struct, frozen=True):
    """How the entries of one knower about one character add up, of a kind or (with `fact`) of a fact at once."""

    about: int
    seat: int | None
    pair: int | None
    kind: str
    fact: int | None
    amount: int


class Books(msgspec.Struct, frozen=True):
    """All that is needed to say who knows what. `pairs`: the Servants of the pairs that a seat belongs to; `seats`: all."""

    rules: Rules
    facts: dict[int, tuple[Fact, ...]]
    sums: dict[int, tuple[Sum_, ...]]
    pairs: dict[int, frozenset[int]]
    seats: tuple[int, ...] = ()

    def points(self, seat: int, about: int) -> dict[str, int]:
        """The points of this seat, by kind."""
        found: dict[str, int] = defaultdict(int)
        for one in self._of(seat, about):
            if one.fact is None:
                found[one.kind] += one.amount
        return dict(found)

    def known(self, seat: int, about: int) -> tuple[Fact, ...]:
        """The facts that this seat knows, the lowest grades first."""
        facts = self.facts.get(about, ())
        if not facts:
            return ()
        grade = self.rules.opened(self.points(seat, about))
        told: dict[int, int] = defaultdict(int)
        for one in self._of(seat, about):
            if one.fact is not None:
                told[one.fact] += one.amount
        return tuple(fact for fact in facts if fact.grade <= grade or told[fact.pk] > 0)

    def keys(self, seat: int, about: int) -> frozenset[str]:
        """The places on the sheet of `about` that this seat reads beside what is open to all."""
        return frozenset(fact.opens for fact in self.known(seat, about) if fact.opens)

    def _of(self, seat: int, about: int) -> Iterable[Sum_]:
        pairs = self.pairs.get(seat, frozenset())
        for one in self.sums.get(about, ()):
            if one.seat == seat or one.pair in pairs or (one.seat is None and one.pair is None):
                yield one


def books(campaign: Campaign) -> Books:
    """The books as they stand (five queries; two where no fact was written and no point given)."""
    facts = facts_of(campaign)
    sums = _sums(campaign)
    if not sums and not facts:
        return Books(Rules(), facts, {}, {})
    seats = tuple(campaign.seats.values_list("pk", flat=True))
    return Books(rules_of(campaign), facts, sums, pairs_of(campaign), seats)


def keys_of(seat: Seat, character: Character) -> frozenset[str]:
    """What this seat's knowledge opens on one sheet."""
    return keys_for(seat).get(character.pk, NOTHING)


def keys_for(seat: Seat, everybody: Iterable[Person] | None = None) -> dict[int, frozenset[str]]:
    """What this seat's knowledge opens, by character: read once for all parts of a page (at most three queries).

    Who has `everybody` of the war at hand saves one of them.
    """
    kept: dict[int, frozenset[str]] | None = seat.__dict__.get("_keys_known")
    if kept is None:
        kept = seat.__dict__["_keys_known"] = _keys_for(seat, everybody)
    return kept


def _keys_for(seat: Seat, everybody: Iterable[Person] | None) -> dict[int, frozenset[str]]:
    """Nothing for who runs the table: he reads everything anyway."""
    if seat.runs_table:
        return {}
    facts = FACTS.all(seat.campaign_id)
    if not facts:
        return {}
    pairs = pairs_of(seat.campaign) if everybody is None else pairs_among(everybody)
    read = Books(from_said(facts[0].said), _by_character(facts), _sums(seat.campaign), pairs)
    return {about: read.keys(seat.pk, about) for about in read.facts}


def _facts(campaign: int) -> QuerySet[Any]:
    """With what the war's rules say of knowledge, which are asked for wherever there are facts."""
    said = KnowledgeRules.objects.filter(campaign=campaign).values("said")[:1]
    return Fact.objects.filter(character__campaign=campaign, removed_at=None).annotate(said=Subquery(said))


FACTS = Prepared(_facts, int)


def facts_of(campaign: Campaign) -> dict[int, tuple[Fact, ...]]:
    return _by_character(FACTS.all(campaign.pk))


def _by_character(facts: Iterable[Fact]) -> dict[int, tuple[Fact, ...]]:
    found: dict[int, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.character_id].append(fact)
    return {character: tuple(own) for character, own in found.items()}


def _sums(campaign: Campaign) -> dict[int, tuple[Sum_, ...]]:
    rows = Knowledge.objects.filter(campaign=campaign).order_by()
    added = rows.values_list("about", "seat", "pair", "kind", "fact").annotate(sum=Sum("amount"))
    found: dict[int, list[Sum_]] = defaultdict(list)
    for row in added:
        found[row[0]].append(Sum_(*row))
    return {about: tuple(sums) for about, sums in found.items()}


def pairs_of(campaign: Campaign) -> dict[int, frozenset[int]]:
    """`pairs_among` those who have a sheet."""
    everybody = SheetVersion.objects.filter(character__campaign=campaign, number=F("character__version")).values_list(
        "character_id", "character__code", "character__kind", "character__owner_id", "sheet__master"
    )
    return pairs_among(everybody)


def pairs_among(everybody: Iterable[Person]) -> dict[int, frozenset[int]]:
    """Seat → the Servants of its pairs: its own, and those whose Master is its own."""
    everybody = list(everybody)
    owners = {code: owner for _, code, _, owner, _ in everybody}
    found: dict[int, set[int]] = defaultdict(set)
    for servant, _, kind, owner, master in everybody:
        for seat in (owner, owners.get(master or "")):
            if kind == "servant" and seat is not None:
                found[seat].add(servant)
    return {seat: frozenset(servants) for seat, servants in found.items()}
