"""Who gets what at the addresses of deadlines and reminders."""

from datetime import date

from django.utils import timezone

from campaigns.arrivals import digest
from campaigns.models import Absence, Deadlines, MailAddress, StandIn
from tests.access.answers import EVERYBODY, GM_ONLY, SEATED

ROWS = {
    "reminders": "302 200 200 200 200 200",
    "mail-confirm": EVERYBODY,
    "push-on POST": "302 422 422 422 422 422",
    "push-off POST": "302 204 204 204 204 204",
    "reminders-mute POST": "302 404 302 302 302 302",
    "deadlines": SEATED,
    "deadlines-rules": GM_ONLY,
    "discord-test POST": "404 404 403 403 403 302",
    "word-laid-by POST": "404 404 403 302 403 403",
    "absence-new POST": "404 404 422 422 422 422",
    "absence-end POST": "404 404 404 404 404 302",
    "stand-in-ask POST": "404 404 403 422 403 422",
    "stand-in-answer POST": "404 404 404 404 404 404",
}
"""An empty answer to a stand-in is none, so nobody gets anywhere with it; bob is away, and his note is his and the GM's."""


def places(war):
    bob, alice = war.seats["bob"], war.seats["alice"]
    Deadlines.objects.create(campaign=war.campaign, discord="https://discord.com/api/webhooks/1/x")
    MailAddress.objects.create(
        user=bob.user,
        address="bob@war.test",
        language="ko",
        origin="",
        token_hash=digest("token-of-bob"),
        asked_at=timezone.now(),
    )
    note = Absence.objects.create(seat=bob, start=date(2026, 1, 1), end=date(2100, 1, 1))
    row = StandIn.objects.create(absent=bob, who=alice, by=bob.user)
    return {"mail-confirm": "token-of-bob", "absence": note.pk, "stand_in": row.pk}
