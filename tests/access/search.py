"""Who gets what at the address of the search."""

from tests.access.answers import SEATED

ROWS = {"search": SEATED}
