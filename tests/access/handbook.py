"""Who gets what at the address of the rules page."""

from tests.access.answers import EVERYBODY

ROWS = {"rulebook": EVERYBODY}
