"""What is written in a war: threads, the posts in them, what posts said before, drafts, and who owes an answer.

Who may read a post is decided in one place only, `campaigns.posts.readable`; a query that does not go through it must not
reach anybody's screen.
"""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.arrivals import digest
from campaigns.models.people import Campaign, Seat, new_code
from campaigns.models.scenes import Scene


class Audience(models.TextChoices):
    """Whom a post or a thread is for. The GM and the assistants read all of it (but see PostRules for sealed posts)."""

    ALL = "all", _("everybody")
    SIDE = "side", _("one side")
    NAMED = "named", _("named people")


class PostKind(models.TextChoices):
    IN_CHARACTER = "ic", _("in character")
    OUT_OF_CHARACTER = "ooc", _("out of character")
    NARRATION = "narration", _("narration")
    RESULT = "result", _("result")
    DECLARATION = "declaration", _("declaration")
    ANSWER = "answer", _("answer")
    FOLLOW_UP = "follow_up", _("follow-up")
    LAPSE = "lapse", _("time over")


class PostRules(models.Model):
    """How a campaign writes; without a row the defaults hold.

    `gm_reads_sealed`: a sealed post is read by who runs the table before it is opened, since he has to answer it.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="post_rules")
    follow_ups = models.PositiveSmallIntegerField(_("follow-ups to a declaration, at most"), default=3)
    gm_reads_sealed = models.BooleanField(_("who runs the table reads sealed posts"), default=True)

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.follow_ups}"


class Thread(models.Model):
    """A place to write in (글타래), of a scene or free. `readers` are the seats of one that is not for everybody.

    A planned scene is not known to all, so `scene` is shown through `campaigns.scenes.eye` only.
    `unsorted`: who reads it has changed and the search does not know yet; {"at": since when, "lost": the seats that read it no
    more} (`campaigns.search.sorting`).
    `source` names the format of an imported log ("ccfolia"); nobody writes on in such a thread unless it is reopened.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="threads")
    scene = models.ForeignKey(Scene, on_delete=models.SET_NULL, null=True, blank=True, related_name="threads")
    title = models.CharField(_("title"), max_length=80)
    place = models.CharField(_("place"), max_length=60, blank=True)
    audience = models.CharField(max_length=10, choices=Audience, default=Audience.ALL)
    side = models.CharField(max_length=80, blank=True)
    readers = models.ManyToManyField(Seat, through="ThreadReader", related_name="+")
    seat = models.ForeignKey(Seat, on_delete=models.RESTRICT, null=True, related_name="+")
    source = models.CharField(max_length=20, blank=True)
    arrival = models.CharField(max_length=64, null=True)
    closed_at = models.DateTimeField(null=True)
    unsorted = models.JSONField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "arrival"], name="thread_once")]
        indexes = [
            models.Index(fields=["campaign", "at", "id"], name="thread_by_time"),
            models.Index(fields=["campaign"], condition=models.Q(unsorted__isnull=False), name="thread_unsorted"),
        ]

    def __str__(self) -> str:
        return self.title


class ThreadReader(models.Model):
    """A seat that a thread for a side or for named people is for."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "seat"], name="thread_reader_once")]

    def __str__(self) -> str:
        return f"{self.thread_id} {self.seat_id}"


class Post(models.Model):
    """One post (글). It is never deleted; a withdrawn one says so.

    `seat` wrote it and keeps its name, `owner` has the author's rights today: the same seat until that is handed over, and
    both None for a line of an imported log. `voice` is the name it was spoken under, `character` the code of the character
    it was spoken as; both "" where the author speaks as himself.
    `text` is Markdown, in which `[[roll 1]]` stands for the first of `rolls`, so that a secret roll is nowhere in it; `plain`
    text of an import is shown as it is. `rolls` are fixed at posting (`campaigns.posts.rolls`). `html` is `text` made ready,
    the same for every reader.
    A `sealed` post is its author's alone until `opened_at`, and from then on for its audience.
    `to` is the declaration that an answer or a follow-up belongs to, and whose readers and seal it has.
    `at` is where it stands in the war's chronicle; `dated` is False where an import knows no time and only the order holds.
    `laid`: nobody sent it; the app did when the time of `seat` was over: the word it had laid by, or, of the kind LAPSE and
    without a text, that the thread goes on without its word.
    `sequence` is its place in the thread. It is no number for a page: it would count what the reader may not see.
    `extra` keeps what an import knows besides: tab, colour.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="posts")
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="posts")
    sequence = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.RESTRICT, null=True, related_name="+")
    owner = models.ForeignKey(Seat, on_delete=models.RESTRICT, null=True, related_name="+")
    voice = models.CharField(max_length=80, blank=True)
    character = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=12, choices=PostKind)
    text = models.TextField()
    html = models.TextField(blank=True)
    plain = models.BooleanField(default=False)
    rolls = models.JSONField(default=list, blank=True)
    audience = models.CharField(max_length=10, choices=Audience, default=Audience.ALL)
    side = models.CharField(max_length=80, blank=True)
    readers = models.ManyToManyField(Seat, through="PostReader", related_name="+")
    sealed = models.BooleanField(default=False)
    opened_at = models.DateTimeField(null=True)
    to = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="chain")
    laid = models.BooleanField(default=False)
    withdrawn_at = models.DateTimeField(null=True)
    edited_at = models.DateTimeField(null=True)
    arrival = models.CharField(max_length=64, null=True)
    at = models.DateTimeField()
    dated = models.BooleanField(default=True)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["thread", "sequence"], name="post_place_once"),
            models.UniqueConstraint(fields=["seat", "arrival"], name="post_once"),
        ]
        indexes = [
            models.Index(fields=["campaign", "at", "id"], name="post_by_time"),
            models.Index(fields=["campaign", "kind", "at", "id"], name="post_by_kind"),
            models.Index(
                fields=["campaign", "character", "at", "id"],
                name="post_by_character",
                condition=~models.Q(character=""),
            ),
            models.Index(fields=["campaign", "seat", "at", "id"], name="post_by_seat"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def covered(self) -> bool:
        """Sealed and not opened yet."""
        return self.sealed and self.opened_at is None


class PostReader(models.Model):
    """A seat that a post for a side or for named people is for, once it is open.

    `early`: it reads the post while that is sealed, as who declared something under seal reads the answer to it.
    """

    post = models.ForeignKey(Post, on_delete=models.CASCADE)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)
    early = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["post", "seat"], name="post_reader_once")]

    def __str__(self) -> str:
        return f"{self.post_id} {self.seat_id}"


class PostVersion(models.Model):
    """What a post said before an edit; read by whoever may read the post."""

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    by = models.ForeignKey(Seat, on_delete=models.RESTRICT, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["post", "number"], name="post_version_once")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.post_id} v{self.number}"


class Owing(models.Model):
    """Somebody owes a word (차례): `seat`, or, with None, who runs the table. It is about `post`, and read by its readers.

    A declaration or a follow-up makes the table owe an answer; a post that asks people to declare makes each of them owe one.
    `until` is the end that the GM has set anew; else the campaign's deadlines say it. `lapsed`: it went on without the word.
    """

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="owings")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True)
    lapsed = models.BooleanField(default=False)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(Post, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["post", "seat"], name="owing_once"),
            models.UniqueConstraint(fields=["post"], condition=models.Q(seat=None), name="owing_of_the_table_once"),
        ]
        indexes = [models.Index(fields=["settled_at", "at"], name="owing_unsettled")]  # SQLite passes a partial one by

    def __str__(self) -> str:
        return f"{self.post_id} {self.seat_id}"


class Draft(models.Model):
    """What somebody was writing in a thread and has not posted: the fields of one form as they stood.

    `arrival` is of the form that was being filled in: what was posted from it does not come back as a draft, and what is
    written in another one, on another device, is a draft of its own.
    """

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="drafts")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="drafts")
    fields = models.JSONField(default=dict)
    arrival = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["thread", "seat", "arrival"], name="draft_of_a_form_once")]

    def __str__(self) -> str:
        return f"{self.thread_id} {self.seat_id}"

    @property
    def text(self) -> str:
        return str(self.fields.get("text", ""))

    @property
    def mark(self) -> str:
        """What a form says of the draft that it goes on with: another one as soon as something else stands in it."""
        return digest(f"{self.arrival} {self.text}")
