"""What is to be sent (나갈 알림): worked out from who owes what, kept as rows, and sent by the worker, each once.

Nothing is right or wrong by it. Where no worker runs, nothing is sent; when one runs again, what has been answered meanwhile,
or is no longer the latest word, is dropped.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256

import msgspec
from django.db.models import F, Q
from django.utils import timezone

from campaigns.models import (
    Campaign,
    Channel,
    Deadlines,
    MailAddress,
    Mute,
    PushDevice,
    Reminder,
    Role,
    Seat,
    StandIn,
    User,
)
from campaigns.reminders import ways, wording
from campaigns.reminders.absences import away, rules_of, today
from campaigns.reminders.clock import OVER, awake, quiet
from campaigns.reminders.outside import Later, Never, Sent
from campaigns.reminders.owing import Debt, debts, moment

PAUSES = (60, 300, 1800, 7200, 21600)
"""Seconds before another try; after the last of them it has failed."""
LEASE = timedelta(minutes=5)
"""So long a worker has for one message; then another one takes it up."""
KEPT = timedelta(days=60)
TRIAL = "trial"
"""The moment of a message that only tries out the channel."""


class People(msgspec.Struct, frozen=True):
    """Everybody at a table, and how they can be reached."""

    seats: dict[int, Seat]
    away: set[int]
    stand_ins: dict[int, int]
    muted: set[int]

    def owing(self, debt: Debt) -> list[Seat]:
        found = [self.seats[pk] for pk in debt.seats if pk in self.seats]
        return sorted(found, key=lambda seat: (seat.user.nickname, seat.pk))

    def names(self, debt: Debt) -> list[str]:
        return [seat.user.nickname for seat in self.owing(debt)]

    def told(self, debt: Debt, at: str) -> set[int]:
        """The users who are told of a debt at a moment: who owes it or acts for who does, and who runs the table once it is over.

        Of a hidden debt only they hear who owe it, then too.
        """
        if at == OVER and debt.public:
            seats = [seat for seat in self.seats.values() if seat.runs_table]
        else:
            seats = [acting for seat in self.owing(debt) if (acting := self._acting(seat, debt))]
        return {seat.user_id for seat in seats} - self.muted

    def _acting(self, seat: Seat, debt: Debt) -> Seat | None:
        """Who acts for a seat: itself, or while it is away its stand-in, in what a stand-in can do."""
        if seat.pk not in self.away:
            return seat
        return self.seats.get(self.stand_ins.get(seat.pk, 0)) if debt.lent else None


def people_of(campaign: Campaign) -> People:
    present = Seat.objects.filter(campaign=campaign, removed_at=None).select_related("user")
    acting = StandIn.objects.filter(
        absent__campaign=campaign, over_at=None, accepted_at__isnull=False, agreed_at__isnull=False
    ).exclude(who__role=Role.SPECTATOR)
    return People(
        seats={seat.pk: seat for seat in present},
        away=away(campaign, today(campaign)),
        stand_ins=dict(acting.values_list("absent_id", "who_id")),
        muted=set(Mute.objects.filter(campaign=campaign).values_list("user_id", flat=True)),
    )


def fill(campaign: Campaign, rules: Deadlines, now: datetime) -> int:
    """Put everything that is to be said now into the outbox; how much there was. In the quiet hours nothing is."""
    if quiet(rules, now):
        return 0
    owed, people = debts(campaign), people_of(campaign)
    ways_of = _ways({user for debt in owed for user in people.told(debt, moment(rules, debt, now))})
    rows = [row for debt in owed for row in _rows(campaign, rules, debt, people, ways_of, now)]
    known = set(Reminder.objects.filter(once__in=[row.once for row in rows]).values_list("once", flat=True))
    Reminder.objects.bulk_create([row for row in rows if row.once not in known], ignore_conflicts=True)
    return len(rows) - len(known)


type Ways = dict[int, list[tuple[Channel, PushDevice | None]]]


def _ways(users: set[int]) -> Ways:
    found: Ways = {user: [] for user in users}
    for device in PushDevice.objects.filter(user__in=users):
        found[device.user_id].append((Channel.PUSH, device))
    if ways.can_mail():
        confirmed = MailAddress.objects.filter(user__in=users, confirmed_at__isnull=False)
        for user in confirmed.values_list("user_id", flat=True):
            found[user].append((Channel.MAIL, None))
    return found


def _rows(
    campaign: Campaign, rules: Deadlines, debt: Debt, people: People, ways_of: Ways, now: datetime
) -> Iterator[Reminder]:
    at = moment(rules, debt, now)

    def row(channel: Channel, user: int | None, device: PushDevice | None) -> Reminder:
        target = f"{campaign.pk}|{debt.key}|{at}|{channel}|{user}|{device.pk if device else ''}"
        once = sha256(target.encode()).hexdigest()
        what = {"debt": debt.key, "moment": at, "channel": channel, "user_id": user, "device": device}
        return Reminder(campaign=campaign, once=once, next_at=now, **what)

    for user in sorted(people.told(debt, at)):
        for channel, device in ways_of[user]:
            yield row(channel, user, device)
    if rules.discord and debt.public:
        yield row(Channel.DISCORD, None, None)


def claimed(pk: int, now: datetime) -> Reminder | None:
    """The reminder, for this worker alone for a while; None if another one has it or it is done with."""
    waiting = Reminder.objects.filter(pk=pk, state=Reminder.State.WAITING, next_at__lte=now)
    if not waiting.update(next_at=now + LEASE, tries=F("tries") + 1):
        return None
    return Reminder.objects.select_related("campaign__deadlines", "device", "user").get(pk=pk)


def deliver(pk: int, now: datetime | None = None) -> None:
    """Send one reminder, if it still is the latest word, and keep what became of it."""
    now = now or timezone.now()
    reminder = claimed(pk, now)
    if reminder is None:
        return
    rules = rules_of(reminder.campaign)
    if quiet(rules, now) and reminder.moment != TRIAL:
        _keep(reminder, next_at=awake(rules, now), tries=reminder.tries - 1)
        return
    said = _said(reminder, rules, now)
    if said is None:
        _keep(reminder, state=Reminder.State.DROPPED)
    else:
        _became(reminder, _send(reminder, rules, said), now)


type Said = str | wording.Message


def _said(reminder: Reminder, rules: Deadlines, now: datetime) -> Said | None:
    """What the message says; None when there is nothing to say any more."""
    campaign = reminder.campaign
    if reminder.moment == TRIAL:
        from campaigns.reminders.preview import preview

        return preview(campaign, rules)[0]
    debt = next((debt for debt in debts(campaign) if debt.key == reminder.debt), None)
    if debt is None or moment(rules, debt, now) != reminder.moment:
        return None
    people = people_of(campaign)
    if reminder.channel == Channel.DISCORD:
        return wording.channel(campaign, rules, debt, reminder.moment, people.names(debt)) if debt.public else None
    if reminder.user_id not in people.told(debt, reminder.moment):
        return None
    names = people.names(debt) if reminder.moment == OVER and debt.public else []
    return wording.personal(campaign, rules, debt, reminder.moment, names, _language(reminder))


def _language(reminder: Reminder) -> str:
    if reminder.channel == Channel.PUSH:
        return reminder.device.language if reminder.device else "ko"
    return MailAddress.objects.filter(user=reminder.user).values_list("language", flat=True).first() or "ko"


def _send(reminder: Reminder, rules: Deadlines, said: Said) -> Sent:
    if isinstance(said, str):
        return ways.discord(rules.discord, said)
    if reminder.channel == Channel.PUSH:
        tag = sha256(f"{reminder.campaign_id}|{reminder.debt}".encode()).hexdigest()[:16]
        return ways.push(reminder.device, said, tag) if reminder.device else Never("gone")
    to = MailAddress.objects.filter(user=reminder.user, confirmed_at__isnull=False).first()
    return ways.mail(to, said) if to else Never("gone")


def _became(reminder: Reminder, sent: Sent, now: datetime) -> None:
    match sent:
        case None:
            _keep(reminder, state=Reminder.State.SENT, fault="")
        case Never(fault, gone):
            if gone and reminder.device:
                reminder.device.delete()  # the browser has taken its yes back
            _keep(reminder, state=Reminder.State.FAILED, fault=fault)
        case Later(fault, after) if reminder.tries <= len(PAUSES):
            pause = max(after, PAUSES[reminder.tries - 1])
            _keep(reminder, next_at=now + timedelta(seconds=pause), fault=fault)
        case Later(fault):
            _keep(reminder, state=Reminder.State.FAILED, fault=fault)


def _keep(reminder: Reminder, **changes: object) -> None:
    Reminder.objects.filter(pk=reminder.pk).update(**changes)


def try_out(campaign: Campaign) -> Reminder:
    """Send the channel the first message of its preview, so that the GM sees whether it gets there."""
    now = timezone.now()
    once = sha256(f"{campaign.pk}|{TRIAL}|{now.isoformat()}".encode()).hexdigest()
    return Reminder.objects.create(
        campaign=campaign, once=once, debt=TRIAL, moment=TRIAL, channel=Channel.DISCORD, next_at=now
    )


def to_send(now: datetime) -> list[int]:
    """What is due to be sent (again)."""
    waiting = Reminder.objects.filter(state=Reminder.State.WAITING, next_at__lte=now)
    return list(waiting.order_by("next_at", "pk").values_list("pk", flat=True)[:500])


def failures(campaign: Campaign) -> Iterable[Reminder]:
    """What could not be delivered lately, or is being tried again, for the GM: to whom and why, no address."""
    failed = Reminder.objects.filter(campaign=campaign).filter(
        Q(state=Reminder.State.FAILED) | Q(state=Reminder.State.WAITING, tries__gt=0) & ~Q(fault="")
    )
    return failed.select_related("user").order_by("-at", "-pk")[:30]


def cleared(now: datetime) -> int:
    """Forget what was sent long ago."""
    return Reminder.objects.filter(at__lt=now - KEPT).exclude(state=Reminder.State.WAITING).delete()[0]


def users_reachable(users: Iterable[User]) -> set[int]:
    """Which of these people can be reminded at all."""
    return {user for user, found in _ways({user.pk for user in users}).items() if found}
