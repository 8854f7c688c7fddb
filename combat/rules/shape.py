"""The shape of JSON values, checked by msgspec; what does not fit becomes an Illegal of rule "format"."""

import re
from typing import Annotated, Any

import msgspec

from tabletop.game import Illegal

type Id = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9-]+\Z")]
type Word = Annotated[str, msgspec.Meta(min_length=1)]
type Natural = Annotated[int, msgspec.Meta(ge=0)]
type Positive = Annotated[int, msgspec.Meta(ge=1)]

_PLACE = re.compile(r" - at `(key in )?\$?\.?(?P<place>.*)`$")
_KEY = re.compile(r"`(?P<key>.*?)`")


def fit[T](value: Any, shape: type[T], at: str = "") -> T | Illegal:
    """`value` as a `shape`, or Illegal with the place inside it among the numbers."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        return _misfit(str(error), at)


def _misfit(message: str, at: str) -> Illegal:
    place = _PLACE.search(message)
    inside = place["place"] if place else ""
    key = _KEY.search(message)
    if message.startswith("Object contains unknown field") and key:
        return Illegal("unknown_key", "format", at, {"key": key["key"], "inside": inside})
    if message.startswith("Object missing required field") and key:
        return Illegal("missing_key", "format", at, {"key": key["key"], "inside": inside})
    return Illegal("malformed", "format", at, {"inside": inside})
