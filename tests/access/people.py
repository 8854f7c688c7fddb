"""Who gets what at the addresses of people and their war."""

from tests.access.answers import EVERYBODY, GM_ONLY, SEATED, TABLE

ROWS = {
    "home": EVERYBODY,
    "signup": "200 302 302 302 302 302",
    "login": "200 302 302 302 302 302",
    "logout POST": "302 302 302 302 302 302",
    "account": "302 200 200 200 200 200",
    "language POST": "302 302 302 302 302 302",
    "campaign-new": "302 302 302 302 302 302",
    "campaign": SEATED,
    "log": SEATED,
    "campaign-settings": GM_ONLY,
    "device-link": SEATED,
    "people": TABLE,
    "invite-qr": TABLE,
    "invite-renew POST": "404 404 403 403 403 302",
    "seat-remove POST": "404 404 403 403 403 302",
    "seat-return POST": "404 404 403 403 403 404",
    "seat-role POST": "404 404 403 403 403 422",
    "seat-handover": GM_ONLY,
    "seat-device POST": GM_ONLY,
    "join": "200 200 302 302 302 302",
    "device": EVERYBODY,
    "take-over": EVERYBODY,
}
