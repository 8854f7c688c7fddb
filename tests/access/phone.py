"""Who gets what at the addresses that make the app one on a phone."""

from tests.access.answers import EVERYBODY

ROWS = {
    "manifest": EVERYBODY,
    "worker": EVERYBODY,
    "offline": EVERYBODY,
    "fight-queued POST": "404 404 403 200 200 200",
}
