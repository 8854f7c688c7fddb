"""What the rooms of the war itself put into its rescue file."""

from typing import Any, Final

from django.conf import settings
from django.db.models import Count, F, Q

from campaigns.models import Campaign, Role
from campaigns.posts.markup import ready, ready_plain
from campaigns.posts.readable import COVERED, rules_of
from campaigns.posts.rolls import rolls_of
from campaigns.reminders.clock import zones
from campaigns.search import gaps
from campaigns.takeaway.tables import AFTER, KEPT, LATER, Keys, Row, keep, leave
from tabletop import records
from tabletop.models import Record

PICTURES: Final = frozenset({"image/png", "image/jpeg", "image/webp"})


def register() -> None:
    """Name every model of this app."""
    keep("campaigns.Campaign", "")
    keep("campaigns.Seat", "campaign", without=("arrival",))
    leave("it lets people in", "campaigns.Invite", "campaigns.SeatLink")
    leave("people are taken along by their nickname alone", "campaigns.User")
    leave("it is worked out from the rest", "campaigns.Findable", "campaigns.IndexGap")
    leave(
        "it belongs to somebody's devices",
        *("campaigns.PushDevice", "campaigns.MailAddress", "campaigns.Mute", "campaigns.Reminder"),
    )
    for label in ("Day", "Scene", "Area", "PostRules", "Thread"):
        keep(f"campaigns.{label}", "campaign")
    keep("campaigns.MapPicture", "campaign", made=picture)
    for label in ("Step", "SignUp"):
        keep(f"campaigns.{label}", "scene__campaign")
    keep("campaigns.Absence", "seat__campaign")
    keep("campaigns.StandIn", "absent__campaign")
    keep("campaigns.WordLaidBy", "seat__campaign", covered=_drafts)
    keep("campaigns.Deadlines", "campaign", without=("discord", "origin"), made=_deadlines)
    keep("campaigns.ThreadReader", "thread__campaign")
    keep("campaigns.Post", "campaign", without=("html",), covered=_sealed_posts, made=_post)
    for label in ("PostReader", "PostVersion", "Owing"):
        keep(f"campaigns.{label}", "post__campaign", covered=_of_sealed_posts)
    keep("campaigns.Draft", "thread__campaign", covered=_drafts, made=_draft)
    AFTER.append(_as_long_as_its_log)
    AFTER.append(gaps.begin)
    LATER.append(gaps.fill)


def _sealed_posts(campaign: Campaign) -> Q:
    """Posts that the GM reads only once they are open, in a war that says so."""
    return Q(pk__in=()) if rules_of(campaign).gm_reads_sealed else COVERED & ~Q(owner__role=Role.GM)


def _of_sealed_posts(campaign: Campaign) -> Q:
    if rules_of(campaign).gm_reads_sealed:
        return Q(pk__in=())
    return Q(post__sealed=True, post__opened_at=None) & ~Q(post__owner__role=Role.GM)


def _drafts(campaign: Campaign) -> Q:
    """What somebody has not said yet is his alone."""
    return ~Q(seat__role=Role.GM)


def _deadlines(row: Row, keys: Keys) -> None:
    """Every page of a war reads its clock."""
    hours = row["before"]
    fit = isinstance(hours, list) and all(isinstance(one, int) and 0 < one < 10000 for one in hours)
    if not fit or row["zone"] not in zones() or row["language"] not in dict(settings.LANGUAGES):
        raise ValueError("deadlines")


def _post(row: Row, keys: Keys) -> None:
    """HTML is never taken from a file."""
    rolls_of(row["rolls"])
    row["html"] = ready_plain(row["text"]) if row["plain"] else ready(row["text"])


def picture(row: Row, keys: Keys) -> None:
    """A picture is served under the kind that stands here, so it has to be one."""
    if row["kind"] not in PICTURES:
        raise ValueError(row["kind"])


def _draft(row: Row, keys: Keys) -> None:
    """A draft names seats in the fields of its form."""
    seats = keys["campaigns.Seat"]
    row["fields"].pop("ahead", None)  # nothing is on its way to another machine
    for name in ("readers", "asks"):
        row["fields"][name] = [str(seats[int(pk)]) for pk in _listed(row["fields"].get(name)) if int(pk) in seats]


def _listed(value: Any) -> list[str]:
    return [str(each) for each in value if str(each).isdigit()] if isinstance(value, list) else []


def _as_long_as_its_log(campaign: Campaign) -> None:
    """Where the sealed end of a log is missing, the record ends before it; and every record has to be one that can be played."""
    found = KEPT["tabletop.Record"].of(Record, campaign)
    for record in found.annotate(there=Count("entries")).exclude(seq=F("there")):
        Record.objects.filter(pk=record.pk).update(seq=record.there, closed=False)
    for record in found.iterator(chunk_size=50):
        records.load(record)
