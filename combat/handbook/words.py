"""What the rules page is made of."""

import msgspec
from django.utils.functional import Promise

type Text = str | Promise


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, what it says, an example. `settings` are the keys of those that change it."""

    id: str
    says: Text
    example: Text = ""
    settings: tuple[str, ...] = ()


class Chapter(msgspec.Struct, frozen=True):
    """Rules that belong together."""

    key: str
    title: Text
    about: Text
    rules: tuple[Rule, ...]
