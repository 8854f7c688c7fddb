"""The fields of a sheet: which attributes each one holds, who reads it by default, and what else may be chosen. Pure.

Key, attribute, form name and place of a fault are one word. Entries (skills, phantasms, spells) carry their own `who`.
"""

from typing import Final

import msgspec

from characters.sheet import STATS, Who

BOTH: Final = ("servant", "master")
ANYONE: Final = (Who.ALL, Who.OWNER, Who.GM)
PLAYED: Final = (Who.ALL, Who.OWNER)
"""What the owner plays with cannot be kept from him."""


class Field(msgspec.Struct, frozen=True):
    """`long` is the longest text it takes, in characters; 0 where it holds no text."""

    key: str
    default: Who = Who.OWNER
    choices: tuple[Who, ...] = ANYONE
    kinds: tuple[str, ...] = BOTH
    long: int = 0
    also: tuple[str, ...] = ()

    @property
    def holds(self) -> tuple[str, ...]:
        return (self.key, *self.also)


LINE: Final = 80
TEXT: Final = 4000

FIELDS: Final[tuple[Field, ...]] = (
    Field("class_", Who.ALL, PLAYED, ("servant",), LINE),
    Field("true_name", kinds=("servant",), long=LINE),
    Field("lineage", kinds=("servant",), long=LINE),
    Field("alignment", long=LINE),
    Field("sex", Who.ALL, long=LINE),
    Field("height", Who.ALL, long=LINE),
    Field("weight", Who.ALL, long=LINE),
    Field("master", choices=PLAYED, kinds=("servant",)),
    *(Field(stat, choices=PLAYED, kinds=(kind,)) for kind in BOTH for stat in STATS[kind]),
    Field("hp", choices=PLAYED, also=("hp_max",)),
    Field("mp", choices=PLAYED, also=("mp_max",)),
    Field("fortune_left", choices=PLAYED, kinds=("master",)),
    Field("conviction_left", choices=PLAYED, kinds=("master",)),
    Field("command_spells", choices=PLAYED, kinds=("master",), also=("forced_return_used",)),
    Field("smash", choices=PLAYED, also=("counter", "onslaught", "critical", "ranged")),
    Field("secret", long=TEXT),
    Field("mission", long=TEXT),
    Field("wish", long=TEXT),
    Field("background", long=TEXT),
    Field("portrait", Who.ALL),
    Field("notes", Who.GM, (Who.GM,), long=TEXT),
)
BY_KEY: Final = {field.key: field for field in FIELDS}


_OF_KIND: Final = {kind: tuple(field for field in FIELDS if kind in field.kinds) for kind in BOTH}


def fields_of(kind: str) -> tuple[Field, ...]:
    return _OF_KIND[kind]
