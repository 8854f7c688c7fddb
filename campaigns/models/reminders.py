"""How a war waits: how long people may take, who is away and who acts for him, and what was sent to remind them."""

from datetime import datetime

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import Campaign, Seat, User


class NoAnswer(models.TextChoices):
    """What happens when a plan was not handed in by its deadline."""

    WAIT = "wait", _("The fight waits; the GM decides")
    ORDER = "order", _("A standing order is used, if there is one")
    PASS = "pass", _("A standing order is used, or else Wait in every slot")


class Unanswered(models.TextChoices):
    """What happens when a word that somebody was asked for in a thread, or a sign-up, has not come in time."""

    MARK = "mark", _("It is marked as late, and the GM decides")
    PASS = "pass", _("It goes on without it, and the thread says so")
    WORD = "word", _("The word laid by is posted; where there is none, it goes on without it")


class Deadlines(models.Model):
    """The deadlines of a campaign (기한). Without `hours` nobody is waited for with a clock, and nobody is reminded.

    In the quiet hours nothing is sent, and a deadline that would fall into them ends with them. `before` are the hours before
    a deadline at which people are reminded. `origin` is the address under which the app was reached when this was set.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="deadlines")
    hours = models.PositiveSmallIntegerField(null=True)
    quiet_from = models.TimeField(null=True)
    quiet_to = models.TimeField(null=True)
    zone = models.CharField(max_length=60, default="Asia/Seoul")
    before = models.JSONField(default=list)
    no_answer = models.CharField(max_length=10, choices=NoAnswer, default=NoAnswer.WAIT)
    unanswered = models.CharField(max_length=10, choices=Unanswered, default=Unanswered.MARK)
    discord = models.CharField(max_length=300, blank=True)
    language = models.CharField(max_length=10, default="ko")
    origin = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.hours}"


class Absence(models.Model):
    """Somebody is away (부재), from the day `start` to the day `end`; everybody at the table reads the note."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="absences")
    start = models.DateField()
    end = models.DateField()
    note = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("start", "pk")

    def __str__(self) -> str:
        return f"{self.seat_id} {self.start} {self.end}"


class WordLaidBy(models.Model):
    """What a seat says when its time is over and it has said nothing (맡겨 둔 말); nobody else reads it before that.

    `character` is the code of who speaks, "" for the player himself. It stays until it is changed.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="word_laid_by")
    text = models.TextField()
    character = models.CharField(max_length=20, blank=True)
    sealed = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.seat_id}"


class StandIn(models.Model):
    """`who` acts for `absent` (대리) once he has accepted and the GM has agreed, until `over_at`.

    Rows are kept, so that the history says who acted for whom.
    """

    absent = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="stand_ins")
    who = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="stands_in")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())
    accepted_at = models.DateTimeField(null=True)
    agreed_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["absent"], condition=models.Q(over_at=None), name="one_stand_in_for_an_absent_one"
            )
        ]

    def __str__(self) -> str:
        return f"{self.who_id} for {self.absent_id}"

    @property
    def acts(self) -> bool:
        return self.since is not None and self.over_at is None

    @property
    def since(self) -> datetime | None:
        """From when on he acted: the later of the two answers."""
        return max(self.accepted_at, self.agreed_at) if self.accepted_at and self.agreed_at else None


class PushDevice(models.Model):
    """A browser that shows notifications to `user`. Its address at the push service is a secret of that browser."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    session = models.CharField(max_length=64)
    language = models.CharField(max_length=10)
    origin = models.CharField(max_length=200)
    name = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"


class MailAddress(models.Model):
    """Where somebody wants mail; nothing but the question itself goes there before it was confirmed."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField(max_length=200)
    language = models.CharField(max_length=10)
    origin = models.CharField(max_length=200)
    token_hash = models.CharField(max_length=64, unique=True)
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user_id}"


class Mute(models.Model):
    """Somebody wants no reminders of a campaign."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mutes")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "campaign"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.campaign_id}"


class Channel(models.TextChoices):
    PUSH = "push", _("notification")
    MAIL = "mail", _("e-mail")
    DISCORD = "discord", _("Discord")


class Reminder(models.Model):
    """One message that was to be sent: which debt, which moment, by which way, to whom. What it says is made when it is sent.

    `once` names all of that, so that nobody is told the same twice, however many workers there are.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        FAILED = "failed"
        DROPPED = "dropped"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="reminders")
    once = models.CharField(max_length=64, unique=True)
    debt = models.CharField(max_length=120)
    moment = models.CharField(max_length=20)
    channel = models.CharField(max_length=10, choices=Channel)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    device = models.ForeignKey(PushDevice, on_delete=models.SET_NULL, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    fault = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [
            models.Index(fields=["next_at"], condition=models.Q(state="waiting"), name="reminder_to_be_sent"),
            models.Index(fields=["campaign", "at"], condition=models.Q(state="failed"), name="reminder_failed"),
        ]

    def __str__(self) -> str:
        return f"{self.debt} {self.moment} {self.channel}"
