"""What a move did, as it is announced to everybody: codes and numbers, never a hidden card (판정 결과). Pure."""

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: to `seat`, from or to `other`, by `card`, `number` of it, under `rule`."""

    code: str
    seat: str = ""
    other: str = ""
    card: str = ""
    number: int = 0
    word: str = ""
    rule: str = ""


class Report(msgspec.Struct, frozen=True):
    """What is announced after a move."""

    events: tuple[Event, ...] = ()
