"""Somebody's own sets as they are kept: found by their owner alone, changed one at a time (나만의 카드 세트)."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.db import transaction

from boardgames.card_set import BadCardSet, CardSet, Mistake
from boardgames.card_sets import content as contents
from boardgames.card_sets.content import Content
from boardgames.card_sets.kinds import KINDS, Kind
from boardgames.models import OwnSet
from boardgames.record_reading import OWN_SET
from campaigns.models import User

MOST_SETS = 30


class Chosen(msgspec.Struct, frozen=True):
    """A set that a game is opened with: its name in the record, all its cards, and who made them."""

    name: str
    cards: Any
    owner: User | None = None


def of(owner: User, game: str = "") -> list[OwnSet]:
    """His sets, the one last changed first."""
    found = OwnSet.objects.filter(owner=owner).order_by("-changed", "-pk")
    return list(found.filter(game=game) if game else found)


def kind_of(kept: OwnSet) -> Kind:
    return KINDS[kept.game]


def content_of(kept: OwnSet) -> Content:
    return msgspec.convert(kept.content, Content)


def stored(content: Content) -> Any:
    return msgspec.to_builtins(content)


def change(kept: OwnSet, by: Callable[[Content], Content | Mistake]) -> Mistake | None:
    """`by` is given the content as it stands now, and what it makes of it is kept; a mistake leaves everything."""
    with transaction.atomic():
        now = OwnSet.objects.select_for_update().get(pk=kept.pk)
        after = by(content_of(now))
        if isinstance(after, Mistake):
            return after
        now.content = stored(after)
        now.save(update_fields=["content", "changed"])
    kept.content = now.content
    return None


def read(kept: OwnSet) -> CardSet:
    """The set, if it can be played with; raises BadCardSet with every mistake."""
    return contents.read(kind_of(kept), content_of(kept))


def chosen(owner: User, game: str, code: str) -> Chosen | None:
    """The set `code` of `owner` to play `game` with; None where he has none such, or it has mistakes."""
    kept = OwnSet.objects.filter(owner=owner, game=game, code=code).first()
    if kept is None:
        return None
    kind = kind_of(kept)
    try:
        found = read(kept)
    except BadCardSet:
        return None
    return Chosen(OWN_SET + found.fingerprint, contents.whole(kind, content_of(kept)), owner)


def with_cards(owner: User, setup: dict[str, Any]) -> Any:
    """The cards that a record names without holding them, where `owner` has a set of that very content; else None."""
    format, name = setup.get("format"), setup.get("set")
    for kept in of(owner):
        if format != f"grailkeeper/{kept.game}":
            continue
        try:
            if OWN_SET + read(kept).fingerprint == name:
                return contents.whole(kind_of(kept), content_of(kept))
        except BadCardSet:
            continue
    return None
