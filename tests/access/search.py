"""Who gets what at the address of the search."""

from tests.access.answers import SEATED

ROWS = {"search": SEATED, "search-again POST": "404 404 403 403 403 302"}
