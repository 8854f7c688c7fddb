"""Terms (기한) of who is at 0 or below: begun and ended by what is booked, judged by who runs the table.

R-OTHER-4d: a Servant whose MP is 0 or below vanishes, R-OTHER-6c: a Master dies, unless he has recovered by the end of the next
scene. Whether a term is over is asked, never awaited: it is over once its scene is closed.
"""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Scene, Seat, User
from characters.derived import settings_of
from characters.ledger.posting import post
from characters.ledger.roster import Held, concerned
from characters.models import Character, LedgerEntry, Term
from characters.sheet import Sheet
from combat.rules.recovery import Points, in_danger, outlives
from tabletop.game import Illegal

RULE: Final = {"servant": "R-OTHER-4d", "master": "R-OTHER-6c"}
LONGEST_REASON: Final = 200

BEGAN: list[Callable[[Term], None]] = []
"""Who is told when a term begins (rooms that remind people); called in the transaction."""


def endangered(sheet: Sheet) -> bool:
    """Whether a term runs for who has this sheet; one that has no points at all is not written yet."""
    written = sheet.mp_max > 0 or sheet.hp_max > 0
    return written and in_danger(sheet.kind, Points(sheet.hp, sheet.mp))  # type: ignore[arg-type]


def safe(sheet: Sheet, recover_to: int) -> bool:
    """G-19: recovered as far as the war asks for."""
    return outlives(sheet.kind, Points(sheet.hp, sheet.mp), recover_to=recover_to)  # type: ignore[arg-type]


def follow(character: Character, entry: LedgerEntry, sheet: Sheet) -> None:
    """What an entry does to the character's term: it begins one, or ends the one that runs."""
    recover_to = settings_of(character.campaign.rules).recover_to
    term = character.terms.filter(verdict=Term.Verdict.RUNS).first()
    if term is not None and (entry.standing.get("gone") or safe(sheet, recover_to)):
        _end(term, Term.Verdict.LOST if entry.standing.get("gone") else Term.Verdict.RECOVERED)
    elif term is None and _falls(entry, sheet) and not safe(sheet, recover_to):
        _begin(character, entry)


def scene_opened(scene: Scene) -> None:
    """The next scene has come: its end is the term of everybody whose term began before it."""
    running(scene.campaign).filter(due=None).filter(Q(since=None) | ~Q(since=scene)).update(due=scene)


def running(campaign: Campaign) -> QuerySet[Term]:
    return Term.objects.filter(character__campaign=campaign, verdict=Term.Verdict.RUNS)


def over(term: Term) -> bool:
    """Whether the scene at whose end it is judged has ended."""
    return term.due is not None and term.due.state == Scene.State.CLOSED


def told_to(seat: Seat, everybody: Callable[[Seat], list[Held]]) -> list[Term]:
    """The running terms that concern somebody, with their scenes: all of them for who runs the table. The roster is read only
    where a term runs."""
    terms = list(running(seat.campaign).select_related("character", "due__day", "since__day"))
    if seat.runs_table or not terms:
        return terms
    return [term for term in terms if seat.pk in concerned(term.character, everybody(seat))]


def judge(term: Term, verdict: str, by: User, *, reason: str = "", announced: bool = False) -> Term | Illegal:
    """The last word of who runs the table: `lost` (vanished, died) or `spared`, whatever the rule says.

    Refused: `already_judged`, also where the character has recovered meanwhile.
    """
    with transaction.atomic():
        Character.objects.select_for_update().get(pk=term.character_id)
        locked = Term.objects.select_related("character").get(pk=term.pk)
        if locked.verdict != Term.Verdict.RUNS:
            return Illegal("already_judged", locked.rule)
        _end(locked, verdict, by=by, reason=reason)
        if verdict == Term.Verdict.LOST:
            signs = {"gone": 1} | ({"gone_told": 1} if announced else {})
            booked = post(locked.character, signs, by=by, cause="judged", source=locked.code, reason=reason)
            if isinstance(booked, Illegal):
                return booked
        return locked


def bound(campaign: Campaign, scene: Scene | None) -> dict[str, Term]:
    """R-OTHER-6b: the Masters, by code, who can do nothing but rest in this scene (one query).

    Not in the scene in which he fell, and not where who runs the table lets him act all the same (`release`). Without a scene
    there is no next one, and nobody is bound.
    """
    if scene is None:
        return {}
    held = running(campaign).filter(rule=RULE["master"], released_at=None).exclude(since=scene)
    return {term.character.code: term for term in held.select_related("character")}


def release(term: Term, by: User, why: str) -> Term | Illegal:
    """The last word against R-OTHER-6b: he may act; the term itself runs on. Refused: `already_judged`."""
    now = timezone.now()
    held = Term.objects.filter(pk=term.pk, verdict=Term.Verdict.RUNS)
    if not held.update(released_at=now, released_by=by, released_why=why):
        return Illegal("already_judged", term.rule)
    term.refresh_from_db(fields=["released_at", "released_by", "released_why"])
    return term


def _falls(entry: LedgerEntry, sheet: Sheet) -> bool:
    """A spared one, whose points stay low, gets a new term only when he loses more."""
    lower = any(entry.changes.get(pool, 0) < 0 for pool in ("hp", "mp"))
    first = entry.cause == "begun"
    return endangered(sheet) and (lower or first) and not entry.standing.get("gone")


def _begin(character: Character, entry: LedgerEntry) -> None:
    term = Term.objects.create(character=character, rule=RULE[character.kind], began=entry, since=entry.scene)
    for told in BEGAN:
        told(term)


def _end(term: Term, verdict: str, *, by: User | None = None, reason: str = "") -> None:
    term.verdict, term.judged_by, term.reason, term.judged_at = verdict, by, reason, timezone.now()
    term.save(update_fields=["verdict", "judged_by", "reason", "judged_at"])
