"""The one writer of knowledge: every change is a new entry, and what follows from it is found by the search at once."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils import timezone

from campaigns.arrivals import free, named
from campaigns.models import Campaign, Seat, User
from characters import sheets
from characters.findable import keep_known
from characters.knowledge.facts import grade_of, places
from characters.models import Character, Fact, Knowledge

MOST: Final = 99


class Knower(msgspec.Struct, frozen=True):
    """Who learns: a seat, a pair by its Servant, or (neither) everybody."""

    seat: int | None = None
    pair: int | None = None


EVERYBODY: Final = Knower()


def give(
    campaign: Campaign,
    about: Character,
    knower: Knower,
    kind: str,
    amount: int,
    *,
    reason: str,
    by: User,
    code: str = "",
) -> Knowledge:
    """Points of a kind, given by who runs the table; below 0 they are taken. A form sent twice with one `code` gives once."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        if code and (twice := Knowledge.objects.filter(campaign=campaign, code=code).first()):
            return twice
        called = {"code": code} if free(Knowledge, code) else {}
        said = {"kind": kind, "amount": amount, "reason": reason}
        return _append(campaign, about, knower, by=by, cause="given", **said, **called)


def open_fact(fact: Fact, knower: Knower, *, reason: str, by: User, cause: str = "released") -> Knowledge:
    """Let somebody know a fact at once, whatever points he has: a true name was released (진명 개방), a clue was shown."""
    character = fact.character
    return _append(character.campaign, character, knower, by=by, fact=fact, amount=1, reason=reason, cause=cause)


def undo(entry: Knowledge, *, reason: str, by: User | None) -> Knowledge:
    """Take an entry back by its counter-entry; the one that is there, if it was taken back already."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=entry.campaign_id)
        if counter := Knowledge.objects.filter(undoes=entry).first():
            return counter
        return _append(
            entry.campaign,
            entry.about,
            Knower(entry.seat_id, entry.pair_id),
            by=by,
            kind=entry.kind,
            fact=entry.fact,
            amount=-entry.amount,
            reason=reason,
            cause="undone",
            source=entry.source,
            undoes=entry,
        )


class Learnt(msgspec.Struct, frozen=True):
    """What an event teaches. `once` names it, so that it is not counted twice."""

    about: Character
    knower: Knower
    cause: str
    once: str
    kind: str = ""
    amount: int = 1
    fact: Fact | None = None


def learn(campaign: Campaign, source: str, learnt: Iterable[Learnt]) -> None:
    """What the event `source` (a fight's code) has taught by now: new entries for what is new, counters for what is not so."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        due = {one.once: one for one in learnt}
        there = {
            entry.once.rpartition("#")[0]: entry
            for entry in Knowledge.objects.filter(campaign=campaign, source=source, undone_by=None).exclude(once=None)
            if entry.once
        }
        for once, entry in there.items():
            if once not in due:
                undo(entry, reason="", by=None)
        for once, one in due.items():
            if once not in there:
                _append(
                    campaign,
                    one.about,
                    one.knower,
                    by=None,
                    kind=one.kind,
                    fact=one.fact,
                    amount=one.amount,
                    cause=one.cause,
                    source=source,
                    once=f"{once}#{Knowledge.objects.filter(once__startswith=f'{once}#').count()}",
                )


def write_fact(character: Character, fact: Fact | None, code: str = "", **said: Any) -> Fact:
    """A fact with what is said of it: a new one, or that one changed, also the one that the same form made (`code`)."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=character.campaign_id)
        kept = fact or character.facts.filter(code=code).first() or named(Fact, code, character=character)
        for field, value in said.items():
            setattr(kept, field, value)
        kept.save()
        keep_known(character.campaign, [character.pk])
    return kept


def take_out(fact: Fact) -> None:
    """Nobody knows it any more, and nothing is opened by it; the history keeps its name."""
    with transaction.atomic():
        fact.removed_at = fact.removed_at or timezone.now()
        fact.save(update_fields=["removed_at"])
        keep_known(fact.character.campaign, [fact.character_id])


def fact_about(character: Character, place: str) -> Fact:
    """The fact that opens this place of the sheet; a new one of the usual grade where nobody has written it."""
    found = character.facts.filter(opens=place, removed_at=None).first()
    return found or write_fact(character, None, opens=place, grade=grade_of(place))


def has_place(character: Character, place: str) -> bool:
    return place in places(sheets.current(character))


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over knows what was known there."""
    Knowledge.objects.filter(seat=old).update(seat=new)
    keep_known(new.campaign)


def _append(campaign: Campaign, about: Character, knower: Knower, **said: Any) -> Knowledge:
    with transaction.atomic():
        entry = Knowledge.objects.create(
            campaign=campaign, about=about, seat_id=knower.seat, pair_id=knower.pair, **said
        )
        keep_known(campaign, [about.pk])
    return entry
